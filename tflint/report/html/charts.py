"""Charts of what tracing costs, as inline SVG that needs neither script nor colour to be read."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tflint.report.html.checked_evidence import figure, mapping, milliseconds, positive, sequence
from tflint.report.html.svg import Drawing

_WIDTH = 540
_FULL_WIDTH = 1000
_LABELS = 196
_VALUES = 96
_ROW = 34
_LOGARITHMIC_FROM = 20


@dataclass(frozen=True)
class Bar:
    """A duration in milliseconds, and how far it was spread."""

    label: str
    kind: str
    value: float
    spread: tuple[float, float] | None = None


def of(found: dict[str, Any], name: str) -> Iterator[tuple[str, str]]:
    """The charts that an experiment's evidence gives: a caption and an SVG each."""
    cost = mapping(found.get("cost"))
    bars = list(_cost_bars(cost))
    if len(bars) > 1:
        yield "What a trace and a call cost", durations(bars, f"{name}-cost", "Cost of one call")
    trace, eager, graph = (
        positive(cost.get(key)) for key in ("trace_ms", "eager_call_ms", "graph_call_ms")
    )
    if trace and eager and graph and not cost.get("too_close"):
        run = TraceCost(trace, eager, graph, positive(cost.get("pays_after_calls")))
        yield "When the trace has paid for itself", break_even(run, f"{name}-even")
    for number, function in enumerate(sequence(found.get("functions"))):
        bars = list(_retracing_bars(mapping(function)))
        if len(bars) > 1 and bars[0].kind == "trace":
            title = _traced(mapping(function))
            yield "What retracing costs", durations(bars, f"{name}-retraces-{number}", title)
    bars = list(_slower_bars(mapping(found.get("slower"))))
    if len(bars) > 1:
        yield "The same work done another way", durations(bars, f"{name}-ways", "Cost of one call")


def _cost_bars(cost: dict[str, Any]) -> Iterator[Bar]:
    if trace := positive(cost.get("trace_ms")):
        yield Bar("one trace", "trace", trace)
    for side, label in (("eager", "an eager call"), ("graph", "a graph call")):
        if call := positive(cost.get(f"{side}_call_ms")):
            yield Bar(label, side, call, _spread(cost.get(f"{side}_spread")))


def _spread(value: Any) -> tuple[float, float] | None:
    ends = [positive(end) for end in sequence(value)]
    if len(ends) != 2 or ends[0] is None or ends[1] is None or ends[0] > ends[1]:
        return None
    return ends[0], ends[1]


def _retracing_bars(function: dict[str, Any]) -> Iterator[Bar]:
    if retrace := positive(function.get("retrace_ms")):
        yield Bar("a call that traces", "trace", retrace)
    if tensor := positive(function.get("tensor_ms")):
        yield Bar("a call with a tensor", "graph", tensor)
    if reused := positive(function.get("reused_ms")):
        yield Bar("a call that reuses a trace", "graph", reused)


def _traced(function: dict[str, Any]) -> str:
    traces, calls = positive(function.get("traces")), positive(function.get("calls"))
    if traces is None or calls is None:
        return "Cost of one call"
    return f"Traced {figure(traces)} times in {figure(calls)} calls"


def _slower_bars(slower: dict[str, Any]) -> Iterator[Bar]:
    if taken := positive(slower.get("ms")):
        yield Bar(str(slower.get("method", "as written")), "trace", taken)
    for way, other in mapping(slower.get("others")).items():
        if taken := positive(other):
            yield Bar(str(way), "graph", taken)


def durations(bars: Sequence[Bar], name: str, title: str) -> str:
    """Durations as horizontal bars; on a logarithmic scale when they lie far apart."""
    ends = [end for bar in bars for end in (bar.value, *(bar.spread or ()))]
    low, high = min(ends), max(ends)
    logarithmic = high / low > _LOGARITHMIC_FROM
    scale = _logarithmic(low, high) if logarithmic else _linear(high)
    said = "; ".join(f"{bar.label} {milliseconds(bar.value)}" for bar in bars)
    below = len(bars) * _ROW + 8
    drawing = Drawing(_WIDTH, below + 40, name, title, f"{said}.")
    room = _WIDTH - _LABELS - _VALUES
    for tick in scale.ticks:
        x = _LABELS + room * scale.at(tick)
        drawing.line(x, 4, x, below, "grid")
        drawing.text(x, below + 16, milliseconds(tick) or "0", "tick", anchor="middle")
    for index, bar in enumerate(bars):
        y = 8 + index * _ROW
        length = max(room * scale.at(bar.value), 2)
        drawing.text(_LABELS - 10, y + 18, _shortened(bar.label), "label", anchor="end")
        drawing.rect(_LABELS, y + 3, length, 20, f"bar {bar.kind}")
        right = length
        if bar.spread:
            first, last = (room * scale.at(end) for end in bar.spread)
            right = max(length, last)
            drawing.line(_LABELS + first, y + 13, _LABELS + last, y + 13, "spread")
            for end in (first, last):
                drawing.line(_LABELS + end, y + 8, _LABELS + end, y + 18, "spread")
        drawing.text(_LABELS + right + 8, y + 18, milliseconds(bar.value), "value")
    note = "logarithmic scale" if logarithmic else ""
    if any(bar.spread for bar in bars):
        note = "; ".join(filter(None, ("bars: medians; whiskers: the middle half", note)))
    drawing.text(_WIDTH, below + 34, note, "tick", anchor="end")
    return drawing.markup()


