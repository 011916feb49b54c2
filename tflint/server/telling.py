"""Findings in the editor's words: diagnostics, what shows on hovering, where to go."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from lsprotocol import types

from tflint.finding import EntryKind, Finding, Harm, Reason
from tflint.linting.codes import every_rule
from tflint.report import evidence
from tflint.report.explain import TracedFunction
from tflint.report.pages import page
from tflint.report.plain import one_line
from tflint.server.places import Opened, location, of_reason

SOURCE = "tflint"


def diagnostic(opened: Opened, finding: Finding, *, related: bool) -> types.Diagnostic | None:
    """A finding as the editor shows it; ``related`` says whether it shows the reasons as places."""
    where = location(opened, finding.path, finding.span)
    if where is None:
        return None
    tags = [types.DiagnosticTag.Unnecessary] if finding.name == "unused-suppression" else None
    return types.Diagnostic(
        range=where.range,
        severity=_severity(finding),
        code=finding.code,
        source=SOURCE,
        message="\n".join(_message(finding)),
        tags=tags,
        related_information=list(_related(opened, finding, where)) if related else None,
    )


def _severity(finding: Finding) -> types.DiagnosticSeverity:
    if not finding.asks_for_change:
        return types.DiagnosticSeverity.Information
    if finding.harm is Harm.ERROR:
        return types.DiagnosticSeverity.Error
    return types.DiagnosticSeverity.Warning


def _message(finding: Finding) -> Iterator[str]:
    yield f"{one_line(finding.message)} [{finding.harm.value}]"
    if finding.verdict:
        first = True
        for label, line in evidence.lines(finding.evidence or {}):
            if first:
                yield f"{finding.verdict}: {line}" if not label else finding.verdict
            if label:
                yield f"{label}: {line}"
            first = False
        if first:
            yield finding.verdict


def _related(
    opened: Opened, finding: Finding, where: types.Location
) -> Iterator[types.DiagnosticRelatedInformation]:
    for reason in finding.chain:
        place = of_reason(opened, reason)
        if place is not None:
            yield types.DiagnosticRelatedInformation(place, one_line(reason.text))
    if finding.verdict:
        for label, line in evidence.lines(finding.evidence or {}):
            said = f"{label}: {line}" if label else f"{finding.verdict}: {line}"
            yield types.DiagnosticRelatedInformation(where, said)


def about(opened: Opened, findings: Sequence[Finding]) -> str:
    """What shows on hovering over findings, in Markdown: why, what helps, and the rule's page."""
    parts = ["\n\n".join(_about(opened, finding)) for finding in findings]
    codes = dict.fromkeys(finding.code for finding in findings)
    parts += [page(every_rule()[code]).strip() for code in codes if code in every_rule()]
    return "\n\n---\n\n".join(parts)


def _about(opened: Opened, finding: Finding) -> Iterator[str]:
    yield f"**{finding.code}** {one_line(finding.message)} [{finding.harm.value}]"
    if finding.chain:
        eager = finding.subject is None or finding.subject.kind is EntryKind.EAGER
        yield "Because:" if eager else "In a graph because:"
        yield "\n".join(_linked(opened, reason) for reason in finding.chain)
    if finding.information:
        yield f"{finding.severity.remark.capitalize()}: {one_line(finding.information)}"
    if finding.help:
        yield one_line(finding.help)
    if finding.verdict:
        said = evidence.lines(finding.evidence or {})
        lines = [f"- {label}: {line}" if label else f"- {line}" for label, line in said]
        yield "\n".join([f"**{finding.verdict}**", "", *lines])


def _linked(opened: Opened, reason: Reason) -> str:
    place = of_reason(opened, reason)
    name = f"{os.path.basename(reason.path)}:{reason.line}"
    if place is None:
        return f"1. {name} {one_line(reason.text)}"
    return f"1. [{name}]({place.uri}#L{place.range.start.line + 1}) {one_line(reason.text)}"


def about_function(opened: Opened, functions: Sequence[TracedFunction]) -> str:
    """What shows on hovering over the name of a function that runs in a graph, in Markdown."""
    parts = []
    for function in functions:
        aspects = f" ({', '.join(function.aspects)})" if function.aspects else ""
        chain = "\n".join(_linked(opened, reason) for reason in function.chain)
        parts.append(f"`{function.name}` runs in a graph{aspects}:\n\n{chain}")
    return "\n\n".join(parts)


def entry_point(opened: Opened, chains: Sequence[Sequence[Reason]]) -> list[types.Location]:
    """Where the graphs begin that lead to a line: the first reason of each chain."""
    found: list[types.Location] = []
    for chain in chains:
        place = of_reason(opened, chain[0]) if chain else None
        if place is not None and place not in found:
            found.append(place)
    return found
