"""The part of a module that some of its statements need, every kept line where it was.

What is not needed becomes blank lines: the result compiles under the file's own name and
tracebacks, ``inspect.getsource`` and AutoGraph find the right lines.
"""

from __future__ import annotations

import ast
import fnmatch
import re
import symtable
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from tflint.experiment.parsed_file import DEFINITIONS, CallableNode, ParsedFile, first_line, read
from tflint.facts.graphs.mode_switches import SWITCHES

_COMPOUND = (ast.If, ast.For, ast.While, ast.With, ast.Try, ast.AsyncFor, ast.AsyncWith)
_SETUP_PREFIXES = ("set", "enable", "disable", "add_handler", "register", "seed", "manual_seed")
_SETUP_NAMES = {
    "basicConfig", "simplefilter", "filterwarnings", "use", "append", "insert", "addHandler",
    "mark_as_parsed", "run_functions_eagerly", "experimental_run_functions_eagerly",
}  # fmt: skip
_SETUP_MODULES = {
    "sys", "os", "warnings", "logging", "matplotlib", "plt", "tf", "np", "numpy", "mx", "npx",
    "random", "keras", "tensorflow", "onp", "K", "backend", "logger", "log",
}  # fmt: skip
_HEAVY = {
    "fit", "fit_generator", "evaluate", "predict", "train", "save", "save_weights",
    "load_weights", "summary", "show", "savefig", "plot", "write", "close",
    "export_savedmodel", "test",
}  # fmt: skip

_WRITERS = {
    "write_file", "write_text", "write_bytes", "save", "savez", "savetxt", "to_csv", "remove", "unlink",
}  # fmt: skip
"""Calls that change the files that they name, or take them away."""
_FOLDER_MAKERS = {"makedirs", "mkdir"}

_FLAG = "DEFINE_"
"""How methods begin that declare a flag, which is read under another name."""
_SEEDING = {"seed", "set_seed", "set_random_seed", "setstate", "set_state"}
"""Methods that have the next draws start anew."""
_SWITCHING = "eager"
"""What is called so may switch graphs off, or on."""
_BY_NAME = {"globals", "locals", "vars", "eval", "exec"}
"""What reads names that are written nowhere."""
_PROGRAMS = {"main", "run", "train", "app"}


