"""Verdicts of earlier runs, by the hash of what they depend on.

That is the finding, the code its experiments may run, the interpreter with all that is installed in
it, the settings and this package. What is found is right, then, unless the function reads other
things that change: a file of data, the network. A verdict that came of haste or of a missing
interpreter is not kept, and an entry that cannot be read is as good as absent.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

from tflint.confirm import given
from tflint.confirm.dependencies import Dependencies
from tflint.confirm.engine import settle_each
from tflint.confirm.interpreters import stamp
from tflint.confirm.settings import ConfirmSettings
from tflint.confirm.subjects import framework_of
from tflint.entries import Entries
from tflint.finding import Finding, FunctionRef

Progress = Callable[[int, int], None]
Settle = Callable[[list[Finding], ConfirmSettings], Iterable[tuple[int, Finding]]]
_MOST_ENTRIES = 10_000
_VERDICTS = ("confirmed", "refuted", "inconclusive")
_NO_MATTER = {"python", "pythons", "jobs", "timeout"}
_PASSING = re.compile(
    r"timed out|could not start|could not import \S+ in |could not read|worker process"
    r"|died of|used more than|too many processes|wrote without end|[Ii]nterrupt"
)
"""Reasons that another run, on a machine with more time or memory, need not meet again."""


def confirm_changed(
    findings: Iterable[Finding],
    settings: ConfirmSettings,
    cache_dir: str | None,
    progress: Progress | None = None,
    *,
    settle: Settle = settle_each,
) -> list[Finding]:
    """Settle only what no earlier run has settled; the rest says ``cached: true``.

    Each verdict is kept as it comes, so that a run which is broken off loses none. Without a folder
    for the cache all findings are settled anew, and nothing is kept. ``progress`` is called with how
    many are settled and how many there are.
    """
    pending = list(findings)
    verdicts = None if cache_dir is None else VerdictCache(cache_dir, settings)
    result = [None if verdicts is None else verdicts.get(finding) for finding in pending]
    missing = [number for number, known in enumerate(result) if known is None]
    tell = progress or (lambda done, total: None)
    done = len(pending) - len(missing)
    tell(done, len(pending))
    if missing:
        for place, fresh in settle([pending[number] for number in missing], settings):
            number = missing[place]
            result[number] = fresh
            if verdicts is not None:
                verdicts.put(pending[number], fresh)
            done += 1
            tell(done, len(pending))
    return [finding for finding in result if finding is not None]


class VerdictCache:
    """Verdicts kept in a folder."""

    def __init__(self, cache_dir: str, settings: ConfirmSettings) -> None:
        self._entries = Entries(cache_dir, "verdicts", _MOST_ENTRIES)
        self._settings = settings
        self._dependencies = Dependencies(settings.roots)
        self._common = _engine() + _settings(settings)
        self._stamps: dict[str, bytes | None] = {}
        self._keys: dict[Finding, str | None] = {}

    def get(self, finding: Finding) -> Finding | None:
        """The finding with the verdict of an earlier run; None when it has to be settled."""
        key = self._key(finding)
        entry = self._entries.get(key) if key else None
        if not isinstance(entry, dict):
            return None
        verdict, evidence = entry.get("verdict"), entry.get("evidence")
        if verdict not in _VERDICTS or not isinstance(evidence, dict):
            return None
        if verdict == "inconclusive" and entry.get("timeout") != self._settings.timeout:
            return None
        return finding.with_verdict(verdict, {**evidence, "cached": True})

    def put(self, finding: Finding, settled: Finding) -> None:
        """Keep the verdict on a finding, if it would be the same another time."""
        key = self._key(finding)
        evidence = settled.evidence or {}
        passing = settled.verdict == "inconclusive" and _PASSING.search(str(evidence.get("reason")))
        if key and not passing:
            entry = {"verdict": settled.verdict, "evidence": evidence}
            self._entries.put(key, {**entry, "timeout": self._settings.timeout})

    def _key(self, finding: Finding) -> str | None:
        """The name of the entry; None for a finding whose verdict cannot be kept.

        It is worked out once, before the experiments: what is edited meanwhile has not been run.
        """
        if finding not in self._keys:
            self._keys[finding] = self._worked_out(finding)
        return self._keys[finding]

    def _worked_out(self, finding: Finding) -> str | None:
        subject = finding.subject
        if subject is None:
            return None
        framework = framework_of(finding, subject)
        interpreter = self._stamp(framework)
        if interpreter is None:
            return None
        about = {
            "path": finding.path,
            "code": finding.code,
            "span": [finding.span.line, finding.span.column],
            "end": [finding.span.end_line, finding.span.end_column],
            "kind": subject.kind.value,
            "entry": _reference(subject.entry),
            "function": _reference(subject.function),
            "details": subject.details,
            "framework": framework,
        }
        digest = hashlib.blake2b(self._common, digest_size=20)
        digest.update(interpreter)
        digest.update(json.dumps(about, sort_keys=True, default=repr).encode(errors="replace"))
        paths = {finding.path, subject.entry.path, subject.function.path}
        for function in (subject.entry, subject.function):
            inputs = given.fingerprint(function, self._settings.examples)
            digest.update(hashlib.blake2b(inputs.encode(errors="replace")).digest())
            paths.add(given.examples_file(function.path, self._settings.examples) or function.path)
        for path in sorted(paths):
            digest.update(self._dependencies.digest(path))
        return digest.hexdigest()

    def _stamp(self, framework: str) -> bytes | None:
        if framework not in self._stamps:
            self._stamps[framework] = stamp(self._settings.interpreter(framework), framework)
        return self._stamps[framework]


def _reference(function: FunctionRef) -> Sequence[object]:
    return [function.path, function.qualname, function.line]


def _settings(settings: ConfirmSettings) -> bytes:
    """A hash of the settings that can change a verdict, and of the files that they name."""
    digest = hashlib.blake2b(digest_size=20)
    for field in fields(settings):
        if field.name in _NO_MATTER:
            continue
        value = getattr(settings, field.name)
        digest.update(f"{field.name} {value!r}\n".encode(errors="replace"))
        if field.name != "roots":
            for path in _files(value):
                with suppress(OSError):
                    digest.update(hashlib.blake2b(path.read_bytes()).digest())
    return digest.digest()


def _files(value: Any) -> Iterable[Path]:
    """The files that a setting names."""
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _files(item)
    elif isinstance(value, (str, Path)):
        with suppress(OSError, ValueError):
            if Path(value).is_file():
                yield Path(value)
            elif value and Path(value).is_dir():
                yield from sorted(path for path in Path(value).rglob("*") if path.is_file())


@cache
def _engine() -> bytes:
    """A hash of this package's code and of the Python that parses for it."""
    digest = hashlib.blake2b(f"{sys.version_info[:2]}".encode(), digest_size=20)
    package = Path(__file__).parent
    for path in sorted(package.rglob("*.py")):
        digest.update(f"{path.relative_to(package)}\0".encode())
        digest.update(hashlib.blake2b(path.read_bytes()).digest())
    return digest.digest()
