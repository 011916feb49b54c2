"""The interpreters that the suite runs real experiments in. Nothing is mocked."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOL = ROOT / "tools" / "mxnet_environment.py"
NO_PYTHON = 3
"""Exit status of the tool when no Python on the machine fits MXNet."""


class UnavailableError(Exception):
    """This machine can't have the interpreter, and no failure of ours is the reason."""


def mxnet_python() -> str:
    """``TFLINT_MXNET_PYTHON`` if set, else the one in ``.environments/mxnet``, made if needed."""
    given = os.environ.get("TFLINT_MXNET_PYTHON")
    if given:
        return given
    made = subprocess.run(
        [sys.executable, TOOL, ROOT / ".environments" / "mxnet"], capture_output=True, text=True
    )
    if made.returncode == NO_PYTHON:
        raise UnavailableError(made.stderr.strip())
    if made.returncode != 0:
        raise RuntimeError(made.stderr.strip())
    return made.stdout.strip()


def tensorflow_python() -> str:
    """An interpreter with TensorFlow: the running one, as the ``dev`` extra installs it."""
    if find_spec("tensorflow") is None:
        raise UnavailableError("TensorFlow is not installed here: pip install -e '.[dev]'")
    return sys.executable


def fixit() -> str:
    """The name of Fixit's module, which the ``dev`` extra installs."""
    if find_spec("fixit") is None:
        raise UnavailableError("Fixit is not installed here: pip install -e '.[dev]'")
    return "fixit"