class ModuleSlice:
    """Statements of one module, growing with what they need."""

    def __init__(self, source: ParsedFile) -> None:
        self.source = source
        self.kept: set[ast.stmt] = set()
        self._wanted: set[ast.stmt] = set()
        """What is kept for itself, and not for a name that it binds or shapes."""
        self.opened: set[ast.AST] = set()
        """Functions whose own bodies are sliced too, because a call site lies inside."""
        self._done_names: set[tuple[ast.AST | None, str]] = set()
        self._modules = source.modules
        self._setters: dict[str, set[str]] = {}
        """For a global, the functions that rebind it."""
        self._seeders: set[str] = set()
        """The functions that set a seed, and train nothing."""
        for node in source.tree.body:
            if isinstance(node, ast.FunctionDef):
                if any(map(_seeds, ast.walk(node))) and not any(map(_is_long, ast.walk(node))):
                    self._seeders.add(node.name)
                for inner in ast.walk(node):
                    for name in inner.names if isinstance(inner, ast.Global) else ():
                        self._setters.setdefault(name, set()).add(node.name)

    def keep(self, statement: ast.stmt) -> None:
        """Keep a statement, the blocks around it, and all that they need."""
        self._wanted.add(statement)
        self._keep(statement)

    def _keep(self, statement: ast.stmt) -> None:
        if statement in self.kept:
            return
        self.kept.add(statement)
        around = self.source.enclosing(statement)
        for outer in around:
            if isinstance(outer, CallableNode):
                break
            if isinstance(outer, ast.stmt):
                self._keep(outer)
        scope = self.source.function_around(statement)
        if isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef)) and scope in self.opened:
            self._keep(scope)
        for name in _loads(statement, deep=statement not in self.opened):
            self.need(name, scope)

    def keep_module(self) -> None:
        """Keep all of the module but a training run at its end."""
        for statement in _statements(self.source.tree, lambda one: not is_main_block(one)):
            if not isinstance(statement, ast.Expr) or _root(statement.value) not in _PROGRAMS:
                self.keep(statement)

    def keep_subclasses(self) -> None:
        """Keep the classes that are made of kept ones: of an abstract class there are no objects."""
        kept = {node.name for node in self.kept if isinstance(node, ast.ClassDef)}
        for node in self.source.tree.body:
            if isinstance(node, ast.ClassDef) and kept & {_root(base) for base in node.bases}:
                self.keep(node)
                kept.add(node.name)

    def keep_whole(self, function: ast.stmt) -> None:
        """Keep a function with all of its body."""
        self.opened.discard(function)
        self.kept.discard(function)
        self.keep(function)

    def open(self, function: CallableNode) -> None:
        """Slice inside this function as well."""
        self.opened.add(function)
        if isinstance(function, ast.stmt):
            self.keep(function)

    def need(self, name: str, scope: ast.AST | None) -> None:
        """Keep what binds or shapes a name, in its scope and in those around it."""
        while True:
            if (scope, name) in self._done_names:
                return
            self._done_names.add((scope, name))
            if scope is None or scope in self.opened:
                for statement in self._about(scope or self.source.tree).get(name, ()):
                    self._keep(statement)
            if scope is None:
                return
            scope = self.source.function_around(scope)

    def _about(self, scope: ast.AST) -> dict[str, list[ast.stmt]]:
        """The statements of a scope that bind or shape each name."""
        known = self.source.scopes.get(scope)
        if known is None:
            known = self.source.scopes[scope] = {}
            for statement in _statements(scope):
                for name in _binds(statement) | (_shapes(statement) - self._modules):
                    known.setdefault(name, []).append(statement)
        return known

    def setup(self) -> None:
        """Keep the statements that configure libraries already in use, and star imports."""
        for statement in _statements(self.source.tree):
            star = isinstance(statement, ast.ImportFrom) and statement.names[0].name == "*"
            future = isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
            if star or future or self._configures(statement):
                self.keep(statement)
        needed = {name for scope, name in self._done_names if scope is None}
        setters = self._seeders.union(*(self._setters.get(name, ()) for name in needed))
        for scope in [self.source.tree, *self.opened]:
            for statement in _statements(scope):
                if _called(statement) in setters:
                    self.keep(statement)
        files = {name for statement in self.kept for name in _file_names(statement)}
        paths = {text for statement in self.kept for text in _texts(statement)}
        for scope in [self.source.tree, *self.opened]:
            for statement in _statements(scope):
                makes = _makes_folder_of(statement, paths, needed - self._modules)
                if makes or self._writes_what_is_read(statement, files):
                    self.keep(statement)
                    for inner in ast.walk(statement):
                        if isinstance(inner, ast.stmt):
                            self.keep(inner)
        for function in list(self.opened):
            shared = {
                name
                for statement in _statements(function)
                for name in (statement.names if isinstance(statement, ast.Global) else ())
            }
            own = set().union(*map(_binds, _statements(function))) - shared
            own |= {
                argument.arg for argument in ast.walk(function) if isinstance(argument, ast.arg)
            }
            for statement in _statements(function):
                declares = isinstance(statement, (ast.Global, ast.Nonlocal))
                # What it changes of what is needed of the module.
                changes = (_binds(statement) & shared) | (_shapes(statement) - own - self._modules)
                if declares or changes & needed or self._configures(statement):
                    self.keep(statement)

    def _writes_what_is_read(self, statement: ast.stmt, files: set[str]) -> bool:
        """Whether a statement writes a file that the kept code names, in full or by a pattern."""
        return any(
            fnmatch.fnmatch(written, read)
            for written in _files_written(statement)
            for read in files
        )

    def _configures(self, statement: ast.stmt) -> bool:
        if isinstance(statement, ast.Assign):
            root = _root(statement.targets[0])
            return isinstance(statement.targets[0], ast.Subscript) and root == "os"
        if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
            return False
        function = statement.value.func
        given = [*statement.value.args, *(one.value for one in statement.value.keywords)]
        if any(isinstance(one, ast.Name) and one.id in self._modules for one in given):
            return True  # what is given a module may set it up: ``set_up(tf)``
        if _SWITCHING in _last_of(function):
            return True
        if not given and self._is_of_a_switching_file(function):
            return True
        if isinstance(function, ast.Name):
            return function.id.startswith(_SETUP_PREFIXES)
        if not isinstance(function, ast.Attribute):
            return False
        if function.attr.startswith(_FLAG):
            return True
        if _seeds(statement.value):
            return True
        chain = ast.unparse(function)
        if ".config." in chain and not chain.endswith(
            ("initialize_tpu_system", "experimental_connect_to_cluster")
        ):
            return True
        return chain.partition(".")[0] in _SETUP_MODULES and (
            function.attr.startswith(_SETUP_PREFIXES) or function.attr in _SETUP_NAMES
        )

    def _is_of_a_switching_file(self, function: ast.expr) -> bool:
        """Whether what is called comes from a file beside this one that switches graphs off somewhere."""
        root = _root(function)
        if _last_of(function) in _HEAVY | _PROGRAMS:
            return False
        for statement in self.source.tree.body:
            for name in _imported_as(statement, root):
                for folder in (self.source.package_root, Path(self.source.path).parent):
                    other = read(str(folder.joinpath(*name.split(".")).with_suffix(".py")))
                    if other is not None and any(switch in other.text for switch in SWITCHES):
                        return True
        return False

    def _leave_out_overwritten(self) -> None:
        """Leave out what gives names of the module values that are others before anything reads them.

        A notebook trains one model after another under the same names.
        """
        body = [one for one in self.source.tree.body if one in self.kept]
        names = [name for one in body for name in _given_names(one)]
        used = {inner.id for one in body for inner in ast.walk(one) if isinstance(inner, ast.Name)}
        if len(names) == len(set(names)) or used & _BY_NAME:
            return
        shared = {*self._setters, *(name for one in body for name in _read_later(one))}
        setters = set().union(*self._setters.values())
        overwritten: set[str] = set()
        """What is bound again, further down, before anything there reads it."""
        for statement in reversed(body):
            given = _given_names(statement)
            read = _read_at_once(statement)
            changed = given or _called_on(statement)
            if (
                changed
                and changed <= overwritten
                and statement not in self._wanted
                and not read & setters
            ):
                self.kept.discard(statement)
                continue
            overwritten = (overwritten | (given - shared)) - read

    def render(self) -> str:
        """The text: kept lines as they are, the others blank."""
        self._leave_out_overwritten()
        lines = self.source.lines
        keep = [False] * (len(lines) + 1)
        passes: list[tuple[int, int]] = []
        self._mark(self.source.tree.body, keep, passes)
        out = [line if keep[number] else "\n" for number, line in enumerate(lines, 1)]
        for number, indent in passes:
            if out[number - 1] == "\n":
                out[number - 1] = " " * indent + "pass\n"
        return "".join(out)

    def _begins_a_line(self, statement: ast.stmt) -> bool:
        """Whether nothing stands before a statement in its line."""
        if first_line(statement) < statement.lineno:
            return True  # a decorator does
        before = self.source.lines[statement.lineno - 1].encode()[: statement.col_offset]
        return not before.strip()

    def _mark(self, body: list[ast.stmt], keep: list[bool], passes: list[tuple[int, int]]) -> None:
        if body and not any(statement in self.kept for statement in body):
            passes.append((first_line(body[0]), body[0].col_offset))
        for statement in body:
            if statement not in self.kept:
                continue
            start, end = first_line(statement), statement.end_lineno or statement.lineno
            inner = (
                []
                if statement not in self.opened and not isinstance(statement, _COMPOUND)
                else _blocks(statement)
            )
            if not inner or start == end:
                keep[start : end + 1] = [True] * (end + 1 - start)
                continue
            keep[start : end + 1] = [True] * (end + 1 - start)
            for block in inner:
                low, high = first_line(block[0]), block[-1].end_lineno or block[-1].lineno
                if not self._begins_a_line(block[0]):  # ``else: x`` on one line
                    continue
                keep[low : high + 1] = [False] * (high + 1 - low)
                self._mark(block, keep, passes)


