"""JSON values kept in the cache folder, one file each, named by a hash of what they depend on.

Whatever cannot be read or written is as good as absent. The folder may come with the code that is
linted, so nothing in it is trusted: it is used when it is a folder (no link to one) of this user that
was made as a cache, no link in it is followed, and nothing that stands there is written to.
"""

from __future__ import annotations

import json
import os
import weakref
from contextlib import suppress
from typing import Any

from tflint.files.regular import read_regular

_TAG = "CACHEDIR.TAG"
_SIGNATURE = "Signature: 8a477f597d28d172789f06886806bc55\n"
"""What tells backups that a folder is a cache: https://bford.info/cachedir/."""
_MADE = {_TAG: _SIGNATURE, ".gitignore": "# Made by tflint.\n*\n"}
_LARGEST = 1 << 26
"""Bytes of an entry; one finding takes some thousand."""
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


class _ForeignError(OSError):
    """What stands there is no cache of this user's."""


class CacheFolder:
    """A folder of entries below the folder of the cache.

    Attributes:
        refused: why what stands at the cache's place is left alone; "" when it is used, or not there.
    """

    def __init__(self, cache_dir: str | os.PathLike[str], name: str, most: int) -> None:
        self._top = os.path.abspath(cache_dir)
        self._name = name
        self._most = most
        self._folder: int | None = None
        self._is_thin = False
        self._given_up = False
        self.refused = ""
        try:
            self._open(make=False)
        except _ForeignError as error:
            self.refused = str(error)
        except OSError:
            pass

    def get(self, key: str) -> Any:
        """What is kept under ``key``; None when nothing can be read."""
        if self._folder is None:
            return None
        try:
            return json.loads(read_regular(f"{key}.json", _LARGEST, dir_fd=self._folder))
        except (OSError, ValueError, RecursionError):
            return None

    def put(self, key: str, value: Any) -> None:
        """Keep a JSON value under ``key``, if that can be done."""
        if self._given_up or self.refused:
            return
        with suppress(ValueError, TypeError, RecursionError):
            text = json.dumps(value)
            try:
                if self._folder is None:
                    os.makedirs(self._top, exist_ok=True)
                    self._open(make=True)
                assert self._folder is not None
                if not self._is_thin:
                    self._thin_out(self._folder)
                    self._is_thin = True
                _write(self._folder, f"{key}.json", text)
            except OSError:  # a full or read-only disk will be so for the next entry
                self._given_up = True

    def _open(self, *, make: bool) -> None:
        """Open the folder of the entries.

        Raises:
            _ForeignError: what stands there is not ours to use.
            OSError: there is none, or it cannot be opened.
        """
        if os.path.islink(self._top):
            raise _ForeignError("it is a link")
        top = os.open(self._top, _FOLDER)
        try:
            if os.fstat(top).st_uid != os.geteuid():
                raise _ForeignError("it belongs to another user")
            if not _is_cache(top):
                if not all(name.startswith(tuple(_MADE)) for name in os.listdir(top)):
                    raise _ForeignError("it was not made as a cache")
                for name, text in _MADE.items() if make else ():
                    _write(top, name, text)
            if make:
                with suppress(FileExistsError):
                    os.mkdir(self._name, dir_fd=top)
            self._folder = os.open(self._name, _FOLDER, dir_fd=top)
        finally:
            os.close(top)
        weakref.finalize(self, os.close, self._folder)

    def _thin_out(self, folder: int) -> None:
        """Keep the folder from growing for ever: of too many entries the older half goes."""
        with os.scandir(folder) as found:
            ages = [(entry.stat(follow_symlinks=False).st_mtime, entry.name) for entry in found]
        if len(ages) > self._most:
            for _, name in sorted(ages)[: len(ages) // 2]:
                with suppress(OSError):
                    os.unlink(name, dir_fd=folder)


def _write(folder: int, name: str, text: str) -> None:
    """Put a file into a folder, in the place of whatever has its name there.

    Raises:
        OSError: that cannot be done; nothing is left behind.
    """
    making = f"{name}.{os.urandom(8).hex()}.tmp"
    try:
        with open(os.open(making, _NEW, 0o666, dir_fd=folder), "w", encoding="utf-8") as stream:
            stream.write(text)
        os.replace(making, name, src_dir_fd=folder, dst_dir_fd=folder)
    except OSError:
        with suppress(OSError):
            os.unlink(making, dir_fd=folder)
        raise


def _is_cache(folder: int) -> bool:
    """True for a folder that says it is a cache."""
    try:
        return read_regular(_TAG, 10_000, dir_fd=folder).startswith(_SIGNATURE.encode())
    except OSError:
        return False
