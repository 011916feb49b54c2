"""Calls of the entry: taken from the program as it runs, or made up."""

from __future__ import annotations

import contextlib
import inspect
import types
from typing import TYPE_CHECKING, Any

from ..protocol import Inputs
from . import adapting, argument_specs, frames, owners, resizing
from .frames import leaves
from .meter import Captured
from .own_calls import OwnCalls
from .program_calls import Call, call_of_frame
from .search import past_the_line

if TYPE_CHECKING:
    from .experiment import Experiment
    from .rebinding import Target

_ENTERED = 24
"""Calls of the program that are looked at for one that comes to the flagged line."""
_LOOKING = 0.2
"""The share of the time in which to look on for one that does, when there is one at all."""


class _Capturing:
    """Calls of the entry while the program runs, until there is one to take."""

    def __init__(self, x: Experiment, target: Target | None) -> None:
        watch = x.job.watch
        looks_on = target is not None or watch.outside or (x.job.equal and watch.values)
        self._x = x
        self._name = x.job.entry.qualname.rpartition(".")[2]
        self._look = x.meter.on_hit
        self.adapter = adapting.Adapter(x)
        self.entered: list[Call] = []
        self.reaching: list[Call] = []
        self.switched_off: list[Call] = []
        """Calls that come to the line where the program runs no graphs."""
        self.own = OwnCalls(x, target) if looks_on else None

    def start(self) -> None:
        """Watch from here on."""
        self._x.meter.on_enter, self._x.meter.on_hit = self._on_enter, self._on_hit

    def end(self) -> None:
        """Watch no more."""
        self._x.meter.on_enter, self._x.meter.on_hit = None, self._look

    def _on_enter(self, site: str) -> None:
        x = self._x
        if self.adapter.watching and not self.reaching:
            self.adapter.note(frames.body(site, "__init__"))
        if not x.is_entry(site):
            return
        if self.reaching and (self.own is None or self.own.enough(_LOOKING)):
            self._stop()
        call = call_of_frame(x, frames.body(site, self._name), self._name, site)
        if self.own is not None:
            self.own.begin(call is None or call.symbolic)
        if not self.reaching:
            self._note(call)

    def _note(self, call: Call | None) -> None:
        x = self._x
        if call is None or call.symbolic:
            self.adapter.on_symbols(call)
            return
        self.entered.append(call)
        x.result.entered = len(self.entered)
        most = 2 if x.late(_LOOKING) else _ENTERED
        if x.job.entered is not None:
            # The graph side looks at as many calls as the eager side did, the last one included.
            most = x.job.entered + 1
        if len(self.entered) >= most or self.adapter.is_heavy(call):
            self._stop()

    def _on_hit(self) -> None:
        x = self._x
        if self.entered and not self.reaching and x.world.current_graph() is None:
            if self.entered[-1].modes:
                # A later call may find graphs on again.
                self.switched_off.append(self.entered[-1])
                return
            self.reaching.append(self.entered[-1])
            if self.own is None:
                self._stop()
            x.end_program(_LOOKING)
        if self._look is not None:
            self._look()

    def _stop(self) -> None:
        self._x.enough += 1
        raise Captured


def captured_call(x: Experiment, target: Target | None) -> Call | None:
    """A call of the entry with real values while the program runs, or one that we make up.

    The first of several that comes to the flagged line; the very first if none does. Where it matters
    what changes between calls, those after it are watched until something does.
    """
    capturing = _Capturing(x, target)
    own = capturing.own
    capturing.start()
    if own is not None:
        x.meter.on_value = own.note
    x.load()
    if not capturing.entered:
        _go_through_datasets(x)
    capturing.end()
    x.meter.on_value = None
    if own is not None and capturing.reaching:
        x.result.own = own.calls
    capturing.own = None
    reached = [*capturing.reaching, *capturing.switched_off]
    found = reached[0] if reached else capturing.adapter.best(capturing.entered[: x.job.entered])
    if found is not None:
        x.result.from_program = 1
        found = capturing.adapter.lighter(found)
    elif x.job.search:
        capturing.start()
        x.stage("inputs")
        try:
            synthesize_capture(x)
        except Captured:
            pass
        except Exception as error:
            # The way to the call is the user's as well: ``compile`` of the project's own model.
            x.result.error = x.result.error or x.meter.describe(error)
        found = next(iter(capturing.reaching or capturing.entered), None)
    capturing.end()
    if found is not None:
        given = leaves([found.args, found.kwargs])
        x.result.given = [argument_specs.kind_of(x.world, value) for value in given]
    return found


def _go_through_datasets(x: Experiment) -> None:
    """Have the functions run that the program gave to datasets and nothing has called yet."""
    try:
        x.world.consume()
    except Captured:
        pass
    except Exception as error:
        x.result.error = x.result.error or x.meter.describe(error)


