"""What happens during each call: lines written, markers passed, traces, exceptions, state, time."""

# ruff: noqa: B905 - Python 3.8 has no strict zip

from __future__ import annotations

import os
import re
import time
import traceback
from collections import Counter
from collections.abc import Callable
from typing import Any

from ..protocol import Failure, MeasuredCall
from . import channels, state, summary

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_KEPT = 40
"""Files that are told of."""
_VALUES = 8
_LOOKS = 4
"""Values of the flagged expression that are kept of a call; times that the line's own changes are seen."""
_FRAMES = 40
"""Lines of the project that are told of an exception."""
_FRAME = re.compile(r'File "([^"]+)", line (\d+)')


class Enough(BaseException):
    """Ends the user's program once it has made the calls we came for."""


class Captured(BaseException):
    """Ends the user's program at the first call: its arguments are what we came for."""


class Meter:
    """Counts markers all the time, and keeps one record for each measured call."""

    def __init__(self, folder: str, world: Any, publish: Callable[[], None]) -> None:
        self.channels = channels.Channels(folder)
        self._world = world
        self._publish = publish
        self.clock = time.perf_counter
        self.effort = time.process_time
        self.records: list[MeasuredCall] = []
        self.busy = False
        self.hits = 0
        self.traces: Counter[str] = Counter()
        self.runs: Counter[str] = Counter()
        self.created: Counter[str] = Counter()
        self.graphs: dict[str, Any] = {}
        self.nodes: dict[str, int] = {}
        self.line_lines: list[str] = []
        self.values: list[Any] = []
        """What the flagged expression gave in this call."""
        self.drawn: list[Any] = []
        self.give: Callable[[Any], Any] | None = None
        """Gives the flagged expression another value than its own."""
        self.look: Callable[[], None] | None = None
        """Looks at what the flagged line reads in a graph."""
        self.watches_state = False
        self.keeps_state = True
        self._line_state: dict[str, Any] | None = None
        self._line_changed: dict[str, None] = {}
        self._line_looks = 0
        self._line_start: Any = None
        self.on_hit: Callable[[], None] | None = None
        self.on_enter: Callable[[str], None] | None = None
        self.on_after: Callable[[], None] | None = None
        self.on_value: Callable[[Any], None] | None = None
        self.on_open: Callable[[], None] | None = None
        self.on_close: Callable[[MeasuredCall], None] | None = None
        self._scratch = os.getcwd()
        self.added_nodes = 0
        self._line_graphs: dict[int, tuple[Any, int]] = {}
        self.state_roots: Callable[[], dict[str, Any]] = dict
        self.is_project: Callable[[type], bool] = lambda cls: False
        self.owns: Callable[[str], bool] = lambda path: True
        """Whether a file is the project's, whose lines are told of."""
        self.made = 0
        """Variables that the flagged line made in this call."""
        self.names: set[str] = set()
        """What the framework called what the flagged line made."""
        self.quiet = False
        self.raised_in: dict[str, None] = {}
        """The modules whose own code raised what was told of."""
        self.effects: Any = None
        """Watches what the flagged line does to the world outside, where that is the claim."""

    # Markers, called from the instrumented source.

    def hit(self) -> bool:
        """The flagged statement is about to run."""
        if self.quiet:
            return False
        self.hits += 1
        graph = self._world.current_graph()
        if graph is not None and id(graph) not in self._line_graphs:
            # AutoGraph tries the test of a ``while`` in a graph that it throws away.
            self._line_graphs[id(graph)] = (graph, self._world.graph_size(graph))
        if self.on_hit is not None:
            self.on_hit()
        if graph is not None and self.look is not None:
            self.look()
        self._line_start = self.channels.now()
        if self.watches_state and self._line_looks < _LOOKS:
            self._line_looks += 1
            self._line_state = self.snapshot()
        if self.effects is not None:
            self.effects.line_begins()
        return False

    def after(self) -> None:
        """The flagged statement has run."""
        if self.quiet:
            return
        if self.on_after is not None:
            self.on_after()
        if self.effects is not None:
            self.effects.line_ends()
        if self._line_start is None:
            return
        written = self.channels.since(self._line_start)
        self.line_lines += [line for lines in written for line in lines]
        self._line_start = None
        if self._line_state is not None:
            self._line_changed.update(dict.fromkeys(_changed(self._line_state, self.snapshot())))
            self._line_state = None

    def note(self, value: Any) -> Any:
        """The flagged expression, or what holds it, has this value; the one it is to have."""
        if self.quiet:
            return value
        if self.on_value is not None:
            self.on_value(value)
        if self.give is not None:
            return self.give(value)
        if len(self.values) < _VALUES:
            self.values.append(value)
            self.drawn.append(self._summary(value))
        return value

    def enter(self, site: str) -> bool:
        """A function body starts; while tracing, this is a trace."""
        if self.quiet:
            return False
        graph = self._world.current_graph()
        if graph is None:
            self.runs[site] += 1
        else:
            self.traces[site] += 1
            self.graphs[site] = graph
        if self.on_enter is not None:
            try:
                self.on_enter(site)
            except Exception:
                self.on_enter = None  # ours to fail, not the user's
        return False

    # Calls.

    def measure(self, invoke: Callable[[], Any], site: str = "") -> Any:
        """Run one call and keep its record; what it returns or raises goes on to the caller."""
        self.open(site)
        value = None
        problem: BaseException | None = None
        start = self.clock()
        try:
            value = invoke()
            self._world.wait(value)
        except BaseException as error:
            problem = error
        milliseconds = (self.clock() - start) * 1000
        self.close(milliseconds, value, problem)
        if problem is not None:
            raise problem
        return value

    def open(self, site: str) -> None:
        """Start a record."""
        if self.on_open is not None:
            self.on_open()
        self.busy = True
        self._mark = (
            self.channels.now(),
            self.hits,
            Counter(self.traces),
            Counter(self.runs),
            Counter(self.created),
        )
        self.line_lines = []
        if self.effects is not None:
            self.effects.take()
        self.drawn, self.values, self.made = [], [], 0
        self._line_changed, self._line_looks, self._line_state = {}, 0, None
        self._site = site
        self._before = self.snapshot()

    def close(self, milliseconds: float, value: Any, problem: BaseException | None) -> None:
        """Finish the record that is open."""
        self.busy = False
        place, hits, traces, runs, created = self._mark
        self._line_start = None
        events = self._world.events()
        effects = None if self.effects is None else self.effects.take()
        stdout, stderr, filed = map(channels.as_written, self.channels.since(place))
        shown = self._summary(value) if problem is None else None
        failure = None if problem is None else self.describe(problem)
        now = self.snapshot()
        record = MeasuredCall(
            site=self._site,
            ms=round(milliseconds, 3),
            hits=self.hits - hits,
            traces=dict(self.traces - traces),
            runs=dict(self.runs - runs),
            created=dict(self.created - created),
            line_output=channels.as_written(self.line_lines),
            files=self._files_made(),
            drawn=self.drawn,
            stdout=stdout,
            stderr=stderr,
            filed=filed,
            state=now,
            changed=_changed(self._before, now),
            line_changed=list(self._line_changed),
            made=self.made,
            value=shown,
            error=failure,
            events=events,
            effects=effects,
        )
        for site, graph in list(self.graphs.items()):
            self.nodes[site] = self._world.graph_size(graph)
        self.graphs.clear()
        for traced, before in self._line_graphs.values():
            self.added_nodes = max(self.added_nodes, self._world.graph_size(traced) - before)
        self._line_graphs.clear()
        self.records.append(record)
        if self.on_close is not None:
            self.on_close(record)
        self._publish()

    def _summary(self, value: Any) -> Any:
        """What is told of a value; its kind where it can't be looked at, as a Variable of a graph."""
        try:
            return summary.summarise(value, self._world)
        except Exception as error:
            return {"object": f"{summary.kind(value)} ({type(error).__name__})"}

    def _files_made(self) -> list[str]:
        """The files in our scratch folder, which was empty, wherever the user's code has gone."""
        made = [
            os.path.relpath(os.path.join(folder, name), self._scratch)
            for folder, _, names in os.walk(self._scratch)
            for name in names
        ]
        return sorted(made)[:_KEPT]

    def snapshot(self) -> dict[str, Any]:
        """The Python state now; nothing where that tells nothing."""
        if not self.keeps_state:
            return {}
        snapshot = state.Snapshot(self._world, self.is_project)
        for path, value in self.state_roots().items():
            try:
                snapshot.take(path, value)
            except Exception:
                continue
        return snapshot.leaves

    @staticmethod
    def lines_told(message: str) -> list[tuple[str, int]]:
        """The lines that a message names, outermost first: AutoGraph translates its frames into it."""
        return [(path, int(line)) for path, line in _FRAME.findall(message)]

    def describe(self, error: BaseException) -> Failure:
        """An exception: type, message, and the lines of source it came through."""
        message = _COLOUR.sub("", str(error))
        self.raised_in[_module_that_raised(error)] = None
        frames = [
            (frame.filename, frame.lineno or 0)
            for frame in traceback.extract_tb(error.__traceback__)
        ]
        frames += self.lines_told(message)
        kind = type(error).__name__
        short = _short(message)
        if short.startswith(f"{kind}: "):  # AutoGraph says it too
            short = short[len(kind) + 2 :]
        bases = [base.__name__ for base in type(error).__mro__[1:-1]]
        own = [(path, line) for path, line in frames if self.owns(path)]
        about = self._world.named_in(message)
        of_line = any(map(about.startswith, self.names)) if about else None
        return Failure(kind, short, bases, own[-_FRAMES:], of_line)


