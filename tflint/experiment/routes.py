"""Ways to get a function called: by the code that calls it, or by itself."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice

from tflint.claims import Deprecated, MadeAnew, Rebound, Retraces, Slower
from tflint.experiment import doctests
from tflint.experiment.blame import Blame
from tflint.experiment.call_sites import CallSites, UsingStatement, like_calls
from tflint.experiment.given_arguments import given_arguments
from tflint.experiment.marking import Marking
from tflint.experiment.named_changes import named_calls, named_changes
from tflint.experiment.parsed_file import CallableNode, ParsedFile, read
from tflint.experiment.project_tests import is_test_file, tests_for
from tflint.experiment.slicing import ModuleSlice, is_main_block
from tflint.experiment.users import users_of
from tflint.finding import EntryKind, Finding, FunctionRef, Subject
from tflint.runtime.protocol import Spec
from tflint.syntax.model import Function
from tflint.syntax.parsing import tree_of
from tflint.syntax.trees import called_name

_DEPTH = 5
_MOST_USERS = 3
"""Other files that call the entry, of which each is one way to it."""
_MOST_CALLERS = 2


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
        fill: whether to fill objects for it: the program's own ways come first.
        recorded: whether calls of a recorded run are repeated, and objects made as they were there.
        makes_changes: whether the changes that the finding names are part of it.
        whole: whether it is a script from its beginning to its end.
    """

    name: str
    main: ParsedFile
    sources: dict[str, str] = field(hash=False)
    as_main: bool = False
    driver: str = ""
    tests: tuple[str, ...] = ()
    search: bool = True
    fill: bool = False
    recorded: bool = True
    makes_changes: bool = False
    whole: bool = False

    def runs_all_of(self, other: Route) -> bool:
        """Whether its program does at least what that of another one does before it calls the entry."""
        if self.main.path != other.main.path:
            return False
        ran, runs = ((one.sources, one.as_main, one.driver, one.tests) for one in (other, self))
        return self.whole or runs == ran


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
        self._marking = Marking(finding, subject)
        self.statement = self._marking.statement
        self.reads = self._marking.reads
        self.in_lambda = self._marking.in_lambda
        self.flagged = self._marking.flagged
        self.own = self._marking.own
        self.blame = Blame(read(finding.path), self.statement, self.flagged, self.own)
        self.place = self._marking.place
        self.receiver = self._marking.receiver
        self.comparison = self._marking.comparison
        rebound = next((c for c in subject.claims if isinstance(c, Rebound)), None)
        self.changes = [] if rebound is None else named_changes(finding, rebound.target)
        """What changes between calls what the line reads."""

    def with_example_inputs(
        self, names: list[str], needed: Set[str] = frozenset()
    ) -> Iterator[Route]:
        """The ways that need nobody's call, with inputs given for the entry; then the others.

        What the inputs need of the entry's file comes along.
        """
        if self._subject.kind is not EntryKind.EAGER:
            for name in names:
                yield replace(self._alone(needed), name=name)
        yield from self
        if "recording" in names and self._subject.kind is not EntryKind.EAGER:
            # What was recorded need not lead to the line.
            yield replace(self._alone(), recorded=False)

    def __iter__(self) -> Iterator[Route]:
        if self._subject.kind is EntryKind.EAGER and self.statement is not None:
            in_test = is_test_file(self.entry.path)
            if any(isinstance(claim, Deprecated) for claim in self._subject.claims):
                yield from self._by_option()
            if not in_test:
                yield self._around_line(self.statement)
                if any(isinstance(claim, (MadeAnew, Retraces)) for claim in self._subject.claims):
                    others = named_calls(self._finding, self.statement)
                    if others:
                        yield self._around_line(self.statement, others)
            yield from self._by_tests()
            if in_test:
                yield self._around_line(self.statement)
            yield from self._by_other_files()
            if self._entry_node() is not None:
                yield self._alone()
            of_cost = any(isinstance(claim, Slower) for claim in self._subject.claims)
            if of_cost or self._flagged_definition() is not None:
                # Of a whole script nobody knows which calls a line brings about, only what its own costs,
                # and what becomes of a function that it defines.
                yield from self._whole()
            return
        own, elsewhere = self._uses()
        if own and not is_test_file(self.entry.path):
            yield self._program(self.entry, own, "call site")
        # Other files that call it are training scripts more often than not; tests and examples are short.
        # Where such a script makes no call, one is made up once, without it.
        yield from self._by_tests()
        yield from self._by_examples()
        for source, calls in elsewhere.items():
            yield self._elsewhere(source, calls)
        yield self._alone()

    def _elsewhere(self, source: ParsedFile, calls: list[ast.stmt]) -> Route:
        """By the program of another file, which makes the calls itself or not at all."""
        name = "call site in " + os.path.basename(source.path)
        return replace(self._program(source, calls, name), search=False)

    def _by_other_files(self) -> Iterator[Route]:
        """By the files that lead to a function of this one: what they import runs whole."""
        node = self._entry_node() or self._flagged_definition()
        waiting = [self.entry.functions[node]] if node is not None else []
        seen = {self.entry}
        for function in waiting:  # which grows
            if len(seen) > _MOST_USERS:
                return
            users: dict[ParsedFile, list[ast.stmt]] = {}
            for use in self._users_of(function):
                if use.source.index is not function.module and not is_test_file(use.source.path):
                    users.setdefault(use.source, []).append(use.statement)
                elif use.source.index is function.module:
                    waiting += _outermost(use, seen=waiting)
            for source, calls in users.items():
                if source not in seen and len(seen) <= _MOST_USERS:
                    seen.add(source)
                    yield self._elsewhere(source, calls)
                for call in calls:
                    waiting += _outermost(UsingStatement(source, call), seen=waiting)

    def _whole(self) -> Iterator[Route]:
        """The nearest script that uses the entry's file, or is it, from its beginning to its end."""
        for source in self._sites.files:
            if _is_script(source) and not is_test_file(source.path):
                name = "program " + os.path.basename(source.path)
                texts = self._marking.sources(source, source.text)
                yield Route(name, source, texts, as_main=True, search=False, whole=True)
                return

    def _users_of(self, function: Function) -> list[UsingStatement]:
        """Where a function is called, or objects of the class whose method it is run."""
        uses = list(self._sites.of(function))
        if function.owner is not None:
            uses += self._sites.of_objects(function.owner, {function.name})
        return uses

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
            texts = self._marking.sources(source, source.text)
            yield Route(name, source, texts, tests=tuple(tests), search=False)

    def _by_option(self) -> Iterator[Route]:
        """What is given the option, given it and nothing else: a name is as old wherever it is used."""
        span = self._finding.span
        found = self.entry.option_at(span.line, span.column, span.end_line, span.end_column)
        if found is None or self._finding.path != self._subject.entry.path:
            return
        call, option = found
        value = ast.unparse(option.value) if isinstance(option.value, ast.Constant) else "True"
        slice_ = ModuleSlice(self.entry)
        maker, given = ast.unparse(call.func), f"{option.arg}={value}"
        if called_name(call.func) == "partial" and call.args:
            made = f"{maker}({ast.unparse(call.args[0])}, {given})(lambda: None)"
        else:
            made = f"{maker}(lambda: None, {given})"
        for name in _names_in(made):
            slice_.need(name, None)
        lines = slice_.render().splitlines(keepends=True)
        lines[span.line - 1 :] = [f"__tflint_hit__(); {made}; __tflint_after__()\n"]
        yield Route("the option alone", self.entry, {self.entry.path: "".join(lines)}, search=False)

    def _by_examples(self) -> Iterator[Route]:
        node = self._entry_node()
        statements = doctests.examples(self.entry, node)
        if statements and node is not None:
            slice_ = ModuleSlice(self.entry)
            self._keep_definition(self.entry, slice_, node)
            for statement in statements:
                for name in _names_in(statement):
                    slice_.need(name, None)
            slice_.setup()
            texts = self._marking.sources(self.entry, self._rendered(slice_))
            yield Route("doctest", self.entry, texts, driver="\n".join(statements))

    def alone(self) -> Route:
        """The entry by itself, with what its file makes of it."""
        return self._alone()

    def callers(self) -> list[FunctionRef]:
        """Functions of the entry's file that call it, and that want arguments themselves.

        What they do before they call it may be what it needs: a method that fills a buffer, and then has
        another one draw from it.
        """
        node = self._entry_node()
        if node is None:
            return []
        found: dict[FunctionRef, None] = {}
        for statement in _of_file(self._sites.of(self.entry.functions[node]), self.entry):
            around = self.entry.functions.get(self.entry.function_around(statement) or node)
            if around is not None and around.node is not node and around.parent is not None:
                found[around.ref] = None
        return list(found)[:_MOST_CALLERS]

    def given(self, *, and_maker: bool) -> dict[str, list[dict[str, Spec]]]:
        """What the project gives to the entry, its class, and the classes whose objects it gives.

        And to the function that defines the entry, where that runs in eager code, as makers of graphs do.
        """
        node = self._entry_node()
        if node is None:
            return {}
        return given_arguments(self._sites, self.entry.functions[node], and_maker=and_maker)

    # Who calls the entry.

    @cached_property
    def _sites(self) -> CallSites:
        return CallSites(users_of(self.entry, tuple(self._roots)))

    def _uses(self) -> tuple[list[ast.stmt], dict[ParsedFile, list[ast.stmt]]]:
        """Where its own file and others use the entry; no tests, which are run as such."""
        node = self._entry_node()
        if node is None:
            return [], {}
        function = self.entry.functions[node]
        uses = self._sites.of(function)
        own = _of_file(uses, self.entry) or self._passed_around(function, self.entry)
        outermost = function.outermost
        if outermost.owner is not None:
            uses += self._sites.of_objects(outermost.owner, {outermost.name})
        elif outermost is not function:
            uses += self._sites.of(outermost)
        elsewhere: dict[ParsedFile, list[ast.stmt]] = {}
        for use in uses:
            if use.source is not self.entry and not is_test_file(use.source.path):
                calls = elsewhere.setdefault(use.source, [])
                calls += [use.statement] if use.statement not in calls else []
        return own, dict(islice(elsewhere.items(), _MOST_USERS))

    def _passed_around(self, function: Function, source: ParsedFile) -> list[ast.stmt]:
        """Where one file only names a function, in a table or a loop that calls what it names."""
        return _of_file(self._sites.passed_around(function), source)

    # Markers.

    def _entry_node(self) -> CallableNode | None:
        return self.entry.find(self._subject.entry)

    def _flagged_definition(self) -> CallableNode | None:
        """The function that the flagged line defines, if it does."""
        node = self.statement
        if (
            isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
            and node in self.entry.functions
        ):
            return node
        return None

    # Programs.

    def _program(self, source: ParsedFile, calls: list[ast.stmt], name: str) -> Route:
        slice_ = ModuleSlice(source)
        entry = self._entry_node() if source is self.entry else None
        driver = ""
        for call in calls:
            driver = self._reach(source, slice_, call, 0) or driver
        if entry is not None:
            self._keep_definition(source, slice_, entry)
        makes_changes = self._keep_changes(source, slice_)
        slice_.setup()
        texts = self._marking.sources(source, self._rendered(slice_))
        as_main = _as_main(slice_)
        return Route(name, source, texts, as_main, driver, makes_changes=makes_changes)

    def _keep_changes(self, source: ParsedFile, slice_: ModuleSlice) -> bool:
        """Keep the changes between the calls that are kept, or what calls their functions; any kept?"""
        lines: list[ast.stmt] = []
        for change in self.changes:
            around = change.source.function_around(change.statement)
            if around is not None and around not in slice_.opened:
                lines += _of_file(self._sites.of(change.source.functions[around]), source)
            elif change.source is source:
                lines.append(change.statement)
        for line in lines:
            if source.function_around(line) in (None, *slice_.opened):
                slice_.keep(line)
        return any(line in slice_.kept for line in lines)

    def _around_line(self, statement: ast.stmt, others: Sequence[ast.stmt] = ()) -> Route:
        """The loop or the function that holds the line, whole, and a way there; and one to others."""
        source = self.entry
        slice_ = ModuleSlice(source)
        driver = self._reach(source, slice_, statement, 0)
        for other in others:
            driver = self._reach(source, slice_, other, 0) or driver
        block: ast.AST | None = None
        for outer in source.enclosing(statement):
            if isinstance(outer, (ast.For, ast.While, ast.AsyncFor)):
                block = outer
                break
            if isinstance(outer, CallableNode):
                block = outer
                break
        if isinstance(block, (ast.FunctionDef, ast.AsyncFunctionDef)):
            slice_.opened.discard(block)
            slice_.keep_whole(block)
            results = self._sites.of_results(source.functions[block])
            for use in _of_file(results, source):
                driver = self._reach(source, slice_, use, 0) or driver
        elif isinstance(source.enclosing(statement)[0], ast.ClassDef):
            owner = source.enclosing(statement)[0]
            assert isinstance(owner, ast.ClassDef)
            method = {getattr(statement, "name", "")}
            uses = self._sites.of_objects(source.classes[owner], method)
            for use in _of_file(uses, source):
                driver = self._reach(source, slice_, use, 0) or driver
                _keep_around(source, slice_, use)
        elif block is not None:
            for inner in ast.walk(block):
                if isinstance(inner, ast.stmt):
                    slice_.keep(inner)
        else:
            like = like_calls(source, statement)
            for other in like:
                slice_.keep(other)
            bound = self._sites.of_bound(source, statement) if not like else []
            for use in _of_file(bound, source):
                driver = self._reach(source, slice_, use, 0) or driver
        slice_.setup()
        texts = self._marking.sources(source, self._rendered(slice_))
        return Route("call site", source, texts, _as_main(slice_), driver)

    def _alone(self, needed: Set[str] = frozenset()) -> Route:
        slice_ = ModuleSlice(self.entry)
        for name in sorted(needed):
            slice_.need(name, None)
        node = self._entry_node()
        if node is not None:
            self._keep_definition(self.entry, slice_, node)
        elif self.statement is not None and self.entry.path == self.flagged.path:
            self._reach(self.entry, slice_, self.statement, 0)
        owner = self.entry.functions[node].owner if node is not None else None
        made = self._sites.made_of(owner) if owner is not None else None
        if made is not None:
            self._reach(self.entry, slice_, made, 0)
        main = self.entry
        function = read(self._subject.function.path)
        first = self._subject.function.qualname.partition(".")[0]
        if function is not None and first != self._subject.entry.qualname.partition(".")[0]:
            # A method that is inherited from another file: what is made is of the class here.
            definition = function.find(self._subject.function)
            if function.path != main.path and definition is not None:
                main, slice_ = function, ModuleSlice(function)
            if definition is not None and main.functions[definition].owner is not None:
                self._keep_definition(main, slice_, definition)
        slice_.keep_subclasses()
        slice_.setup()
        texts = self._marking.sources(main, self._rendered(slice_))
        return Route("search", main, texts, _as_main(slice_), fill=True)

    def _rendered(self, slice_: ModuleSlice) -> str:
        """What to run of a file: of a package's module all, since others of the package import it."""
        if "." in slice_.source.module and not _as_main(slice_):
            slice_.keep_module()
        return slice_.render()

    def _keep_definition(self, source: ParsedFile, slice_: ModuleSlice, node: CallableNode) -> None:
        chain: list[ast.AST] = [node, *source.enclosing(node)]
        for outer in reversed(chain):
            if isinstance(outer, ast.stmt):
                slice_.keep(outer)
                break_at = outer
                if isinstance(break_at, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                    break
        # Where ``g = tf.function(f)`` stands apart from ``f``, it belongs to the definition.
        if source.function_around(node) is None:
            for statement in self._sites.wrapping(source.functions[node]):
                slice_.keep(statement)

    def _reach(
        self, source: ParsedFile, slice_: ModuleSlice, statement: ast.stmt, depth: int
    ) -> str:
        """Keep a statement and a way to it; what to append to the module if nothing leads there."""
        function = source.function_around(statement)
        if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            slice_.keep(statement)
            return ""
        outermost = function
        is_method = source.functions[function].owner is not None
        if source.function_around(function) is None and not is_method:
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
        called = source.functions[outermost]
        uses = _of_file(self._sites.of(called), source) or self._passed_around(called, source)
        callers = [call for call in uses if source.function_around(call) is not outermost]
        if called.yields:
            # Nothing of it runs before somebody takes what it gives.
            callers = [use for call in callers for use in (call, *_takings(source, call))]
        driver = ""
        for caller in callers[:4]:
            driver = self._reach(source, slice_, caller, depth + 1) or driver
        is_method = source.functions[outermost].owner is not None
        if not callers and not _required(outermost) and not is_method:
            return f"{outermost.name}()"
        return driver


def _takings(source: ParsedFile, call: ast.stmt) -> list[ast.stmt]:
    """The statements after a call, beside it, that read what it gives a name to."""
    scope = source.function_around(call)
    nodes = [node for node in ast.walk(scope or source.tree) if isinstance(node, ast.Name)]
    bound = [node for node in ast.walk(call) if isinstance(node, ast.Name)]
    names = {node.id for node in bound if isinstance(node.ctx, ast.Store)}
    end = (call.end_lineno or call.lineno, call.end_col_offset or 0)
    return list(
        dict.fromkeys(
            next(outer for outer in source.enclosing(node) if isinstance(outer, ast.stmt))
            for node in nodes
            if node.id in names
            and isinstance(node.ctx, ast.Load)
            and (node.lineno, node.col_offset) > end
            and source.function_around(node) is scope
        )
    )


def _of_file(uses: list[UsingStatement], source: ParsedFile) -> list[ast.stmt]:
    """The statements that stand in one file."""
    return [use.statement for use in uses if use.source is source]


def _outermost(use: UsingStatement, seen: list[Function]) -> list[Function]:
    """The function of the module, or the method, in which something is used; none if it is known."""
    function = use.source.places[use.statement][0].outermost
    return [] if function.is_module or function in seen else [function]


def _as_main(slice_: ModuleSlice) -> bool:
    return any(is_main_block(statement) for statement in slice_.kept)


def _is_script(source: ParsedFile) -> bool:
    """Whether a file does something, beside defining names, where it is run."""
    return any(
        is_main_block(statement)
        or isinstance(statement, (ast.For, ast.While))
        or (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call))
        for statement in source.tree.body
    )


def _keep_around(source: ParsedFile, slice_: ModuleSlice, use: ast.stmt) -> None:
    """Keep whole the functions on the way to a use, or its loop: what comes after shows its effect."""
    for function in list(slice_.opened):
        if isinstance(function, ast.stmt):
            slice_.keep_whole(function)
    if source.function_around(use) is not None:
        return
    loops = [one for one in source.enclosing(use) if isinstance(one, (ast.For, ast.While))]
    for inner in ast.walk(loops[-1]) if loops else ():
        if isinstance(inner, ast.stmt):
            slice_.keep(inner)


def _toplevel(source: ParsedFile, node: ast.AST) -> ast.stmt:
    for outer in [node, *source.enclosing(node)]:
        if isinstance(outer, ast.stmt) and isinstance(source.parents.get(outer), ast.Module):
            return outer
    raise ValueError("not in a module")


def _required(function: CallableNode) -> bool:
    """Whether a function has parameters without defaults."""
    arguments = function.args
    positional = len(arguments.posonlyargs) + len(arguments.args)
    return positional > len(arguments.defaults) or any(d is None for d in arguments.kw_defaults)


def _names_in(text: str) -> set[str]:
    tree = tree_of(text)
    return set() if tree is None else {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}
