"""Load the user's modules: the given texts under their real names, so that source lookups work."""

from __future__ import annotations
import __future__

import ast
import importlib.abc
import importlib.machinery
import importlib.util
import linecache
import os
import sys
import types
from typing import Any

from . import repair

_TRAINING = {
    "fit", "evaluate", "predict", "train", "main", "run", "show", "savefig", "save", "print",
    "input", "exit", "system", "save_weights", "plot", "plot_model", "summary", "run_main",
}  # fmt: skip


_HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "")


class Absent:
    """Stands for a module or a name that is not installed; using it raises what its import did."""

    def __init__(self, error: ImportError) -> None:
        object.__setattr__(self, "_error", error)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise self._error

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise self._error

    def __mro_entries__(self, bases: Any) -> Any:
        raise self._error


class Program:
    """The modules of one experiment and the rules for loading them."""

    def __init__(self, job: dict[str, Any], markers: dict[str, Any]) -> None:
        self.main: str = job["main"]
        self.sources: dict[str, str] = job["sources"]
        self._roots = [os.path.join(root, "") for root in job["roots"]]
        self._job = job
        self._markers = markers
        self.modules: list[types.ModuleType] = []
        self.absent: list[str] = []

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
        sys.path[:0] = [entry for entry in self._job["sys_path"] if entry not in sys.path]
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

    def load(self) -> types.ModuleType:
        """Run the main module's program."""
        name = self._job["module"]
        parent = name.rpartition(".")[0]
        if parent:
            importlib.import_module(parent)
        # A project module loaded on the way may have needed the main one by its name.
        module = types.ModuleType("__main__" if self._job["as_main"] else name)
        module.__file__ = self.main
        module.__package__ = parent
        keep_alive.append(sys.modules.get("__main__"))
        sys.modules[module.__name__] = module
        self.begin(module, self.main)
        return module

    def begin(self, module: types.ModuleType, path: str) -> None:
        """Remember the module and make it the one to run."""
        self.modules.append(module)
        vars(module).update(self._markers)

    def execute(self, module: types.ModuleType, text: str, path: str, whole: bool) -> None:
        """Run a module statement by statement; ``whole`` keeps even what looks like training."""
        tree = ast.parse(text, path)
        if self._job.get("repair") and path == self._job["flagged"][0]:
            tree = repair.rewrite(tree, self._job["repair"])
        flags = _future_flags(tree)
        for statement in tree.body:
            if not whole and _looks_like_training(statement):
                continue
            code = compile(
                ast.Module([statement], []), path, "exec", flags=flags, dont_inherit=True
            )
            try:
                exec(code, vars(module))
            except ImportError as error:
                if not isinstance(statement, (ast.Import, ast.ImportFrom)):
                    raise
                self.absent.append(str(error))
                for alias in statement.names:
                    bound = alias.asname or alias.name.partition(".")[0]
                    vars(module).setdefault(bound, Absent(error))


keep_alive: list[Any] = []


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the project's modules as usual, and loads them without their training runs."""

    def __init__(self, program: Program) -> None:
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
    def __init__(self, fullname: str, path: str, program: Program) -> None:
        super().__init__(fullname, path)
        self._program = program

    def exec_module(self, module: types.ModuleType) -> None:
        text = self._program.sources.get(self.path)
        if text is None:
            source = self.get_source(self.name)
            text = source or ""
        self._program.begin(module, self.path)
        self._program.execute(module, text, self.path, whole=False)


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