def _shortened(label: str, most: int = 26) -> str:
    return label if len(label) <= most else label[: most - 1] + "…"


@dataclass(frozen=True)
class Scale:
    """From a number to a place between 0 and 1."""

    low: float
    high: float
    ticks: list[float]
    logarithmic: bool = False

    def at(self, number: float) -> float:
        """Where the number is."""
        if self.logarithmic:
            return math.log(number / self.low) / math.log(self.high / self.low)
        return (number - self.low) / (self.high - self.low)


def _logarithmic(low: float, high: float) -> Scale:
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    last = max(last, first + 1)
    step = max(1, (last - first) // 5)
    ticks = [10.0**power for power in range(first, last + 1, step)]
    return Scale(10.0**first, 10.0**last, ticks, logarithmic=True)


def _linear(high: float) -> Scale:
    step = 10.0 ** math.floor(math.log10(high))
    step = next(step * part for part in (0.2, 0.25, 0.5, 1, 2) if high <= step * part * 5)
    return Scale(0.0, high, [step * n for n in range(int(high / step * 1.0001) + 1)])


@dataclass(frozen=True)
class TraceCost:
    """Milliseconds of a trace and of a call on each side, and the calls that pay for the trace."""

    trace: float
    eager: float
    graph: float
    pays_after: float | None


def break_even(run: TraceCost, name: str) -> str:
    """Time spent after so many calls, eagerly and as a graph, and where the two meet."""
    trace, eager = run.trace, run.eager
    pays = math.ceil(run.pays_after) if run.pays_after and eager > run.graph else None
    # far enough to see the lines cross, or to see that they never will
    calls = 2 * pays if pays else min(max(10, math.ceil(trace / run.graph)), 10_000)
    spent = {"eager": calls * eager, "graph": trace + calls * run.graph}
    verdict = (
        f"The trace has paid for itself after {pays:,} calls."
        if pays
        else "The trace never pays for itself: a graph call is not faster."
    )
    said = (
        f"{verdict} After {calls:,} calls: eagerly {milliseconds(spent['eager'])}, "
        f"as a graph {milliseconds(spent['graph'])} with the trace of {milliseconds(trace)}."
    )
    drawing = Drawing(_WIDTH, 250, name, "Total time by number of calls", said)
    left, top, right, bottom = 76, 30, _WIDTH - 124, 200
    across, up = _linear(calls), _linear(max(spent.values()))

    def place(count: float, total: float) -> tuple[float, float]:
        return (
            left + (right - left) * across.at(count),
            bottom - (bottom - top) * up.at(total),
        )

    for tick in across.ticks:
        x, _ = place(tick, 0)
        drawing.text(x, bottom + 18, f"{tick:,.4g}", "tick", anchor="middle")
    for tick in up.ticks:
        _, y = place(0, tick)
        drawing.line(left, y, right, y, "grid")
        drawing.text(left - 8, y + 4, milliseconds(tick) or "0", "tick", anchor="end")
    drawing.text((left + right) / 2, bottom + 38, "calls", "tick", anchor="middle")
    if pays:
        x, y = place(pays, pays * eager)
        drawing.line(x, top - 6, x, bottom, "meeting")
        drawing.circle(x, y, 4.5, "meeting-point")
    drawing.text(left, top - 14, verdict, "label")
    ends = {}
    for side, start in (("eager", 0.0), ("graph", trace)):
        end = place(calls, spent[side])
        drawing.line(*place(0, start), *end, f"run {side}")
        ends[side] = end[1]
    upper, lower = sorted(ends, key=lambda side: ends[side])
    ends[lower] = max(ends[lower], ends[upper] + 16)
    for side, text in (("eager", "eager (dashed)"), ("graph", "graph")):
        drawing.text(right + 8, ends[side] + 4, text, f"end {side}-text")
    return drawing.markup()


def share(verdicts: Sequence[tuple[str, int]]) -> str:
    """How many findings have each verdict, as one bar; the page lists the numbers beside it."""
    total = sum(count for _, count in verdicts)
    said = ", ".join(f"{count} {verdict}" for verdict, count in verdicts)
    drawing = Drawing(_FULL_WIDTH, 30, "chart-verdicts", "Findings by verdict", f"{said}.")
    x = 0.0
    for verdict, count in verdicts:
        width = _FULL_WIDTH * count / total
        drawing.rect(x, 0, max(width - 3, 1), 28, f"share {verdict.replace(' ', '-')}")
        text = f"{count} {verdict}"
        if width > 9 * len(text):
            drawing.text(x + width / 2, 19, text, "share-text", anchor="middle")
        x += width
    return drawing.markup()
