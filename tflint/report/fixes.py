"""What can be fixed, what was, and how files change by it; in Ruff's words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tflint.files.reading import encoding_of
from tflint.report.plain import printable

if TYPE_CHECKING:
    from tflint.finding import Edit, Finding, Fix
    from tflint.linting.fixing import Mended
    from tflint.linting.linter import Report
    from tflint.report import Reporting


def mark(finding: Finding, reporting: Reporting) -> str:
    """``[*] `` where ``--fix`` would mend the finding."""
    return "[*] " if finding.is_fixable(unsafe=reporting.unsafe_fixes) else ""


def remedy(report: Report, reporting: Reporting) -> str:
    """How many findings fixes would mend: a line, or nothing."""
    fixable, hidden = _counts(report.findings, unsafe=reporting.unsafe_fixes)
    unsafe = f"{hidden} unsafe fix{_plural(hidden, 'es')} available with `--fix --unsafe-fixes`"
    if fixable:
        return f"[*] {fixable} fixable with `--fix`{f' ({unsafe})' if hidden else ''}."
    return f"{unsafe}." if hidden else ""


def would_fix(mended: Mended, *, unsafe: bool) -> str:
    """What ``--diff`` says after the differences: a line, or nothing."""
    _, hidden = _counts(mended.linted.findings, unsafe=unsafe)
    more = f"{hidden} additional fix{_plural(hidden, 'es')} available with `--unsafe-fixes`"
    fixed = len(mended.fixed)
    if fixed:
        return f"Would fix {fixed} finding{_plural(fixed)}{f' ({more})' if hidden else ''}."
    return f"No findings would be fixed ({more})." if hidden else ""


def shown_fixes(fixed: Sequence[Finding]) -> Iterator[str]:
    """The lines that ``--show-fixes`` adds: of each file, how many findings of which rules are gone."""
    if not fixed:
        return
    yield f"Fixed {len(fixed)} finding{_plural(len(fixed))}:"
    for path in dict.fromkeys(finding.path for finding in fixed):
        yield f"- {printable(path)}:"
        counted = Counter((f.code, f.name) for f in fixed if f.path == path)
        width = len(str(max(counted.values())))
        for (code, name), count in sorted(counted.items(), key=lambda entry: (-entry[1], entry[0])):
            yield f"    {count:>{width}} × {code} ({name})"  # noqa: RUF001 - as Ruff writes it


def differences(mended: Mended) -> Iterator[str]:
    """Lines of a unified diff of all files that change, each with its end."""
    import difflib  # late: runs that fix nothing need it not

    for path in sorted(mended.after):
        before, after = (_lines(data[path]) for data in (mended.before, mended.after))
        yield from _with_ends(difflib.unified_diff(before, after, path, path))


def _with_ends(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield line
        if not line.endswith("\n"):
            yield "\n\\ No newline at end of file\n"


def _lines(data: bytes) -> list[str]:
    """The lines of a file, with their ends as they are."""
    text = data.decode(encoding_of(data))
    lines = text.split("\n")
    return [line + "\n" for line in lines[:-1]] + lines[-1:] * bool(lines[-1])


def as_values(fix: Fix | None) -> dict[str, Any] | None:
    """A fix for machines: lines and columns count from 1."""
    if fix is None:
        return None
    return {
        "applicability": fix.applicability.value,
        "message": fix.message,
        "edits": [_edit(edit) for edit in fix.edits],
    }


def _counts(findings: Sequence[Finding], *, unsafe: bool) -> tuple[int, int]:
    """How many findings have a fix that may be made, and how many one that must be asked for."""
    fixable = sum(finding.is_fixable(unsafe=unsafe) for finding in findings)
    return fixable, sum(finding.fix is not None for finding in findings) - fixable


def _edit(edit: Edit) -> dict[str, Any]:
    return {**edit.span._asdict(), "content": edit.text}


def _plural(count: int, ending: str = "s") -> str:
    return "" if count == 1 else ending
