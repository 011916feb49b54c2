"""The program's data files, as copies in the folder that the experiment runs in.

A program is started where its files are, and names them from there. An experiment may write over them, so
it gets copies: of those that its text names before it runs, of others when Python is about to open them.
"""

from __future__ import annotations

import glob
import os
import shutil
from typing import Any

from .sandbox import root_of

_LARGEST = 32 << 20
_MOST_BYTES = 128 << 20
_MOST_FILES = 500


class DataFiles:
    """Copies what is named from the folder.

    Args:
        scratch: the folder that the experiment runs in.
        folders: where the program may expect to be started, best first.
    """

    def __init__(self, scratch: str, folders: list[str]) -> None:
        self._scratch = scratch
        self._root = os.path.join(root_of(scratch), "")
        self._folders = folders
        self._bytes = 0
        self._files = 0
        self._busy = False

    def provide(self, name: str) -> None:
        """Copy what a relative name, or a pattern, means in the first folder where it means something."""
        path = os.path.abspath(name)
        if self._busy or not path.startswith(self._root):
            return
        relative = os.path.relpath(path, self._scratch)
        self._busy = True
        try:
            for folder in self._folders:
                pattern = os.path.join(glob.escape(folder), relative)
                found = glob.glob(pattern) if glob.has_magic(relative) else ()
                found = found or [os.path.join(folder, relative)]
                found = [one for one in found if os.path.exists(one)]
                for one in found:
                    self._copy(one, os.path.join(self._scratch, os.path.relpath(one, folder)))
                if found:
                    return
        except (OSError, ValueError):
            return
        finally:
            self._busy = False

    def before_open(self, name: str, mode: Any, flags: Any) -> None:
        """Have a file there that is about to be read, and the folder of one to be written."""
        if os.path.isabs(name) and not name.startswith(self._root):
            return
        written = set(mode) & set("wx") if isinstance(mode, str) else (flags or 0) & os.O_TRUNC
        if not written:
            self.provide(name)
            return
        above = os.path.dirname(os.path.abspath(name))
        if above.startswith(self._root) and not os.path.isdir(above):
            # Made by the program in a line that is left out, or there where it is started.
            os.makedirs(above, exist_ok=True)

    def _copy(self, source: str, target: str) -> None:
        if os.path.isdir(source):
            os.makedirs(target, exist_ok=True)
            for name in sorted(os.listdir(source)):
                if not name.startswith(".") and not name.endswith(".py") and name != "__pycache__":
                    self._copy(os.path.join(source, name), os.path.join(target, name))
            return
        size = os.path.getsize(source)
        too_much = self._bytes + size > _MOST_BYTES or self._files >= _MOST_FILES
        if size > _LARGEST or too_much or os.path.exists(target) or not os.path.isfile(source):
            return
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copyfile(source, target)
        self._bytes += size
        self._files += 1