def is_main_block(statement: ast.stmt) -> bool:
    """Whether this is what a module does when it is run."""
    return isinstance(statement, ast.If) and "__name__" in ast.unparse(statement.test)


def _statements(
    scope: ast.AST, wanted: Callable[[ast.stmt], bool] = lambda _: True
) -> Iterator[ast.stmt]:
    """The wanted statements of a scope, those in their blocks too, but not of inner definitions."""
    for block in _blocks(scope):
        for statement in filter(wanted, block):
            yield statement
            if isinstance(statement, _COMPOUND) or type(statement).__name__ in ("Match", "TryStar"):
                yield from _statements(statement, wanted)


def _blocks(node: ast.AST) -> list[list[ast.stmt]]:
    blocks = [getattr(node, field, None) for field in ("body", "orelse", "finalbody")]
    blocks += [handler.body for handler in getattr(node, "handlers", [])]
    blocks += [case.body for case in getattr(node, "cases", [])]
    return [block for block in blocks if isinstance(block, list) and block]


def _loads(statement: ast.stmt, deep: bool) -> set[str]:
    """Names that a statement reads: of a block its header, of a definition all unless sliced."""
    nodes: Iterable[ast.AST]
    if isinstance(statement, _COMPOUND):
        nodes = _header_nodes(statement)
    elif not deep and isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
        nodes = [*statement.decorator_list, statement.args]
    else:
        nodes = [statement]
    names = set()
    for node in nodes:
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name):
                # A name that is assigned through (``x.a = 1``, ``x += 1``) is needed as well.
                names.add(inner.id)
            elif isinstance(inner, (ast.Global, ast.Nonlocal)):
                names.update(inner.names)
            elif (
                isinstance(inner, ast.Constant)
                and isinstance(inner.value, str)
                and inner.value.isidentifier()
            ):
                names.add(inner.value)  # annotations in quotes, getattr
    return names


