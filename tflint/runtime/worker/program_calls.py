"""Calls of the program's, each taken from the frame that it led into."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import frames
from .frames import leaves

if TYPE_CHECKING:
    from .experiment import Experiment


class Call:
    """A function and the arguments to call it with."""

    def __init__(
        self, x: Experiment, function: Any, args: Any, kwargs: Any, autograph: bool, site: str
    ) -> None:
        self._x = x
        self.function = function
        self.args = args
        self.kwargs = kwargs
        self._autograph = autograph
        self.site = site
        self.plain: Any = function
        self.subject: Any = function
        """Whose state to look at: the owner of the body, where another object's graph holds it."""
        self.frame: Any = None
        """Where the body was entered, and what it was given there, its object included."""
        self.given: tuple[list[Any], dict[str, Any]] = ([], {})
        self.scope = x.world.scope_here()
        self.modes = x.world.modes_at_call(x.kind)
        """What was in force around the call, and what had switched graphs off."""
        self.symbolic = False
        """Whether what it was given has no values."""

    def as_graph(self) -> Any:
        """The function as a graph."""
        function = self.function
        if self._x.kind == "dataset":
            function = self._x.world.of_elements(function)
        world, axis = self._x.world, self._x.job.watch.open_axis
        if self._x.job.helper:
            return world.inside_graph(function, self._autograph, axis)
        return world.as_graph(function, self._autograph, axis)


def call_of_frame(x: Experiment, frame: Any, name: str, site: str) -> Call | None:
    """The call that led into a frame, as the program made it."""
    if frame is None:
        return None
    positional, keywords = frames.arguments_of(frame)
    symbolic = x.world.current_graph() is not None or any(
        x.world.symbolic(value) for value in leaves([positional, keywords])
    )
    call = call_with(x, frame, name, site, positional, keywords)
    if call is not None:
        call.symbolic = symbolic
    return call


def call_with(
    x: Experiment, frame: Any, name: str, site: str, positional: list[Any], keywords: dict[str, Any]
) -> Call | None:
    """The call that leads into a frame with these arguments."""
    made = x.world.captured(frame, name, positional, keywords)
    if made is not None:
        function, args, kwargs, autograph = made
    else:
        function = frames.function_of(frame) or next(iter(frames.living(site.__eq__)[-1:]), None)
        args, kwargs = tuple(positional), keywords
        autograph = x.kind != "keras" or bool(positional and x.world.converts(positional[0]))
    if function is None:
        return None
    call = Call(x, function, args, kwargs, autograph, site)
    call.frame, call.given = frame, (positional, keywords)
    if made is not None and getattr(function, "__self__", function) is not positional[0]:
        call.subject = positional[0]
    return call
