"""*Silence here*: the comment that silences one finding, where it changes nothing else."""

from __future__ import annotations

import ast

from tflint.files import Source
from tflint.files.noqa import Suppressions, comments_for
from tflint.finding import Edit, Finding
from tflint.linting.run_rules import UnparsableFile
from tflint.syntax.parsing import tree_of


def silenced(source: Source, finding: Finding) -> Edit | None:
    """The edit that adds ``# noqa`` to a finding's statement; None where no comment can stand.

    A comment that names codes already gets one more.
    """
    if finding.code == UnparsableFile.code:
        return None
    edits = comments_for(source.text, {finding.span.line: [finding.code]})
    return next((edit for edit in edits if _holds(source, edit, finding)), None)


def _holds(source: Source, edit: Edit, finding: Finding) -> bool:
    """Whether the edit silences the finding, and the code stays the same."""
    lines = list(source.lines)
    at = edit.span.line - 1
    line = lines[at]
    lines[at] = line[: edit.span.column - 1] + edit.text + line[edit.span.end_column - 1 :]
    text = "\n".join(lines)
    span = finding.span
    if not Suppressions.of(text).silences(finding.code, span.line, span.end_line):
        return False
    return _code(text) == _code(source.text)


def _code(text: str) -> str | None:
    tree = tree_of(text)
    try:
        return None if tree is None else ast.dump(tree)
    except RecursionError:
        return None
