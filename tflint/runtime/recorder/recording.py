"""The calls of a run: those of each function that differ in types and shapes, as JSON."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import inspect
import json
import os
import sys
from typing import Any

from . import gluon_calls, tensorflow_calls
from .describing import Describer, is_shape_only, without_values
from .functions import QualifiedNames, has, owner_of, plain
from .objects import Origins, arguments_of

_CALLS = 3
_FUNCTIONS = 2000
_CHARACTERS = 8 << 20
_STACK = 100
_CONVERTED = "tf__"


class Recording:
    """The calls of each function, one for each combination of dtypes and shapes."""

    def __init__(self, output: str, root: str) -> None:
        self._output = output
        self._names = QualifiedNames(root)
        self._origins = Origins(root, self._describe, self._made)
        self._describer: Describer = Describer(self._names, self._origins)
        self._calls: dict[str, list[dict[str, Any]]] = {}
        self._traced: dict[str, list[dict[str, Any]]] = {}
        """Calls that were seen while tracing only: shapes without values."""
        self._seen: set[tuple[str, str]] = set()
        self._held: set[Any] = set()
        """Nested code whose makers have been seen."""
        self._busy = False
        self.out_of_graphs: Any = contextlib.nullcontext
        """Where variables have values, though a graph is being made."""

    def install(self) -> None:
        """Watch the frameworks that this interpreter has, and how the project makes its objects."""
        self._origins.install()
        for name, watch in (("tensorflow", tensorflow_calls.watch), ("mxnet", gluon_calls.watch)):
            if importlib.util.find_spec(name) is not None:
                try:
                    watch(importlib.import_module(name), self)
                except Exception as error:
                    print(f"tflint: {name} is not recorded: {error}", file=sys.stderr)

    def _describe(self, value: Any) -> Any:
        with self.out_of_graphs():
            return self._describer.describe(value)

    def _made(self, cls: type, arguments: dict[str, Any]) -> None:
        """An object of a class is being made."""
        key = self._names.of_class(cls)
        if self._wanted(key):
            self._keep(key + ".__init__", arguments, None)

    def write(self) -> None:
        """Leave what was noted, whole or not at all."""
        functions = {**self._traced, **self._calls}
        left = _CHARACTERS
        for key in list(functions):
            left -= len(json.dumps(functions[key]))
            if left < 0:
                del functions[key]
        if not functions:
            return
        os.makedirs(os.path.dirname(self._output), exist_ok=True)
        partial = f"{self._output}.{os.getpid()}"
        with open(partial, "w", encoding="utf-8") as stream:
            json.dump({"version": 2, "functions": functions}, stream, indent=1)
        os.replace(partial, self._output)

    # Notes. None lets an error through, and none is taken of what another one does.

    def note(self, function: Any, args: Any, kwargs: Any) -> None:
        """Keep the arguments of one call."""
        self._undisturbed(self._note, function, args, kwargs)

    def note_makers(self, function: Any) -> None:
        """Keep what the functions around a nested one were called with: they run just now."""
        self._undisturbed(self._note_makers, function)

    def note_frame(self, frame: Any) -> None:
        """Keep the arguments of a call that has just begun."""
        if not self._busy:
            self._undisturbed(self._note_frame, frame)

    def _undisturbed(self, note: Any, *args: Any) -> None:
        if self._busy:
            return
        self._busy = True
        try:
            note(*args)
        except Exception:
            pass
        finally:
            self._busy = False

    def _note(self, function: Any, args: Any, kwargs: Any) -> None:
        owner = owner_of(function)
        function = plain(function)
        key = self._names.of_function(function)
        if not self._wanted(key):
            return
        owned = list(inspect.signature(function).parameters)[:1] in (["self"], ["cls"])
        if owned and not (args and has(args[0], function)):
            args = (owner, *args)
        found = arguments_of(function, args, kwargs, self._describe)
        self._keep(key, found, args[0] if owned else None)
        self._note_makers(function)

    def _note_makers(self, function: Any) -> None:
        self._note_holders(sys._getframe(2), plain(function).__code__)

    def _note_holders(self, frame: Any, code: Any) -> None:
        """Keep what the functions that define this code were called with, while they run."""
        if code in self._held or not code.co_flags & inspect.CO_NESTED:
            return
        for _ in range(_STACK):
            if frame is None:
                return
            if code in frame.f_code.co_consts:
                self._held.add(code)
                self._note_own_frame(frame, frame.f_code)
                code = frame.f_code
            frame = frame.f_back

    def _note_frame(self, frame: Any) -> None:
        code = frame.f_code
        if code.co_name.startswith(_CONVERTED) and frame.f_back is not None:
            # What AutoGraph made of a function: the one that it made it of is its caller's argument.
            original = frame.f_back.f_locals.get("f")
            code = getattr(plain(original), "__code__", None)
        if code is None or not self._names.path(code.co_filename):
            return
        self._note_own_frame(frame, code)
        self._note_holders(frame.f_back, code)

    def _note_own_frame(self, frame: Any, code: Any) -> None:
        """Keep the arguments with which a frame began, whose function has this code."""
        key = self._names.of_code(code)
        if not self._wanted(key):
            return
        count = code.co_argcount + code.co_kwonlyargcount
        names = [(name, name) for name in code.co_varnames[:count]]
        for flag, stars in ((inspect.CO_VARARGS, "*"), (inspect.CO_VARKEYWORDS, "**")):
            if code.co_flags & flag:
                names.append((code.co_varnames[count], stars + code.co_varnames[count]))
                count += 1
        local = frame.f_locals
        owned = names[:1] in ([("self", "self")], [("cls", "cls")])
        found: dict[str, Any] = {}
        for name, shown in names[1 if owned else 0 :]:
            described = self._describe(local[name]) if name in local else None
            if described is not None:
                found[shown] = described
        self._keep(key, found, local.get(names[0][0]) if owned else None)

    def _wanted(self, key: str) -> bool:
        return bool(key) and (
            len(self._calls.get(key, ())) < _CALLS and len(self._calls) < _FUNCTIONS
        )

    def _keep(self, key: str, arguments: dict[str, Any], owner: Any) -> None:
        shape_only = is_shape_only(arguments)
        if owner is not None and not isinstance(owner, type):
            described = self._describe(owner)
            if described is not None:
                arguments = {"self": described, **arguments}
        kept = self._traced if shape_only else self._calls
        kind = (key, json.dumps([shape_only, without_values(arguments)], sort_keys=True))
        if kind not in self._seen and len(kept.get(key, ())) < _CALLS:
            self._seen.add(kind)
            kept.setdefault(key, []).append(arguments)
