"""Calls of the program's that do not come to the flagged line, changed until one does.

The conditions around the line say what they ask of the arguments, and of the object that a method
is called on. Such an object is made again, as the program made it but for that. Where the program
calls with symbols only, as the functional API of Keras does, tensors of their shapes and dtypes
take their place.
"""

from __future__ import annotations

import contextlib
import inspect
from typing import TYPE_CHECKING, Any

from . import argument_specs, frames, guess, program_calls, remaking

if TYPE_CHECKING:
    from .experiment import Experiment

_CALLS = 4
"""Calls of the program to start from."""
_ALTERNATIVES = 6
_BUDGET = 8.0
_HEAVY = 16 << 20
"""Bytes of tensors above which fewer rows will do."""
_ROWS = 2


class Adapter:
    """Notes how the program makes its objects, and changes its calls."""

    def __init__(self, x: Experiment) -> None:
        self._x = x
        self._requirements = x.job.requirements
        self._made: dict[int, Any] = {}
        self._symbolic: list[Any] = []
        self._changes: list[str] = []
        self._deadline = 0.0
        self._tried = 0
        self._given: int | None = x.job.adapted
        """Calls that the eager side tried: the graph side tries the same ones, for equal state."""

    @property
    def watching(self) -> bool:
        """Whether it matters how objects are made."""
        return bool(self._requirements)

    def note(self, frame: Any) -> None:
        """Keep what an object was made with, from its constructor's frame."""
        if frame is None or frame.f_code.co_name != "__init__":
            return
        positional, keywords = frames.arguments_of(frame)
        owner = positional[0] if positional else None
        required = any(cls.__qualname__ in self._requirements for cls in type(owner).__mro__)
        if required and id(owner) not in self._made:
            # The outermost constructor: those of the bases come after it.
            self._made[id(owner)] = (owner, positional[1:], keywords)

    def on_symbols(self, call: Any) -> None:
        """Keep a call with symbols."""
        if call is not None and len(self._symbolic) < _CALLS:
            self._symbolic.append(call)

    def best(self, entered: list[Any]) -> Any:
        """The call to make: one that comes to the line if one can be made so, else the first."""
        self._deadline = self._x.meter.effort() + _BUDGET
        try:
            return self._best(entered)
        finally:
            self._x.result.adapted_tried = self._tried

    def _best(self, entered: list[Any]) -> Any:
        for call in entered[:_CALLS]:
            light = self.lighter(call)
            if light is not call:
                return light
        found = self._adapted(entered[:_CALLS]) if self._requirements else None
        if found is not None:
            return found
        real: list[Any] = []
        for symbolic in self._symbolic:
            with contextlib.suppress(Exception):
                call = self._with_values(symbolic)
                if not self._may_try():
                    break
                if self._reaches(call):
                    self._tell("tensors in place of symbols")
                    return call
                real.append(call)
        found = self._adapted(real) if self._requirements else None
        if found is None and real and not entered:
            self._tell("tensors in place of symbols")
        return found or next(iter(entered or real), None)

    def is_heavy(self, call: Any) -> bool:
        """Whether a call has large tensors, all of the same number of rows, more than are needed."""
        world = self._x.world
        held = [leaf for leaf in frames.leaves([*call.given]) if world.is_tensor(leaf)]
        arrays = [a for a in map(world.array, held) if a is not None and a.ndim]
        rows = {len(array) for array in arrays}
        heavy = sum(a.nbytes for a in arrays) >= _HEAVY
        return heavy and len(rows) == 1 and not rows <= {0, 1, _ROWS}

    def lighter(self, call: Any) -> Any:
        """A heavy call with the first rows of its tensors only, if it comes to the line as well."""
        if not self.is_heavy(call):
            return call
        with contextlib.suppress(Exception):
            positional, keywords = (_shortened(self._x.world, part) for part in call.given)
            changed = self._again(call, positional, keywords)
            if self._reaches(changed):
                before = self._x.result.adapted
                rows = f"the first {_ROWS} rows of its tensors"
                self._tell(f"{before}, {rows}" if before else rows)
                return changed
        return call

    def _may_try(self) -> bool:
        self._tried += 1
        if self._given is not None:
            return self._tried <= self._given
        return bool(self._x.meter.effort() <= self._deadline)

    def _tell(self, what: str) -> None:
        self._x.result.adapted = what

    def _with_values(self, call: Any) -> Any:
        positional, keywords = (self._filled(part) for part in call.given)
        return self._again(call, positional, keywords)

    def _filled(self, value: Any) -> Any:
        """A value with a tensor in place of each symbol."""
        if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
            return type(value)(map(self._filled, value))
        if isinstance(value, dict):
            return {key: self._filled(item) for key, item in value.items()}
        return self._x.world.filled(value)

    def _again(self, call: Any, positional: list[Any], keywords: dict[str, Any]) -> Any:
        name = self._x.job.entry.qualname.rpartition(".")[2]
        return program_calls.call_with(self._x, call.frame, name, call.site, positional, keywords)

    def _adapted(self, calls: list[Any]) -> Any:
        """The first of some calls that comes to the line when it is changed, if one does."""
        for call in calls:
            for number in range(_ALTERNATIVES):
                if not self._may_try():
                    return None
                with contextlib.suppress(Exception):
                    self._changes.clear()
                    changed = self._changed(call, number)
                    if changed is not None and self._reaches(changed):
                        self._tell(", ".join(self._changes))
                        return changed
        return None

    def _reaches(self, call: Any) -> bool:
        """Make a call and see whether it comes to the line."""
        meter = self._x.meter
        hits = meter.hits
        meter.busy = True
        try:
            call.plain(*call.args, **call.kwargs)
        finally:
            meter.busy = False
        return bool(meter.hits > hits)

    def _changed(self, call: Any, number: int) -> Any:
        """The call with each requirement met in its ``number``th way; None if nothing is left to change."""
        positional, keywords = call.given
        own = self._x.job.entry.qualname
        parameters = _parameters(call.frame)
        positional, keywords, some = self._granted(own, parameters, positional, keywords, number)
        made = self._made.get(id(call.given[0][0])) if call.given[0] else None
        if made is not None:
            owner, args, named = made
            cls = type(owner)
            keys = [base.__qualname__ for base in cls.__mro__]
            key = next(key for key in keys if key in self._requirements)
            parameters = list(inspect.signature(cls.__init__).parameters.values())[1:]
            args, named, other = self._granted(key, parameters, args, named, number)
            if other:
                positional[0], some = cls(*args, **named), True
        if not some:
            return None
        return self._again(call, positional, keywords)

    def _granted(
        self, key: str, parameters: list[Any], args: list[Any], kwargs: dict[str, Any], number: int
    ) -> tuple[list[Any], dict[str, Any], bool]:
        """Arguments with the requirements for this function met, and whether one is another now."""
        args, kwargs, some = list(args), dict(kwargs), False
        around = [value for value in (*args, *kwargs.values()) if self._x.world.is_tensor(value)]
        for position, parameter in enumerate(parameters):
            requirements = self._requirements.get(key, {}).get(parameter.name)
            if not requirements:
                continue
            placed = position < len(args)
            default = None if parameter.default is parameter.empty else parameter.default
            value = args[position] if placed else kwargs.get(parameter.name, default)
            written = [
                one[parameter.name]
                for one in self._x.job.literals.get(key, ())
                if parameter.name in one
            ]
            options = self._options(requirements, parameter, value, written, around)
            if not options:
                continue
            chosen = options[min(number, len(options) - 1)]
            some = some or number < len(options)
            self._changes.append(
                f"{parameter.name}={argument_specs.kind_of(self._x.world, chosen)}"
            )
            if placed:
                args[position] = chosen
            else:
                kwargs[parameter.name] = chosen
        return args, kwargs, some

    def _options(
        self,
        requirements: list[Any],
        parameter: Any,
        value: Any,
        written: list[Any],
        around: list[Any],
    ) -> list[Any]:
        """Other values for one that does not fit."""
        found: list[Any] = []
        for spec in guess.for_switches(requirements) if isinstance(value, bool) else requirements:
            kind = spec["kind"]
            if kind == "true" and not _is(self._x, value, True):
                found += [True] if value is None or isinstance(value, bool) else []
            elif kind == "false" and not _is(self._x, value, False):
                found.append(False if isinstance(value, bool) else None)
            elif kind in ("list", "tuple"):
                found += _as_sequence(value, kind)
            elif kind == "tensor" and isinstance(value, (list, tuple)):
                found += value[:1]
            elif kind == "keras":
                with contextlib.suppress(Exception):
                    found.append(remaking.make(self._x, spec))
            elif kind == "value" and not self._x.world.is_tensor(value) and value != spec["value"]:
                # What the project has for what is not there is no reason to change what is.
                found += (
                    [spec["value"]]
                    if value is None or {"kind": "given"} not in requirements
                    else []
                )
            if kind in ("true", "given") and value is None:
                specs = guess.granted([{"kind": "given"}], parameter, written)
                found += [remaking.make(self._x, spec) for spec in written]
                found += around
                found += [remaking.make(self._x, spec) for spec in specs]
        return found


def _shortened(world: Any, value: Any) -> Any:
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return type(value)(_shortened(world, item) for item in value)
    if isinstance(value, dict):
        return {key: _shortened(world, item) for key, item in value.items()}
    if not world.is_tensor(value) or world.is_variable(value) or not len(value.shape):
        return value
    return value[:_ROWS]


def _parameters(frame: Any) -> list[Any]:
    """The parameters of the function that a frame runs, with the defaults left out."""
    code = frame.f_code
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return [
        inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None)
        for name in names
    ]


def _is(x: Experiment, value: Any, truth: bool) -> bool:
    """Whether a Python value counts as true, or as false."""
    return not x.world.is_tensor(value) and bool(value) is truth


def _as_sequence(value: Any, kind: str) -> list[Any]:
    make = list if kind == "list" else tuple
    if isinstance(value, dict):
        return [make(value.values())]
    if isinstance(value, (list, tuple)):
        return [] if type(value) is make else [make(value)]
    return [make([value] * count) for count in (1, 2, 3)]
