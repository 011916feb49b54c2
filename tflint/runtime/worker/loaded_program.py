"""Load the user's modules: the given texts under their real names, so that source lookups work."""

from __future__ import annotations
import __future__

import ast
import copy
import importlib.abc
import importlib.machinery
import importlib.util
import linecache
import os
import socket
import sys
import types
import urllib.error
from collections.abc import Callable
from typing import Any

from ..protocol import Job
from . import command_lines, repair
from .absent_values import SWITCHING, Absent, Anything, is_framework, missing_package, stands_beside
from .relocating import Relocating

_TRAINING = {
    "fit", "evaluate", "predict", "train", "main", "run", "show", "savefig", "save", "print",
    "input", "exit", "system", "save_weights", "plot", "plot_model", "summary", "run_main",
}  # fmt: skip


_HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "")


class LoadedProgram:
    """The modules of one experiment and the rules for loading them."""

    def __init__(
        self, job: Job, markers: dict[str, Any], begun: Callable[[], bool] = lambda: False
    ) -> None:
        self.main = job.main
        self._begun = begun
        self.relocating = Relocating(job.main, job.roots, os.getcwd())
        self.relocating.take(job.stand_ins)
        self.sources = {path: self.relocating.text(text) for path, text in job.sources.items()}
        self._roots = [os.path.join(root, "") for root in job.roots]
        self._job = job
        self._markers = markers
        self.modules: list[types.ModuleType] = []
        self.paths: dict[types.ModuleType, str] = {}
        """The files of these modules, wherever they are told to lie."""
        self.absent: list[str] = []
        self.failures: list[Exception] = []
        """What statements of modules raised."""
        self.left_out: dict[str, None] = {}
        """The types of what statements raised for want of a network or a package."""
        self.mode_unknown = ""
        """A call of what is not there that may have switched graphs off."""
        self.packages: dict[str, None] = {}
        """Packages that are not here, of whose values something was asked that any would answer."""
        self.unanswered: dict[str, None] = {}
        """Those of which something was asked, since the line was reached, that hangs on what it is."""
        self.asked = 0
        """How often so of packages of which nobody knows what they are for."""
        self.undecorated = False
        """Whether classes were made without decorators that are not there."""
        self.model_instead: Callable[[str], Any] = lambda name: None
        """Makes up what a name would have held; None for most."""
        self.stand_in: Callable[[BaseException], bool] = lambda error: False
        """Makes what the program has failed for want of; whether it did."""

    def owns(self, path: str | None) -> bool:
        """Whether a file belongs to the project under test."""
        if not path:
            return False
        path = os.path.abspath(path)
        if path in self.sources:
            return True
        if path.startswith(_HERE):
            return False
        inside = any(path.startswith(root) for root in self._roots)
        return inside and "site-packages" not in path and "dist-packages" not in path

    def owns_frame(self, frame: Any) -> bool:
        """Whether a frame runs code of the project, as it is or as AutoGraph rewrote it."""
        return self.owns(frame.f_code.co_filename) or frame.f_globals.get("__name__") in {
            module.__name__ for module in self.modules
        }

    def is_project(self, cls: type) -> bool:
        """Whether a class is the user's own."""
        names = {module.__name__ for module in self.modules}
        return getattr(cls, "__module__", None) in names

    def prepare(self) -> None:
        """Set up paths, arguments and the importer."""
        sys.path[:0] = [entry for entry in self._job.sys_path if entry not in sys.path]
        sys.path += [entry for entry in self._job.folders_above if entry not in sys.path]
        sys.argv[:] = [self.main]
        sys.meta_path.insert(0, _Finder(self))
        entries = {
            path: (len(text), None, text.splitlines(True), path)
            for path, text in self.sources.items()
        }
        linecache.cache.update(entries)
        reread = linecache.updatecache

        def updatecache(filename: str, module_globals: Any = None) -> Any:
            # AutoGraph has files read again; ours are not what is on disk.
            if filename in entries:
                linecache.cache[filename] = entries[filename]
                return entries[filename][2]
            return reread(filename, module_globals)

        linecache.updatecache = updatecache

    def load(self) -> tuple[types.ModuleType, bool]:
        """The main module, and whether it has run already because others import it."""
        name = self._job.module
        parent = name.rpartition(".")[0]
        if parent:
            importlib.import_module(parent)
        # A project module loaded on the way may have needed the main one by its name.
        module = sys.modules.get(name)
        if module is not None and module in self.modules and not self._job.as_main:
            return module, True
        module = types.ModuleType("__main__" if self._job.as_main else name)
        module.__package__ = parent
        keep_alive.append(sys.modules.get("__main__"))
        sys.modules[module.__name__] = module
        self.begin(module, self.main)
        return module, False

    def drive(self, module: types.ModuleType, text: str) -> Exception | None:
        """Run statements that are not in the main module's file; the first error, if any, and on."""
        path = self.main + ".driver.py"  # AutoGraph must find their source
        self.sources[path] = text
        linecache.cache[path] = (len(text), None, text.splitlines(True), path)
        problem: Exception | None = None
        for statement in ast.parse(text, path).body:
            try:
                exec(compile(ast.Module([statement], []), path, "exec"), vars(module))
            except Exception as error:
                problem = problem or error
        return problem

    def define(self, path: str) -> types.ModuleType | None:
        """What a file of the project imports and defines, and nothing that it does; None if it can't.

        For one that only a recording names: that is no reason to run it.
        """
        if not self.owns(path) or not os.path.isfile(path):
            return None
        folders = [*self._job.sys_path, *self._job.roots, os.path.dirname(path)]
        inside = [os.path.relpath(path, folder) for folder in folders]
        name = next(at for at in inside if not at.startswith(".."))[: -len(".py")]
        name = name.replace(os.sep, ".")
        module = types.ModuleType(name)
        module.__package__ = name.rpartition(".")[0]
        self.begin(module, path)
        sys.modules.setdefault(name, module)
        with open(path, encoding="utf-8") as stream:
            tree = ast.parse(stream.read(), path)
        tree.body = [statement for statement in tree.body if _defines(statement)]
        self.execute(module, tree, path, strict=False)
        return module

    def begin(self, module: types.ModuleType, path: str) -> None:
        """Remember the module and make it the one to run."""
        self.modules.append(module)
        self.paths[module] = path
        module.__file__ = self.relocating.of_module(path)
        vars(module).update(self._markers)

    def execute(
        self,
        module: types.ModuleType,
        text: str | ast.Module,
        path: str,
        strict: bool,
        script: bool = False,
    ) -> None:
        """Run a module statement by statement, of a ``script`` all but its training run.

        An import that fails costs no more than what it would bind. So does any other statement, until
        what we came for has begun: of a file that needs data or a device that is not here, the rest is
        there to be tried. A ``strict`` one is a program: what failed ends it, and no more than what the
        statements after it bind is made; but what fails for want of a network or a package does not fail
        where it is at home, and is left out.
        """
        failed: Exception | None = None
        lacking: Exception | None = None
        tree = ast.parse(text, path) if isinstance(text, str) else text
        if self._job.repair and path == self._job.flagged.path:
            tree = repair.rewrite(tree, self._job.repair)
        flags = _future_flags(tree)
        kinds = _IMPORTS if strict else _IMPORTS + _DEFINITIONS
        waiting = tree.body[::-1]
        while waiting:
            statement = waiting.pop()
            if script and _looks_like_training(statement):
                continue
            if failed is not None and isinstance(statement, _ACTIONS):
                continue
            code = compile(
                ast.Module([statement], []), path, "exec", flags=flags, dont_inherit=True
            )
            try:
                self._run(code, module)
                self._give_model(statement, module)
            except Exception as error:
                instead = self._instead(statement, module)
                if instead:
                    waiting += instead
                    continue
                stand_ins = self._of_absent_package(statement, error)
                if stand_ins:
                    vars(module).update(stand_ins)
                    continue
                if not isinstance(statement, kinds) and self._begun():
                    raise
                self.mode_unknown = self.mode_unknown or _may_switch(statement, error, module)
                names = _bound(statement)
                models = {name: self.model_instead(name) for name in names}
                if strict and not isinstance(statement, _IMPORTS):
                    if any(model is not None for model in models.values()) or _is_of_this_machine(
                        error
                    ):
                        lacking = lacking or error
                        self.left_out[type(error).__name__] = None
                    else:
                        failed = failed or error
                self.absent.append(str(error))
                self.failures.append(error)
                for name in names:
                    model = models[name]
                    vars(module).setdefault(name, Absent(error) if model is None else model)
        failed = failed or (None if self._begun() else lacking)
        if failed is not None:
            raise failed

    def _instead(self, statement: ast.stmt, module: types.ModuleType) -> list[ast.stmt]:
        """What may be run in place of a statement that failed, in the order of a stack.

        Of an import each name by itself, since some may be there. A class without its decorators that are
        not there: they register it, mostly, and that they are left out is told.
        """
        if isinstance(statement, _IMPORTS) and len(statement.names) > 1:
            alone: list[ast.stmt] = []
            for name in statement.names[::-1]:
                one = copy.copy(statement)
                one.names = [name]
                alone.append(one)
            return alone
        if isinstance(statement, ast.ClassDef):
            plain = copy.copy(statement)
            plain.decorator_list = [
                one for one in statement.decorator_list if not _uses_absent(one, module)
            ]
            if len(plain.decorator_list) < len(statement.decorator_list):
                self.undecorated = True
                return [plain]
        return []

    def _of_absent_package(self, statement: ast.stmt, error: Exception) -> dict[str, Anything]:
        """What an import would bind whose package is not installed, by name."""
        if not isinstance(statement, _IMPORTS):
            return {}
        [alias], [name] = statement.names, _bound(statement)
        module = getattr(statement, "module", None)
        package = missing_package(error, module or alias.name)
        spelled = ".".join(filter(None, [module, alias.name if module or alias.asname else name]))
        stands = Anything(error, package, spelled, self._note_package)
        return {name: stands} if package else {}

    def _note_package(self, package: str, has_no_answer: bool) -> None:
        if has_no_answer:
            if self._begun():
                self.unanswered[package] = None
            return
        self.packages[package] = None
        self.asked += not stands_beside(package)

    def _give_model(self, statement: ast.stmt, module: types.ModuleType) -> None:
        """Have a model where the flagged line asks one, and a package made it that is not here."""
        for name in _bound(statement):
            if isinstance(vars(module).get(name), Anything):
                model = self.model_instead(name)
                if model is not None:
                    vars(module)[name] = model

    def _run(self, code: types.CodeType, module: types.ModuleType) -> None:
        """Run a statement; where it fails for want of a file or an argument, once more with one made up."""
        while True:
            try:
                exec(code, vars(module))
                return
            except (IndexError, SystemExit) as error:
                ended = isinstance(error, SystemExit) and not error.code
                if (
                    ended
                    or "argv" not in code.co_names
                    or self._begun()
                    or not command_lines.lengthen()
                ):
                    raise
            except Exception as error:
                if self._begun() or not self.stand_in(error):
                    raise


