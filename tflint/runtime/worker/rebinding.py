"""Give a variable or an attribute that a graph has read another value, and call again.

The finding names what eager code changes between calls (``rate``, ``self.rate``). It is changed on
both sides in the same way; eager code follows, and a graph that has read it while tracing does not.
"""

# ruff: noqa: B905 - Python 3.8 has no strict zip

from __future__ import annotations

import ast
import contextlib
import functools
import gc
import sys
import types
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ..protocol import Changes, MeasuredCall
from .frames import rebuilt

if TYPE_CHECKING:
    from .experiment import Experiment

_WEIGHTS = ("trainable_variables", "trainable_weights", "non_trainable_weights")
_MARK = "__tflint_hit__"


class Target:
    """What is changed, found in the frame that reads it."""

    def __init__(self, x: Experiment, shown: str) -> None:
        self._x = x
        self.shown = shown
        self._place: tuple[Any, str] | None = None
        self._last: Any = None
        self._calls = 0
        self.watched = 0
        """Calls of the program that are not measured, in which it could be seen."""
        self._changed: list[MeasuredCall | None] = []
        """The calls of the program before which it was changed."""
        try:
            self._node: Any = ast.parse(shown, mode="eval").body
        except SyntaxError:
            self._node = None

    def look(self) -> None:
        """Find the holder of the name or the attribute, from the line that is about to read it."""
        if self._place is not None or self._node is None:
            return
        for frame in frames_around(self._x.program):
            self._place = self._place_in(frame)
            if self._place is not None:
                return

    def note(self, record: MeasuredCall | None) -> None:
        """A call of the program's is over, measured or not: what is its value by now?"""
        if self._place is not None:
            value = self._x.shown(self.get())
            if self._calls and value != self._last:
                self._changed.append(record)
            self._last = value
            self._calls += 1
            self.watched += record is None

    @property
    def changes(self) -> bool:
        """Whether the program was seen to change it."""
        return bool(self._changed)

    @property
    def retraced(self) -> bool:
        """Whether each call after a change was a trace."""
        return self.changes and all(
            call is not None and any(call.traces.values()) for call in self._changed
        )

    def _place_in(self, frame: Any) -> tuple[Any, str] | None:
        if isinstance(self._node, ast.Name):
            name = self._node.id
            if name in frame.f_locals:
                cells = _cells(name, frame.f_locals[name], self._x)
                return (cells, "cell_contents") if cells else None
            reads = _plain(frame) and name in frame.f_globals
            return (frame.f_globals, name) if reads else None
        if isinstance(self._node, ast.Attribute):
            owner = follow(self._node.value, frame)
            name = "trainable" if self._node.attr in _WEIGHTS else self._node.attr
            return (owner, name) if owner is not None and hasattr(owner, name) else None
        return None

    @property
    def found(self) -> bool:
        """Whether there is something to change."""
        return self._place is not None

    def get(self) -> Any:
        """The value now."""
        assert self._place is not None
        holder, name = self._place
        if isinstance(holder, dict):
            return holder[name]
        return getattr(holder[0] if isinstance(holder, list) else holder, name)

    def set(self, value: Any) -> None:
        """Bind it again."""
        assert self._place is not None
        holder, name = self._place
        if isinstance(holder, dict):
            holder[name] = value
            return
        for one in holder if isinstance(holder, list) else [holder]:
            setattr(one, name, value)


def frames_around(program: Any) -> Iterator[Any]:
    """The frame of the function whose flagged line has called us, with what AutoGraph puts inside it."""
    frame: Any = sys._getframe(3)
    for _ in range(40):
        if frame is None:
            return
        if _MARK in frame.f_globals and program.owns_frame(frame):
            yield frame
            if _plain(frame):
                return
        frame = frame.f_back


def _plain(frame: Any) -> bool:
    """Whether a frame is a function's own, and no part of it that AutoGraph has made."""
    inner = ("<lambda>", "if_body", "else_body", "loop_body", "loop_test", "extra_test")
    return (
        not frame.f_code.co_name.startswith(inner)
        or "__autograph_generated" not in frame.f_code.co_filename
    )


def _cells(name: str, value: Any, x: Experiment) -> list[Any]:
    """The cells in which functions of the project hold a variable of an enclosing function."""
    found: list[Any] = []
    for function in gc.get_objects():
        if not isinstance(function, types.FunctionType):
            continue
        if name not in function.__code__.co_freevars:
            continue
        if not x.program.owns(function.__code__.co_filename):
            continue
        cell = (function.__closure__ or ())[function.__code__.co_freevars.index(name)]
        try:
            if cell.cell_contents is value and not any(cell is other for other in found):
                found.append(cell)
        except ValueError:
            continue
    return found


