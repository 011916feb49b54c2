"""*Silence here*: the comment that silences one finding, where it changes nothing else."""

from __future__ import annotations

import ast
import warnings

from tflint.files import Source
from tflint.files.noqa import Suppressions
from tflint.finding import Edit, Finding, Span
from tflint.lint.run_rules import UnparsableFile


def silenced(source: Source, finding: Finding) -> Edit | None:
    """The edit that adds ``# noqa`` to a finding's statement; None where no comment can stand.

    A comment that names codes already gets one more.
    """
    if finding.code == UnparsableFile.code:
        return None
    span = finding.span
    for number in dict.fromkeys((span.line, span.end_line)):
        edit = _at_end_of(source, number, finding.code)
        if edit is not None and _holds(source, edit, finding):
            return edit
    return None


def _at_end_of(source: Source, number: int, code: str) -> Edit | None:
    if not 1 <= number <= len(source.lines):
        return None
    for directive in source.noqa.directives:
        if directive.line == number and directive.codes:
            place = Span(number, directive.end_column, number, directive.end_column)
            return Edit(place, f", {code}")
    line = source.lines[number - 1]
    last = len(line.rstrip()) + 1
    return Edit(Span(number, last, number, last), f"  # noqa: {code}")


def _holds(source: Source, edit: Edit, finding: Finding) -> bool:
    """Whether the edit silences the finding, and the code stays the same."""
    lines = list(source.lines)
    at = edit.span.line - 1
    lines[at] = lines[at][: edit.span.column - 1] + edit.text + lines[at][edit.span.column - 1 :]
    text = "\n".join(lines)
    span = finding.span
    if not Suppressions.of(text).silences(finding.code, span.line, span.end_line):
        return False
    return _code(text) == _code(source.text)


def _code(text: str) -> str | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.dump(ast.parse(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