def synthesize_capture(x: Experiment) -> None:
    """No program called the entry: make its owner and call it, so that it can be captured."""
    capture = x.meter.on_enter
    first: tuple[Any, Any] = (None, None)
    if x.kind == "dataset":
        # One that is made without complaint: what is captured in the making may yet fail.
        x.meter.on_enter = None
        first = owners.resolve(x)
        x.meter.on_enter = capture
        if first[0] is None:
            if _consumed(x):
                return
            x.result.inputs = None
    if first[0] is None:
        first = owners.resolve(x)
    if first[0] is None:
        _consumed(x)
        return
    x.meter.on_enter = None
    found = None
    for target, instance in owners.one_after_the_other(x, *first):
        # The search looks for arguments that the body gets through with; those are then captured.
        found, invoke = _searched(x, target, instance)
        if found is not None:
            break
    else:
        invoke, function = _invoking(x, target, instance)
        found = past_the_line(x, function)
    x.meter.on_enter = capture
    if found is None:
        return
    with contextlib.suppress(Exception):
        invoke(*found[0], **found[1])


def _searched(x: Experiment, target: Any, instance: Any) -> tuple[Any, Any]:
    """Arguments for a method, and how to call it: on this object, or on one made in another way."""
    name = x.job.entry.qualname.rpartition(".")[2]

    def way_of(owner: Any) -> resizing.Callee:
        return _invoking(x, target if owner is instance else getattr(owner, name), owner)

    found, _, invoke = resizing.searched(x, instance, way_of)
    return found, invoke


def _consumed(x: Experiment) -> bool:
    """Draw from the data sets that were made; whether that calls the entry."""
    with contextlib.suppress(Exception):
        x.world.consume()
    return bool(x.result.entered)


def _invoking(x: Experiment, target: Any, instance: Any) -> tuple[Any, Any]:
    """How to call a method on an object of its own, and the function whose arguments it takes."""
    name = x.job.entry.qualname.rpartition(".")[2]
    first = x.world.way_in(target, instance, name)
    ways = [first]

    def invoke(*args: Any, **kwargs: Any) -> Any:
        try:
            return ways[0](*args, **kwargs)
        except Exception:
            if type(instance) in x.makers:
                # The call may have built it for inputs of this shape.
                again = x.makers[type(instance)]()
                ways[0] = x.world.way_in(getattr(again, name), again, name)
            raise

    return invoke, first if hasattr(first, "__signature__") else target


def call_entry(x: Experiment) -> Any:
    """A handle on the entry and arguments for it, or None with the reason in the result."""
    handles = [handle for handle in x.world.handles if x.is_entry(handle.site)]
    target, instance = None, None
    if not handles or _needs_self(handles[-1]):
        target, instance = owners.resolve(x)
        handles = [handle for handle in x.world.handles if x.is_entry(handle.site)]
        if target is None and (not handles or _needs_self(handles[-1])):
            return None
    name = x.job.entry.qualname.rpartition(".")[2]
    of_object = not handles or _needs_self(handles[-1])
    handle = _made_handle(x, target, instance) if of_object else handles[-1]
    x.world.measured = None
    signature = handle.signature
    named = getattr(handle.python, "__qualname__", "") in x.job.preferred
    if signature and not named:
        args = tuple(x.world.element(spec) for spec in signature)
        x.result.inputs = Inputs("input_signature", ", ".join(str(s) for s in signature))
        return handle, handle.call, args, {}
    made = [handle]

    def way_of(owner: Any) -> resizing.Callee:
        if owner is not instance:
            made.append(_made_handle(x, getattr(owner, name), owner))
        return made[-1].call, made[-1].python

    found, owner, _ = resizing.searched(x, instance if of_object else None, way_of)
    handle = handle if owner is instance else made[-1]
    found = found or past_the_line(x, handle.python)
    if found is None:
        return None
    args, kwargs = found
    return handle, handle.call, args, kwargs


def _made_handle(x: Experiment, target: Any, instance: Any) -> Any:
    """A handle on a method of an object."""
    made = type("Made", (), {})()
    made.python = getattr(target, "python_function", target)
    made.site = x.site_of(target)
    made.signature = getattr(target, "input_signature", None)
    made.call = x.world.way_in(target, instance, x.job.entry.qualname.rpartition(".")[2])
    if x.side == "graph" and not hasattr(target, "get_concrete_function"):
        made.call = x.world.as_graph(target, True, x.job.watch.open_axis)
    return made


def _needs_self(handle: Any) -> bool:
    function = handle.python
    if isinstance(function, types.MethodType) or not inspect.isfunction(function):
        return False
    qualname = getattr(function, "__qualname__", "")
    holder = qualname.rpartition(".")[0]
    return bool(holder) and not holder.endswith("<locals>")
