"""Which of all findings a run is about: those that no baseline has, those that a change brought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tflint.files import Source
from tflint.files.imports import mentions_framework
from tflint.files.revision import changed_lines
from tflint.files.source import why_of_little_weight
from tflint.finding import Finding
from tflint.linting.baseline import Baseline
from tflint.linting.linter import Linted, Selection
from tflint.linting.run_rules import RuleFailure, UnparsableFile
from tflint.linting.settings import Settings
from tflint.syntax.parsing import find_fault


class Narrowing:
    """Takes out of what was linted the findings that a run is not about.

    Args:
        settings: what the run follows.
        baseline: findings that are known; None for none.
        since: the revision that findings must be newer than; None for any.
        finds_all: whether the run looks at files as they are, in their projects, and finds what it can.
    """

    def __init__(
        self,
        settings: Settings,
        baseline: Baseline | None = None,
        since: str | None = None,
        *,
        finds_all: bool = True,
    ) -> None:
        self._settings = settings
        self._baseline = baseline
        self._since = since
        self._finds_all = finds_all

    def apply(self, linted: Linted) -> Linted:
        """The same with the findings that are left.

        Raises:
            RevisionError: the revision can't be compared with.
        """
        if self._baseline is not None:
            inputs = linted.inputs
            linted.compared = self._baseline.compare(
                linted.findings, inputs.shown, Selection(self._settings).reports
            )
            linted.findings = linted.compared.new
        if self._since is not None and linted.findings:
            linted.findings = list(_since(self._since, linted))
        return linted

    def finish(self, linted: Linted) -> list[str]:
        """Take out of the baseline what is gone; what to say of it, a line each.

        Raises:
            BaselineError: it can't be written.
        """
        if self._baseline is None or linted.compared is None:
            return []
        _, known, gone, left = linted.compared
        if left.entries == self._baseline.entries:
            return [_told(left, known)]
        if not self._finds_all or not _is_whole(linted):
            return [_told(self._baseline, known)]
        left.write()
        return [_told(left, known, gone)]


def _told(baseline: Baseline, known: int, gone: int = 0) -> str:
    """``baseline.json: 57 known findings are left, 12 of them here; 2 are gone and were taken out``."""
    total = sum(baseline.entries.values())
    left = "1 known finding is left" if total == 1 else f"{total} known findings are left"
    here = f", {known} of them here" if known != total else ""
    out = f"; {gone} {'is' if gone == 1 else 'are'} gone and taken out" if gone else ""
    return f"{baseline.path}: {left}{here}{out}."


def _is_whole(linted: Linted) -> bool:
    """Whether all that can be found was: no file that bears on it was unread, and no rule failed."""
    failures = {UnparsableFile.code, RuleFailure.code}
    if linted.inputs.errors or any(
        finding.code in failures and finding.asks_for_change for finding in linted.findings
    ):
        return False
    return all(
        project.is_known
        and not any(_is_broken(s) for s in project.sources if s.path not in project.reported)
        for project in linted.inputs.projects
    )


def _is_broken(source: Source) -> bool:
    """Whether a file is being edited that may bear on others."""
    if not mentions_framework(source.text):
        return False
    fault = find_fault(source.path, source.text)
    return fault is not None and not why_of_little_weight(fault.message)


def _since(revision: str, linted: Linted) -> Iterator[Finding]:
    """Findings on lines that changed since a revision, or for a reason on such a line."""
    paths = dict.fromkeys(path for finding in linted.findings for path in _paths(finding))
    found = (linted.inputs.source(path) for path in paths)
    changed = changed_lines(revision, [source for source in found if source is not None])
    for finding in linted.findings:
        places = [(reason.path, reason.line, reason.line) for reason in finding.chain]
        places.append((finding.path, finding.span.line, finding.span.end_line))
        if any(_touches(changed.get(path, ()), first, last) for path, first, last in places):
            yield finding


def _touches(lines: set[int] | Sequence[int], first: int, last: int) -> bool:
    return any(line in lines for line in range(first, last + 1))


def _paths(finding: Finding) -> Iterator[str]:
    yield finding.path
    for reason in finding.chain:
        yield reason.path
