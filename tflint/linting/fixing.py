"""Mends what is found, in rounds: each is judged by linting again, and what does not hold is taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from tflint.files import Source, UnparsableError, read_bytes
from tflint.files.byte_edits import Moved, UneditableError, edited_file
from tflint.finding import Edit, Finding, Span
from tflint.linting.linter import Linted

_MOST_ROUNDS = 30
"""Rounds after which fixes are taken to undo each other."""
_Place = tuple[int, int]
"""A line and a column."""


class Proof(NamedTuple):
    """What came of proving a fix by experiments.

    Attributes:
        refused: why it is not to be made; "" if it is.
        shown: what the experiments showed of one that is.
        stays: whether the difference is still there, which what another fix mends may make as well.
    """

    refused: str = ""
    shown: str = ""
    stays: bool = False


Prove = Callable[[Finding, Mapping[str, bytes], Mapping[str, bytes]], Proof]
"""Proves the fix of a finding, by what files say before and after it."""


@dataclass
class Mended:
    """The outcome of a run that fixes; nothing is written yet.

    Attributes:
        linted: what is known of the files as they are to be.
        before: what the files that change say now, by the path they are shown by.
        after: what they are to say.
        fixed: the findings that are gone.
        refused: fixes that were not made, one line each.
    """

    linted: Linted
    before: dict[str, bytes] = field(default_factory=dict)
    after: dict[str, bytes] = field(default_factory=dict)
    fixed: list[Finding] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


def mend(
    lint: Callable[[Mapping[str, bytes]], Linted],
    read: Callable[[str], bytes],
    *,
    unsafe: bool,
    prove: Prove | None = None,
) -> Mended:
    """Make the fixes of all findings, round after round, until nothing changes.

    Fixes that would touch each other wait for the next round. One that leaves its finding, brings another
    or ends in what is no Python is taken back.

    Args:
        lint: lints the files of the run, with what some of them are to say in place of what they say.
        read: the bytes of a file by the path it is shown by; raises OSError.
        unsafe: whether fixes that are not safe are made as well.
        prove: proves each fix before it is made; None where that is not asked for.
    """
    mending = _Mending(lint, read, unsafe, prove)
    for _ in range(_MOST_ROUNDS):
        chosen = mending.next_fixes()
        if not chosen:
            break
        mending.make(chosen)
    return mending.mended()


class _Mending:
    """Files on their way from what they say to what they are to say."""

    def __init__(
        self,
        lint: Callable[[Mapping[str, bytes]], Linted],
        read: Callable[[str], bytes],
        unsafe: bool,
        prove: Prove | None,
    ) -> None:
        self._lint = lint
        self._read = read
        self._unsafe = unsafe
        self._prove = prove
        self._linted = lint({})
        self._before: dict[str, bytes] = {}
        self._now: dict[str, bytes] = {}
        self._fixed: list[Finding] = []
        self._refused: dict[tuple[object, ...], str] = {}
        self._staying: list[tuple[Finding, tuple[object, ...]]] = []

    def mended(self) -> Mended:
        """The outcome so far; what was taken back is offered no more."""
        self._linted.findings = [
            replace(finding, fix=None) if self._key(finding) in self._refused else finding
            for finding in self._linted.findings
        ]
        changed = [path for path, data in self._now.items() if data != self._before[path]]
        return Mended(
            self._linted,
            {path: self._before[path] for path in changed},
            {path: self._now[path] for path in changed},
            self._fixed,
            list(self._refused.values()),
        )

    def next_fixes(self) -> list[Finding]:
        """Findings whose fixes can be made together: no two are about the same code."""
        chosen: list[Finding] = []
        end: tuple[str, _Place] = ("", (0, 0))
        bound: set[tuple[str, str]] = set()
        for path, first, last, finding in sorted(self._fixable(), key=lambda found: found[:3]):
            name = (path, finding.fix.binds if finding.fix is not None else "")
            if (path, first) > end and name not in bound and self._is_readable(finding):
                chosen.append(finding)
                end = (path, last)
                if name[1]:
                    bound.add(name)
        return chosen

    def _fixable(self) -> Iterator[tuple[str, _Place, _Place, Finding]]:
        """Findings to be mended, each with the code that it and its edits are about."""
        for finding in self._linted.findings:
            if not finding.is_fixable(unsafe=self._unsafe):
                continue
            if self._key(finding) not in self._refused:
                spans = [finding.span, *(edit.span for edit in _edits(finding))]
                first = min((span.line, span.column) for span in spans)
                last = max((span.end_line, span.end_column) for span in spans)
                yield finding.path, first, last, finding

    def _is_readable(self, finding: Finding) -> bool:
        """Whether the bytes of the finding's file can be had, and are what was linted."""
        path = finding.path
        if path not in self._before:
            try:
                data = self._read(path)
                if read_bytes(path, data).text != self._source(path).text:
                    raise OSError("changed meanwhile")
            except (OSError, UnparsableError) as error:
                self._refuse(finding, getattr(error, "strerror", None) or str(error))
                return False
            self._before[path] = self._now[path] = data
        return True

    def make(self, chosen: Sequence[Finding]) -> None:
        """Make these fixes, by halves where they don't all hold, so that the others are made."""
        base, known = dict(self._now), list(self._linted.findings)
        made: list[Finding] = []
        uncovered: list[Finding]
        waiting = [list(self._proven(base, chosen))]
        while waiting:
            some = waiting.pop()
            if not some:
                continue
            try:
                now = self._changed(base, made + some)
                linted = self._lint(now)
            except UneditableError as error:
                fault, uncovered = str(error), []
            else:
                fault, uncovered = _fault(known, made + some, linted)
            if not fault:
                made += some
                self._now, self._linted = now, linted
            elif len(some) > 1:
                half = len(some) // 2
                waiting += [some[half:], some[:half]]
            elif uncovered and (more := self._also_mended(now, linted, uncovered)):
                made += [*some, *more]
                break  # the others wait for the next round, which knows their places
            else:
                self._refuse(some[0], fault)
        made = made or self._made_together([finding for finding, _ in self._staying])
        mended = {(finding.path, finding.fix) for finding in made}
        made += [
            finding  # which the same edits mend
            for finding in known
            if (finding.path, finding.fix) in mended
            and _place(finding) not in map(_place, (*chosen, *made))
        ]
        self._fixed += made
        if made:
            for _, key in self._staying:
                self._refused.pop(key, None)  # once more: the difference may have been the others'
            self._staying.clear()

    def _also_mended(
        self, base: Mapping[str, bytes], linted: Linted, uncovered: list[Finding]
    ) -> list[Finding]:
        """Mends what a fix uncovered, and what that does; nothing where something would be left."""
        before = self._linted
        made: list[Finding] = []
        for _ in range(_MOST_ROUNDS):
            self._linted = linted  # whose lines the findings are on
            if not all(
                finding.is_fixable(unsafe=self._unsafe) and self._is_readable(finding)
                for finding in uncovered
            ):
                break
            some = list(self._proven(base, uncovered))
            if len(some) < len(uncovered):
                break
            try:
                base = self._changed(base, some)
            except UneditableError:
                break
            known, linted = linted.findings, self._lint(base)
            made += some
            fault, uncovered = _fault(known, some, linted)
            if not fault:
                self._now, self._linted = dict(base), linted
                return made
            if not uncovered:
                break
        self._linted = before
        return []

    def _proven(self, base: Mapping[str, bytes], chosen: Sequence[Finding]) -> Iterator[Finding]:
        """Those of the findings whose fixes hold by experiments, with what these showed."""
        for finding in chosen:
            if self._prove is None:
                yield finding
                continue
            try:
                proof = self._prove(finding, base, self._changed(base, [finding]))
            except UneditableError as error:
                proof = Proof(str(error))
            if proof.refused:
                self._refuse(finding, proof.refused)
                if proof.stays:
                    self._staying.append((finding, self._key(finding)))
            else:
                yield finding.with_verdict("confirmed", {"reason": proof.shown})

    def _made_together(self, staying: list[Finding]) -> list[Finding]:
        """Make fixes together of which each leaves a difference that the others make as well."""
        known, base = self._linted.findings, self._now
        while self._prove is not None and len(staying) > 1:
            try:
                now = self._changed(base, staying)
            except UneditableError:
                return []
            proofs = [
                (finding, self._prove(_with_edits_of(finding, staying), base, now))
                for finding in staying
            ]
            if any(proof.refused for _, proof in proofs):
                staying = [finding for finding, proof in proofs if not proof.refused]
                continue
            linted = self._lint(now)
            if _fault(known, staying, linted)[0]:
                return []
            self._now, self._linted = now, linted
            return [f.with_verdict("confirmed", {"reason": proof.shown}) for f, proof in proofs]
        return []

    def _changed(self, base: Mapping[str, bytes], fixed: Iterable[Finding]) -> dict[str, bytes]:
        """What files say after fixes.

        Raises:
            UneditableError: one of them can't be written.
        """
        edits: dict[str, list[Edit]] = {}
        for finding in fixed:
            edits.setdefault(finding.path, []).extend(_edits(finding))
        read = {path: read_bytes(path, base[path]) for path in edits}
        now = {path: edited_file(read[path], base[path], new) for path, new in edits.items()}
        return {**base, **now}

    def _refuse(self, finding: Finding, reason: str) -> None:
        place = self._source(finding.path).place(finding.span.line).text
        said = f"{finding.path}:{place}: {finding.code} was not fixed: {reason}"
        self._refused[self._key(finding)] = said

    def _key(self, finding: Finding) -> tuple[object, ...]:
        """What tells a finding from others while the lines around it move."""
        number = finding.span.line  # one past the last where a text ends too early
        line = "".join(self._source(finding.path).lines[number - 1 : number]).strip()
        return (finding.path, finding.code, finding.message, line)

    def _source(self, path: str) -> Source:
        return self._linted.inputs.shown[path]


