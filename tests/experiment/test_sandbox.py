"""What programs reach from a sandbox, and what not; each attempt succeeds without one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from environments import ROOT
from helpers import make_finding
from test_hostile import stray_processes, until

from tflint.experiment import ConfirmSettings, confirm
from tflint.experiment.bubblewrap import SandboxError, check_sandbox, sandboxed
from tflint.experiment.interpreters import parts

PROGRAM = """\
import os, signal, socket, time
import tensorflow as tf


def reaches(attempt):
    try:
        return attempt()
    except OSError:
        return False


def connected(family, address):
    with socket.socket(family, socket.SOCK_STREAM) as one:
        one.settimeout(2)
        one.connect(address)
        return True


def told(address):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.settimeout(2)
        one.connect(address)
        one.send(b"?")
        return one.recv(1) == b"!"


def read(path):
    with open(path) as stream:
        return stream.read()


def written(path, mode="r+"):
    with open(path, mode):
        return True


ATTEMPTS = {
    "a connection": lambda: connected(socket.AF_INET, ("127.0.0.1", PORT)),
    "a datagram": lambda: told(("127.0.0.1", PORT)),
    "a socket of the system": lambda: connected(socket.AF_UNIX, "\\0tflint-PORT"),
    "a socket that is a file": lambda: connected(socket.AF_UNIX, "FOLDER/socket"),
    "the home directory": lambda: read("HOME/secret"),
    "its names": lambda: "secret" in os.listdir("HOME"),
    "a folder beside the project": lambda: read("FOLDER/other"),
    "passwords": lambda: os.path.exists("/etc/shadow"),
    "writing to the project": lambda: written(__file__),
    "writing beside the project": lambda: written("FOLDER/other"),
    "writing where anybody may": lambda: written("/var/tmp/tflint-PORT", "w"),
    "the kernel's settings": lambda: os.geteuid() != 0 or written("/proc/sys/kernel/core_pattern"),
    "another process": lambda: any(
        "tflint-test-server" in read(f"/proc/{one}/cmdline")
        for one in filter(str.isdigit, os.listdir("/proc"))
    ),
}


@tf.function
def step(x):
    time.sleep(SECONDS)
    reached = [number for number, attempt in enumerate(ATTEMPTS.values()) if reaches(attempt)]
    if reached:
        raise RuntimeError(f"reached: {reached}")
    with open("mine", "w") as stream, open("/tmp/mine", "w") as other:
        stream.write("what is written to the scratch folder stays there")
        other.write("and so does this")
    print("hello")  # here
    return x


step(tf.ones([2]))
"""
SERVER = """\
import os, select, socket, sys
here = [socket.socket(family, kind) for family, kind in (
    (socket.AF_INET, socket.SOCK_STREAM), (socket.AF_INET, socket.SOCK_DGRAM),
    (socket.AF_UNIX, socket.SOCK_STREAM), (socket.AF_UNIX, socket.SOCK_STREAM))]
here[0].bind(("127.0.0.1", 0))
port = here[0].getsockname()[1]
here[1].bind(("127.0.0.1", port))
here[2].bind(f"\\0tflint-{port}")
here[3].bind(sys.argv[1])
for one in (here[0], *here[2:]):
    one.listen()
print(port, flush=True)
while True:
    if select.select([here[1]], [], [], 1)[0]:
        here[1].sendto(b"!", here[1].recvfrom(1)[1])
    elif os.getppid() == 1:
        break
"""
"""What listens outside: to connections, datagrams, and sockets of the system with a name or a file."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home directory, a project, and something beside it."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("home", "project"):
        (tmp_path / name).mkdir()
    (tmp_path / "project" / "pyproject.toml").touch()
    for name in ("home/secret", "other"):
        (tmp_path / name).write_text("something")
    return tmp_path


