"""What ``--sandbox`` puts around a worker: namespaces of Linux, which bubblewrap (``bwrap``) makes.

Nothing is there but what is named here: parts of the system, the interpreter and the project, all to be
read only, and folders in memory that end with the worker. There is no network.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

from tflint.experiment.example_inputs import project_root
from tflint.experiment.interpreters import parts
from tflint.experiment.parsed_file import folder_to_import_from
from tflint.refusal import RefusedError

SCRATCH = "/tmp/tflint"
"""Where the worker makes its own folder, inside."""
_RUNTIME = Path(__file__).parent.parent / "runtime"
_OF_THE_SYSTEM = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store", "/sys/devices/system"),
    *("/etc/alternatives", "/etc/group", "/etc/ld.so.cache", "/etc/ld.so.conf"),
    *("/etc/ld.so.conf.d", "/etc/localtime", "/etc/nsswitch.conf", "/etc/passwd"),
)
_MEMORY = {"/tmp": 1 << 30, "/dev/shm": 256 << 20}
"""Folders in memory, and how much they hold."""
_HOME_SIZE = 64 << 20


class SandboxError(RefusedError):
    """There is no sandbox to be had: why, in one line."""


def check_sandbox(roots: Iterable[str | Path]) -> None:
    """Try it, with a program that does nothing.

    Raises:
        SandboxError: it can't be made here.
    """
    command = [*sandboxed(None, roots), "/bin/sh", "-c", ":"]
    try:
        tried = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=20)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SandboxError(f"--sandbox: bwrap does not run: {error}") from None
    if tried.returncode:
        said = " ".join(tried.stderr.decode(errors="replace").split())
        raise SandboxError(
            f"--sandbox: this machine makes no namespaces for it: {said or 'bwrap failed'}"
        )


def sandboxed(python: str | None, roots: Iterable[str | Path]) -> list[str]:
    """What comes before the command of a worker.

    Args:
        python: the interpreter.
        roots: the paths given on the command line.

    Raises:
        SandboxError: bubblewrap isn't there, or the home directory can't be hidden.
    """
    program = shutil.which("bwrap")
    if program is None:
        raise SandboxError("--sandbox needs bubblewrap (`bwrap`), and Linux: there is none here")
    home = os.path.expanduser("~")
    shown = [*(parts(python) if python else ()), *_of_the_project(roots, home), str(_RUNTIME)]
    for path in shown:
        if _holds(path, home):
            raise SandboxError(
                f"--sandbox can't hide your home directory, {home}: {path} is to be read"
            )
    return [
        *(program, "--unshare-all", "--unshare-user", "--cap-drop", "ALL", "--as-pid-1"),
        *_in_memory(home, _HOME_SIZE),
        *(part for path in _OF_THE_SYSTEM for part in ("--ro-bind-try", path, path)),
        # Of a user who is root outside, too, the kernel would take new settings there.
        *("--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev"),
        *(part for path, size in _MEMORY.items() for part in _in_memory(path, size)),
        *(part for path in dict.fromkeys(shown) for part in _to_be_read(path)),
        *("--remount-ro", "/", "--chdir", os.path.dirname(SCRATCH), "--"),
    ]


def _of_the_project(roots: Iterable[str | Path], home: str) -> Iterator[str]:
    """The folders of the projects that paths lie in, or their packages; never one that holds the home."""
    for root in roots or ["."]:
        folder = str(folder_to_import_from(root))
        above = project_root(os.path.join(folder, "_"))
        yield folder if above is None or _holds(above, home) else above


def _holds(folder: str, path: str) -> bool:
    """Whether a path is a folder, or lies in it."""
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def _in_memory(path: str, size: int) -> list[str]:
    return ["--size", str(size), "--tmpfs", path]


def _to_be_read(path: str) -> Iterator[str]:
    """Under its name, and under that without links."""
    real = os.path.realpath(path)
    for name in dict.fromkeys((real, path)):
        yield from ("--ro-bind-try", real, name)
