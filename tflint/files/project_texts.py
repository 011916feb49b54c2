"""Files that say something of their project: what they hold, as data."""

from __future__ import annotations

import codecs
import configparser
import os
import re
import sys
from contextlib import suppress
from typing import Any

from tflint.files.regular import read_regular

LARGEST = 1 << 24
"""Bytes of such a file; lock files have some million."""
_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""What a text begins with that the shell of Windows has written."""
_MOST_PARTS_OF_KEY = 100
"""Parts of a dotted key (``a.b.c``) of TOML.

Python's parser keeps all of its beginnings: a key of 20,000 parts takes 2 GB.
"""
_LONG_KEY = re.compile(
    r"""(?<![\w-])(?:(?:[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')[ \t]*\.[ \t]*)"""
    f"{{{_MOST_PARTS_OF_KEY - 1}}}"
)
NOT_UNDERSTOOD = (ValueError, SyntaxError, RecursionError, MemoryError, configparser.Error)
"""What is raised by what reads a text that is none of its kind."""


def text_of(root: str, path: str, largest: int = LARGEST) -> str:
    """What a file holds; nothing for one that cannot be read, or is larger."""
    with suppress(OSError, UnicodeDecodeError):
        data = read_regular(os.path.join(root, path), largest)
        return data.decode("utf-16" if data.startswith(_MARKS) else "utf-8-sig")
    return ""


def names_in(folder: str) -> list[str]:
    """What lies in a folder, in order; nothing in one that cannot be read."""
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def sections_of(text: str) -> configparser.ConfigParser:
    """A text as ``setup.cfg`` has it; raises one of ``NOT_UNDERSTOOD``."""
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string(text)
    return parser


def toml_of(text: str) -> dict[str, Any]:
    """A document of TOML; raises one of ``NOT_UNDERSTOOD``."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib  # type: ignore[import-not-found,unused-ignore]
    if _LONG_KEY.search(text):
        raise ValueError(f"a key has {_MOST_PARTS_OF_KEY} parts or more")
    document: dict[str, Any] = tomllib.loads(text)
    return document
