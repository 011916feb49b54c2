"""Changes to modules that the program imports, made as soon as each is imported."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
import types
from collections.abc import Callable
from typing import Any

ModuleChange = Callable[[Any], None]
_later: dict[str, list[ModuleChange]] = {}
"""The changes to modules that are not imported yet, in the order in which they are made."""


def change(changes: dict[str, ModuleChange]) -> None:
    """Have each of these modules changed, now or when it is imported, after what changes it already."""
    if not any(isinstance(finder, _Changing) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Changing())
    for name, done in changes.items():
        if name in sys.modules:
            done(sys.modules[name])
        else:
            _later.setdefault(name, []).append(done)


class _Changing(importlib.abc.MetaPathFinder):
    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:
        """The usual one, whose module is changed once it has run."""
        if fullname not in _later:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        loader: Any = None if spec is None else spec.loader
        if loader is not None:
            run = loader.exec_module

            def exec_module(module: types.ModuleType) -> None:
                run(module)
                for done in _later[fullname]:
                    # What replaces itself by another module is changed as that.
                    done(sys.modules.get(fullname, module))

            loader.exec_module = exec_module
        return spec
