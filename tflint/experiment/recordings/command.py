"""``tflint record -- python train.py``: a program as it is, while notes are taken."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tflint.experiment.recordings.recorded_calls import FOLDER

_RECORDER = Path(__file__).parent.parent.parent / "runtime" / "recorder"
_PYTHON = re.compile(r"^python[\d.]*(\.exe)?$")


class CommandError(Exception):
    """Not a command that can be recorded; the message says why."""


def record(command: Sequence[str]) -> int:
    """Run a Python program and keep what reached its traced functions; its exit status."""
    words = list(command)
    python = [sys.executable]
    if words and _PYTHON.match(os.path.basename(words[0])):
        python = [words.pop(0)]
        while words and words[0].startswith("-") and words[0] not in ("-m", "-c", "-"):
            python.append(words.pop(0))
    if not words or words[0] in ("-c", "-") or words == ["-m"]:
        raise CommandError("name a script, or a module after `-m`")
    name = words[1] if words[0] == "-m" else words[0]
    if words[0] != "-m" and not os.path.isfile(name):
        raise CommandError(f"{name}: no such script")
    stem = re.sub(r"\W+", "_", name.removesuffix(".py")).strip("_") or "run"
    output = os.path.abspath(os.path.join(FOLDER, f"{stem}.json"))
    try:
        done = subprocess.run([*python, str(_RECORDER), output, os.getcwd(), *words], check=False)
    except OSError as error:
        raise CommandError(f"{python[0]}: {error.strerror}") from None
    return done.returncode if done.returncode >= 0 else 128 - done.returncode
