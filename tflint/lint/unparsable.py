"""TFL001, for files that are no valid Python."""

from __future__ import annotations

from tflint.facts.project import BrokenFile, find_fault
from tflint.files import Source
from tflint.finding import Finding, Span
from tflint.lint.housekeeping import UnparsableFile


def check_syntax(source: Source) -> Finding | None:
    """TFL001 for a file that does not parse."""
    fault = find_fault(source.path, source.text)
    return None if fault is None else unparsable(source.path, fault)


def unparsable(path: str, fault: BrokenFile) -> Finding:
    """TFL001, with what is wrong with the file."""
    span = Span(fault.line, fault.column, fault.line, fault.column)
    message = " ".join(fault.message.split())
    return UnparsableFile.at(path, span, f"the file cannot be parsed: {message}")
