"""Other modules of a project that import a file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from tflint.experiment.dependencies import OnDisk
from tflint.experiment.parsed_file import ParsedFile, read
from tflint.experiment.project_tests import is_test_file
from tflint.files.imports import read_imports

_MOST = 3
_FILES = 2000


def importers(entry: ParsedFile, name: str, roots: list[str]) -> Iterator[ParsedFile]:
    """Those that name something of a file and import it, the nearest first; no tests."""
    module = entry.module.rpartition(".")[2]
    layout = OnDisk((), [root for root in roots if os.path.isdir(root)])
    count = 0
    for path in _neighbours(entry, roots):
        if path == entry.path or is_test_file(path):
            continue
        try:
            text = Path(path).read_text(encoding="utf-8", errors="ignore")
        except OSError:
            continue
        if name not in text or module not in text:
            continue
        source = read(path)
        if source is not None and entry.path in read_imports(path, text, layout).files:
            yield source
            count += 1
        if count >= _MOST:
            return


def _neighbours(entry: ParsedFile, roots: list[str]) -> Iterator[str]:
    seen: set[str] = set()
    folders = [os.path.dirname(entry.path), *roots]
    for folder in folders:
        if os.path.isfile(folder):
            yield os.path.abspath(folder)
            continue
        for count, path in enumerate(
            sorted(
                Path(folder).rglob("*.py") if folder != folders[0] else Path(folder).glob("*.py")
            )
        ):
            if count > _FILES:
                break
            full = os.path.abspath(path)
            if full not in seen:
                seen.add(full)
                yield full
