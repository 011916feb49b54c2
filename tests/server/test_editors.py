"""The configurations of the docs in real editors: a finding is shown, and its fix applied."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from commands import PRINTING, write
from environments import ROOT

pytestmark = pytest.mark.slow

FIXED = PRINTING.replace("print(x)", "tf.print(x)")
SAID = "`print` runs once per trace, not once per call"
PATIENCE = 60.0


def needs(program: str) -> pytest.MarkDecorator:
    """Skips a test where a program is not."""
    missing = shutil.which(program) is None
    return pytest.mark.skipif(missing, reason=f"there is no {program} on this machine")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment of a user, with `tflint` on the path."""
    folder = tmp_path / "bin"
    script = f'#!/bin/sh\nexec "{sys.executable}" -m tflint "$@"\n'
    write(folder, {"tflint": script})
    (folder / "tflint").chmod(0o755)
    home = tmp_path / "home"
    home.mkdir()
    return {
        **os.environ,
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "PATH": f"{folder}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "TERM": "xterm",
    }


@contextmanager
def in_a_terminal(command: list[str], cwd: Path, env: dict[str, str]) -> Iterator[None]:
    """A program that has a terminal, which somebody reads."""
    ours, theirs = pty.openpty()
    os.set_blocking(ours, True)

    def read() -> None:
        try:
            while os.read(ours, 4096):
                pass
        except OSError:  # it has ended
            pass

    process = subprocess.Popen(
        command,
        cwd=cwd,
        env=env,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    threading.Thread(target=read, daemon=True).start()
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
        os.close(ours)


def wait_for(is_there: Callable[[], bool], what: str) -> None:
    """Wait until something is there."""
    end = time.monotonic() + PATIENCE
    while not is_there():
        assert time.monotonic() < end, what
        time.sleep(0.2)


@needs("nvim")
def test_neovim_shows_a_finding_and_applies_its_fix(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    write(tmp_path / "project", {"train.py": PRINTING, "pyproject.toml": ""})
    socket = tmp_path / "nvim.sock"

    def ask(expression: str) -> str:
        done = subprocess.run(
            ["nvim", "--headless", "--server", str(socket), "--remote-expr", expression],
            capture_output=True,
            text=True,
            env=environment,
            timeout=30,
        )
        return done.stdout + done.stderr

    def lua(code: str) -> str:
        return ask(f"luaeval({code!r})")

    screen = (
        "join(map(range(1, &lines), {_, r -> join(map(range(1, &columns), "
        "{_, c -> screenstring(r, c)}), '')}), '|')"
    )
    configuration = str(ROOT / "editors" / "neovim" / "tflint.lua")
    command = ["nvim", "-n", "-u", configuration, "--listen", str(socket), "train.py"]
    with in_a_terminal(command, tmp_path / "project", environment):
        wait_for(socket.exists, "Neovim listens")
        ask("execute('set columns=120 lines=30')")
        wait_for(lambda: lua("#vim.diagnostic.get(0)") == "1", "one finding")
        assert lua("vim.diagnostic.get(0)[1].code") == "TFL301"
        wait_for(lambda: SAID in ask(screen), "the finding on the screen")
        chosen = "vim.ui.select = function(items, options, on_choice) on_choice(items[1], 1) end"
        lua(f"load([[{chosen}]])()")
        ask("cursor(5, 5)")
        lua("vim.lsp.buf.code_action()")
        wait_for(lambda: "tf.print(x)" in ask("getline(5)"), "the fix")
        wait_for(lambda: lua("#vim.diagnostic.get(0)") == "0", "no finding any more")
        ask("execute('write')")
    assert (tmp_path / "project" / "train.py").read_text() == FIXED


def _has_eglot() -> bool:
    if shutil.which("emacs") is None:
        return False
    done = subprocess.run(
        ["emacs", "--batch", "--eval", "(require 'eglot)"], capture_output=True, timeout=60
    )
    return done.returncode == 0


EMACS = """\
(require 'cl-lib)
(require 'flymake)
(setq eglot-sync-connect t eglot-autoshutdown t make-backup-files nil)

(defun until (what)
  (let ((end (+ (float-time) 60)))
    (while (and (not (funcall what)) (< (float-time) end))
      (accept-process-output nil 0.1))))

(find-file "train.py")
(run-hooks 'post-command-hook)
(until (lambda () (flymake-diagnostics)))
(dolist (found (flymake-diagnostics))
  (message "found on line %d: %s"
           (line-number-at-pos (flymake-diagnostic-beg found))
           (flymake-diagnostic-text found)))
(goto-char (flymake-diagnostic-beg (car (flymake-diagnostics))))
(cl-letf (((symbol-function 'completing-read)
           (lambda (_ choices &rest __)
             (let ((names (all-completions "" choices)))
               (cl-find-if (lambda (name) (string-match-p "unsafe" name)) names)))))
  (setq last-nonmenu-event 'keyboard)
  (call-interactively #'eglot-code-actions))
(until (lambda () (save-excursion (goto-char 1) (search-forward "tf.print" nil t))))
(save-buffer)
"""


@needs("emacs")
@pytest.mark.skipif(not _has_eglot(), reason="this Emacs has no Eglot")
def test_emacs_shows_a_finding_and_applies_its_fix(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    write(tmp_path / "project", {"train.py": PRINTING, "pyproject.toml": "", "try.el": EMACS})
    configuration = ROOT / "editors" / "emacs" / "tflint.el"
    done = subprocess.run(
        ["emacs", "--batch", "-l", configuration, "-l", "try.el"],
        cwd=tmp_path / "project",
        env=environment,
        capture_output=True,
        text=True,
        timeout=180,
    )
    assert "found on line 5: " in done.stderr and SAID in done.stderr, done.stderr
    assert (tmp_path / "project" / "train.py").read_text() == FIXED, done.stderr
