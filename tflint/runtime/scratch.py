"""Folders that a program could do what it liked in: how much is there, what it wrote last, their end."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import subprocess

_DEEPEST = 100


def remove(folder: str) -> None:
    """Remove a folder with all that is in it, also what is not to be written to, or nested without end."""
    with contextlib.suppress(OSError, RecursionError):
        shutil.rmtree(folder)
        return
    for command in (["chmod", "-R", "u+rwx"], ["rm", "-rf"]):
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            nothing = subprocess.DEVNULL
            subprocess.run([*command, "--", folder], stdin=nothing, stdout=nothing, stderr=nothing)


def size(folder: str, most: int) -> tuple[int, int]:
    """Bytes on the disk, and how many entries, in a folder; more than ``most`` stands for no end."""
    total = count = 0
    folders = [folder]
    for current in folders:
        for entry in _entries(current):
            count += 1
            if count > most or entry.path.count(os.sep, len(folder)) > _DEEPEST:
                return total, most + 1
            with contextlib.suppress(OSError):
                total += entry.stat(follow_symlinks=False).st_blocks * 512
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
    return total, count


def tail(path: str, most: int = 1000) -> str:
    """The end of a file; nothing where something else is in its place."""
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW
    try:
        descriptor = os.open(path, flags)
    except OSError:
        return ""
    with open(descriptor, "rb") as stream:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            return ""
        stream.seek(max(0, status.st_size - most))
        return stream.read(most).decode("utf-8", "replace")


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []
