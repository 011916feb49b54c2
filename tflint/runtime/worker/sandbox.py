"""What a forked child gives up before it touches user code: input, terminal, limits, directory."""

from __future__ import annotations

import io
import os
import resource
import signal
import sys
import tempfile

from . import processes

FILE_LIMIT = 64 << 20
"""No file, and so no captured output, grows beyond this."""

_ANSWER, _ANSWERS = b"1\n", 256
"""What a question is answered with, and how many are."""
_BELOW = ("here",) * 3
"""Folders between what is ours and where a program starts, which may name files above that."""


def root_of(scratch: str) -> str:
    """The folder below which all is the program's, given the one that it starts in."""
    return os.path.normpath(os.path.join(scratch, *(os.pardir for _ in _BELOW)))


def confine(folder: str, memory: int, close: tuple[int, ...]) -> None:
    """Cut this process off from the terminal, the parent's pipes and the user's directory."""
    os.setsid()
    processes.prctl(processes.PR_SET_DUMPABLE, 1)  # who watches it reads how much memory it holds
    processes.prctl(processes.PR_SET_PDEATHSIG, signal.SIGKILL)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGXFSZ, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)
    for descriptor in close:
        os.close(descriptor)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    for descriptor, name in ((1, "stdout"), (2, "stderr")):
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        target = os.open(os.path.join(folder, name), flags, 0o600)
        os.dup2(target, descriptor)
        os.close(target)
    temporary = os.path.join(folder, "tmp")
    os.mkdir(temporary)
    os.environ["TMPDIR"], tempfile.tempdir = temporary, None
    scratch = os.path.join(folder, "cwd", *_BELOW)
    os.makedirs(scratch)
    os.chdir(scratch)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_FSIZE, FILE_LIMIT)
    # A single huge allocation fails at once; slow growth is what the watching parent stops.
    _limit(resource.RLIMIT_DATA, _data_size() + 2 * memory)
    # There is nobody to ask: every answer is the same, and one day there are no more.
    sys.stdin = io.TextIOWrapper(io.BytesIO(_ANSWER * _ANSWERS))
    sys.stdout = open(1, "w", buffering=1, errors="replace", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, errors="replace", closefd=False)  # noqa: SIM115
    vars(sys).update(__stdin__=sys.stdin, __stdout__=sys.stdout, __stderr__=sys.stderr)
    sys.dont_write_bytecode = True


def _limit(kind: int, value: int) -> None:
    try:
        hard = resource.getrlimit(kind)[1]
        if hard != resource.RLIM_INFINITY:
            value = min(value, hard)
        resource.setrlimit(kind, (value, value))
    except (OSError, ValueError):
        pass


def _data_size() -> int:
    """Bytes of private writable memory mapped already."""
    try:
        with open("/proc/self/status") as status:
            for line in status:
                if line.startswith("VmData:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0
