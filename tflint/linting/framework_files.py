"""Which files of a project speak of a framework: kept from run to run, asked anew of changed files only.

Of a project without any, nothing else needs to be known, so its files are not read for one of them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from hashlib import blake2b

from tflint.files import UnparsableError, read_file
from tflint.files.imports import mentions_framework
from tflint.linting.cache_folder import CacheFolder

_FORMAT = "files-1"
_MOST_PROJECTS = 100
_SETTLED = 2_000_000_000
"""Nanoseconds after which a change of a file shows in its times, on any file system."""


def framework_files(base: str, paths: Iterable[str], cache_dir: str | None) -> list[str]:
    """Those of some files, by their paths below ``base``, that mention a framework in any way."""
    kept = None if cache_dir is None else CacheFolder(cache_dir, _FORMAT, _MOST_PROJECTS)
    key = blake2b(base.encode(errors="replace"), digest_size=20).hexdigest()
    known = kept.get(key) if kept is not None else None
    before = known if isinstance(known, dict) else {}
    now: dict[str, list[int]] = {}
    found: list[str] = []
    is_new = False
    latest = time.time_ns() - _SETTLED
    for path in paths:
        full = os.path.join(base, path)
        try:
            status = os.stat(full)
        except OSError:
            continue
        state = [status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino]
        match before.get(path):
            case [*same, int(mentions)] if same == state:
                pass
            case _:
                mentions, is_new = int(_mentions(full)), True
        if max(state[1:3]) < latest:
            now[path] = [*state, mentions]
        if mentions:
            found.append(path)
    if kept is not None and is_new:
        kept.put(key, now)
    return found


def _mentions(path: str) -> bool:
    try:
        return mentions_framework(read_file(path).text)
    except (OSError, UnparsableError):
        return False
