"""Proves fixes: the experiment of a finding, on the old code and on the new.

A fix is proven when the finding is confirmed on the old code, the difference is gone on the new, and what
eager code gives, raises and leaves behind is what it was, on the same inputs.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from tflint.claims import Frozen, Output, Retraces, SymbolsWritten
from tflint.experiment.compare import both, is_object, same
from tflint.experiment.oracles.output import SYMBOL
from tflint.experiment.oracles.power import written_by
from tflint.experiment.outcome import Outcome, Side
from tflint.experiment.parsed_file import overlaid
from tflint.experiment.pool import Pool, Starting, WorkerError
from tflint.experiment.settings import ConfirmSettings
from tflint.experiment.settling import Settling, our_fault
from tflint.files.byte_edits import Moved
from tflint.finding import Edit, Finding, FunctionRef, Span
from tflint.runtime.protocol import Failure, LineCall, MeasuredCall, Pass


class Proven(NamedTuple):
    """What came of proving a fix.

    Attributes:
        refused: why it is not proven; "" if it is.
        shown: what the experiments showed of one that is.
    """

    refused: str = ""
    shown: str = ""


class Proving:
    """Proves one fix after the other; frameworks are started once, and stopped when it is left."""

    def __init__(self, settings: ConfirmSettings, starting: Starting | None = None) -> None:
        self._settings = settings
        self._pool = Pool(settings, starting)

    def __enter__(self) -> Proving:
        self._pool.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self._pool.__exit__(*error)

    def prove(
        self, finding: Finding, before: Mapping[str, str], after: Mapping[str, str]
    ) -> Proven:
        """Prove the fix of a finding.

        Args:
            finding: what it mends, with its fix.
            before: files that say something else than on disk, by path: what the finding is about.
            after: the same once the fix is made.
        """
        if all(_same_code(before.get(path), after[path]) for path in after):
            return Proven(shown="the code is the same, but for comments")
        if finding.subject is None:
            return Proven("nothing here can be run")
        if finding.path in self._settings.unsaved:
            return Proven("standard input is no file to run: save it, and fix that")
        try:
            old = self._outcome(finding, before)
            if old.verdict != "confirmed" or old.sides is None:
                return Proven(f"the finding is {old.verdict}: {old.reason}")
            new = self._outcome(moved(finding, after[finding.path]), after, old)
        except (WorkerError, OSError) as error:
            return Proven(str(error))
        except Exception as error:
            return Proven(our_fault(error).reason)
        return _proven(finding, old, new)

    def _outcome(
        self, finding: Finding, texts: Mapping[str, str], like: Outcome | None = None
    ) -> Outcome:
        with overlaid(texts) as full:
            return Settling(self._settings, self._pool, full, like).outcome(finding)


def _same_code(old: str | None, new: str) -> bool:
    if old is None:
        return False
    try:
        return old == new or ast.dump(ast.parse(old)) == ast.dump(ast.parse(new))
    except (SyntaxError, ValueError, RecursionError):
        return False


def moved(finding: Finding, text: str) -> Finding:
    """The finding where its code stands in the text that its fix makes.

    Where that is gone, or somewhere else, the line that stands in its place.
    """
    edits: Sequence[Edit] = () if finding.fix is None else finding.fix.edits
    places = Moved(edits)

    def of(function: FunctionRef) -> FunctionRef:
        if function.path != finding.path:
            return function
        return function._replace(line=places.after(function.line, 1)[0])

    span, subject = finding.span, finding.subject
    start = places.after(span.line, span.column)
    end = places.after(span.end_line, span.end_column, end=True)
    if subject is not None:
        subject = replace(subject, entry=of(subject.entry), function=of(subject.function))
    if _is_gone_from_its_place(finding):
        line = text.split("\n")[start[0] - 1]
        start = (start[0], len(line) - len(line.lstrip()) + 1)
        end = (start[0], len(line.rstrip()) + 1)
    return replace(finding, span=Span(*start, *max(start, end)), subject=subject)


def _is_gone_from_its_place(finding: Finding) -> bool:
    """Whether the fix takes away the line of the finding, or puts it somewhere else."""
    place = (finding.span.line, finding.span.column)
    return finding.fix is not None and any(
        edit.text.strip() in ("", "pass")
        and (edit.span.line, edit.span.column) <= place
        and place < (edit.span.end_line, edit.span.end_column)
        for edit in finding.fix.edits
    )


def _proven(finding: Finding, old: Outcome, new: Outcome) -> Proven:
    assert old.sides is not None
    writes = finding.subject is not None and any(
        isinstance(claim, (Output, SymbolsWritten)) for claim in finding.subject.claims
    )
    if new.sides is not None:
        same_line = not _is_gone_from_its_place(finding)
        changed = eager_change(old.sides[0], new.sides[0], words=not writes, passes=same_line)
        if changed:
            return Proven(f"it changes what eager code does: {changed}")
    if new.verdict == "confirmed":
        return Proven(f"the difference stays: {new.reason}")
    if new.sides is None or (new.verdict == "inconclusive" and not _is_gone(finding, new.sides)):
        return Proven(f"what it does could not be proven: {new.reason}")
    if writes and all(side.calls for side in (*old.sides, *new.sides)):
        (eager, graph), (eager_now, graph_now) = (map(_written, o.sides or ()) for o in (old, new))
        shown = f"before {_lines(eager)}, {_lines(graph)}; after {eager_now}, {graph_now}"
        return Proven(shown=shown)
    return Proven(shown=f"before: {old.reason}; after: {new.reason}")


def _is_gone(finding: Finding, sides: tuple[Side, Side]) -> bool:
    """Whether a difference shows that it is gone where the line that made it is there no more.

    Then equal calls of the graph vary as those of eager code do, what it writes names no symbol, or nothing
    is traced any more after the first time.
    """
    claims = () if finding.subject is None else finding.subject.claims
    eager, graph = sides
    for claim in claims:
        if isinstance(claim, Frozen) and _varies(eager) and _varies(graph):
            return True
        if isinstance(claim, Retraces) and graph.result.growth is not None:
            later = graph.calls[1:]
            return bool(later) and not any(
                any(call.traces.values()) or any(call.created.values()) for call in later
            )
        if isinstance(claim, SymbolsWritten) and all(side.calls for side in sides):
            lines = [line for call in graph.calls for w in written_by(call) for line in w.lines]
            return bool(lines) and not any(SYMBOL.search(line) for line in lines)
    return False


def _varies(side: Side) -> bool:
    """Whether calls give different results that are no traces."""
    values = [c.value for c in side.calls if c.error is None and not any(c.traces.values())]
    return any(not same(value, values[0]) for value in values)


def _written(side: Side) -> int:
    """How many lines the calls of a side wrote."""
    return sum(written.count for call in side.calls for written in written_by(call))


def _lines(count: int) -> str:
    return f"{count} line{'' if count == 1 else 's'}"


def eager_change(old: Side, new: Side, *, words: bool, passes: bool = True) -> str:
    """What eager code gives, raises or leaves behind that it did not before; "" where nothing shows.

    Args:
        old: the eager side of the old code.
        new: that of the new code.
        words: whether what it writes must be the same; else, that it writes something.
        passes: whether both sides pass the same line.
    """
    if old.result.error is None and new.result.error is not None:
        return f"the program raises {_error(new.result.error)}"
    if passes and len(old.passes) != len(new.passes):
        return f"it passes the line {len(new.passes)} times, and not {len(old.passes)}"
    for number, pair in enumerate(zip(old.passes, new.passes, strict=False) if passes else (), 1):
        if said := _of_pass(*pair):
            return f"at pass {number} of the line {said}"
    grows = old.result.growth is not None  # then a pass has as many records as it made calls
    if len(old.calls) != len(new.calls) and not grows:
        return f"it makes {len(new.calls)} calls, and not {len(old.calls)}"
    varies = old.result.varies
    for number, calls in enumerate(zip(old.calls, new.calls, strict=False), 1):
        if said := _of_call(*calls, varies=varies, words=words):
            return f"call {number} {said}"
    return ""


def _of_pass(old: Pass, new: Pass) -> str:
    for mine, other in zip(old.calls, new.calls, strict=False):
        if said := _of_result(mine, other):
            return said
    for mine, other in zip(old.values, new.values, strict=False):
        if said := _of_value("the expression is", mine, other):
            return said
    for name in sorted(old.bound.keys() & new.bound.keys()):
        if said := _of_value(f"`{name}` is", old.bound[name], new.bound[name]):
            return said
    return ""


def _of_call(old: MeasuredCall, new: MeasuredCall, *, varies: bool, words: bool) -> str:
    said = "" if varies and _alike(old, new) else _of_result(old, new)
    if said:
        return said
    # what the new code does not read any more is no part of its state
    for name in sorted(old.state.keys() & new.state.keys()) if not varies else ():
        if said := _of_value(f"leaves {name} at", old.state[name], new.state[name]):
            return said
    wrote, writes = (sorted(x for w in written_by(call) for x in w.lines) for call in (old, new))
    if not wrote or not writes or (words and not varies):
        if wrote != writes:
            return f"writes {writes[:2] or 'nothing'}, and not {wrote[:2] or 'nothing'}"
    return ""


def _alike(old: MeasuredCall, new: MeasuredCall) -> bool:
    """Whether two results that vary from call to call are of one kind: both come, in one form."""
    return (old.error is None) == (new.error is None) and _form(old.value) == _form(new.value)


def _form(value: Any) -> Any:
    """A value without its numbers."""
    if isinstance(value, dict) and "values" in value:
        return {name: value.get(name) for name in ("dtype", "shape")}
    if isinstance(value, dict):
        return {name: _form(held) for name, held in value.items()}
    if isinstance(value, list):
        return [_form(item) for item in value]
    return type(value)


def _of_result(old: MeasuredCall | LineCall, new: MeasuredCall | LineCall) -> str:
    if old.error is None and new.error is None:
        return _of_value("returns", old.value, new.value)
    if old.error is None or new.error is None or old.error.type != new.error.type:
        before = "nothing" if old.error is None else old.error.type
        after = "nothing" if new.error is None else _error(new.error)
        return f"raises {after}, and not {before}"
    return ""


def _of_value(what: str, old: Any, new: Any) -> str:
    if same(old, new) or (is_object(old) and is_object(new)):
        return ""
    before, after = both(old, new)
    return f"{what} {after}, and not {before}"


def _error(error: Failure) -> str:
    return f"{error.type}: {error.message[:160]}"
