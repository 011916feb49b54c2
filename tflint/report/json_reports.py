"""Reads the JSON that tflint writes back, so that reports can be put together.

Reports come from other machines: what is not as tflint writes it is refused, entry by entry.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from typing import Any, TypeVar

from tflint.files import Source, UnparsableError, read_file
from tflint.files.regular import read_regular
from tflint.finding import (
    Applicability,
    Edit,
    EntryKind,
    Finding,
    Fix,
    FunctionRef,
    Harm,
    Reason,
    Severity,
    Span,
    Subject,
)
from tflint.linting.linter import Report
from tflint.refusal import RefusedError

_LARGEST = 1 << 28
"""Bytes of a report; a finding with all its evidence takes some thousand."""
_VERDICTS = (None, "confirmed", "refuted", "inconclusive")
_T = TypeVar("_T")


def merged(paths: Iterable[str]) -> Report:
    """The findings of several reports, each once; of the same one, what has a verdict.

    Lines of code are read from the files that findings name, where these are below the current folder.

    Raises:
        RefusedError: a file can't be read, or is no report of tflint.
    """
    found: dict[tuple[object, ...], Finding] = {}
    reading = _Reading()
    for path in paths:
        for finding in reading.findings(path):
            key = finding.sort_key
            if key not in found or found[key].verdict is None:
                found[key] = finding
    findings = sorted(found.values(), key=lambda finding: finding.sort_key)
    files = len({finding.path for finding in findings})
    return Report(findings, reading.sources, files=files)


class _Reading:
    """Findings out of JSON, and the files that they name."""

    def __init__(self) -> None:
        self.sources: dict[str, Source] = {}
        self._missing: set[str] = set()

    def findings(self, path: str) -> list[Finding]:
        """The findings of one report.

        Raises:
            RefusedError: it can't be read, or is none.
        """
        try:
            entries = json.loads(read_regular(path, _LARGEST))
            return [self._finding(_of(dict, entry)) for entry in _of(list, entries)]
        except OSError as error:
            raise RefusedError(f"{path}: cannot be read: {error.strerror or error}") from None
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            text = f"{type(error).__name__}: {error}"
            raise RefusedError(f"{path}: is no JSON report of tflint: {text}") from None

    def _finding(self, entry: dict[str, Any]) -> Finding:
        path = _of(str, entry["path"])
        span = self._span(path, entry.get("cell"), entry)
        verdict = entry.get("verdict")
        if verdict not in _VERDICTS:
            raise ValueError(f"no verdict: {verdict!r}")
        evidence = entry.get("evidence")
        function = entry.get("function")
        fix = entry.get("fix")
        finding = Finding(
            path=path,
            span=span,
            code=_of(str, entry["code"]),
            name=_of(str, entry["name"]),
            message=_of(str, entry["message"]),
            harm=Harm(entry["harm"]),
            information=_of(str, entry["information"]),
            is_possible=Severity(entry["severity"]) is Severity.POSSIBLE,
            chain=tuple(self._reason(_of(dict, reason)) for reason in _of(list, entry["chain"])),
            help=_of(str, entry["help"]),
            subject=None if function is None else self._subject(path, _of(dict, function)),
            fix=None if fix is None else self._fix(path, _of(dict, fix)),
            verdict=verdict,
            evidence=None if evidence is None else _of(dict, evidence),
        )
        if finding.severity is not Severity(entry["severity"]):
            raise ValueError(f"a finding of severity {entry['severity']!r}, and why is not said")
        return finding

    def _subject(self, path: str, function: dict[str, Any]) -> Subject:
        """What a report tells of it: nothing is to be run."""
        shift, _ = self._shift(path, function.get("cell"))
        ref = FunctionRef(path, _of(str, function["name"]), _number(function["line"]) + shift)
        kind = EntryKind(function["runs_as"])
        return Subject(kind, ref, ref, claims=(), is_eager=kind is EntryKind.EAGER)

    def _fix(self, path: str, fix: dict[str, Any]) -> Fix:
        edits = [_of(dict, edit) for edit in _of(list, fix["edits"])]
        return Fix(
            _of(str, fix["message"]),
            Applicability(fix["applicability"]),
            tuple(
                Edit(self._span(path, edit.get("cell"), edit), _of(str, edit["content"]))
                for edit in edits
            ),
        )

    def _reason(self, reason: dict[str, Any]) -> Reason:
        path, line = _of(str, reason["path"]), _number(reason["line"])
        shift, _ = self._shift(path, reason.get("cell"))
        return Reason(path, line + shift, _of(str, reason["text"]))

    def _span(self, path: str, cell: Any, entry: dict[str, Any]) -> Span:
        line, column = _number(entry["line"]), _number(entry["column"])
        end_line, end_column = _number(entry["end_line"]), _number(entry["end_column"])
        shift, indent = self._shift(path, cell)
        return Span(line + shift, column - indent, end_line + shift, end_column - indent)

    def _shift(self, path: str, cell: Any) -> tuple[int, int]:
        """How lines and columns of a cell differ from those of the source's text."""
        source = self._source(path)
        if cell is None or source is None:
            return 0, 0
        try:
            first = source.line_in(_number(cell), 1)
        except LookupError:
            return 0, 0
        return first - 1, source.place(first).indent

    def _source(self, path: str) -> Source | None:
        below = os.path.relpath(os.path.realpath(path)) if "\0" not in path else os.pardir
        if path not in self.sources and path not in self._missing:
            try:
                if below.startswith(os.pardir) or not os.path.isfile(path):
                    raise OSError("not here")
                self.sources[path] = read_file(path)
            except (OSError, UnparsableError):
                self._missing.add(path)
        return self.sources.get(path)


def _of(kind: type[_T], value: Any) -> _T:
    if not isinstance(value, kind):
        raise TypeError(f"{type(value).__name__} where {kind.__name__} was expected")
    return value


def _number(value: Any) -> int:
    number = _of(int, value)
    if isinstance(value, bool) or not 0 < number < 1 << 31:
        raise ValueError(f"no line or column: {str(value)[:20]}")
    return number
