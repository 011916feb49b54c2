"""JSON values kept in the cache folder, one file each, named by a hash of what they depend on.

Whatever cannot be read or written is as good as absent.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any


class Entries:
    """A folder of entries below the folder of the cache."""

    def __init__(self, cache_dir: str | Path, name: str, most: int) -> None:
        self._folder = Path(cache_dir) / name
        self._most = most

    def get(self, key: str) -> Any:
        """What is kept under ``key``; None when nothing can be read."""
        try:
            with open(self._folder / f"{key}.json", encoding="utf-8") as stream:
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
                os.replace(stream.name, self._folder / f"{key}.json")
            except OSError:
                os.unlink(stream.name)

    def _prepare(self) -> None:
        """Make the folder, out of git's and backups' sight, and keep it from growing for ever."""
        self._folder.mkdir(parents=True, exist_ok=True)
        top = self._folder.parent
        if not (top / ".gitignore").exists():
            (top / ".gitignore").write_text("# Made by tflint.\n*\n")
            tag = "Signature: 8a477f597d28d172789f06886806bc55\n"
            (top / "CACHEDIR.TAG").write_text(tag)
        entries = list(self._folder.iterdir())
        if len(entries) > self._most:
            entries.sort(key=lambda entry: entry.stat().st_mtime)
            for entry in entries[: len(entries) // 2]:
                entry.unlink(missing_ok=True)
