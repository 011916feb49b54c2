"""Flags what rules find in the files of one group. Whatever fails, the rest is reported."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from tflint.facts import Project
from tflint.facts.reach import in_reach
from tflint.finding import Finding, Span
from tflint.linting.engine import check
from tflint.linting.run_rules import RuleFailure, UnparsableFile
from tflint.rules import WANTED
from tflint.rules.base import Rule

_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,}\b|\b\d{9,}\b")
"""What an object is told by in this process only: its address, or its ``id``."""


def flag(
    project: Project,
    rules: Sequence[type[Rule]],
    reported: Collection[str],
    *,
    fixes: bool = False,
) -> list[Finding]:
    """What the rules say of some files of a group, TFL001 for those that do not parse."""
    relevant = project.relevant
    project.narrow(in_reach(project, WANTED))
    found: list[Finding] = []
    for path in sorted(project.relevant.intersection(reported)):
        found += flag_file(project, path, rules, fixes=fixes)
    for path in sorted(relevant.intersection(reported) - project.relevant):
        fault = project.fault(path)
        if fault is not None:
            found.append(UnparsableFile.of(path, *fault))
    return found


def flag_file(
    project: Project, path: str, rules: Sequence[type[Rule]], *, fixes: bool = False
) -> Iterator[Finding]:
    """What the rules say of one file, TFL001 if it does not parse, and which rules failed."""
    project.module(path)
    fault = project.broken.get(path)
    if fault is not None:
        yield UnparsableFile.of(path, *fault)
        return
    try:
        yield from list(check(project, path, rules, fixes=fixes))
    except Exception:
        yield from _one_by_one(project, path, rules, fixes)


def _one_by_one(
    project: Project, path: str, rules: Sequence[type[Rule]], fixes: bool
) -> Iterator[Finding]:
    """After a failure: what every rule but the failing ones finds, and which ones failed."""
    too_deep = False
    for rule in rules:
        try:
            yield from list(check(project, path, [rule], fixes=fixes))
        except RecursionError:
            too_deep = True
        except Exception as error:
            message = f"rule {rule.code} failed on this file: {_one_line(error)}"
            yield RuleFailure.at(path, Span(1, 1, 1, 1), message)
    if too_deep:
        yield UnparsableFile.of(path, "nested too deeply to be analysed", 1, 1)


def _one_line(error: Exception) -> str:
    """The error in words that are the same in every run."""
    text = _ADDRESS.sub("…", " ".join(str(error).split()))[:200]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
