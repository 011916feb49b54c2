"""Lints the files of a run, mends them and standard input, and writes the files: ``--fix``, ``--diff``."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from tflint.files.reading import MOST_BYTES, read_bytes
from tflint.files.regular import read_regular
from tflint.finding import Finding
from tflint.linting.gathering import STDIN, InputFiles, gather
from tflint.linting.linter import Linted, lint_inputs
from tflint.linting.settings import Settings

if TYPE_CHECKING:
    from tflint.experiment.proving import Proving
    from tflint.linting.fixing import Mended, Proof


class Mending:
    """A run that fixes.

    Args:
        paths: files and folders; ``-`` stands for ``stdin``, shown as ``stdin_filename``.
        settings: what the run follows.
        stdin: what standard input says.
        stdin_filename: how it is called.
        narrow: takes out of what is linted the findings that the run is not about.
    """

    def __init__(
        self,
        paths: Sequence[str],
        settings: Settings,
        stdin: bytes,
        stdin_filename: str,
        narrow: Callable[[Linted], Linted] = lambda linted: linted,
    ) -> None:
        self._narrow = narrow
        self._paths = paths
        self._settings = settings
        self._stdin = stdin
        self._unsaved = stdin_filename if STDIN in paths else None

    def run(self, *, unsafe: bool, proving: Proving | None = None) -> Mended:
        """Lint and mend, by fixes that are proven where that is asked for; nothing is written."""
        from tflint.linting.fixing import mend  # late: most runs fix nothing

        prove = None if proving is None else partial(_prove, proving)
        return mend(self.lint, self.read, unsafe=unsafe, prove=prove)

    def gather(self, edited: Mapping[str, bytes] = MappingProxyType({})) -> InputFiles:
        """The files of the run, where ``edited`` ones say something else."""
        return gather(
            self._paths,
            self._settings,
            stdin=self._stdin,
            stdin_filename=self._unsaved or STDIN,
            edited=edited,
        )

    def lint(
        self, edited: Mapping[str, bytes] = MappingProxyType({}), *, last: bool = False
    ) -> Linted:
        """What is found, with how to mend it, where ``edited`` files say something else.

        ``last`` says that the process ends after this.
        """
        inputs = self.gather(edited)
        jobs = self._settings.confirm.jobs
        return self._narrow(lint_inputs(inputs, self._settings, fixes=True, jobs=jobs, last=last))

    def read(self, path: str) -> bytes:
        """What a file says, by the path it is shown by.

        Raises:
            OSError: it can't be read.
        """
        if path == self._unsaved:
            return self._stdin
        if os.path.islink(path):
            raise OSError("it is a link; name the file that it leads to")
        return read_regular(path, MOST_BYTES)

    def write(self, mended: Mended) -> list[str]:
        """Write the files that change; what can't be written, one line each."""
        return self.replace(mended.before, mended.after)

    def replace(self, before: Mapping[str, bytes], after: Mapping[str, bytes]) -> list[str]:
        """Write files that say what they said before; what can't be written, one line each."""
        from tflint.files.byte_edits import replace_file  # late: most runs write nothing

        errors = []
        for path in sorted(after.keys() - {self._unsaved}):
            try:
                if read_regular(path, MOST_BYTES) != before[path]:
                    raise OSError("changed meanwhile")
                replace_file(path, after[path])
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
    from tflint.linting.fixing import Proof

    texts = (
        {path: read_bytes(path, data).text for path, data in files.items()}
        for files in (before, after)
    )
    return Proof(*proving.prove(finding, *texts))