def _module_that_raised(error: BaseException) -> str:
    """The name of the module in whose code an exception was raised; empty where none was."""
    name = ""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        name = frame.f_globals.get("__name__") or ""
    return str(name)


def _changed(before: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """The paths whose values are other ones now."""
    return [
        path for path in sorted(before.keys() | now.keys()) if before.get(path) != now.get(path)
    ]


_OF_LAYER, _GIVEN = "Exception encountered when calling layer", "Call arguments received by layer"
_IN_USER_CODE = "in user code:"


def _short(message: str) -> str:
    """The telling part of a message: AutoGraph and MXNet put it after the lines of their source."""
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    if lines and lines[0].startswith("Traceback (most recent call last)"):
        lines = [line for line in lines[1:] if not line.startswith("File ")] or lines
    if lines and lines[0].startswith(_OF_LAYER) and _IN_USER_CODE in lines:
        # Keras 2 says first which layer it is, and last what that was given.
        end = next((at for at, line in enumerate(lines) if line.startswith(_GIVEN)), len(lines))
        lines = lines[lines.index(_IN_USER_CODE) : end]
    if lines and lines[0].startswith("in user code"):
        plain = [
            line
            for line, after in zip(lines, [*lines[1:], ""])
            if not line.startswith(("File ", "in user code", "**", "^", "~"))
        ]
        telling = [line for line in plain if re.match(r"^[\w.]*(Error|Exception|Warning)\b", line)]
        lines = telling or plain or lines
    return " ".join(lines)[:400]