def follow(node: ast.expr, frame: Any) -> Any:
    """The object that a plain chain of names, attributes and constant subscripts leads to."""
    try:
        if isinstance(node, ast.Name):
            local = frame.f_locals
            return local[node.id] if node.id in local else frame.f_globals.get(node.id)
        if isinstance(node, ast.Attribute):
            return getattr(follow(node.value, frame), node.attr)
        if isinstance(node, ast.Subscript):
            return follow(node.value, frame)[ast.literal_eval(node.slice)]
    except Exception:
        return None
    return None


class Other:
    """Calls and reads through to an object, and gives what it returns another value."""

    def __init__(self, original: Any, vary: Callable[[Any], Any]) -> None:
        self._original = original
        self._vary = vary

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        result = self._original(*args, **kwargs)
        other = self._vary(result)
        return result if other is None else other

    def __getattr__(self, name: str) -> Any:
        return getattr(self._original, name)


def another(value: Any, world: Any, depth: int = 0) -> Any:
    """A different value of the same type, or None if none is known."""
    vary = functools.partial(another, world=world, depth=depth + 1)
    if value is None:
        return 0.5
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return type(value)(value * 2 + 1)
    if isinstance(value, str):
        return value + "_"
    made = world.another(value)
    if made is not None:
        return made
    if depth > 3:
        return None
    if isinstance(value, dict):
        changed: Any = {key: vary(item) for key, item in value.items()}
        kept = {key: value[key] if item is None else item for key, item in changed.items()}
        return kept if any(item is not None for item in changed.values()) else None
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        items = [vary(item) for item in value]
        if all(item is None for item in items):
            return None
        return type(value)(old if new is None else new for old, new in zip(value, items))
    if callable(value):
        wrapped = Other(value, vary)
        if isinstance(value, types.FunctionType):
            return lambda *args, **kwargs: wrapped(*args, **kwargs)
        return wrapped
    return None


def watch(x: Experiment) -> Target | None:
    """Look for the target whenever the flagged line is reached, if the finding names one."""
    if x.job.rebind is None:
        return None
    target = Target(x, x.job.rebind.target)
    x.meter.on_hit = target.look
    x.meter.on_close = target.note
    return target


def drive(
    x: Experiment, target: Target | None, invoke: Any, args: Any, kwargs: Any, site: str
) -> None:
    """A call as things are, then a change and a call, twice; kept apart from the other calls."""
    if target is None:
        return
    x.meter.on_hit = x.meter.on_close = None
    made = x.job.rebind is not None and x.job.rebind.made
    several = x.result.from_program > 1 or target.watched > 1
    result = Changes(target.shown, kept=made and several and not target.changes)
    result.retraced = target.retraced
    x.result.rebound = result
    if not target.found:
        result.problem = f"could not find `{target.shown}` from the line that reads it"
        return
    values = _values(x, target)
    if len(values) == 1:
        kind = type(values[0]).__name__
        result.problem = f"no other value is known for `{target.shown}`, which is a {kind}"
        return
    result.values = [x.shown(value) for value in values]
    try:
        result.rounds = rounds(x, target, values, invoke, args, kwargs, site)
    except AttributeError as error:
        result.problem = f"`{target.shown}` can't be set: {error}"


def rounds(
    x: Experiment, target: Any, values: list[Any], invoke: Any, args: Any, kwargs: Any, site: str
) -> list[list[MeasuredCall]]:
    """The calls with each value of a target, on these arguments and on some with other numbers.

    On the arguments at hand a change may make no difference (1 to any power is 1).
    """
    found = []
    for arguments in ((args, kwargs), _others(x, (args, kwargs))):
        again = functools.partial(invoke, *arguments[0], **arguments[1])
        found.append(_round(x, target, values, again, site))
    return found


def _values(x: Experiment, target: Target) -> list[Any]:
    """The value that the target has, and those to give to it."""
    values = [target.get()]
    given = list(x.job.rebind.values) if x.job.rebind is not None else []
    for _ in range(2):
        value = given.pop(0) if given else another(values[-1], x.world)
        if value is None:
            break
        values.append(value)
    return values


def _round(
    x: Experiment, target: Any, values: list[Any], again: Any, site: str
) -> list[MeasuredCall]:
    records: list[MeasuredCall] = x.meter.records
    count = len(records)
    try:
        for value in values:
            target.set(value)
            with contextlib.suppress(Exception):
                x.meter.measure(again, site)
    finally:
        made = records[count:]
        del records[count:]
        target.set(values[0])
    return made


def _others(x: Experiment, value: Any) -> Any:
    """The arguments with other numbers in their tensors."""

    def other(leaf: Any) -> Any:
        if not x.world.is_tensor(leaf) or x.world.is_variable(leaf):
            return leaf
        changed = x.world.another(leaf)
        return leaf if changed is None else changed

    return rebuilt(value, other)
