"""What docs/editors.md says of Jupyter, with the part of jupyterlab-lsp that runs in the server."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from commands import PRINTING, write
from environments import ROOT

CLIENT = Path(__file__).with_name("jupyter_client.py")
SECTION = (ROOT / "docs" / "editors.md").read_text().partition("## Jupyter")[2]


@pytest.mark.slow
def test_jupyter_shows_what_is_found(jupyter_python: str, tmp_path: Path) -> None:
    (settings,) = re.findall(r"```json\n(.*?)```", SECTION.partition("\n## ")[0], re.DOTALL)
    project = write(
        tmp_path / "project", {"cells.py": PRINTING, "jupyter_server_config.json": settings}
    )
    bin_ = write(
        tmp_path / "bin", {"tflint": f'#!/bin/sh\nexec "{sys.executable}" -m tflint "$@"\n'}
    )
    (bin_ / "tflint").chmod(0o755)
    path = f"{bin_}:{os.environ['PATH']}"
    done = subprocess.run(
        [jupyter_python, CLIENT, project, project / "cells.py"],
        capture_output=True,
        text=True,
        timeout=180,
        env={**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [[5, "TFL301"]]