def _header_nodes(statement: ast.stmt) -> list[ast.AST]:
    inside = {id(inner) for block in _blocks(statement) for inner in block}
    return [
        child
        for child in ast.iter_child_nodes(statement)
        if id(child) not in inside and not isinstance(child, ast.ExceptHandler)
    ] + [handler.type for handler in getattr(statement, "handlers", []) if handler.type is not None]


def _binds(statement: ast.stmt) -> set[str]:
    """Names that a statement binds."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {statement.name}
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return {alias.asname or alias.name.partition(".")[0] for alias in statement.names}
    if isinstance(statement, (ast.Global, ast.Nonlocal)):
        return set(statement.names)
    nodes = _header_nodes(statement) if isinstance(statement, _COMPOUND) else [statement]
    return {
        inner.id
        for node in nodes
        for inner in ast.walk(node)
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, (ast.Store, ast.Del))
    }


def _given_names(statement: ast.stmt) -> set[str]:
    """The names that an assignment binds, where it does nothing else."""
    if not isinstance(statement, ast.Assign):
        return set()
    parts = [
        part
        for target in statement.targets
        for part in (target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target])
    ]
    names = {part.id for part in parts if isinstance(part, ast.Name)}
    return names if all(isinstance(part, ast.Name) for part in parts) else set()


def _called_on(statement: ast.stmt) -> set[str]:
    """The name whose method a statement calls, where it does nothing else."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        function = statement.value.func
        if isinstance(function, ast.Attribute) and _root(function):
            return {_root(function)}
    return set()


