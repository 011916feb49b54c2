"""Files that say something of their project: what they hold, as data."""

from __future__ import annotations

import configparser
import os
import sys
from contextlib import suppress
from typing import Any

from tflint.files.regular import read_regular

_LARGEST = 1 << 24
"""Bytes of such a file; lock files have some million."""
NOT_UNDERSTOOD = (ValueError, SyntaxError, RecursionError, MemoryError, configparser.Error)
"""What is raised by what reads a text that is none of its kind."""


def text_of(root: str, path: str) -> str:
    """What a file holds; nothing for one that cannot be read."""
    with suppress(OSError, UnicodeDecodeError):
        return read_regular(os.path.join(root, path), _LARGEST).decode()
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
    document: dict[str, Any] = tomllib.loads(text)
    return document
