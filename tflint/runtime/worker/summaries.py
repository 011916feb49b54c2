"""What a program's summary writers have written: the tags and steps in their event files."""

from __future__ import annotations

import contextlib
import functools
import os
import struct
from collections.abc import Iterator
from typing import Any

_LENGTH = struct.Struct("<Q")
_CHECKS = 4
"""Bytes of the checksum after a record's length, and after its data."""


class Writers:
    """The writers that a program makes, kept alive for calls after its end."""

    def __init__(self, tf: Any) -> None:
        self._made: dict[str, list[Any]] = {}
        """By folder: several may write to one."""
        make = tf.summary.create_file_writer

        @functools.wraps(make)
        def create_file_writer(logdir: Any, *args: Any, **kwargs: Any) -> Any:
            writer = make(logdir, *args, **kwargs)
            self._made.setdefault(os.path.abspath(os.fspath(logdir)), []).append(writer)
            return writer

        create_file_writer.autograph_info__ = {}  # type: ignore[attr-defined]
        tf.summary.create_file_writer = create_file_writer

    def events(self) -> list[str] | None:
        """All that was written so far, folder by folder; None where there is no writer.

        Folders have numbers: each run may make their names anew, which are no part of what is written.
        """
        if not self._made:
            return None
        written: list[str] = []
        for number, (folder, writers) in enumerate(self._made.items(), 1):
            for writer in writers:
                with contextlib.suppress(Exception):
                    writer.flush()
            for event in _read(folder):
                written += [
                    f"{v.tag} at step {event.step} to folder {number}" for v in event.summary.value
                ]
        return written


def _read(folder: str) -> Iterator[Any]:
    from tensorflow.core.util import (  # type: ignore[import-not-found, import-untyped, unused-ignore]
        event_pb2,
    )

    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    for name in names:
        if "tfevents" not in name:
            continue
        with open(os.path.join(folder, name), "rb") as file:
            while True:
                head = file.read(_LENGTH.size + _CHECKS)
                if len(head) < _LENGTH.size + _CHECKS:
                    break
                (length,) = _LENGTH.unpack(head[: _LENGTH.size])
                yield event_pb2.Event.FromString(file.read(length))
                file.read(_CHECKS)
