"""Changes to modules that the program imports, made as soon as each is imported."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
import types
from collections.abc import Callable
from typing import Any

ModuleChange = Callable[[Any], None]


def change(changes: dict[str, ModuleChange]) -> None:
    """Have each of these modules changed, now or when it is imported."""
    later = {}
    for name, done in changes.items():
        if name in sys.modules:
            done(sys.modules[name])
        else:
            later[name] = done
    sys.meta_path.insert(0, _Changing(later))


class _Changing(importlib.abc.MetaPathFinder):
    def __init__(self, changes: dict[str, ModuleChange]) -> None:
        self._changes = changes

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:
        """The usual one, whose module is changed once it has run."""
        if fullname not in self._changes:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        loader: Any = None if spec is None else spec.loader
        if loader is not None:
            run, done = loader.exec_module, self._changes[fullname]

            def exec_module(module: types.ModuleType) -> None:
                run(module)
                # What replaces itself by another module is changed as that.
                done(sys.modules.get(fullname, module))

            loader.exec_module = exec_module
        return spec
