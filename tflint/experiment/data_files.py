"""Files that a program names in its text, relative to where it is started, and what is in them."""

from __future__ import annotations

import ast
import glob
import hashlib
import os
import re
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from pathlib import Path

from tflint.syntax.parsing import tree_of

_LARGEST = 16 << 20
"""Bytes up to which a file is hashed; a larger one is known by its size and when it was written."""
_MOST_IN_A_FOLDER = 500
_ABOVE = 3
"""Folders above its own in which a program may name files."""
_NAME = re.compile(r"[\w.][\w./ *?\[\]{}+=@-]*")


def folders_of(main: str, above: Iterable[str] = ()) -> list[str]:
    """Where a program may expect to be started: in its own folder, where we were, or above its own."""
    own = os.path.dirname(os.path.abspath(main))
    return list(dict.fromkeys([own, os.getcwd(), *above]))


def named_files(texts: Iterable[str], folders: Iterable[str]) -> list[str]:
    """The relative names, and patterns, in some programs' texts that mean something in a folder."""
    found: dict[str, None] = {}
    for text in texts:
        tree = tree_of(text)
        for node in ast.walk(tree) if tree is not None else ():
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found[node.value.replace("\\", "/")] = None  # as it is written on Windows
    return [name for name in found if _is_name(name) and any(_in(f, name) for f in folders)]


def _is_name(text: str) -> bool:
    if not _NAME.fullmatch(text) or len(text) > 200 or text.endswith((".py", "*")):
        return False
    parts = [part for part in text.split("/") if part not in ("", os.curdir)]
    above = parts.count(os.pardir)
    leading = all(part == os.pardir for part in parts[:above])
    return leading and above <= min(_ABOVE, len(parts) - 1)


def _in(folder: str, name: str) -> bool:
    path = os.path.join(folder, name)
    return os.path.exists(path) or (
        glob.has_magic(name) and any(glob.iglob(os.path.join(glob.escape(folder), name)))
    )


def paths_of(names: Iterable[str], folders: Iterable[str]) -> list[str]:
    """What such names mean: files, and folders with what is in them."""
    found: list[str] = []
    for name in names:
        for folder in folders:
            path = os.path.join(folder, name)
            matches = [path] if os.path.exists(path) else sorted(glob.glob(path))
            for match in matches:
                below = Path(match).rglob("*") if os.path.isdir(match) else ()
                found += [match, *sorted(map(str, islice(below, _MOST_IN_A_FOLDER)))]
            if matches:
                break
    return found


def digest(path: str) -> str:
    """What is at a path, as a hash: a file, the names in a folder, or nothing."""
    said = hashlib.blake2b(digest_size=16)
    with suppress(OSError):
        if os.path.isdir(path):
            names = sorted(name for name in os.listdir(path) if not name.startswith("."))
            said.update("\0".join(["folder", *names]).encode(errors="surrogateescape"))
        elif os.path.getsize(path) > _LARGEST:
            about = os.stat(path)
            said.update(f"{about.st_size} {about.st_mtime_ns}".encode())
        else:
            said.update(b"file" + Path(path).read_bytes())
    return said.hexdigest()