def _is_of_this_machine(error: BaseException | None) -> bool:
    """Whether what was raised comes of a network that was not reached, or of a package that is not here."""
    return is_of_network(error, (*_UNREACHED, ImportError))


def is_of_network(error: BaseException | None, kinds: tuple[type[BaseException], ...] = ()) -> bool:
    """Whether what was raised comes of a network that was not reached, or of other kinds."""
    while error is not None:
        if isinstance(error, kinds or _UNREACHED):
            return True
        error = error.__cause__ or error.__context__
    return False


def _may_switch(statement: ast.stmt, error: BaseException, module: types.ModuleType) -> str:
    """A call of a package that is not here which may switch graphs off; empty where there is none.

    It is given the framework, is named so, or is the project's own.
    """
    if not isinstance(error, ImportError) or isinstance(statement, _IMPORTS):
        return ""
    package = (error.name or "").partition(".")[0]
    own = package == module.__name__.partition(".")[0]
    for node in ast.walk(statement):
        if isinstance(node, ast.Call) and _uses_absent(node.func, module):
            given = [*node.args, *(one.value for one in node.keywords)]
            values = (vars(module).get(one.id) for one in given if isinstance(one, ast.Name))
            if own or any(map(is_framework, values)) or SWITCHING.search(ast.unparse(node.func)):
                return ast.unparse(node)
    return ""


