"""Python state after each call."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tflint.claims import State
from tflint.experiment.compare import both, brief, same
from tflint.experiment.oracles.case import UNREACHED, Case, Verdict, why_blocked
from tflint.experiment.oracles.power import (
    call_without_trace,
    eager_code_works,
    line_in_graph,
    or_python,
    unclear,
)
from tflint.experiment.oracles.registry import oracle


def _changes(case: Case) -> str:
    """What the line changes was seen to change, eagerly, in a call that was not a trace."""
    paths = set(_pointed(case))
    if not paths:
        return f"could not see what the line changes ({', '.join(sorted(_names(case)))})"
    if not any(paths & {*eager.changed, *eager.line_changed} for eager, _ in case.untraced):
        return "what the line changes is the same after each call that was not a trace"
    return ""


def _compared(case: Case) -> str:
    pairs = [
        (eager.state.get(path), graph.state.get(path))
        for eager, graph in case.went
        for path in _pointed(case)
    ]
    if any(type(left) is dict and "object" in left for left, _ in pairs):
        return "what the line changes is an object whose state can't be seen"
    return next(filter(None, (unclear(*pair) for pair in pairs)), "")


def _lasting(case: Case) -> str:
    """The change is still there after the call; what is taken back before the end is not seen."""
    paths = set(_pointed(case))
    if any(paths & set(eager.changed) for eager, _ in case.untraced):
        return ""
    return "what the line changes is changed back before the call is over"


@oracle(
    State,
    power=(
        eager_code_works,
        line_in_graph,
        call_without_trace,
        or_python(_changes),
        or_python(_lasting),
        or_python(_compared),
    ),
)
def state(case: Case) -> Verdict:
    """Python state after each call, in what the line changes."""
    if case.only_traced:
        return _by_trace(case) or ("inconclusive", UNREACHED)
    blocked = why_blocked(case, of_the_line=True)
    if blocked is not None:
        return blocked
    differences = _differences(case, _moved(case))
    if differences:
        return case.differs(differences)
    return "refuted", f"the same state on both sides after each of {len(case.pairs)} calls"


def changed_by_line(case: Case) -> str:
    """What the line itself was seen to change, and that differs between the sides; empty if nothing."""
    paths = {path for call in case.eager.calls for path in call.line_changed}
    return _differences(case, sorted(paths))


def changed_by_calls(case: Case) -> str:
    """What calls were seen to change by whatever line, and that differs; empty if nothing."""
    paths = {path for call in case.eager.calls + case.graph.calls for path in call.changed}
    return _differences(case, sorted(paths))


def _differences(case: Case, paths: list[str]) -> str:
    """What differs between the sides after the last calls in which something does; empty if nothing."""
    for eager, graph in reversed(case.pairs):
        differences = []
        for path in paths:
            left, right = eager.state.get(path), graph.state.get(path)
            if path not in eager.state and path not in graph.state:
                continue
            missing = path not in eager.state or path not in graph.state
            if not missing and same(left, right):
                continue
            shown_left, shown_right = both(left, right)
            shown_left = "missing" if path not in eager.state else shown_left
            shown_right = "missing" if path not in graph.state else shown_right
            differences.append(f"{path}: eagerly {shown_left}, as a graph {shown_right}")
        if differences:
            return f"after {len(case.pairs)} calls " + "; ".join(_telling(differences)[:2])
    return ""


def _by_trace(case: Case) -> Verdict | None:
    """What the trace of a line changes that eager code never comes to."""
    eager, graph = case.pairs[-1]
    for path in sorted({path for call in case.graph.calls for path in call.line_changed}):
        left, right = eager.state.get(path), graph.state.get(path)
        if not same(left, right):
            changed = f"{path}: eagerly {brief(left)}, as a graph {brief(right)}"
            return "confirmed", f"eager code never comes to the line; its trace changes {changed}"
    return None


def _names(case: Case) -> set[str]:
    return changed_names(case.routes.statement) - case.routes.modules


def _pointed(case: Case) -> list[str]:
    """The paths of what the line changes: what it names, or was seen to change."""
    names = _names(case)
    calls = case.eager.calls + case.graph.calls
    seen = {path for call in calls for path in call.state}
    pointed = {path for path in seen if names & set(re.split(r"[.\[\]']+", path))}
    pointed |= {path for call in case.eager.calls for path in call.line_changed}
    if not pointed and not case.closed:
        # What else the program does between these calls is none of their doing.
        pointed = {path for call in calls for path in call.changed}
    return sorted(pointed)


def _moved(case: Case) -> list[str]:
    """The same without what no call has changed, on neither side: a time at which an object was made."""
    calls = case.eager.calls + case.graph.calls
    changed = {path for call in calls for path in (*call.changed, *call.line_changed)}
    return [
        path
        for path in _pointed(case)
        if any(_holds(path, other) or _holds(other, path) for other in changed)
    ]


def _holds(whole: str, part: str) -> bool:
    """True for a path and what leads on from it: of ``self.n`` for ``self.n[0]``, not for ``self.nn``."""
    return part.startswith(whole) and part[len(whole) : len(whole) + 1] in ("", ".", "[")


def _telling(differences: list[str]) -> list[str]:
    return sorted(
        differences, key=lambda text: ("missing" in text, "symbolic" not in text, len(text))
    )


def changed_roots(statement: ast.stmt | None) -> set[str]:
    """The names that what a statement changes is reached by."""
    roots: set[str] = set()
    for target in _changed(statement):
        while isinstance(target, (ast.Subscript, ast.Starred, ast.Attribute)):
            target = target.value
        if isinstance(target, ast.Name):
            roots.add(target.id)
    return roots


def changed_paths(statement: ast.stmt | None) -> set[str]:
    """What a statement changes of what ``self`` holds (``self.layer.kernel``)."""
    paths = {ast.unparse(target) for target in _changed(statement)}
    return {path for path in paths if re.fullmatch(r"self(\.\w+){2,}", path)}


def changed_names(statement: ast.stmt | None) -> set[str]:
    """The names and attributes that a statement changes."""
    names: set[str] = set()
    for target in _changed(statement):
        while isinstance(target, (ast.Subscript, ast.Starred)):
            target = target.value
        if isinstance(target, ast.Attribute):
            names.add(target.attr)
        elif isinstance(target, ast.Name):
            names.add(target.id)
    return names


_NAMES = (ast.Name, ast.Attribute)


def _changed(statement: ast.stmt | None) -> Iterator[ast.AST]:
    """What a statement assigns to, deletes, or calls a method of."""
    if statement is None:
        return
    targets: list[ast.AST] = []
    if isinstance(statement, (ast.For, ast.AsyncFor)):
        # Of a loop, what it takes its items from: an iterator goes on.
        targets += [node for node in ast.walk(statement.iter) if isinstance(node, _NAMES)]
    if isinstance(statement, ast.Assign):
        targets += statement.targets
    elif isinstance(statement, (ast.AugAssign, ast.AnnAssign)):
        targets.append(statement.target)
    elif isinstance(statement, ast.Delete):
        targets += statement.targets
    value = getattr(statement, "value", None)
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and not targets:
        targets.append(value.func.value)
    for target in targets:
        yield from target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