def _with_edits_of(finding: Finding, fixed: Iterable[Finding]) -> Finding:
    """A finding whose fix has all edits that several make of its file."""
    edits = [edit for other in fixed if other.path == finding.path for edit in _edits(other)]
    fix = finding.fix
    return replace(finding, fix=fix and fix._replace(edits=tuple(sorted(set(edits)))))


def _edits(finding: Finding) -> tuple[Edit, ...]:
    return () if finding.fix is None else finding.fix.edits


def _fault(
    known: Sequence[Finding], fixed: Sequence[Finding], linted: Linted
) -> tuple[str, list[Finding]]:
    """What is wrong with the files after fixes, and the findings that were not there before.

    Nothing is when the findings are gone and no other came. Of findings that are still found, those are
    not told that came.
    """
    edits: dict[str, list[Edit]] = {}
    for finding in fixed:
        edits.setdefault(finding.path, []).extend(_edits(finding))
    moved = {path: Moved(of_file) for path, of_file in edits.items()}

    def place(finding: Finding) -> tuple[str, str, _Place]:
        line, column = finding.span.line, finding.span.column
        if finding.path in moved:
            line, column = moved[finding.path].after(line, column)
        return finding.path, finding.code, (line, column)

    gone = {id(finding) for finding in fixed}
    kept = [finding for finding in known if id(finding) not in gone]
    mended = {(path, code, line) for path, code, (line, _) in map(place, fixed)}
    left, came = list(kept), list(linted.findings)
    for before, after in (
        (place, lambda f: (f.path, f.code, (f.span.line, f.span.column))),
        # elsewhere in a line that changed
        (lambda f: _line_of(place(f)), lambda f: (f.path, f.code, f.span.line)),
        # in code that moved
        (_words, _words),
    ):
        left, came = _unmatched(left, came, before, after)
    if any((found.path, found.code, found.span.line) in mended for found in came):
        return "it would still be found", []
    if not came:
        return "", []
    return f"{came[0].code} would be found ({came[0].message})", came


def _line_of(place: tuple[str, str, _Place]) -> tuple[str, str, int]:
    path, code, (line, _) = place
    return path, code, line


def _words(finding: Finding) -> tuple[str, str, str]:
    return finding.path, finding.code, finding.message


def _unmatched(
    before: Sequence[Finding],
    after: Sequence[Finding],
    key_before: Callable[[Finding], object],
    key_after: Callable[[Finding], object],
) -> tuple[list[Finding], list[Finding]]:
    """The findings of two runs that have no counterpart in the other, by what tells each apart."""
    keys: dict[object, list[Finding]] = {}
    for finding in before:
        keys.setdefault(key_before(finding), []).append(finding)
    new = []
    for finding in after:
        same = keys.get(key_after(finding))
        if same:
            same.pop()
        else:
            new.append(finding)
    return [finding for same in keys.values() for finding in same], new


def _place(finding: Finding) -> tuple[str, str, Span]:
    return finding.path, finding.code, finding.span
