"""Where a child leaves its result: memory shared with the parent.

No file descriptor is involved, so nothing that user code prints or closes can touch it, and a
child that is killed leaves what it had found so far.
"""

from __future__ import annotations

import json
import mmap
import struct

from ..protocol import SideResult, encode

_SLOT = 4 << 20
_HEAD = struct.Struct("<QQ")


class Shared:
    """Two slots and a header that names the valid one: a write cut short spoils nothing."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, _HEAD.size + 2 * _SLOT)
        self._dumps = json.dumps
        self._turn = 0

    def publish(self, result: SideResult) -> None:
        """Replace what was published before."""
        data = self._dumps(encode(result), default=repr).encode("utf-8", "replace")
        if len(data) > _SLOT:
            data = self._dumps(
                encode(SideResult(result.stage, result.reads, oversized=len(data)))
            ).encode()
        self._turn = 1 - self._turn
        start = _HEAD.size + self._turn * _SLOT
        self._memory[start : start + len(data)] = data
        self._memory[: _HEAD.size] = _HEAD.pack(self._turn, len(data))

    def read(self) -> str:
        """The last result published, as JSON text; empty if there is none."""
        turn, size = _HEAD.unpack(self._memory[: _HEAD.size])
        start = _HEAD.size + turn * _SLOT
        return self._memory[start : start + size].decode("utf-8", "replace")

    def close(self) -> None:
        """Give the memory back."""
        self._memory.close()
