"""What a finding is known again by, when its line moves: file, rule, function and the code it marks."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from tflint.files import Source
from tflint.finding import Finding

_LONGEST_TEXT = 160
"""Characters of marked code that are kept; of more, a hash tells the rest apart."""


class Identity(NamedTuple):
    """What a finding is known again by.

    Attributes:
        path: the file, from a folder on that whoever asks chose, with ``/`` between its parts.
        code: the rule.
        function: the function that it stands in, as Python qualifies it; "" outside any.
        text: the code that it marks: its first line, without the spaces around it.
    """

    path: str
    code: str
    function: str
    text: str


def identity_of(finding: Finding, source: Source | None, path: str) -> Identity:
    """The identity of a finding in a file that is called ``path``."""
    function = finding.subject.function.qualname if finding.subject else ""
    return Identity(sayable(path), finding.code, sayable(function), _marked(finding, source))


def sayable(text: str) -> str:
    """A text as UTF-8 can say it."""
    return text.encode(errors="backslashreplace").decode()


def _marked(finding: Finding, source: Source | None) -> str:
    """The code that a finding marks, in one line that changes with nothing around it."""
    span = finding.span
    if source is None or not 0 < span.line <= len(source.lines):
        return ""
    end = span.end_column - 1 if span.end_line == span.line else None
    text = sayable(" ".join(source.lines[span.line - 1][span.column - 1 : end].split()))
    if len(text) <= _LONGEST_TEXT:
        return text
    return f"{text[:_LONGEST_TEXT]}… {hashlib.sha256(text.encode()).hexdigest()[:16]}"
