"""Flags what rules find in the files of one group. Whatever fails, the rest is reported."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from tflint.facts import Project
from tflint.facts.graphs.bounds import cuts
from tflint.facts.graphs.reach import in_reach
from tflint.finding import Finding, Span
from tflint.linting.engine import check
from tflint.linting.run_rules import PartlyAnalysed, RuleFailure, UnparsableFile
from tflint.rules import WANTED
from tflint.rules.base import Rule

if TYPE_CHECKING:
    from tflint.cst import ProjectRule

_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,}\b|\b\d{9,}\b")
"""What an object is told by in this process only: its address, or its ``id``."""


def flag(
    project: Project,
    rules: Sequence[type[Rule]],
    reported: Collection[str],
    own: Sequence[type[ProjectRule]] = (),
    *,
    fixes: bool = False,
) -> list[Finding]:
    """What our rules and the project's own say of some files of a group; TFL001 for those not parsed.

    Where what rules ask for can't be worked out, that is said of each of the files, and of no other group.
    """
    try:
        return _flag(project, rules, reported, own, fixes)
    except Exception as error:
        return list(_not_analysed(project, reported, error))


def _not_analysed(
    project: Project, reported: Collection[str], error: Exception
) -> Iterator[Finding]:
    """That nothing is known of the files of a group, and which of them are no Python."""
    for path in sorted(reported):
        fault = project.fault(path)
        if fault is not None:
            yield UnparsableFile.in_text(path, fault, project.sources[path].text)
        elif path in project.relevant:
            message = f"the program of this file could not be analysed: {_one_line(error)}"
            yield RuleFailure.at(path, Span(1, 1, 1, 1), message)


def _flag(
    project: Project,
    rules: Sequence[type[Rule]],
    reported: Collection[str],
    own: Sequence[type[ProjectRule]],
    fixes: bool,
) -> list[Finding]:
    relevant = project.relevant
    reach = in_reach(project, WANTED)
    seen = [
        path for path in sorted(relevant.intersection(reported)) if _looked_at(project, path, own)
    ]
    if reach.issuperset(seen):
        project.narrow(reach)
    found: list[Finding] = []
    for path in sorted(project.relevant.intersection(reported)):
        found += flag_file(project, path, rules, fixes=fixes)
    for path in seen:
        found += flag_by_own_rules(project, path, _looked_at(project, path, own), fixes=fixes)
    for path in sorted(relevant.intersection(reported) - project.relevant):
        fault = project.fault(path)
        if fault is not None:
            found.append(UnparsableFile.in_text(path, fault, project.sources[path].text))
    return found


def flag_file(
    project: Project, path: str, rules: Sequence[type[Rule]], *, fixes: bool = False
) -> Iterator[Finding]:
    """What the rules say of one file, TFL001 if it does not parse, and which rules failed."""
    project.module(path)
    fault = project.broken.get(path)
    if fault is not None:
        yield UnparsableFile.in_text(path, fault, project.sources[path].text)
        return
    try:
        yield from list(check(project, path, rules, fixes=fixes))
    except Exception:
        yield from _one_by_one(project, path, rules, fixes)
    yield from _partly_analysed(project, path)


def _partly_analysed(project: Project, path: str) -> Iterator[Finding]:
    """What bounds have left out of a file."""
    module = project.module(path)
    if module is not None:
        lines = module.lines
        yield from (PartlyAnalysed.of(path, cut, lines) for cut in cuts(project, module))


def flag_by_own_rules(
    project: Project, path: str, rules: Sequence[type[ProjectRule]], *, fixes: bool = False
) -> Iterator[Finding]:
    """What rules of the project's own report of one file that parses, and which of them failed."""
    from tflint.cst.project_rules import File, UnreadableError

    if project.module(path) is None:
        return
    failed = partial(RuleFailure.at, path, Span(1, 1, 1, 1))
    try:
        file = File(project, path)
    except UnreadableError as error:
        codes = ", ".join(rule.code for rule in rules)
        yield replace(failed(f"{codes} can't look at this file: {error}"), help="")
        return
    for rule in rules:
        try:
            yield from file.findings(rule, fixes=fixes)
        except Exception as error:
            said = failed(f"rule {rule.code} failed on this file: {_one_line(error)}")
            where = f"{rule.__module__}.{rule.__qualname__}"
            yield replace(said, help=f"This is a rule of the project's own: {where}.")


def _looked_at(
    project: Project, path: str, own: Sequence[type[ProjectRule]]
) -> list[type[ProjectRule]]:
    """Rules of the project's own that want to see a file."""
    text = project.sources[path].text
    return [
        rule for rule in own if not rule.mentions or any(word in text for word in rule.mentions)
    ]


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