def _uses_absent(node: ast.AST, module: types.ModuleType) -> bool:
    """Whether an expression uses a name that stands for what is not there."""
    names = (inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name))
    return any(isinstance(vars(module).get(name), Absent) for name in names)


_IMPORTS = (ast.Import, ast.ImportFrom)
_DEFINITIONS = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_ACTIONS = (ast.Expr, ast.For, ast.While, ast.Assert, ast.Delete)
"""Statements that do something, and bind nothing that matters to others."""
_UNREACHED = (ConnectionError, socket.gaierror, urllib.error.URLError)
_HARMLESS = {"namedtuple", "NamedTuple", "TypeVar", "NewType", "Enum", "getLogger"}


def _defines(statement: ast.stmt) -> bool:
    """Whether a statement does no more than bind names to what it imports, defines or writes out."""
    if isinstance(statement, (ast.Assign, ast.AnnAssign)):
        calls = [node.func for node in ast.walk(statement) if isinstance(node, ast.Call)]
        names = {getattr(call, "attr", None) or getattr(call, "id", "") for call in calls}
        return names <= _HARMLESS
    return isinstance(statement, _IMPORTS + _DEFINITIONS)


def _bound(statement: Any) -> list[str]:
    """The names that a statement of a module binds."""
    if isinstance(statement, _IMPORTS):
        return [alias.asname or alias.name.partition(".")[0] for alias in statement.names]
    if isinstance(statement, _DEFINITIONS):
        return [statement.name]
    return [
        node.id
        for node in ast.walk(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    ]


keep_alive: list[Any] = []


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the project's modules as usual, and loads them without their training runs."""

    def __init__(self, program: LoadedProgram) -> None:
        self._program = program

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:
        """The usual place, with our loader if it is a project file."""
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        if spec is None or not isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            return None
        origin = os.path.abspath(spec.origin or "")
        if not self._program.owns(origin):
            return None
        spec.loader = _Loader(fullname, origin, self._program)
        return spec


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, fullname: str, path: str, program: LoadedProgram) -> None:
        super().__init__(fullname, path)
        self._program = program

    def exec_module(self, module: types.ModuleType) -> None:
        text = self._program.sources.get(self.path)
        if text is None:
            source = self.get_source(self.name)
            text = self._program.relocating.text(source or "")
        self._program.begin(module, self.path)
        # What stands in no package may be a script.
        script = not module.__package__
        self._program.execute(module, text, self.path, strict=False, script=script)


def _future_flags(tree: ast.Module) -> int:
    flags = 0
    for statement in tree.body:
        if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
            for alias in statement.names:
                flags |= getattr(__future__, alias.name).compiler_flag
    return flags


def _looks_like_training(statement: ast.stmt) -> bool:
    if isinstance(statement, (ast.For, ast.While)):
        return any(isinstance(node, ast.Call) for node in ast.walk(statement))
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        function = statement.value.func
        name = getattr(function, "attr", None) or getattr(function, "id", "")
        return name in _TRAINING
    return False
