"""Takes out the findings that comments silence, and judges the comments that silence nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from tflint.files import Source
from tflint.finding import Finding, Span
from tflint.linting.run_rules import UnparsableFile, UnusedSuppression


def suppress(
    sources: Sequence[Source],
    findings: Sequence[Finding],
    judged: Collection[str] = (),
    *,
    fixes: bool = False,
) -> list[Finding]:
    """The findings that no comment silences, and those of comments that silence nothing.

    The latter are of codes that begin with the letters that are ``judged``. No fix is left that would
    change a line on which a comment silences the finding.
    """
    by_path: dict[str, list[Finding]] = {source.path: [] for source in sources}
    for finding in findings:
        by_path[finding.path].append(finding)
    left: list[Finding] = []
    for source in sources:
        mine = by_path[source.path]
        if mine or any(letters in source.text.upper() for letters in judged):
            left += [
                _without_silenced_fix(source, finding)
                for finding in mine
                if not _is_silenced(source, finding)
            ]
            if judged:
                left += _unused_suppressions(source, judged, fixes)
    return left


def _is_silenced(source: Source, finding: Finding) -> bool:
    if finding.code == UnparsableFile.code:
        return False
    span = finding.span
    cell = source.place(span.line).cell  # a comment above may end the cell before
    lines = [line for line in finding.noqa_lines if source.place(line).cell == cell]
    return source.noqa.silences(finding.code, span.line, span.end_line, *lines)


def _without_silenced_fix(source: Source, finding: Finding) -> Finding:
    if finding.fix is None:
        return finding
    spans = [edit.span for edit in finding.fix.edits]
    lines = [line for span in spans for line in range(span.line, span.end_line + 1)]
    return replace(finding, fix=None) if source.noqa.silences(finding.code, *lines) else finding


def _unused_suppressions(source: Source, judged: Collection[str], fixes: bool) -> Iterator[Finding]:
    """A finding for each comment of ours that was not needed; those may be silenced in turn."""
    for directive in source.noqa.directives:
        unused = directive.unused(judged)
        if not unused or source.noqa.silences(UnusedSuppression.code, directive.line):
            continue
        names = ", ".join(unused)
        span = Span(directive.line, directive.column, directive.line, directive.end_column)
        found = UnusedSuppression.at(source.path, span, f"unused suppression: {names}")
        fix = UnusedSuppression.fix_of(source, directive, unused) if fixes else None
        yield replace(found, fix=fix)
