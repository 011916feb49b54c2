"""Python state after each call."""

from __future__ import annotations

import ast
import re
from typing import Any

from tflint.confirm.compare import brief, same
from tflint.confirm.oracles.case import Case, Verdict, why_blocked


def state(case: Case) -> Verdict:
    """Python state after each call, in what the line changes."""
    blocked = why_blocked(case)
    if blocked is not None:
        return blocked
    names = changed_names(case.routes.statement) - case.routes.modules
    calls = case.eager.calls + case.graph.calls
    seen = {path for call in calls for path in call["state"]}
    # What else the program does between these calls is none of their doing.
    changed = {path for call in calls for path in call["changed"]}
    pointed = {path for path in seen if names & set(re.split(r"[.\[\]']+", path))}
    differences: list[str] = []
    for eager, graph in reversed(case.pairs):
        for path in sorted(pointed or changed):
            left, right = eager["state"].get(path), graph["state"].get(path)
            if path not in eager["state"] and path not in graph["state"]:
                continue
            missing = path not in eager["state"] or path not in graph["state"]
            if not missing and same(left, right):
                continue
            if not pointed and not missing and _is_array(left) and _is_array(right):
                continue
            shown_left = "missing" if path not in eager["state"] else brief(left)
            shown_right = "missing" if path not in graph["state"] else brief(right)
            differences.append(f"{path}: eagerly {shown_left}, as a graph {shown_right}")
        if differences:
            break
    if differences:
        return "confirmed", f"after {len(case.pairs)} calls " + "; ".join(_telling(differences)[:2])
    if names and not pointed:
        return "inconclusive", f"could not see what the line changes ({', '.join(sorted(names))})"
    return "refuted", f"the same state on both sides after each of {len(case.pairs)} calls"


def _telling(differences: list[str]) -> list[str]:
    return sorted(
        differences, key=lambda text: ("missing" in text, "symbolic" not in text, len(text))
    )


def _is_array(value: Any) -> bool:
    return isinstance(value, dict) and "values" in value


def changed_names(statement: ast.stmt | None) -> set[str]:
    """The names and attributes that a statement changes."""
    if statement is None:
        return set()
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
    names: set[str] = set()
    for target in targets:
        while isinstance(target, (ast.Subscript, ast.Starred)):
            target = target.value
        for inner in [target] if not isinstance(target, (ast.Tuple, ast.List)) else target.elts:
            if isinstance(inner, ast.Attribute):
                names.add(inner.attr)
            elif isinstance(inner, ast.Name):
                names.add(inner.id)
    return names
