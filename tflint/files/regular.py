"""Files that a repository brings along, read without trusting what they are.

What stands under an expected name (an ignore file, an entry of a cache) may be a pipe that never ends,
a device, or a link to a file that is none of ours.
"""

from __future__ import annotations

import errno
import os
import stat


def read_regular(path: str, most: int, *, dir_fd: int | None = None) -> bytes:
    """The bytes of a regular file that is no link.

    Args:
        path: the file, below ``dir_fd`` if that is given.
        most: bytes that it may have.

    Raises:
        OSError: it cannot be read, is something else, or is larger.
    """
    # Opening a pipe waits for somebody to write, unless told not to.
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    with open(os.open(path, flags, dir_fd=dir_fd), "rb") as stream:
        if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            raise OSError(errno.EINVAL, "not a regular file", path)
        data = stream.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"larger than {most:,} bytes", path)
    return data
