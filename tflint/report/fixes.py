"""What can be fixed, what was, and how files change by it; in Ruff's words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tflint.files.notebook_editing import cell_sources
from tflint.files.reading import encoding_of
from tflint.report.place import place_of
from tflint.report.plain import one_line, printable

if TYPE_CHECKING:
    from tflint.files import Source
    from tflint.finding import Edit, Finding, Fix
    from tflint.linting.fixing import Mended
    from tflint.linting.linter import Report
    from tflint.report import Reporting


def mark(finding: Finding, reporting: Reporting) -> str:
    """``[*] `` where ``--fix`` would mend the finding."""
    return "[*] " if finding.is_fixable(unsafe=reporting.unsafe_fixes) else ""


def changed_lines(source: Source, fix: Fix) -> Iterator[tuple[int, str, str]]:
    """The lines that a fix takes out and puts in: the number before or after, ``-`` or ``+``, the text."""
    import difflib  # late: few findings have a fix

    first = min(edit.span.line for edit in fix.edits)
    last = max(edit.span.end_line for edit in fix.edits)
    before = source.lines[first - 1 : last]
    after = _made(before, first, fix.edits)
    groups = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    for kind, start, end, new_start, new_end in groups:
        if kind != "equal":
            yield from ((first + n, "-", before[n]) for n in range(start, end))
            yield from ((first + n, "+", after[n]) for n in range(new_start, new_end))


def _made(lines: list[str], first: int, edits: Sequence[Edit]) -> list[str]:
    """Lines of a source, of which ``first`` is the number of the first, after edits."""
    text = "\n".join(lines)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    pieces, done = [], 0
    for span, new in sorted(edits):
        pieces += [text[done : starts[span.line - first] + span.column - 1], new]
        done = min(starts[span.end_line - first] + span.end_column - 1, len(text))
    return "".join([*pieces, text[done:]]).split("\n")


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


def proofs(fixed: Sequence[Finding]) -> Iterator[str]:
    """A line for each fix that was proven: where it was made, and what the experiments showed."""
    for finding in fixed:
        if finding.verdict is not None:
            shown = one_line(str((finding.evidence or {}).get("reason", "")))
            span = finding.span
            place = f"{printable(finding.path)}:{span.line}:{span.column}"
            yield f"{place}: {finding.code} fixed, {finding.verdict}: {shown}"


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
        before, after = (_texts(path, data[path]) for data in (mended.before, mended.after))
        for name, text in before.items():
            lines = difflib.unified_diff(_lines(text), _lines(after[name]), name, name)
            yield from _with_ends(lines)


def _with_ends(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield line
        if not line.endswith("\n"):
            yield "\n\\ No newline at end of file\n"


def _texts(path: str, data: bytes) -> dict[str, str]:
    """What a file says, by what to call it: its path, or that of each cell in a notebook."""
    if not path.endswith(".ipynb"):
        return {path: data.decode(encoding_of(data))}
    cells = cell_sources(data.decode("utf-8-sig"))
    return {f"{path}:cell {number}": text for number, text in cells.items()}


def _lines(text: str) -> list[str]:
    """The lines of a text, with their ends as they are."""
    lines = text.split("\n")
    return [line + "\n" for line in lines[:-1]] + lines[-1:] * bool(lines[-1])


def as_values(report: Report, finding: Finding) -> dict[str, Any] | None:
    """How to mend a finding, for machines: lines and columns count from 1, in a notebook in the cell."""
    fix = finding.fix
    if fix is None:
        return None
    return {
        "applicability": fix.applicability.value,
        "message": fix.message,
        "edits": [_edit(report, finding.path, edit) for edit in fix.edits],
    }


def _counts(findings: Sequence[Finding], *, unsafe: bool) -> tuple[int, int]:
    """How many findings have a fix that may be made, and how many one that must be asked for."""
    fixable = sum(finding.is_fixable(unsafe=unsafe) for finding in findings)
    return fixable, sum(finding.fix is not None for finding in findings) - fixable


def _edit(report: Report, path: str, edit: Edit) -> dict[str, Any]:
    cell, line, indent = place_of(report, path, edit.span.line)
    end_cell, end_line, end_indent = place_of(report, path, edit.span.end_line)
    if end_cell != cell:  # the last line of the cell, with its end
        end_line, end_indent = line + edit.span.end_line - edit.span.line, indent
    place = {
        "line": line,
        "column": edit.span.column + indent,
        "end_line": end_line,
        "end_column": edit.span.end_column + end_indent,
    }
    return {**({} if cell is None else {"cell": cell}), **place, "content": edit.text}


def _plural(count: int, ending: str = "s") -> str:
    return "" if count == 1 else ending
