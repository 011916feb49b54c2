"""JSON values kept in the cache folder, one file each, named by a hash of what they depend on.

Whatever cannot be read or written is as good as absent.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import Any


class CacheFolder:
    """A folder of entries below the folder of the cache."""

    def __init__(self, cache_dir: str | os.PathLike[str], name: str, most: int) -> None:
        self._top = os.fspath(cache_dir)
        self._folder = os.path.join(self._top, name)
        self._most = most

    def get(self, key: str) -> Any:
        """What is kept under ``key``; None when nothing can be read."""
        try:
            with open(self._path(key), encoding="utf-8") as stream:
                return json.load(stream)
        except (OSError, ValueError, RecursionError):
            return None

    def put(self, key: str, value: Any) -> None:
        """Keep a JSON value under ``key``, if that can be done."""
        import tempfile  # late: most runs find what they need

        with suppress(OSError, ValueError, TypeError, RecursionError):
            text = json.dumps(value)
            self._prepare()
            with tempfile.NamedTemporaryFile(
                "w", dir=self._folder, suffix=".tmp", delete=False, encoding="utf-8"
            ) as stream:
                stream.write(text)
            try:
                os.replace(stream.name, self._path(key))
            except OSError:
                os.unlink(stream.name)

    def _prepare(self) -> None:
        """Make the folder, out of git's and backups' sight, and keep it from growing for ever."""
        os.makedirs(self._folder, exist_ok=True)
        if not os.path.exists(os.path.join(self._top, ".gitignore")):
            self._write(".gitignore", "# Made by tflint.\n*\n")
            self._write("CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n")
        with os.scandir(self._folder) as found:
            entries = list(found)
        if len(entries) > self._most:
            entries.sort(key=lambda entry: entry.stat().st_mtime)
            for entry in entries[: len(entries) // 2]:
                with suppress(FileNotFoundError):
                    os.unlink(entry)

    def _write(self, name: str, text: str) -> None:
        with open(os.path.join(self._top, name), "w", encoding="utf-8") as stream:
            stream.write(text)

    def _path(self, key: str) -> str:
        return os.path.join(self._folder, f"{key}.json")
