"""A baseline: findings that were there before, kept in a file, so that only new ones are reported.

A finding is known again by its file, its code, the function that it stands in and the code that it
marks, never by its line: what moves stays known. So does what moved with its function to another name,
or to another file once the first is gone. What is found no more leaves the baseline.

The file comes with the code that is linted: it is checked part by part, and nothing in it but names of
files is ever asked for, to see whether they are still there.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tflint.files import Source
from tflint.files.byte_edits import replace_file
from tflint.files.regular import read_regular
from tflint.finding import Finding, Harm
from tflint.linting.identity import Identity, identity_of, sayable
from tflint.refusal import RefusedError

_VERSION = 1
_LARGEST = 1 << 26
"""Bytes of a file; an entry takes some hundred."""
_MOST = 1_000_000
"""Findings of one kind that a file may speak of."""
DEFAULT_NAME = "tflint-baseline.json"


class BaselineError(RefusedError):
    """A baseline that cannot be followed or written: one line that names the file."""


class Compared(NamedTuple):
    """What a run found, held against a baseline.

    Attributes:
        new: findings that the baseline does not have, in order.
        known: how many it has.
        gone: how many of its own were looked for and not found, or stood in files that are no more.
        left: what is to be kept of it.
    """

    new: list[Finding]
    known: int
    gone: int
    left: Baseline


LookedFor = Callable[[str, str], bool]
"""Says of a file, by the path it is shown by, and of a rule, whether a run would have found all."""


class Baseline:
    """Findings that are known.

    Args:
        path: the file that they are kept in; its folder is where the paths in it begin.
        entries: how often each is known.
    """

    def __init__(self, path: str, entries: Mapping[Identity, int]) -> None:
        self.path = path
        self.entries = Counter(entries)
        self._folder = os.path.dirname(os.path.abspath(path))

    @classmethod
    def read(cls, path: str) -> Baseline:
        """Read a baseline.

        Raises:
            BaselineError: it can't be read, or is none.
        """
        try:
            data = read_regular(path, _LARGEST)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise BaselineError(f"{path}: cannot be read: {reason}") from None
        try:
            return cls(path, _counted(_entries(json.loads(data))))
        except RecursionError:
            raise BaselineError(f"{path}: is no baseline of tflint: it nests too deep") from None
        except ValueError as error:
            raise BaselineError(f"{path}: is no baseline of tflint: {error}") from None

    @classmethod
    def of(cls, path: str, findings: Iterable[Finding], sources: Mapping[str, Source]) -> Baseline:
        """All of these findings that may be known, to be kept at a path."""
        baseline = cls(path, {})
        baseline.entries.update(
            baseline._entry(finding, sources) for finding in findings if _may_be_known(finding)
        )
        return baseline

    def write(self) -> None:
        """Write the file, in one step, in the place of what it says now; a link is not followed.

        Raises:
            BaselineError: that can't be done.
        """
        data = (json.dumps(self._document(), indent=2) + "\n").encode()
        try:
            if not os.path.lexists(self.path):
                open(self.path, "xb").close()
            replace_file(self.path, data)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise BaselineError(f"{self.path}: cannot be written: {reason}") from None

    def _document(self) -> dict[str, Any]:
        files: dict[str, list[dict[str, Any]]] = {}
        for entry, count in sorted(self.entries.items()):
            said = {"code": entry.code, "function": entry.function, "text": entry.text}
            files.setdefault(entry.path, []).append({**said, "count": count})
        return {"version": _VERSION, "findings": files}

    def compare(
        self,
        findings: Sequence[Finding],
        sources: Mapping[str, Source],
        looked_for: LookedFor = lambda path, code: True,
    ) -> Compared:
        """Tell new findings from known ones.

        Args:
            findings: what a run found, in order.
            sources: the files of the run by the paths of findings.
            looked_for: what else it would have found.
        """
        known, left = Counter(self.entries), Counter[Identity]()
        waiting = [(finding, self._entry(finding, sources)) for finding in findings]
        for kept_apart, is_eligible in (
            (_everything, _any),
            (_but_the_function, _any),
            (_but_the_file, lambda entry: self._is_gone(entry.path)),
        ):
            eligible = [entry for entry, count in known.items() if count and is_eligible(entry)]
            waiting = list(_unmatched(waiting, known, left, eligible, kept_apart))
        shown = {sayable(self._inside(path)): path for path in sources}
        gone = 0
        for entry, count in known.items():
            path = shown.get(entry.path)
            is_gone = self._is_gone(entry.path) if path is None else looked_for(path, entry.code)
            if is_gone:
                gone += count
            elif count:
                left[entry] += count
        new = [finding for finding, _ in waiting]
        return Compared(new, len(findings) - len(new), gone, Baseline(self.path, left))

    def _is_gone(self, path: str) -> bool:
        try:
            return not os.path.lexists(os.path.join(self._folder, path))
        except ValueError:  # a NUL in it
            return True

    def _entry(self, finding: Finding, sources: Mapping[str, Source]) -> Identity:
        return identity_of(finding, sources.get(finding.path), self._inside(finding.path))

    def _inside(self, path: str) -> str:
        """A path from the folder of the baseline on, the same on every machine."""
        relative = os.path.relpath(os.path.abspath(path), self._folder)
        return relative.replace(os.sep, "/")


def _may_be_known(finding: Finding) -> bool:
    """What concerns the run itself is always told: a file that was not read is never clean."""
    return finding.harm is not Harm.ERROR


def _any(entry: Identity) -> bool:
    return True


def _everything(entry: Identity) -> Identity:
    return entry


def _but_the_function(entry: Identity) -> Identity:
    """What stays of code whose function gets another name."""
    return entry._replace(function="")


def _but_the_file(entry: Identity) -> Identity:
    """What stays of code whose file gets another name."""
    return entry._replace(path="")


def _unmatched(
    waiting: Iterable[tuple[Finding, Identity]],
    known: Counter[Identity],
    left: Counter[Identity],
    eligible: Iterable[Identity],
    kept_apart: Callable[[Identity], Identity],
) -> Iterator[tuple[Finding, Identity]]:
    """The findings that no entry stands for; each of the others takes one from ``known`` to ``left``."""
    alike: dict[Identity, list[Identity]] = {}
    for entry in eligible:
        alike.setdefault(kept_apart(entry), []).append(entry)
    for finding, entry in waiting:
        candidates = alike.get(kept_apart(entry), [])
        while candidates and not known[candidates[-1]]:
            candidates.pop()
        if candidates and _may_be_known(finding):
            known[candidates[-1]] -= 1
            left[entry] += 1
        else:
            yield finding, entry


def _counted(entries: Iterable[tuple[Identity, int]]) -> Counter[Identity]:
    counted = Counter[Identity]()
    for entry, count in entries:
        counted[entry] += count
    return counted


def _entries(document: Any) -> Iterator[tuple[Identity, int]]:
    """What a file says, checked.

    Raises:
        ValueError: it says something else.
    """
    if not isinstance(document, dict) or not isinstance(document.get("findings"), dict):
        raise ValueError("it has no findings by file")
    if document.get("version") != _VERSION:
        raise ValueError(f"its version is not {_VERSION}")
    for path, entries in document["findings"].items():
        if not isinstance(entries, list):
            raise ValueError(f"the findings of {path!r} are no list")
        for entry in entries:
            yield _entry_of(path, entry)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _entry_of(path: str, entry: Any) -> tuple[Identity, int]:
    said = entry if isinstance(entry, dict) else {}
    texts = [str(said[key]) for key in ("code", "function", "text") if _is_text(said.get(key))]
    count = said.get("count", 1)
    is_count = isinstance(count, int) and not isinstance(count, bool) and 0 < count <= _MOST
    if len(texts) < 3 or not is_count:
        raise ValueError(f"a finding of {path!r} lacks its code, function, text or count")
    return Identity(path, *map(sayable, texts)), count
