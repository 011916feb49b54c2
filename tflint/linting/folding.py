"""Makes one finding of those that say the same of one thing, once comments had their say."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from tflint.files import Place
from tflint.finding import Applicability, Edit, Finding, Fix, Span

_MOST_NAMED = 5
"""Lines that are named of the other places of one finding; beyond, how many more there are."""

PlaceOf = Callable[[str, int], Place]
"""Where a line of a file, by its path, is for a reader."""


def fold(findings: Iterable[Finding], place_of: PlaceOf) -> list[Finding]:
    """The findings, of those about one thing the first, with the lines of the others.

    What raises and what goes wrong in silence stay apart, and so do information and warnings, and what is
    information for other reasons.
    """
    left: dict[tuple[object, ...], list[Finding]] = {}
    for finding in sorted(findings, key=lambda finding: finding.sort_key):
        about = finding.alike or finding.sort_key
        weight = (finding.information, finding.is_possible)
        key = (finding.path, finding.code, finding.harm, weight, about)
        left.setdefault(key, []).append(finding)
    return [_first_of(same, place_of) for same in left.values()]


def _first_of(same: list[Finding], place_of: PlaceOf) -> Finding:
    first, *others = same
    if not first.alike or not others:
        return first
    places = _places([place_of(one.path, one.span.line) for one in same])
    return replace(first, message=f"{first.message} ({places})", fix=_fix_of_all(same))


def _places(places: list[Place]) -> str:
    """The lines of all but the first, unless all are on one, or in several cells of a notebook."""
    first, *others = places
    lines = [str(line) for line in sorted({other.line for other in others} - {first.line})]
    if not lines or any(other.cell != first.cell for other in others):
        return "and 1 more place" if len(others) == 1 else f"and {len(others)} more places"
    if len(lines) == 1:
        return f"also on line {lines[0]}"
    if len(lines) > _MOST_NAMED:
        return f"also on lines {', '.join(lines[:_MOST_NAMED])} and {len(lines) - _MOST_NAMED} more"
    return f"also on lines {', '.join(lines[:-1])} and {lines[-1]}"


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
