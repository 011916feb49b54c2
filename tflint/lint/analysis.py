"""What the rules say of one group of files that import each other."""

from __future__ import annotations

from collections.abc import Sequence

from tflint.facts import Project
from tflint.facts.reach import Wanted, in_reach
from tflint.finding import Finding
from tflint.lint.unparsable import unparsable
from tflint.rules import load
from tflint.rules.base import EagerRule, Rule
from tflint.syntax.stack import on_deep_stack


def analyse(project: Project, codes: Sequence[str]) -> list[Finding]:
    """What these rules find in a group of files, and TFL001 for files that do not parse.

    Suppressed findings are included.
    """
    return on_deep_stack(lambda: _findings(project, codes))


def _findings(project: Project, codes: Sequence[str]) -> list[Finding]:
    from tflint.lint.checking import check_file  # here, since it takes what nothing else needs

    found: list[Finding] = []
    rules = load(codes)
    relevant = project.relevant
    project.narrow(in_reach(project, wanted(rules)))
    for path in sorted(project.relevant):
        found += check_file(project, path, rules)
    for path in sorted(relevant - project.relevant):
        fault = project.fault(path)
        if fault is not None:
            found.append(unparsable(path, fault))
    return found


def wanted(rules: Sequence[type[Rule]]) -> Wanted:
    """Names without which these rules have nothing to look at in eager code."""
    eager = [rule for rule in rules if issubclass(rule, EagerRule)]
    return Wanted(
        calls=frozenset().union(*(rule.call_names for rule in eager)),
        stores=frozenset().union(*(rule.store_names for rule in eager)),
        methods=frozenset().union(*(rule.method_names for rule in eager)),
    )
