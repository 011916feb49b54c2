"""Text from files and frameworks made safe to show: it is data, a terminal must not obey it."""

from __future__ import annotations

import re
import unicodedata

# C0 and C1 controls, line and paragraph separators, and what reorders or hides its neighbours.
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)


def printable(text: str) -> str:
    """The text with every character that could drive a terminal written as an escape."""
    if text.isascii() and text.isprintable():
        return text
    return _UNSAFE.sub(lambda match: _escape(match[0]), text)


def one_line(text: str) -> str:
    """The same on one line."""
    return printable(" ".join(text.split()))


def width(text: str) -> int:
    """Columns that printable text takes on a terminal."""
    if text.isascii():
        return len(text)
    return sum(_width_of(character) for character in text)


def _width_of(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _escape(character: str) -> str:
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
