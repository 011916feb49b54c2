"""Makes one finding of those that say the same of one thing, once comments had their say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tflint.finding import Applicability, Edit, Finding, Fix, Span


def fold(findings: Iterable[Finding]) -> list[Finding]:
    """The findings, of those about one thing the first, with how many more places there are.

    What raises and what goes wrong in silence stay apart, and so do information and warnings.
    """
    left: dict[tuple[object, ...], list[Finding]] = {}
    for finding in sorted(findings, key=lambda finding: finding.sort_key):
        about = finding.alike or finding.sort_key
        key = (finding.path, finding.code, finding.harm, finding.severity, about)
        left.setdefault(key, []).append(finding)
    return [_first_of(same) for same in left.values()]


def _first_of(same: list[Finding]) -> Finding:
    first, *others = same
    if not first.alike or not others:
        return first
    places = "1 more place" if len(others) == 1 else f"{len(others)} more places"
    return replace(first, message=f"{first.message} (and {places})", fix=_fix_of_all(same))


def _fix_of_all(same: list[Finding]) -> Fix | None:
    """The edits of all places that have a fix, as safe as the least safe of them.

    Of edits that touch, one waits for the other to be made.
    """
    fixes = [finding.fix for finding in same if finding.fix is not None]
    if not fixes:
        return None
    edits: list[Edit] = []
    for edit in sorted({edit for fix in fixes for edit in fix.edits}):
        before = edits[-1].span if edits else Span(0, 0, 0, 0)
        if (before.end_line, before.end_column) <= (edit.span.line, edit.span.column):
            edits.append(edit)
    unsafe = any(fix.applicability is Applicability.UNSAFE for fix in fixes)
    safety = Applicability.UNSAFE if unsafe else Applicability.SAFE
    return Fix(fixes[0].message, safety, tuple(edits))
