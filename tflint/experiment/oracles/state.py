"""Python state after each call."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

from tflint.claims import State
from tflint.experiment.compare import brief, same
from tflint.experiment.oracles.case import Case, Verdict, why_blocked
from tflint.experiment.oracles.registry import oracle


@oracle(State)
def state(case: Case) -> Verdict:
    """Python state after each call, in what the line changes."""
    blocked = why_blocked(case, of_the_line=True)
    if blocked is not None:
        return blocked
    names = changed_names(case.routes.statement) - case.routes.modules
    calls = case.eager.calls + case.graph.calls
    seen = {path for call in calls for path in call.state}
    # What else the program does between these calls is none of their doing.
    changed = {path for call in calls for path in call.changed}
    pointed = {path for path in seen if names & set(re.split(r"[.\[\]']+", path))}
    differences: list[str] = []
    for eager, graph in reversed(case.pairs):
        for path in sorted(pointed or changed):
            left, right = eager.state.get(path), graph.state.get(path)
            if path not in eager.state and path not in graph.state:
                continue
            missing = path not in eager.state or path not in graph.state
            if not missing and same(left, right):
                continue
            if not pointed and not missing and _is_array(left) and _is_array(right):
                continue
            shown_left = "missing" if path not in eager.state else brief(left)
            shown_right = "missing" if path not in graph.state else brief(right)
            differences.append(f"{path}: eagerly {shown_left}, as a graph {shown_right}")
        if differences:
            break
    if differences:
        reason = "; ".join(_telling(differences)[:2])
        return case.differs(f"after {len(case.pairs)} calls {reason}")
    if names and not pointed:
        return "inconclusive", f"could not see what the line changes ({', '.join(sorted(names))})"
    return case.equal(f"the same state on both sides after each of {len(case.pairs)} calls")


def _telling(differences: list[str]) -> list[str]:
    return sorted(
        differences, key=lambda text: ("missing" in text, "symbolic" not in text, len(text))
    )


def _is_array(value: Any) -> bool:
    return isinstance(value, dict) and "values" in value


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


def _changed(statement: ast.stmt | None) -> Iterator[ast.AST]:
    """What a statement assigns to, deletes, or calls a method of."""
    if statement is None:
        return
    targets: list[ast.AST] = []
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
