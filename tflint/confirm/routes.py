"""Ways to get a function called: by the code that calls it, or by itself."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from tflint.confirm import doctests, instrument
from tflint.confirm.project_tests import is_test_file, tests_for
from tflint.confirm.slicing import Slice
from tflint.confirm.source import FunctionNode, Source, first_line, own_lines, read
from tflint.finding import EntryKind, Finding, FunctionRef, Subject

_DEPTH = 5


@dataclass(frozen=True)
class Route:
    """A program that leads to the entry.

    Attributes:
        name: where the arguments come from, for the report.
        main: the file that runs.
        sources: texts of the files that differ from what is on disk.
        as_main: whether ``__name__`` is ``"__main__"`` in it.
        driver: statements to run once it is loaded.
        tests: those to run then, as ``Class::test_x``.
        search: whether to make up a call where the program makes none.
    """

    name: str
    main: Source
    sources: dict[str, str] = field(hash=False)
    as_main: bool = False
    driver: str = ""
    tests: tuple[str, ...] = ()
    search: bool = True


class Routes:
    """The ways to reach one finding, best first."""

    def __init__(self, finding: Finding, subject: Subject, roots: list[str]) -> None:
        self._finding = finding
        self._subject = subject
        self._roots = roots
        entry = read(subject.entry.path)
        if entry is None:
            raise OSError(f"could not read {subject.entry.path}")
        self.entry = entry
        self.statement: ast.stmt | None = None
        self.in_lambda = False
        self.flagged: tuple[str, int, int] = (
            os.path.abspath(finding.path),
            finding.span.line,
            finding.span.line,
        )
        self._edits = self._markers()

    @property
    def own(self) -> tuple[str, int, int]:
        """The flagged lines without those of a block inside the statement."""
        if self.statement is None or self.in_lambda:
            return self.flagged
        return (self.flagged[0], *own_lines(self.statement))

    @property
    def place(self) -> list[int]:
        """The flagged expression: the line its statement starts on, and its number in there."""
        span = self._finding.span
        source = read(self._finding.path)
        if source is None or self.statement is None:
            return []
        for number, node in enumerate(ast.walk(self.statement)):
            if (
                isinstance(node, (ast.expr, ast.stmt))
                and (node.lineno, node.end_lineno) == (span.line, span.end_line)
                and source.offset(node.lineno, node.col_offset) + 1 == span.column
                and source.offset(span.end_line, node.end_col_offset or 0) + 1 == span.end_column
            ):
                return [self.statement.lineno, number]
        return [self.statement.lineno, 0]

    def with_given(self, names: list[str], needed: Set[str] = frozenset()) -> Iterator[Route]:
        """The ways that need nobody's call, with inputs given for the entry; then the others.

        What the inputs need of the entry's file comes along.
        """
        if self._subject.kind is not EntryKind.EAGER:
            for name in names:
                yield replace(self._alone(needed), name=name)
        yield from self

    def __iter__(self) -> Iterator[Route]:
        if self._subject.kind is EntryKind.EAGER and self.statement is not None:
            in_test = is_test_file(self.entry.path)
            if not in_test:
                yield self._around_line(self.statement)
            yield from self._by_tests()
            if in_test:
                yield self._around_line(self.statement)
            if self._entry_node() is not None:
                yield self._alone()
            return
        calls = self._call_sites(self.entry, self._entry_node())
        calls = calls or self._passed_around(self.entry, self._entry_node())
        if calls and not is_test_file(self.entry.path):
            yield self._program(self.entry, calls, "call site")
        for source, names in self._other_modules():
            calls = self._named_calls(source, names)
            if calls:
                yield self._program(source, calls, "call site in " + os.path.basename(source.path))
        yield from self._by_tests()
        yield from self._by_examples()
        yield self._alone()

    @cached_property
    def modules(self) -> set[str]:
        """Names of modules in the flagged file: calling their functions changes nothing of theirs."""
        source = read(self._finding.path)
        return set() if source is None else source.modules

    def _by_tests(self) -> Iterator[Route]:
        for source, tests in tests_for(
            self._finding, self._subject, self._roots or [os.path.dirname(self.entry.path)]
        ):
            name = "test in " + os.path.basename(source.path)
            texts = self._sources(source, source.text)
            yield Route(name, source, texts, tests=tuple(tests), search=False)

    def _by_examples(self) -> Iterator[Route]:
        node = self._entry_node()
        statements = doctests.examples(self.entry, node)
        if statements and node is not None:
            slice_ = Slice(self.entry)
            self._keep_definition(self.entry, slice_, node)
            for statement in statements:
                for name in _names_in(statement):
                    slice_.need(name, None)
            slice_.setup()
            texts = self._sources(self.entry, self._rendered(slice_))
            yield Route("doctest", self.entry, texts, driver="\n".join(statements))

    # Markers.

    def _entry_node(self) -> FunctionNode | None:
        return self.entry.find(self._subject.entry)

    def _markers(self) -> dict[str, list[instrument.Edit]]:
        edits: dict[str, list[instrument.Edit]] = {}
        paths = {
            os.path.abspath(p)
            for p in (self._finding.path, self._subject.entry.path, self._subject.function.path)
        }
        for path in paths:
            source = read(path)
            if source is None:
                continue
            here: list[instrument.Edit] = []
            for node in source.nodes:
                if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    here += instrument.mark_function(source, node)
            for ref in (self._subject.entry, self._subject.function):
                found = source.find(ref) if os.path.abspath(ref.path) == path else None
                if isinstance(found, ast.Lambda):
                    edits_for = instrument.mark_function(source, found)
                    here += [edit for edit in edits_for if edit not in here]
            edits[path] = here
        source = read(self._finding.path)
        if source is not None:
            span = self._finding.span
            self.statement = source.statement_at(span.line, span.column)
            inner = source.lambda_at(span.line, span.column)
            if inner is not None and self.statement is not None:
                self.in_lambda = True
                self.flagged = (
                    source.path,
                    inner.body.lineno,
                    inner.body.end_lineno or inner.body.lineno,
                )
                edits[source.path] = edits[source.path] + instrument.mark_expression(
                    source, inner.body
                )
            elif self.statement is not None:
                self.flagged = (
                    source.path,
                    first_line(self.statement),
                    self.statement.end_lineno or self.statement.lineno,
                )
                marks = instrument.mark_statement(source, self.statement)
                test = source.test_around(span.line, span.column, span.end_line, span.end_column)
                if self._subject.kind is EntryKind.EAGER and test is not None:
                    marks[1:1] = instrument.mark_value(source, test)
                # The statement's own marker comes after the one for entering the function.
                edits[source.path] = edits[source.path] + marks
        return edits

    def _text(self, source: Source, text: str) -> str:
        # Only where the slice kept the line is there something to mark.
        lines = text.splitlines()
        kept = [
            edit
            for edit in self._edits.get(source.path, [])
            if edit.line <= len(lines)
            and lines[edit.line - 1] == source.lines[edit.line - 1].rstrip("\n")
        ]
        return instrument.apply(text, kept)

    def _sources(self, main: Source, text: str) -> dict[str, str]:
        sources = {main.path: self._text(main, text)}
        for path in self._edits:
            source = read(path)
            if source is not None and path not in sources:
                sources[path] = self._text(source, source.text)
        return sources

    # Programs.

    def _program(self, source: Source, calls: list[ast.stmt], name: str) -> Route:
        slice_ = Slice(source)
        entry = self._entry_node() if source is self.entry else None
        driver = ""
        for call in calls:
            driver = self._reach(source, slice_, call, 0) or driver
        if entry is not None:
            self._keep_definition(source, slice_, entry)
        slice_.setup()
        texts = self._sources(source, self._rendered(slice_))
        return Route(name, source, texts, _as_main(slice_), driver)

    def _around_line(self, statement: ast.stmt) -> Route:
        """The loop or the function that holds the line, whole, and a way there."""
        source = self.entry
        slice_ = Slice(source)
        driver = self._reach(source, slice_, statement, 0)
        block: ast.AST | None = None
        for outer in source.enclosing(statement):
            if isinstance(outer, (ast.For, ast.While, ast.AsyncFor)):
                block = outer
                break
            if isinstance(outer, FunctionNode):
                block = outer
                break
        if isinstance(block, (ast.FunctionDef, ast.AsyncFunctionDef)):
            slice_.opened.discard(block)
            slice_.keep_whole(block)
            for use in self._uses_of_results(source, block):
                driver = self._reach(source, slice_, use, 0) or driver
        elif isinstance(source.enclosing(statement)[0], ast.ClassDef):
            owner = source.enclosing(statement)[0]
            assert isinstance(owner, ast.ClassDef)
            method = {getattr(statement, "name", "")}
            for use in self._object_uses(source, owner.name, method):
                driver = self._reach(source, slice_, use, 0) or driver
        elif block is not None:
            for inner in ast.walk(block):
                if isinstance(inner, ast.stmt):
                    slice_.keep(inner)
        else:
            like = self._like_calls(source, statement)
            for other in like:
                slice_.keep(other)
            for use in self._calls_of(source, _made(statement), set()) if not like else ():
                driver = self._reach(source, slice_, use, 0) or driver
        slice_.setup()
        texts = self._sources(source, self._rendered(slice_))
        return Route("call site", source, texts, _as_main(slice_), driver)

    def _uses_of_results(self, source: Source, function: FunctionNode) -> list[ast.stmt]:
        """Calls of what a function returned, under the names and attributes that hold it."""
        found: list[ast.stmt] = []
        for made in self._call_sites(source, function):
            if not isinstance(made, ast.Assign) or not _calls_name(
                made.value, getattr(function, "name", "")
            ):
                continue
            scope = source.function_around(made)
            names = {target.id for target in made.targets if isinstance(target, ast.Name)}
            held = {target.attr for target in made.targets if isinstance(target, ast.Attribute)}
            found += [
                use
                for use in self._calls_of(source, names, set())
                if source.function_around(use) is scope
            ]
            found += self._calls_of(source, set(), held)
        return list(dict.fromkeys(found))[:8]

    def _like_calls(self, source: Source, statement: ast.stmt) -> list[ast.stmt]:
        """Module-level statements that call what a statement calls or makes."""
        names = {
            node.func.id
            for node in ast.walk(statement)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        names |= _made(statement)
        return [
            node
            for node in source.nodes
            if isinstance(node, ast.stmt)
            and not isinstance(node, _DEFINITIONS)
            and not any(
                isinstance(o, (ast.For, ast.While, FunctionNode)) for o in source.enclosing(node)
            )
            and any(
                isinstance(i, ast.Call) and isinstance(i.func, ast.Name) and i.func.id in names
                for i in ast.walk(node)
            )
        ][:12]

    def _alone(self, needed: Set[str] = frozenset()) -> Route:
        slice_ = Slice(self.entry)
        for name in sorted(needed):
            slice_.need(name, None)
        node = self._entry_node()
        if node is not None:
            self._keep_definition(self.entry, slice_, node)
        elif self.statement is not None and self.entry.path == self.flagged[0]:
            self._reach(self.entry, slice_, self.statement, 0)
        for statement in self._constructions(node):
            self._reach(self.entry, slice_, statement, 0)
        main = self.entry
        function = read(self._subject.function.path)
        owner = self._subject.function.qualname.partition(".")[0]
        if function is not None and owner != self._subject.entry.qualname.partition(".")[0]:
            # A method that is inherited from another file: what is made is of the class here.
            definition = function.find(self._subject.function)
            if function.path != main.path and definition is not None:
                main, slice_ = function, Slice(function)
            if definition is not None and _in_class(main, definition):
                self._keep_definition(main, slice_, definition)
        slice_.setup()
        texts = self._sources(main, self._rendered(slice_))
        return Route("search", main, texts, _as_main(slice_))

    def _rendered(self, slice_: Slice) -> str:
        """What to run of a file: of a package's module all, since others of the package import it."""
        if "." in slice_.source.module and not _as_main(slice_):
            slice_.keep_module()
        return slice_.render()

    def _keep_definition(self, source: Source, slice_: Slice, node: FunctionNode) -> None:
        chain: list[ast.AST] = [node, *source.enclosing(node)]
        for outer in reversed(chain):
            if isinstance(outer, ast.stmt):
                slice_.keep(outer)
                break_at = outer
                if isinstance(break_at, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                    break
        # Where ``g = tf.function(f)`` stands apart from ``f``, it belongs to the definition.
        name = getattr(node, "name", None)
        if name is not None and source.function_around(node) is None:
            for statement in source.tree.body:
                if isinstance(statement, ast.Assign) and _wraps(statement.value, name):
                    slice_.keep(statement)

    def _reach(self, source: Source, slice_: Slice, statement: ast.stmt, depth: int) -> str:
        """Keep a statement and a way to it; what to append to the module if nothing leads there."""
        function = source.function_around(statement)
        if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            slice_.keep(statement)
            return ""
        outermost = function
        if source.function_around(function) is None and not _in_class(source, function):
            slice_.open(function)
            slice_.keep(statement)
            for name in [argument.arg for argument in function.args.args]:
                slice_.need(name, None)
        else:
            for outer in source.enclosing(function):
                if isinstance(outer, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    outermost = outer
            slice_.keep(_toplevel(source, function))
        if depth >= _DEPTH:
            return ""
        callers = [
            call
            for call in self._call_sites(source, outermost)
            if source.function_around(call) is not outermost
        ]
        driver = ""
        for caller in callers[:4]:
            driver = self._reach(source, slice_, caller, depth + 1) or driver
        if not callers and not _required(outermost) and not _in_class(source, outermost):
            return f"{outermost.name}()"
        return driver

    # Call sites.

    def _call_sites(self, source: Source, node: FunctionNode | None) -> list[ast.stmt]:
        if node is None or isinstance(node, ast.Lambda):
            if isinstance(node, ast.Lambda):
                for outer in source.enclosing(node):
                    if (
                        isinstance(outer, ast.Assign)
                        and isinstance(outer.targets[0], ast.Name)
                        and (outer.value is node or _makes_function(outer.value))
                    ):
                        return self._calls_of(source, {outer.targets[0].id}, set())
                    if isinstance(outer, ast.stmt):
                        return [outer]
            return []
        classes = [outer for outer in source.enclosing(node)[:1] if isinstance(outer, ast.ClassDef)]
        functions, methods = {node.name}, set[str]()
        if classes:
            functions, methods = set(), {node.name}
            if node.name in (
                "__call__",
                "call",
                "hybrid_forward",
                "forward",
                "train_step",
                "test_step",
                "predict_step",
            ):
                return self._object_uses(source, classes[0].name, methods)
        for statement in source.nodes:
            if isinstance(statement, ast.Assign) and _wraps(statement.value, node.name):
                for target in statement.targets:
                    if isinstance(target, ast.Name):
                        functions.add(target.id)
                    elif isinstance(target, ast.Attribute):
                        methods.add(target.attr)
        return self._calls_of(source, functions, methods, skip=node)

    def _calls_of(
        self, source: Source, functions: set[str], methods: set[str], skip: ast.AST | None = None
    ) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        loops = _loops_over(source, functions, methods)
        for node in source.nodes:
            if not isinstance(node, ast.Call):
                continue
            named = isinstance(node.func, ast.Name) and (
                node.func.id in functions
                or any(loops.get(outer) == node.func.id for outer in source.enclosing(node))
            )
            method = isinstance(node.func, ast.Attribute) and node.func.attr in methods
            handed = any(
                isinstance(a, ast.Name) and a.id in functions
                for a in [*node.args, *(k.value for k in node.keywords)]
            )
            around = source.enclosing(node)
            if not (named or method or handed) or (skip is not None and skip in around):
                continue
            statement = next(outer for outer in around if isinstance(outer, ast.stmt))
            if (
                isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
                or statement in found
            ):
                continue
            if (
                handed
                and isinstance(statement, ast.Assign)
                and any(_wraps(statement.value, f) for f in functions)
            ):
                continue
            found.append(statement)
            if handed and isinstance(node.func, ast.Attribute) and node.func.attr == "compile":
                # A loss or a metric: what runs it is training.
                found += [
                    use for use in _runs_of(source, {_root_name(node.func)}) if use not in found
                ]
        # Calls from module level need nobody else's arguments.
        found.sort(key=lambda s: (source.function_around(s) is not None, s.lineno))
        return found[:12]

    def _passed_around(self, source: Source, node: FunctionNode | None) -> list[ast.stmt]:
        """Where a function is no more than named: ``for step in (f, g): step(x)``, a table of steps."""
        if node is None or isinstance(node, ast.Lambda):
            return []
        name = node.name
        as_method = _in_class(source, node)
        found: list[ast.stmt] = []
        tables: set[str] = set()

        def look(wanted: set[str]) -> None:
            for inner in source.nodes:
                if not isinstance(getattr(inner, "ctx", None), ast.Load):
                    continue
                if (isinstance(inner, ast.Attribute) and as_method and inner.attr in wanted) or (
                    isinstance(inner, ast.Name) and inner.id in wanted
                ):
                    around = source.enclosing(inner)
                    statement = next(outer for outer in around if isinstance(outer, ast.stmt))
                    if node in around or statement in found:
                        continue
                    if isinstance(statement, ast.For):
                        found.extend(s for s in ast.walk(statement) if isinstance(s, ast.stmt))
                    elif isinstance(statement, (ast.Expr, ast.Return)):
                        found.append(statement)
                    elif isinstance(statement, ast.Assign):
                        found.append(statement)
                        tables.update(t.id for t in statement.targets if isinstance(t, ast.Name))

        look({name})
        if tables - {name}:
            as_method = False
            look(set(tables))
        return found[:24]

    def _object_uses(
        self, source: Source, cls: str, methods: set[str], depth: int = 0
    ) -> list[ast.stmt]:
        """Uses of objects of a class (``net(x)``, ``model.fit(...)``), or of what holds them."""
        names: set[str] = set()
        holders: set[str] = set()
        made: list[ast.stmt] = []
        for node in source.nodes:
            if not (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == cls
            ):
                continue
            around = source.enclosing(node)
            statement = next(outer for outer in around if isinstance(outer, ast.stmt))
            if isinstance(statement, ast.For):
                names |= {n.id for n in ast.walk(statement.target) if isinstance(n, ast.Name)}
            if isinstance(statement, _DEFINITIONS):
                continue
            owner = next((outer.name for outer in around if isinstance(outer, ast.ClassDef)), None)
            if owner is not None and owner != cls:
                holders.add(owner)
                continue
            made.append(statement)
            if isinstance(statement, ast.Assign):
                names |= _made(statement)
            maker = source.function_around(node)
            if isinstance(statement, ast.Return) and isinstance(maker, ast.FunctionDef):
                names |= {
                    target.id
                    for assign in source.nodes
                    if isinstance(assign, ast.Assign) and _calls_name(assign.value, maker.name)
                    for target in assign.targets
                    if isinstance(target, ast.Name)
                }
        found = _runs_of(source, names, methods, cls)
        if depth < _DEPTH:
            for holder in sorted(holders):
                found += [
                    use
                    for use in self._object_uses(source, holder, set(), depth + 1)
                    if use not in found
                ]
        if not found:
            found = made
        found.sort(key=lambda s: (source.function_around(s) is not None, s.lineno))
        return found[:8]

    def _constructions(self, node: FunctionNode | None) -> list[ast.stmt]:
        """Where the file makes an object of the class that holds a method."""
        owner = self.entry.enclosing(node)[0] if node is not None else None
        if not isinstance(owner, ast.ClassDef):
            return []
        made: list[ast.stmt] = [
            statement
            for statement in self.entry.tree.body
            if isinstance(statement, ast.Assign)
            and isinstance(statement.value, ast.Call)
            and isinstance(statement.value.func, ast.Name)
            and statement.value.func.id == owner.name
        ]
        return made[:1]

    # Other modules of the project.

    def _other_modules(self) -> list[tuple[Source, set[str]]]:
        node = self._entry_node()
        if node is None:
            return []
        name = self._subject.entry.qualname.partition(".")[0]
        module = self.entry.module.rpartition(".")[2]
        found = []
        for path in self._neighbours():
            if path == self.entry.path or is_test_file(path):
                continue
            try:
                text = Path(path).read_text(encoding="utf-8", errors="ignore")
            except OSError:
                continue
            if name not in text or module not in text:
                continue
            source = read(path)
            if source is not None and _imports(source, module):
                found.append((source, {name}))
            if len(found) >= 3:
                break
        return found

    def _neighbours(self) -> Iterator[str]:
        seen: set[str] = set()
        folders = [os.path.dirname(self.entry.path), *self._roots]
        for folder in folders:
            if os.path.isfile(folder):
                yield os.path.abspath(folder)
                continue
            for count, path in enumerate(
                sorted(
                    Path(folder).rglob("*.py")
                    if folder != folders[0]
                    else Path(folder).glob("*.py")
                )
            ):
                if count > 2000:
                    break
                full = os.path.abspath(path)
                if full not in seen:
                    seen.add(full)
                    yield full

    def _named_calls(self, source: Source, names: set[str]) -> list[ast.stmt]:
        node = self._entry_node()
        qualname = self._subject.entry.qualname
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and "." in qualname:
            owner = qualname.rpartition(".")[0]
            return (
                self._object_uses(source, owner, {node.name})
                if "<" not in owner
                else self._calls_of(source, names, set())
            )
        return self._calls_of(source, names, names)


def _made(statement: ast.stmt) -> set[str]:
    """The names that a statement binds, or the one that it defines."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return {statement.name}
    return {
        node.id
        for node in ast.walk(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


_DEFINITIONS = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.If,
    ast.For,
    ast.While,
    ast.With,
    ast.Try,
)


_RUNNING = {"fit", "predict", "evaluate", "train_on_batch", "predict_on_batch", "test_on_batch"}


def _runs_of(
    source: Source, names: set[str], methods: Set[str] = frozenset(), cls: str = ""
) -> list[ast.stmt]:
    """Statements that run the objects under these names; a property runs when it is read."""
    found: list[ast.stmt] = []
    for node in source.nodes:
        function = node.func if isinstance(node, ast.Call) else None
        direct = isinstance(function, ast.Name) and function.id in names
        wanted = methods if function is None else _RUNNING | methods
        attribute = node if function is None else function
        through = (
            isinstance(attribute, ast.Attribute)
            and attribute.attr in wanted
            and _root_name(attribute) in names
        )
        at_once = (
            isinstance(function, ast.Call)
            and isinstance(function.func, ast.Name)
            and function.func.id == cls
        )
        if direct or through or at_once:
            statement = next(
                outer for outer in source.enclosing(node) if isinstance(outer, ast.stmt)
            )
            if statement not in found:
                found.append(statement)
    return found


def _loops_over(source: Source, functions: set[str], methods: set[str]) -> dict[ast.AST, str]:
    """The loops over some of these functions (``for f in (first, second):``), and their variables."""
    return {
        node: node.target.id
        for node in source.nodes
        if isinstance(node, ast.For)
        and isinstance(node.target, ast.Name)
        and isinstance(node.iter, (ast.Tuple, ast.List))
        and any(
            (isinstance(item, ast.Name) and item.id in functions)
            or (isinstance(item, ast.Attribute) and item.attr in methods)
            for item in node.iter.elts
        )
    }


def _calls_name(value: ast.AST, name: str) -> bool:
    return (
        isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == name
    )


def _makes_function(value: ast.AST) -> bool:
    """Whether an expression makes a graph of a function: ``tf.function(...)`` or a wrapper."""
    if not isinstance(value, ast.Call):
        return False
    name = (
        value.func.attr if isinstance(value.func, ast.Attribute) else getattr(value.func, "id", "")
    )
    return (
        "function" in name
        or name in ("partial", "jit", "wraps")
        or isinstance(value.func, ast.Name)
    )


def _wraps(value: ast.AST, name: str) -> bool:
    """Whether an expression is ``tf.function(name, ...)`` or a like call that takes ``name``."""
    return (
        isinstance(value, ast.Call)
        and _makes_function(value)
        and any(
            (isinstance(a, ast.Name) and a.id == name)
            or (isinstance(a, ast.Attribute) and a.attr == name)
            for a in value.args
        )
    )


def _as_main(slice_: Slice) -> bool:
    return any(_is_main_block(statement) for statement in slice_.kept)


def _is_main_block(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.If) and "__name__" in ast.unparse(statement.test)


def _in_class(source: Source, node: ast.AST) -> bool:
    return isinstance(source.enclosing(node)[0], ast.ClassDef)


def _toplevel(source: Source, node: ast.AST) -> ast.stmt:
    for outer in [node, *source.enclosing(node)]:
        if isinstance(outer, ast.stmt) and isinstance(source.parents.get(outer), ast.Module):
            return outer
    raise ValueError("not in a module")


def _required(function: FunctionNode) -> bool:
    """Whether a function has parameters without defaults."""
    arguments = function.args
    positional = len(arguments.posonlyargs) + len(arguments.args)
    return positional > len(arguments.defaults) or any(d is None for d in arguments.kw_defaults)


def _names_in(text: str) -> set[str]:
    return {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}


def _imports(source: Source, module: str) -> bool:
    for node in source.nodes:
        if isinstance(node, ast.ImportFrom):
            if (node.module or "").rpartition(".")[2] == module or any(
                a.name == module for a in node.names
            ):
                return True
        elif isinstance(node, ast.Import) and any(
            a.name.rpartition(".")[2] == module for a in node.names
        ):
            return True
    return False


def _root_name(node: ast.AST) -> str:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def reference(ref: FunctionRef, source: Source | None) -> dict[str, object]:
    """What the worker needs to know a function by."""
    path = os.path.abspath(ref.path)
    lines = {ref.line}
    node = source.find(ref) if source is not None else None
    if node is not None:
        lines |= {node.lineno, first_line(node)}
    return {
        "path": path,
        "qualname": ref.qualname,
        "sites": [f"{path}:{line}" for line in sorted(lines)],
    }


def framework_of(finding: Finding, subject: Subject) -> str:
    """The framework that a finding is about."""
    if subject.kind is EntryKind.GLUON or finding.code.startswith("TFL8"):
        return "mxnet"
    source = read(finding.path)
    if source is not None:
        imported = {
            name.partition(".")[0]
            for node in source.nodes
            for name in (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
        }
        if "mxnet" in imported and not imported & {"tensorflow", "keras", "tf_keras"}:
            return "mxnet"
    return "tensorflow"
