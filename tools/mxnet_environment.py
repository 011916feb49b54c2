"""Make a virtual environment with MXNet 1.9.1, and print the path of its interpreter.

    python tools/mxnet_environment.py .environments/mxnet

MXNet's last release uses ``np.bool``, which NumPy 1.24 removed: it needs NumPy 1.23.5, whose wheels
exist for Python 3.8 to 3.11. The running interpreter is taken if it is one of these, else the
first of ``python3.11`` … ``python3.8`` on PATH that really runs and can make environments.

An environment that is already there and works is kept, which takes well under a second. Two
processes may ask for the same folder at once: one builds, the other waits. Standard library
only; Linux and macOS, as MXNet's wheels.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

REQUIREMENTS = ("mxnet==1.9.1", "numpy==1.23.5", "pytest")
"""pytest is there for what its plugin records."""
PIP_OPTIONS = ("--quiet", "--disable-pip-version-check")
SUPPORTED = ((3, 11), (3, 10), (3, 9), (3, 8))
STAMP = "tflint-environment.txt"
SYSTEM_LIBRARIES = "libgomp1 libquadmath0"
"""Debian's names of what libmxnet.so loads and neither its wheel nor a bare system brings."""

NO_PYTHON = 3
"""Exit status when no fitting Python exists on the machine."""


class SetupError(Exception):
    """The environment can't be made; the message is for the user."""


class NoPythonError(SetupError):
    """No fitting Python on the machine."""


def main() -> int:
    parser = argparse.ArgumentParser(description="Make an environment with MXNet 1.9.1.")
    parser.add_argument("directory", type=Path, help="where the environment is, or shall be")
    directory = parser.parse_args().directory.absolute()
    try:
        print(ensure(directory))
    except NoPythonError as error:
        print(f"mxnet_environment: {error}", file=sys.stderr)
        return NO_PYTHON
    except SetupError as error:
        print(f"mxnet_environment: {error}", file=sys.stderr)
        return 1
    return 0


def ensure(directory: Path) -> Path:
    """The interpreter of the environment in ``directory``, which is made if it is not there."""
    python = directory / "bin" / "python"
    with locked(directory.with_name(directory.name + ".lock")):
        if not is_ready(directory, python):
            make(directory, python)
    return python


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock file; it stays behind, the lock ends with the process at the latest."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def is_ready(directory: Path, python: Path) -> bool:
    """Whether the environment was completed with these requirements, and still runs."""
    stamp = directory / STAMP
    return stamp.is_file() and stamp.read_text() == "\n".join(REQUIREMENTS) and answers(python, "")


def make(directory: Path, python: Path) -> None:
    """Build the environment and stamp it when MXNet works in it."""
    if directory.exists() and any(directory.iterdir()) and not is_environment(directory):
        raise SetupError(f"{directory} is not empty and not a virtual environment")
    base = find_python()
    run([base, "-m", "venv", "--clear", str(directory)], "making the environment failed")
    run([python, "-m", "pip", "install", *PIP_OPTIONS, *REQUIREMENTS], "installing MXNet failed")
    run(
        [python, "-c", "import mxnet; mxnet.nd.ones(1).asnumpy()"],
        f"MXNet does not start (if a lib….so is missing: apt-get install {SYSTEM_LIBRARIES})",
    )
    (directory / STAMP).write_text("\n".join(REQUIREMENTS))


def is_environment(directory: Path) -> bool:
    """Whether ``directory`` is a virtual environment, finished or not, which may be cleared."""
    return (directory / "pyvenv.cfg").is_file()


def find_python() -> str:
    """The interpreter to build with."""
    for candidate in candidates():
        code = f"import sys, ensurepip, venv; sys.exit(sys.version_info[:2] not in {SUPPORTED})"
        if answers(candidate, code):
            return candidate
    raise NoPythonError(
        "MXNet 1.9.1 needs Python 3.8, 3.9, 3.10 or 3.11 (with venv and ensurepip), "
        "and none was found on PATH"
    )


def candidates() -> Iterator[str]:
    """The running interpreter, then every python3.11 … python3.8 in the folders of PATH.

    All of them, not only the first of each name: version managers put stand-ins on PATH that
    exist and fail.
    """
    yield sys.executable
    for major, minor in SUPPORTED:
        for folder in os.get_exec_path():
            found = shutil.which(f"python{major}.{minor}", path=folder)
            if found:
                yield found


def answers(python: str | Path, code: str) -> bool:
    """Whether ``python`` starts and runs ``code`` without an error."""
    try:
        return subprocess.run([python, "-c", code], capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def run(command: list[str | Path], failure: str) -> None:
    """Run a step of the build; its last lines become the error's if it fails."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip().splitlines()[-3:]
        raise SetupError(": ".join([failure, *said]))


if __name__ == "__main__":
    sys.exit(main())