def _read_at_once(statement: ast.stmt) -> set[str]:
    """The names of a module that one of its statements reads as it runs; of blocks all names in them."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return _loads(statement, deep=False)
    node: ast.AST = statement
    if isinstance(statement, ast.Assign) and _given_names(statement):
        node = statement.value
    return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}


def _read_later(statement: ast.stmt) -> set[str]:
    """The names of the module that what a statement defines reads or binds whenever it runs."""
    if isinstance(statement, DEFINITIONS):
        waiting = symtable.symtable(ast.unparse(statement), "", "exec").get_children()
        found: set[str] = set()
        for table in waiting:
            waiting += table.get_children()
            found.update(one.get_name() for one in table.get_symbols() if one.is_global())
        return found
    later = [node for node in ast.walk(statement) if isinstance(node, (ast.Lambda, *DEFINITIONS))]
    return {inner.id for node in later for inner in ast.walk(node) if isinstance(inner, ast.Name)}


def _shapes(statement: ast.stmt) -> set[str]:
    """Names whose objects a statement changes: ``model.compile()``, ``config["x"] = 1``."""
    if isinstance(statement, (ast.Assign, ast.AugAssign)):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        roots = {
            _root(target)
            for target in targets
            if isinstance(target, (ast.Attribute, ast.Subscript))
        }
        return {root for root in roots if root}
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        function = statement.value.func
        if isinstance(function, ast.Attribute) and function.attr not in _HEAVY:
            root = _root(function)
            # ``optimizer.build(model.variables)`` shapes what it is called on only.
            return {root} if root else set()
    return set()


_FILE_NAME = re.compile(r"[\w./*?-]*[\w*?-]\.[\w*?]+")


def _file_names(node: ast.AST) -> set[str]:
    """Texts that look like names of files, without their folders: ``rates.csv``, ``*.txt``."""
    return {text.rpartition("/")[2] for text in _texts(node) if _FILE_NAME.fullmatch(text)}


def _texts(node: ast.AST) -> Iterator[str]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            yield inner.value


def _makes_folder_of(statement: ast.stmt, paths: set[str], names: set[str]) -> bool:
    """Whether a statement makes a folder that a path names or lies in, or that one of some names tells."""
    nodes = _header_nodes(statement) if isinstance(statement, _COMPOUND) else [statement]
    calls = [inner for node in nodes for inner in ast.walk(node) if isinstance(inner, ast.Call)]
    for call in calls:
        if (getattr(call.func, "attr", None) or getattr(call.func, "id", "")) in _FOLDER_MAKERS:
            read = {inner.id for inner in ast.walk(call) if isinstance(inner, ast.Name)}
            made = [text.rstrip("/") for text in _texts(call)]
            if read & names or any(
                path == one or path.startswith(f"{one}/")
                for one in filter(None, made)
                for path in paths
            ):
                return True
    return False


def _files_written(statement: ast.stmt) -> set[str]:
    """The names of the files that a statement writes."""
    nodes = _header_nodes(statement) if isinstance(statement, _COMPOUND) else [statement]
    calls = [inner for node in nodes for inner in ast.walk(node) if isinstance(inner, ast.Call)]
    found: set[str] = set()
    for call in calls:
        name = getattr(call.func, "attr", None) or getattr(call.func, "id", "")
        modes = [a.value for a in call.args[1:2] if isinstance(a, ast.Constant)]
        modes += [
            k.value.value
            for k in call.keywords
            if k.arg == "mode" and isinstance(k.value, ast.Constant)
        ]
        opens = name == "open" and any(set(str(mode)) & set("wax") for mode in modes)
        if opens or name in _WRITERS:
            found |= _file_names(call)
    return found


def _seeds(node: ast.AST) -> bool:
    """Whether a node calls what sets a seed."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in _SEEDING
    )


def _is_long(node: ast.AST) -> bool:
    """Whether a node is a loop, or calls what trains or runs models."""
    loops = isinstance(node, (ast.For, ast.While))
    return loops or (isinstance(node, ast.Call) and getattr(node.func, "attr", "") in _HEAVY)


def _called(statement: ast.stmt) -> str:
    """The name of the function that a statement does nothing but call."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        function = statement.value.func
        return function.id if isinstance(function, ast.Name) else ""
    return ""


def _imported_as(statement: ast.stmt, name: str) -> list[str]:
    """The modules from which a statement may bind a name."""
    if isinstance(statement, ast.Import):
        return [one.name for one in statement.names if (one.asname or one.name) == name]
    if isinstance(statement, ast.ImportFrom):
        bound = [one for one in statement.names if (one.asname or one.name) == name]
        module = statement.module or ""
        return [part.strip(".") for one in bound for part in (module, f"{module}.{one.name}")]
    return []


def _last_of(node: ast.expr) -> str:
    return str(getattr(node, "attr", getattr(node, "id", "")))


def _root(node: ast.AST) -> str:
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call, ast.Starred)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""
