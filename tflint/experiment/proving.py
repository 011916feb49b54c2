"""Proves fixes: the experiment of a finding, on the old code and on the new.

A fix is proven when the finding is confirmed on the old code, the difference is gone on the new, and what
eager code gives, raises and leaves behind is what it was, on the same inputs.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from tflint.claims import (
    Claim,
    Frozen,
    LineDiffers,
    MadeAnew,
    Output,
    Raises,
    Retraces,
    SymbolsWritten,
)
from tflint.experiment.compare import both, is_object, same
from tflint.experiment.oracles.output import SYMBOL
from tflint.experiment.oracles.power import written_by
from tflint.experiment.outcome import Outcome, Side, raised
from tflint.experiment.parsed_file import overlaid
from tflint.experiment.pool import Pool, Starting, WorkerError
from tflint.experiment.settings import ConfirmSettings
from tflint.experiment.settling import Settling, our_fault
from tflint.files.byte_edits import Moved
from tflint.finding import Finding, FunctionRef, Span
from tflint.runtime.protocol import LineCall, MeasuredCall, Pass
from tflint.syntax.parsing import tree_of


class Proven(NamedTuple):
    """What came of proving a fix.

    Attributes:
        refused: why it is not proven; "" if it is.
        shown: what the experiments showed of one that is.
        stays: whether the difference is still there, which something else may make as well.
    """

    refused: str = ""
    shown: str = ""
    stays: bool = False


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
    before, after = tree_of(old), tree_of(new)
    if before is None or after is None:
        return old == new
    try:
        return ast.dump(before) == ast.dump(after)
    except RecursionError:
        return False


def moved(finding: Finding, text: str) -> Finding:
    """The finding where its code stands in the text that its fix makes.

    Where that is gone, or somewhere else, what reads the name that it is bound to there, or the line that
    stands in its place.
    """
    fix = finding.fix
    places = Moved(() if fix is None else fix.edits)
    tree = tree_of(text) or ast.Module([], [])

    def of(function: FunctionRef) -> FunctionRef:
        if function.path != finding.path:
            return function
        line = places.after(function.line, 1)[0]
        same = [node.lineno for name, node in _functions(tree) if name == function.qualname]
        return function._replace(line=min(same, key=lambda found: abs(found - line), default=line))

    span, subject = finding.span, finding.subject
    start = places.after(span.line, span.column)
    end = places.after(span.end_line, span.end_column, end=True)
    if subject is not None:
        subject = replace(subject, entry=of(subject.entry), function=of(subject.function))
    number = None
    if subject is not None and fix is not None and fix.binds:
        number = _reading_line(tree, subject.function, fix.binds.rpartition(".")[2])
    if number is None and _is_gone_from_its_place(finding):
        number = _line_of_code(
            tree if subject is None else _holder(tree, subject.function), start[0]
        )
    if number is not None:
        line = text.split("\n")[number - 1]
        start = (number, len(line) - len(line.lstrip()) + 1)
        end = (number, len(line.rstrip()) + 1)
    return replace(finding, span=Span(*start, *max(start, end)), subject=subject)


def _functions(
    node: ast.AST, within: str = ""
) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """The functions in a tree, by their qualified names."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield within + child.name, child
            yield from _functions(child, f"{within}{child.name}.<locals>.")
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{within}{child.name}.")
        else:
            yield from _functions(child, within)


def _reading_line(tree: ast.Module, function: FunctionRef, name: str) -> int | None:
    """The line of the first statement of a function that reads a name, or an attribute of that name."""
    holder = _holder(tree, function)
    if holder is tree and function.qualname != "<module>":
        return None
    statements = [s for s in ast.walk(holder) if isinstance(s, ast.stmt) and s is not holder]
    for statement in sorted(statements, key=lambda s: (s.lineno, -(s.end_lineno or 0))):
        below = [s for s in ast.iter_child_nodes(statement) if not isinstance(s, ast.stmt)]
        parts = (part for node in below for part in ast.walk(node))
        if any(_reads(part, name) for part in parts):
            return statement.lineno
    return None


def _holder(tree: ast.Module, function: FunctionRef) -> ast.AST:
    """The function in a tree; the module where it is none, or there no more."""
    same = (n for q, n in _functions(tree) if (q, n.lineno) == (function.qualname, function.line))
    return next(same, tree)


def _reads(node: ast.AST, name: str) -> bool:
    match node:
        case ast.Name(id=found, ctx=ast.Load()) | ast.Attribute(attr=found, ctx=ast.Load()):
            return found == name
    return False


def _line_of_code(holder: ast.AST, line: int) -> int:
    """The first line from this one on where a function runs a statement; the last before it, without any.

    Definitions are passed over: their lines stand for what they define.
    """
    begun = sorted(statement.lineno for statement in _run_by(holder))
    return next((number for number in begun if number >= line), begun[-1] if begun else line)


def _run_by(holder: ast.AST) -> Iterator[ast.stmt]:
    """The statements that a function, or a module, runs itself."""
    for node in ast.iter_child_nodes(holder):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            continue
        if isinstance(node, ast.stmt):
            yield node
        yield from _run_by(node)


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
        return Proven(f"the difference stays: {new.reason}", stays=True)
    shows = new.reason
    if new.verdict == "inconclusive":
        shows = "" if new.sides is None else _gone(finding, old.sides, new.sides)
    if new.sides is None or not shows:
        return Proven(f"what it does could not be proven: {new.reason}")
    if writes and all(side.calls for side in (*old.sides, *new.sides)):
        (eager, graph), (eager_now, graph_now) = (map(_written, o.sides or ()) for o in (old, new))
        before = f"{_counted(eager, 'line')}, {_counted(graph, 'line')}"
        return Proven(shown=f"before {before}; after {eager_now}, {graph_now}")
    return Proven(shown=f"before: {old.reason}; after: {shows}")


