"""Findings of earlier runs, by the content of everything they depend on.

An entry is named by a hash of what was analysed (files, settings, rules, versions), so an entry
that is found is right, and a change of any kind simply looks elsewhere. Whatever cannot be read or
written is as good as absent: a cache never changes a finding and never stops a run.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache

from tflint import claims
from tflint.files import Source
from tflint.finding import (
    Applicability,
    Edit,
    EntryKind,
    Finding,
    Fix,
    FunctionRef,
    Harm,
    Reason,
    Span,
    Subject,
)
from tflint.linting.cache_folder import CacheFolder

_FORMAT = 6
_MOST_ENTRIES = 1000


class Cache:
    """A folder of entries."""

    def __init__(self, folder: str) -> None:
        self._entries = CacheFolder(folder, _version(), _MOST_ENTRIES)

    @property
    def refused(self) -> str:
        """Why the folder is left alone; "" when it is used."""
        return self._entries.refused

    def key(self, sources: Iterable[Source], seen: Iterable[str], codes: Iterable[str]) -> str:
        """The name of the entry for these files, under these rules.

        ``seen`` is what else the analysis goes by: where things are looked up, and found.
        """
        return key_of(sources, seen, codes)

    def get(self, key: str) -> list[Finding] | None:
        """The findings kept under ``key``; None when there are none that can be read."""
        try:
            checksum, text = map(_text, _list(self._entries.get(key)))
            if checksum != _checksum(key, text):
                return None
            return [load(entry) for entry in _list(json.loads(text))]
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return None

    def put(self, key: str, findings: Sequence[Finding]) -> None:
        """Keep findings under ``key``, if that can be done."""
        with suppress(ValueError, TypeError, RecursionError):
            text = json.dumps([dump(finding) for finding in findings])
            self._entries.put(key, [_checksum(key, text), text])


def key_of(sources: Iterable[Source], seen: Iterable[str], codes: Iterable[str]) -> str:
    """A name that changes with these files, and with what else an analysis goes by: see ``Cache.key``."""
    digest = hashlib.blake2b(digest_size=20)
    for part in (*seen, "", *codes, ""):
        digest.update(part.encode(errors="replace") + b"\0")
    for source in sources:
        digest.update(source.path.encode(errors="replace") + b"\0")
        digest.update(hashlib.blake2b(source.text.encode(errors="replace")).digest())
        digest.update(repr([tuple(cell) for cell in source.cells or ()]).encode())
    return digest.hexdigest()


def _checksum(key: str, text: str) -> str:
    """Tells an entry that is damaged, or was kept under another key."""
    return hashlib.blake2b(f"{key}\0{text}".encode(), digest_size=20).hexdigest()


@cache
def _version() -> str:
    """A name that changes with tflint's code, this format and the Python that parses."""
    digest = hashlib.blake2b(digest_size=8)
    for path, status in sorted(_code(os.path.dirname(os.path.dirname(__file__)))):
        digest.update(f"{path} {status.st_size} {status.st_mtime_ns}\n".encode())
    python = f"{sys.version_info.major}.{sys.version_info.minor}.{sys.version_info.micro}"
    return f"{_FORMAT}-{python}-{digest.hexdigest()}"


def _code(folder: str, below: str = "") -> Iterator[tuple[str, os.stat_result]]:
    """The files of a package, each with its path below the package."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".py"):
                yield below + entry.name, entry.stat()
            elif entry.name != "__pycache__" and entry.is_dir():
                yield from _code(entry.path, f"{below}{entry.name}/")


def dump(finding: Finding) -> dict[str, object]:
    """A finding in JSON's own values, without its verdict."""
    subject = finding.subject
    return {
        "path": finding.path,
        "span": list(finding.span),
        "code": finding.code,
        "name": finding.name,
        "message": finding.message,
        "harm": finding.harm.value,
        "information": finding.information,
        "is_possible": finding.is_possible,
        "chain": [[reason.path, reason.line, reason.text] for reason in finding.chain],
        "help": finding.help,
        "subject": None if subject is None else [
            subject.kind.value,
            [subject.entry.path, subject.entry.qualname, subject.entry.line],
            [subject.function.path, subject.function.qualname, subject.function.line],
            [claims.dump(claim) for claim in subject.claims],
            subject.framework,
            subject.is_eager,
        ],
        "noqa_lines": list(finding.noqa_lines),
        "alike": finding.alike,
        "fix": None if finding.fix is None else [
            finding.fix.message,
            finding.fix.applicability.value,
            [[list(edit.span), edit.text] for edit in finding.fix.edits],
            finding.fix.binds,
        ],
    }  # fmt: skip


def load(entry: object) -> Finding:
    """The finding that ``dump`` has made an entry of.

    Raises:
        KeyError, TypeError, ValueError: the entry is not what ``dump`` writes.
    """
    if not isinstance(entry, dict):
        raise TypeError("not an object")
    return Finding(
        path=_text(entry["path"]),
        span=_load_span(entry["span"]),
        code=_text(entry["code"]),
        name=_text(entry["name"]),
        message=_text(entry["message"]),
        harm=Harm(entry["harm"]),
        information=_text(entry["information"]),
        is_possible=entry["is_possible"] is True,
        chain=tuple(
            Reason(_text(path), _integer(line), _text(text))
            for path, line, text in map(_list, _list(entry["chain"]))
        ),
        help=_text(entry["help"]),
        subject=_load_subject(entry["subject"]),
        noqa_lines=tuple(map(_integer, _list(entry["noqa_lines"]))),
        alike=_text(entry["alike"]),
        fix=_load_fix(entry["fix"]),
    )


def _load_span(entry: object) -> Span:
    return Span(*map(_integer, _list(entry)))


def _load_fix(entry: object) -> Fix | None:
    if entry is None:
        return None
    message, applicability, edits, binds = _list(entry)
    return Fix(
        _text(message),
        Applicability(applicability),
        tuple(Edit(_load_span(span), _text(text)) for span, text in map(_list, _list(edits))),
        _text(binds),
    )


def _load_subject(entry: object) -> Subject | None:
    if entry is None:
        return None
    kind, outer, inner, claimed, framework, is_eager = _list(entry)
    return Subject(
        EntryKind(kind),
        _load_ref(outer),
        _load_ref(inner),
        tuple(map(claims.load, _list(claimed))),
        _text(framework),
        is_eager is True,
    )


def _load_ref(entry: object) -> FunctionRef:
    path, qualname, line = _list(entry)
    return FunctionRef(_text(path), _text(qualname), _integer(line))


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError("not a list")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("not text")
    return value


def _integer(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError("not a number")
    return value
