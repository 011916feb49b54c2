"""Paths of a program's data that are on no disk here: looked for where the experiment runs.

What a program writes out as ``"/data/train.csv"`` is ``"data/train.csv"`` then, and what it works out from
where its own file lies begins in the experiment's folder: once a run has failed for want of it. What is
written as it is on Windows, into a folder of the project (``"data\\train.csv"``), has slashes.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from .sandbox import root_of

_WINDOWS = re.compile(
    r"""(?P<start>(?P<raw>[rR]?)(?P<quote>["']))(?P<path>(?P<first>[\w.-]+)\\[\w .*\\-]*)(?P=quote)"""
)
"""A text in quotes that may be a path with backslashes."""


class Relocating:
    """Knows which paths are looked for elsewhere.

    Args:
        main: the file that runs.
        roots: the folders of the project.
        scratch: the folder that the experiment runs in.
    """

    def __init__(self, main: str, roots: Iterable[str], scratch: str) -> None:
        self._beside = os.path.dirname(main)
        self._roots = tuple(os.path.join(root, "") for root in roots)
        self._scratch = scratch
        self._root = os.path.join(root_of(scratch), "")
        self._absent: set[str] = set()
        self._moved = False

    def take(self, names: Iterable[str]) -> None:
        """Have what these absolute paths begin with looked for in the experiment's folder."""
        for name in filter(os.path.isabs, names):
            if name.startswith(self._roots):
                self._moved = True
            else:
                self._absent.add(_absent_beginning(name))

    def can_take(self, name: str, texts: Iterable[str]) -> bool:
        """Whether it helps to look for an absolute path elsewhere."""
        if name.startswith(self._roots):
            return not self._moved
        beginning = _absent_beginning(name)
        pattern = _written_out(beginning)
        return beginning not in self._absent and any(map(pattern.search, texts))

    def text(self, text: str) -> str:
        """A file's text, with such paths below the folder where the program starts."""
        for beginning in self._absent:
            text = _written_out(beginning).sub(rf"\1{beginning.lstrip(os.sep)}", text)
        return text if os.sep == "\\" else _WINDOWS.sub(self._with_slashes, text)

    def _with_slashes(self, found: re.Match[str]) -> str:
        """A text with slashes, where it begins with a folder that lies beside the file or above it."""
        path = found["path"] if found["raw"] else found["path"].replace("\\\\", "\0")
        if (not found["raw"] and "\\" in path) or not self._is_folder(found["first"]):
            return found[0]  # a tab, or the like
        return found["start"] + re.sub(r"[\\\0]+", "/", path) + found["quote"]

    def _is_folder(self, name: str) -> bool:
        folder = self._beside
        while os.path.join(folder, "").startswith(self._roots):
            if os.path.isdir(os.path.join(folder, name)):
                return True
            folder = os.path.dirname(folder)
        return False

    def of_module(self, path: str) -> str:
        """Where a module is to think that its file lies."""
        if not self._moved:
            return path
        moved = self.name(path)
        return moved if os.path.abspath(moved).startswith(self._root) else path

    def name(self, name: str) -> str:
        """What stands for a path or a pattern."""
        if name.startswith(self._roots):
            return os.path.normpath(
                os.path.join(self._scratch, os.path.relpath(name, self._beside))
            )
        return name.lstrip(os.sep)


def _absent_beginning(name: str) -> str:
    """The part of a path down to the first folder that is not there."""
    beginning = os.path.normpath(name)
    while os.path.dirname(beginning) != beginning and not os.path.exists(
        os.path.dirname(beginning)
    ):
        beginning = os.path.dirname(beginning)
    return beginning


def _written_out(beginning: str) -> re.Pattern[str]:
    """Where a text in quotes begins with a path."""
    return re.compile(rf"""(["']){re.escape(beginning)}(?=[/"'])""")
