"""Runs of tflint from one process that has imported it: each is a fork, with streams of its own.

A run differs from ``python -m tflint`` in what happened before its first line: what is imported and
what depends on no program is there already. What an interpreter looks at when it starts must be as it
was here. `test_alone.py` and others start processes of their own.
"""

from __future__ import annotations

import atexit
import functools
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

_AT_START = ("PYTHON", "LC_", "LANG", "LD_")
"""How the names of environment variables begin that count when an interpreter starts."""


def run(arguments: list[str], cwd: Path, stdin: bytes, env: dict[str, str], timeout: float) -> Done:
    """One run; `TimeoutError` if it does not end in time."""
    with (
        tempfile.TemporaryFile() as given,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
        socket.socket(socket.AF_UNIX) as connection,
    ):
        given.write(stdin)
        given.seek(0)
        connection.settimeout(timeout)
        connection.connect(_server())
        streams = [stream.fileno() for stream in (given, out, err)]
        request = json.dumps([arguments, str(cwd), env]).encode("utf-8", "surrogateescape")
        socket.send_fds(connection, [len(request).to_bytes(8, "big")], streams)
        connection.sendall(request)
        status = int.from_bytes(_read(connection, 4), "big", signed=True)
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(arguments, status, out.read(), err.read())


Done = subprocess.CompletedProcess[bytes]


def is_like_ours(env: Mapping[str, str]) -> bool:
    """Whether an interpreter would start in this environment as the one that forks has started."""
    return _at_start(env) == _ENVIRONMENT


def _at_start(env: Mapping[str, str]) -> dict[str, str]:
    return {name: env[name] for name in env if name.startswith(_AT_START)}


_ENVIRONMENT = _at_start(os.environ)


@functools.cache
def _server() -> str:
    """The address of the process that forks, started when it is first needed."""
    folder = tempfile.TemporaryDirectory(prefix="tflint-forks-")
    path = os.path.join(folder.name, "socket")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(path)
        listening.listen(64)
        process = subprocess.Popen(
            [sys.executable, __file__, str(listening.fileno())],
            pass_fds=[listening.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )

    def end() -> None:
        process.kill()
        process.wait()
        folder.cleanup()

    atexit.register(end)
    return path


# What follows runs in the process that forks.


def serve(listening: socket.socket) -> None:
    """Fork for each connection, for ever."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    while True:
        connection, _ = listening.accept()
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            listening.close()
            _watch(connection)
            os._exit(0)
        connection.close()


def _watch(connection: socket.socket) -> None:
    """Run what a connection asks for in one more fork, and tell how it ended."""
    size, streams, _, _ = socket.recv_fds(connection, 8, 3)
    arguments, cwd, env = json.loads(_read(connection, int.from_bytes(size, "big")))
    child = os.fork()
    if child == 0:
        connection.close()
        os._exit(_main(arguments, cwd, env, streams))
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    connection.sendall(status.to_bytes(4, "big", signed=True))


def _main(arguments: list[str], cwd: str, env: dict[str, str], streams: list[int]) -> int:
    """What ``python -m tflint`` does from its first line on; its exit status."""
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    sys.argv = ["tflint", *arguments]
    sys.path[0] = cwd
    try:
        runpy.run_module("tflint", run_name="__main__", alter_sys=True)
        status: object = 0
    except SystemExit as ended:
        status = ended.code
    except BaseException:
        traceback.print_exc()
        status = 1
    if isinstance(status, str):
        print(status, file=sys.stderr)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    atexit._run_exitfuncs()
    return status if isinstance(status, int) else int(status is not None)


def _read(connection: socket.socket, size: int) -> bytes:
    found = b""
    while len(found) < size:
        part = connection.recv(size - len(found))
        if not part:
            raise ConnectionError("the process that forks is gone")
        found += part
    return found


def _warm_up() -> None:
    """Import what nearly every run imports, and work out what depends on no program."""
    from tflint.cli import run as linted

    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "pyproject.toml").touch()  # what lies above is not looked at
        program = Path(folder, "program.py")
        program.write_text(_PROGRAM)
        for arguments in ([], ["--output-format", "json"], ["--extend-select", "TFL002"]):
            linted([str(program), "--no-cache", *arguments])


_PROGRAM = """\
import mxnet
import tensorflow as tf

@tf.function
def f(x):
    print(x)
"""


if __name__ == "__main__":
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        _warm_up()
    serve(socket.socket(fileno=int(sys.argv[1])))