def _gone(finding: Finding, before: tuple[Side, Side], sides: tuple[Side, Side]) -> str:
    """What shows that a difference is gone where the line that made it is there no more; "" for nothing.

    Then the graph, which raised, gives what eager code gives; its equal calls vary as those of eager code
    do, or give the same where what they are about is made once; what it writes names no symbol; no pass
    makes a tf.function, or nothing is traced any more after the first time.
    """
    claims = () if finding.subject is None else finding.subject.claims
    for claim in claims:
        for kinds, shows in _SHOWING:
            if isinstance(claim, kinds) and (shown := shows(before, sides)):
                return shown
    is_frozen = any(isinstance(claim, Frozen) for claim in claims)
    return _agrees(sides) if is_frozen and finding.fix and finding.fix.binds else ""


_Sides = tuple[Side, Side]


def _graph_works(before: _Sides, sides: _Sides) -> str:
    eager, graph = sides
    pairs = list(zip(eager.calls, graph.calls, strict=False))
    varies = (
        eager.result.varies or before[0].result.varies
    )  # what was drawn anew is drawn otherwise
    works = all(
        mine.error is None
        and other.error is None
        and (same(mine.value, other.value) or (varies and _alike(mine, other)))
        for mine, other in pairs
    )
    if not pairs or not works or not any(call.error for call in before[1].calls):
        return ""
    return f"{_counted(len(pairs), 'call')} of the graph give what eager code gives"


def _line_ends(before: _Sides, sides: _Sides) -> str:
    """For a line that only graphs did not let come to its end."""
    passes = list(zip(*(side.passes for side in sides), strict=False))
    ended = all(one.ended and other.ended for one, other in passes)
    failed = any(
        one.ended and not other.ended
        for one, other in zip(*(side.passes for side in before), strict=False)
    )
    fine = passes and ended and failed and not any(side.result.error for side in sides)
    return "the line comes to its end both ways" if fine else ""


def _varies_again(before: _Sides, sides: _Sides) -> str:
    return "equal calls vary both ways" if all(map(_varies, sides)) else ""


def _agrees(sides: _Sides) -> str:
    """For what each call made, and is made once now."""
    pairs = list(zip(*(side.calls for side in sides), strict=False))
    agree = all(m.error is o.error is None and same(m.value, o.value) for m, o in pairs)
    return f"{_counted(len(pairs), 'call')} give the same both ways" if pairs and agree else ""


def _nothing_made(before: _Sides, sides: _Sides) -> str:
    growth = sides[1].result.growth
    if growth is None:
        return ""
    old = before[1].result.growth
    made = [function for function in old.functions if any(function.created)] if old else []
    if made and growth.functions and not any(any(f.created) for f in growth.functions):
        count = sum(function.traces for function in growth.functions)
        return f"{_counted(count, 'trace')} in {_counted(growth.passes, 'pass')}"
    later = sides[1].calls[1:]
    traced = any(any(call.traces.values()) or any(call.created.values()) for call in later)
    return "nothing is traced after the first call" if later and not traced else ""


def _no_symbols(before: _Sides, sides: _Sides) -> str:
    if not all(side.calls for side in sides):
        return ""
    lines = [line for call in sides[1].calls for w in written_by(call) for line in w.lines]
    return "no symbol is written" if lines and not any(map(SYMBOL.search, lines)) else ""


_SHOWING: tuple[tuple[type[Claim], Callable[[_Sides, _Sides], str]], ...] = (
    (Raises, _graph_works),
    (LineDiffers, _line_ends),
    (Frozen, _varies_again),
    (MadeAnew, _nothing_made),
    (Retraces, _nothing_made),
    (SymbolsWritten, _no_symbols),
)
"""What shows for the claims that leave something to look at."""


def _varies(side: Side) -> bool:
    """Whether calls give different results that are no traces."""
    values = [c.value for c in side.calls if c.error is None and not any(c.traces.values())]
    return any(not same(value, values[0]) for value in values)


def _written(side: Side) -> int:
    """How many lines the calls of a side wrote."""
    return sum(written.count for call in side.calls for written in written_by(call))


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 'es' if what.endswith('s') else 's'}"


def eager_change(old: Side, new: Side, *, words: bool, passes: bool = True) -> str:
    """What eager code gives, raises or leaves behind that it did not before; "" where nothing shows.

    Args:
        old: the eager side of the old code.
        new: that of the new code.
        words: whether what it writes must be the same; else, that it writes something.
        passes: whether both sides pass the same line.
    """
    if old.result.error is None and new.result.error is not None:
        return f"the program raises {raised(new.result.error)}"
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
    """A value without its numbers; a Python number has that of the scalar that a graph makes of it."""
    if isinstance(value, dict) and "values" in value:
        if value.get("shape") == []:
            return _form(value["values"][0])
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
        after = "nothing" if new.error is None else raised(new.error)
        return f"raises {after}, and not {before}"
    return ""


def _of_value(what: str, old: Any, new: Any) -> str:
    if same(old, new) or (is_object(old) and is_object(new)):
        return ""
    before, after = both(old, new)
    return f"{what} {after}, and not {before}"
