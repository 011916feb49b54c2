"""Completion, in the shells themselves: each on a terminal, with the Tab key."""

from __future__ import annotations

import os
import pty
import select
import shutil
import signal
import sys
import time
from pathlib import Path

import pytest
from commands import environment, tflint, write

SHELLS = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "--interactive"],
}
"""How each shell is started without anybody's settings."""
SET_UP = {
    "bash": 'eval "$(tflint generate-shell-completion bash)"',
    "zsh": 'autoload -U compinit && compinit -u -D; eval "$(tflint generate-shell-completion zsh)"',
    "fish": "tflint generate-shell-completion fish | source",
}
"""What README tells their users to write into their settings."""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A folder with the command; what is completed is not run, but written down."""
    text = f"""#!/bin/sh
if test -n "$_TFLINT_COMPLETE" || test "$1" = generate-shell-completion
then exec {sys.executable} -m tflint "$@"
fi
echo "$@" > said
"""
    folder = write(tmp_path / "bin", {"tflint": text})
    (folder / "tflint").chmod(0o755)
    return folder


class Terminal:
    """A shell on a terminal."""

    def __init__(self, command: list[str], cwd: Path, path: Path) -> None:
        path_list = f"{path}{os.pathsep}{os.environ['PATH']}"
        env = environment(PATH=path_list, TERM="xterm", PS1="$ ", HOME=str(cwd))
        self._process, self._terminal = pty.fork()
        if self._process == 0:
            os.chdir(cwd)
            os.execvpe(command[0], command, env)
        self.shown = ""

    def type(self, text: str) -> None:
        os.write(self._terminal, text.encode())

    def wait_for(self, path: Path, seconds: float = 60) -> str:
        """The text of a file once it is there and not empty."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if select.select([self._terminal], [], [], 0.05)[0]:
                self.shown += self._read()
            if path.exists() and path.read_text().endswith("\n"):
                return path.read_text()
        raise AssertionError(self.shown)

    def _read(self) -> str:
        try:
            return os.read(self._terminal, 65536).decode(errors="replace")
        except OSError:  # the shell has ended
            raise AssertionError(self.shown) from None

    def close(self) -> None:
        os.close(self._terminal)
        os.kill(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)


@pytest.mark.slow
@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("--statist", "--statistics"),
        ("tra", "traced"),
        ("traced --output-form", "traced --output-format"),
        ("check --output-format sar", "check --output-format sarif"),
    ],
)
def test_the_tab_key(shell: str, typed: str, completed: str, tmp_path: Path, program: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell} on this machine")
    for patience in (2.0, 20.0):  # on a machine that does much else, the shell waits for long
        if press_tab(shell, f"tflint {typed}", tmp_path, program, patience) == completed:
            return
    pytest.fail(f"{typed!r} was not completed")


def press_tab(shell: str, typed: str, cwd: Path, program: Path, patience: float) -> str:
    """What a line is run with once Tab was pressed at its end, so many seconds before Enter."""
    terminal = Terminal(SHELLS[shell], cwd, program)
    ready, said = cwd / "ready", cwd / "said"
    for left in (ready, said):
        left.unlink(missing_ok=True)
    try:
        terminal.type(f"{SET_UP[shell]}; echo yes > {ready}\n")
        terminal.wait_for(ready)
        terminal.type(f"{typed}\t")
        time.sleep(patience)
        terminal.type("\n")
        return " ".join(terminal.wait_for(said).split())
    finally:
        terminal.close()


@pytest.mark.parametrize("shell", SHELLS)
def test_each_shell_is_given_its_own_script(shell: str, tmp_path: Path) -> None:
    done = tflint("generate-shell-completion", shell, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"_TFLINT_COMPLETE={shell}_complete" in done.stdout


def test_another_shell_is_one_line(tmp_path: Path) -> None:
    done = tflint("generate-shell-completion", "tcsh", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    ("line", "word", "wanted"),
    [
        ("tflint --sel", 1, "--select"),
        ("tflint ru", 1, "rules"),
        ("tflint a.py --fail-on ", 3, "confirmed"),
        ("tflint --select TFL3 --output-format c", 4, "concise"),
        ("tflint why --out", 2, "--output-format"),
    ],
)
def test_what_may_follow(line: str, word: int, wanted: str, tmp_path: Path) -> None:
    asked = {"COMP_WORDS": line, "COMP_CWORD": str(word), "_TFLINT_COMPLETE": "bash_complete"}
    done = tflint(cwd=tmp_path, **asked)
    assert wanted in [entry.partition(",")[2] for entry in done.stdout.splitlines()]


def test_an_unknown_question_of_a_shell_is_refused(tmp_path: Path) -> None:
    done = tflint(cwd=tmp_path, _TFLINT_COMPLETE="nonsense")
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "")
