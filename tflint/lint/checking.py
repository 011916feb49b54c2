"""What the rules say of one file. Whatever fails, the rest is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tflint.facts import Project
from tflint.facts.project import BrokenFile
from tflint.finding import Finding, Span
from tflint.lint.engine import check
from tflint.lint.housekeeping import RuleFailure
from tflint.lint.unparsable import unparsable
from tflint.rules.base import Rule


def check_file(project: Project, path: str, rules: Sequence[type[Rule]]) -> Iterator[Finding]:
    """What the rules say of one file, TFL001 if it does not parse, and which rules failed."""
    project.module(path)
    fault = project.broken.get(path)
    if fault is not None:
        yield unparsable(path, fault)
        return
    try:
        yield from list(check(project, path, rules))
    except Exception:
        yield from _check_one_by_one(project, path, rules)


def _check_one_by_one(
    project: Project, path: str, rules: Sequence[type[Rule]]
) -> Iterator[Finding]:
    """After a failure: what every rule but the failing ones finds, and which ones failed."""
    too_deep = False
    for rule in rules:
        try:
            yield from list(check(project, path, [rule]))
        except RecursionError:
            too_deep = True
        except Exception as error:
            message = f"rule {rule.code} failed on this file: {_one_line(error)}"
            yield RuleFailure.at(path, Span(1, 1, 1, 1), message)
    if too_deep:
        yield unparsable(path, BrokenFile("nested too deeply to be analysed", 1, 1))


def _one_line(error: Exception) -> str:
    text = " ".join(str(error).split())[:200]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
