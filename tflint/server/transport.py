"""Bytes from the client: whatever it says of their number, no more is held than comes."""

from __future__ import annotations

import io
from typing import BinaryIO

_PIECE = 1 << 20
_LONGEST_HEADER = 1 << 16


class Bounded(io.RawIOBase):
    """A stream that reads in pieces, since a message may say that it is as long as no memory is."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def readline(self, size: int | None = -1, /) -> bytes:
        """One line of a header; what is longer comes in parts, none of which is a header."""
        return self._stream.readline(_LONGEST_HEADER)

    def read(self, size: int = -1, /) -> bytes:
        """So many bytes, fewer where no more will come."""
        pieces: list[bytes] = []
        left = size
        while left > 0:
            piece = self._stream.read(min(left, _PIECE))
            if not piece:
                break
            pieces.append(piece)
            left -= len(piece)
        return b"".join(pieces)
