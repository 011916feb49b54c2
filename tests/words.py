"""What tflint says of the fixture programs, word for word, in files that a review can read.

``tests/snapshots`` has a file for each rule, with all that is found in the rule's programs, what is
information only included, and one for each of the other folders of programs.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from environments import ROOT
from programs import Program, all_programs

from tflint.finding import Finding, Span

FOLDER = ROOT / "tests" / "snapshots"
OTHERS = ("values", "spellings", "snippets", "subjects")
"""The files that speak of no folder of programs."""
RENEW = "pytest tests/test_fixtures.py -k snapshot --renew"
"""What writes the files anew."""


def by_snapshot() -> dict[str, list[Program]]:
    """The programs that each file speaks of."""
    found: dict[str, list[Program]] = {}
    for program in all_programs():
        found.setdefault(program.code or program.path.parent.name, []).append(program)
    return found


def snapshot(programs: Iterable[Program]) -> str:
    """The text of one file."""
    return "\n".join("\n".join(_of_program(program)) + "\n" for program in programs)


def subjects(programs: Iterable[Program]) -> str:
    """What an experiment is to run and to test for each finding in these programs."""
    return "\n".join(
        f"== {program.name} ==\n" + "".join(map(_of_subject, program.all_findings))
        for program in programs
        if program.all_findings
    )


def path_of(name: str) -> Path:
    """Where a file stands."""
    return FOLDER / f"{name}.txt"


def left_over(names: Iterable[str]) -> list[Path]:
    """Files that no rule and no folder has a use for."""
    return sorted(set(FOLDER.iterdir()) - {path_of(name) for name in (*names, *OTHERS)})


def difference(before: str, after: str) -> str:
    """How the words changed, with the program and the finding around each change."""
    lines = difflib.unified_diff(
        before.splitlines(), after.splitlines(), "as written down", "as said now", "", "", 6, ""
    )
    return "\n".join(lines)


def hold(request: pytest.FixtureRequest, name: str, now: str, renew: str = RENEW) -> None:
    """Fail unless a file says what is said now; with ``--renew``, write it first."""
    path = path_of(name)
    if request.config.getoption("--renew"):
        path.write_text(now, encoding="utf-8")
    written = path.read_text(encoding="utf-8") if path.exists() else ""
    if not path.exists() or written != now:
        pytest.fail(f"if this is meant: {renew}\n{difference(written, now)}", pytrace=False)


def _of_program(program: Program) -> Iterator[str]:
    yield f"== {program.path.name} =="
    for finding in program.all_findings:
        yield from _of_finding(finding, program.path)


def _of_finding(finding: Finding, program: Path) -> Iterator[str]:
    def shown(path: str) -> str:
        return os.path.relpath(path, program) if program.is_dir() else ""

    harm, severity = finding.harm.value, finding.severity.value
    place = f"{shown(finding.path)}:{_of_span(finding.span)}".lstrip(":")
    yield f"{place} {finding.code} {finding.name} ({severity}, {harm})"
    yield f"    {finding.message}"
    for reason in finding.chain:
        yield f"    - {shown(reason.path)}:{reason.line}: {reason.text}".replace("- :", "- ")
    if finding.information:
        yield f"    = for information: {finding.information}"
    if finding.help:
        yield f"    = {finding.help}"


def _of_subject(finding: Finding) -> str:
    subject = finding.subject
    if subject is None:
        return f"{finding.span.line} {finding.code}: nothing\n"
    claims = ", ".join(map(repr, subject.claims))
    framework = f" with {subject.framework}" if subject.framework else ""
    said = f"{subject.entry.qualname} ({subject.kind.value}){framework}"
    if subject.function != subject.entry:
        said += f", for {subject.function.qualname}"
    return f"{finding.span.line} {finding.code}: {said}: {claims}\n"


def _of_span(span: Span) -> str:
    end = f"{span.end_line}:" if span.end_line != span.line else ""
    return f"{span.line}:{span.column}-{end}{span.end_column}"
