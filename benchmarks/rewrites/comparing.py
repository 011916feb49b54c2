"""What is found in files before and after a rewrite."""

from __future__ import annotations

import re
import tempfile
import tokenize
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from benchmarks.rewrites.rewriting import MODULE, REWRITES, File, Rewritten, same_line
from tflint.linting.linter import lint
from tflint.linting.settings import Settings

Found = tuple[str, int, str, str]
"""File (relative to its folder), line of the original, code and severity."""
CONFIGURATION = ("*.toml", "*.cfg", "*.txt", "*.in", "*.yml", "*.yaml", "*.lock", "Pipfile")
"""Files beside the code that say which releases it is written for."""


class Compared(NamedTuple):
    """One rewrite of the files of a folder.

    Attributes:
        rewrite: its name.
        files: how many were written otherwise.
        lost: what is no longer found.
        new: what is found only after it.
    """

    rewrite: str
    files: int
    lost: list[Found]
    new: list[Found]

    @property
    def differing(self) -> set[str]:
        """The files in which something else is found."""
        return {path for path, *_ in (*self.lost, *self.new)}


def compare(texts: Mapping[str, str], names: Sequence[str] = tuple(REWRITES)) -> Iterator[Compared]:
    """What each rewrite of some files changes in what is found.

    Args:
        texts: the files by their paths in a folder; what is no Python stays as it is.
        names: the rewrites.
    """
    files = {path: file for path, text in texts.items() if (file := _file(path, text))}
    before = found_in(texts, {})
    for name in names:
        rewritten = {path: new for path, file in files.items() if (new := REWRITES[name](file))}
        after = found_in(texts, rewritten)
        lost, new = before - after, after - before
        yield Compared(name, len(rewritten), sorted(lost.elements()), sorted(new.elements()))


def _file(path: str, text: str) -> File | None:
    try:
        return File(text) if path.endswith(".py") else None
    except (SyntaxError, ValueError, RecursionError):
        return None


def found_in(texts: Mapping[str, str], rewritten: Mapping[str, Rewritten]) -> Counter[Found]:
    """What is found in files of which some are written otherwise, at the lines of the originals.

    A module that a file's functions were moved to counts as this file.
    """
    with tempfile.TemporaryDirectory(prefix="tflint-rewrites-") as name:
        folder = Path(name).resolve()
        (folder / ".git").mkdir()
        origins = {}
        for number, (path, text) in enumerate(texts.items()):
            new = rewritten.get(path, Rewritten(text, same_line))
            stem = re.sub(r"\W", "_", Path(path).stem)  # whose ends tell tests
            module = (
                f"{stem}_{MODULE}{number}"
                if stem.startswith("test")
                else f"{MODULE}{number}_{stem}"
            )
            origins[folder / path] = path, new.line_of
            _write(folder / path, new.text.replace(MODULE, module) if new.beside else new.text)
            if new.beside:
                beside = (folder / path).with_name(f"{module}.py")
                origins[beside] = path, same_line
                _write(beside, new.beside)
        with patch(
            "tflint.linting.linter.fold", lambda found, _place_of: list(found)
        ):  # which tells of all places in one
            findings = lint([str(folder)], Settings(cache_dir=None)).findings
    found: Counter[Found] = Counter()
    for finding in findings:
        path, line_of = origins[Path(finding.path).resolve()]
        line = line_of(finding.span.line, finding.span.column)
        found[path, line, finding.code, finding.severity.value] += 1
    return found


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding=_declared(path, text.encode()), newline="", errors="replace")


def _declared(path: Path, data: bytes) -> str:
    """The encoding that the first lines of a file of Python name, as far as there is one."""
    try:
        return (
            tokenize.detect_encoding(BytesIO(data).readline)[0] if path.suffix == ".py" else "utf-8"
        )
    except SyntaxError:
        return "utf-8"


def texts_in(folder: Path) -> dict[str, str]:
    """The Python files of a folder, and those that say which releases they are written for."""
    return {
        path.relative_to(folder).as_posix(): path.read_text(
            encoding=_declared(path, path.read_bytes()), errors="replace"
        )
        for pattern in ("*.py", *CONFIGURATION)
        for path in sorted(folder.rglob(pattern))
        if path.is_file() and not path.is_symlink()
    }
