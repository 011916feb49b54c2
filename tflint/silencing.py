"""``--add-noqa``: writes comments that silence what is found."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from tflint.files import Source, UnparsableError, read_bytes
from tflint.files.byte_edits import UneditableError, edited_file
from tflint.files.noqa import comments_for
from tflint.finding import Edit, Finding, Harm
from tflint.linting.linter import Linted
from tflint.mending import Mending


@dataclass
class Silenced:
    """The outcome of a run that adds comments.

    Attributes:
        linted: what is known of the files as they are now.
        comments: how many were added to, or written.
        warnings: what no comment silences, one line each.
        errors: what could not be written, one line each.
    """

    linted: Linted
    comments: int = 0
    warnings: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


def silence(mending: Mending) -> Silenced:
    """Add comments that silence what a run finds, where linting again shows that they do.

    What concerns the run itself (TFL0xx) is left: no comment makes a file be read.
    """
    linted = mending.lint()
    done = Silenced(linted)
    before: dict[str, bytes] = {}
    after: dict[str, bytes] = {}
    counts: dict[str, int] = {}
    for path, findings in _by_path(linted.findings).items():
        source = linted.inputs.shown[path]
        try:
            data = mending.read(path)
            after[path], counts[path] = _commented(source, data, findings)
            before[path] = data
        except (OSError, UneditableError, UnparsableError) as error:
            reason = getattr(error, "strerror", None) or error
            done.warnings.append(f"{path}: no comments were added: {reason}")
    for finding in _silenceable(mending.lint(after).findings if after else []):
        if finding.path in after:
            place = linted.inputs.located(finding.path, finding.span.line)
            done.warnings.append(f"{place}: {finding.code} is still found")
    done.errors = mending.replace(before, after)
    done.comments = sum(counts.values())
    return done


def _silenceable(findings: Iterable[Finding]) -> list[Finding]:
    """The findings that comments are for."""
    return [finding for finding in findings if finding.harm is not Harm.ERROR]


def _by_path(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    found: dict[str, list[Finding]] = {}
    for finding in _silenceable(findings):
        found.setdefault(finding.path, []).append(finding)
    return found


def _commented(source: Source, data: bytes, findings: list[Finding]) -> tuple[bytes, int]:
    """A file's bytes with comments, and how many.

    Raises:
        UneditableError: they can't be written.
        UnparsableError: the file is no Python any more.
    """
    if read_bytes(source.path, data).text != source.text:
        raise UneditableError("it changed meanwhile")
    wanted: dict[int, set[str]] = {}
    for finding in findings:
        wanted.setdefault(finding.span.line, set()).add(finding.code)
    edits = comments_for(source.text, wanted)
    if source.cells is not None:
        edits = [edit for edit in edits if _stands_in_a_cell(source, data, edit)]
    return edited_file(source, data, edits), len(edits)


def _stands_in_a_cell(source: Source, data: bytes, edit: Edit) -> bool:
    """Whether a line is in the notebook as it is read; what IPython rewrites is not."""
    try:
        edited_file(source, data, [edit])
    except UneditableError:
        return False
    return True