@pytest.fixture
def port(folder: Path) -> Iterator[int]:
    command = [sys.executable, "-c", SERVER, str(folder / "socket"), "tflint-test-server"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        port = int(server.stdout.readline())
        yield port
        server.kill()
    Path(f"/var/tmp/tflint-{port}").unlink(missing_ok=True)


def program(folder: Path, port: int, seconds: float = 0) -> Path:
    path = folder / "project" / "program.py"
    text = PROGRAM
    said = {"PORT": port, "FOLDER": folder, "HOME": folder / "home", "SECONDS": seconds}
    for name, value in said.items():
        text = text.replace(name, str(value))
    path.write_text(text)
    return path


@pytest.mark.parametrize("sandbox", [True, False])
def test_reach(
    sandbox: bool, folder: Path, port: int, tensorflow_python: str, bubblewrap: str
) -> None:
    """What a sandbox keeps out is reached without one: each attempt works."""
    path = program(folder, port)
    finding = make_finding(path, "TFL301", entry="step")
    settings = ConfirmSettings(tensorflow_python, roots=[path.parent], sandbox=sandbox)
    (settled,) = confirm([finding], settings)
    assert settled.evidence is not None
    reason = settled.evidence["reason"]
    if sandbox:
        assert settled.verdict == "confirmed", reason
    else:
        everything = list(range(PROGRAM.count('": lambda:')))
        assert reason.endswith(f"RuntimeError: reached: {everything}"), reason
    assert sorted(one.name for one in path.parent.iterdir()) == ["program.py", "pyproject.toml"]
    assert not stray_processes()


def tflint(*options: str | Path, before: tuple[str, ...] = ()) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-P", "-m", "tflint", "--confirm", "--sandbox", "--no-cache"]
    return subprocess.Popen(
        [*before, *command, "--output-format", "concise", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("seconds", [0.2, 2.0, 9.0])
def test_end(
    seconds: float,
    number: signal.Signals,
    folder: Path,
    tensorflow_python: str,
    bubblewrap: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """At any time, nothing is left, also where nobody can tidy up."""
    temporary = folder / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    process = tflint("--python", tensorflow_python, program(folder, 1, seconds=1000).parent)
    assert until(lambda: sandboxes(folder), 60)
    time.sleep(seconds)
    assert process.poll() is None
    process.send_signal(number)
    ended = time.monotonic()
    process.communicate(timeout=30)
    assert until(lambda: not sandboxes(folder), 2 if number != signal.SIGKILL else 10)
    if number != signal.SIGKILL:
        assert time.monotonic() - ended < 2
        assert process.returncode == 128 + number
    assert list(temporary.iterdir()) == []
    assert not stray_processes()


def sandboxes(folder: Path) -> list[Path]:
    """Running sandboxes in which a folder is to be read."""
    found = []
    for one in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            text = one.read_bytes()
        except OSError:
            continue
        named = text.split(b"\0")
        if named[0].endswith(b"bwrap") and b"tensorflow" in named and os.fsencode(folder) in text:
            found.append(one)
    return found


def refusal(*options: str | Path, before: tuple[str, ...] = ()) -> str:
    """What is said where there is no sandbox: one line, and exit status 2."""
    process = tflint(*options, before=before)
    written, said = process.communicate(timeout=60)
    assert process.returncode == 2
    assert written == b""
    (line,) = said.decode().splitlines()
    return line.removeprefix("tflint: error: ")


def test_none_without_bubblewrap(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(folder))
    line = refusal(program(folder, 1))
    assert line == "--sandbox needs bubblewrap (`bwrap`), and Linux: there is none here"
    with pytest.raises(SandboxError, match="needs bubblewrap"):
        sandboxed(sys.executable, [folder])


def test_none_without_namespaces(folder: Path, bubblewrap: str) -> None:
    """As where a container or an administrator allows none."""
    script = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"'
    unshare = ("unshare", "--user", "--map-root-user", "sh", "-c", script, "sh")
    line = refusal(program(folder, 1), before=unshare)
    assert line.startswith("--sandbox: this machine makes no namespaces for it: bwrap: ")


def test_none_where_the_home_directory_would_be_seen(
    folder: Path, bubblewrap: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = program(folder, 1)
    home = folder / "project" / "home"
    monkeypatch.setenv("HOME", str(home))
    assert refusal(path) == (
        f"--sandbox can't hide your home directory, {home}: {path.parent} is to be read"
    )
    monkeypatch.setenv("HOME", str(folder))
    (folder / ".git").mkdir()  # the home may be a project itself
    (path.parent / "pyproject.toml").unlink()
    check_sandbox([path])
    with pytest.raises(SandboxError, match="can't hide"):
        check_sandbox([folder])


def test_the_parts_of_an_interpreter(tmp_path: Path) -> None:
    """Not what lies beside them, as where one is linked from the home directory."""
    for name in (
        "base/bin",
        "base/lib/python3.11",
        "base/secrets",
        "home/bin",
        "home/keys",
        "v/bin",
    ):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "base/bin/python").symlink_to(sys.executable)
    (tmp_path / "home/bin/python").symlink_to("../../base/bin/python")
    (tmp_path / "v/bin/python").symlink_to(tmp_path / "home/bin/python")
    (tmp_path / "v/lib/python3.11/site-packages").mkdir(parents=True)
    (tmp_path / "v/pyvenv.cfg").write_text(f"home = {tmp_path}/base/bin\nversion = 3.11\n")
    found = [
        path for path in parts(str(tmp_path / "v/bin/python")) if path.startswith(str(tmp_path))
    ]
    assert [os.path.relpath(path, tmp_path) for path in found] == [
        "v/bin",
        "v/lib",
        "v/pyvenv.cfg",
        "base/bin",
        "base/lib",
        "v/lib/python3.11/site-packages",
    ]
