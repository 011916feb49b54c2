"""``--fix`` and ``--diff``: mends files and standard input, and writes the files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from tflint.files.editing import replace_file
from tflint.files.reading import MOST_BYTES, read_bytes
from tflint.files.regular import read_regular
from tflint.finding import Finding
from tflint.lint.fixing import Mended, Proof, mend
from tflint.lint.gathering import STDIN, gather
from tflint.lint.linter import Linted, lint_inputs
from tflint.lint.settings import Settings

if TYPE_CHECKING:
    from tflint.experiment.proving import Proving


class Mending:
    """A run that fixes.

    Args:
        paths: files and folders; ``-`` stands for ``stdin``, shown as ``stdin_filename``.
        settings: what the run follows.
        stdin: what standard input says.
        stdin_filename: how it is called.
    """

    def __init__(
        self, paths: Sequence[str], settings: Settings, stdin: bytes, stdin_filename: str
    ) -> None:
        self._paths = paths
        self._settings = settings
        self._stdin = stdin
        self._unsaved = stdin_filename if STDIN in paths else None

    def run(self, *, unsafe: bool, proving: Proving | None = None) -> Mended:
        """Lint and mend, by fixes that are proven where that is asked for; nothing is written."""
        prove = None if proving is None else partial(_prove, proving)
        return mend(self.lint, self._read, unsafe=unsafe, prove=prove)

    def lint(self, edited: Mapping[str, bytes] = MappingProxyType({})) -> Linted:
        """What is found, with how to mend it, where ``edited`` files say something else."""
        inputs = gather(
            self._paths,
            self._settings,
            stdin=self._stdin,
            stdin_filename=self._unsaved or STDIN,
            edited=edited,
        )
        return lint_inputs(inputs, self._settings, fixes=True, jobs=self._settings.confirm.jobs)

    def _read(self, path: str) -> bytes:
        return self._stdin if path == self._unsaved else read_regular(path, MOST_BYTES)

    def write(self, mended: Mended) -> list[str]:
        """Write the files that change; what can't be written, one line each."""
        errors = []
        for path in sorted(mended.after.keys() - {self._unsaved}):
            try:
                if read_regular(path, MOST_BYTES) != mended.before[path]:
                    raise OSError("changed meanwhile")
                replace_file(path, mended.after[path])
            except OSError as error:
                errors.append(f"{path}: cannot be written: {error.strerror or error}")
        return errors

    def stdout(self, mended: Mended) -> bytes:
        """What standard input says once it is mended."""
        return mended.after.get(self._unsaved or "", self._stdin)


def _prove(
    proving: Proving, finding: Finding, before: Mapping[str, bytes], after: Mapping[str, bytes]
) -> Proof:
    """Prove one fix, by the texts of the files."""
    texts = (
        {path: read_bytes(path, data).text for path, data in files.items()}
        for files in (before, after)
    )
    return Proof(*proving.prove(finding, *texts))
