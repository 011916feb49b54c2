"""What docs/editors.md says of Jupyter: jupyterlab-lsp in its server, and in a browser."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import browser
import environments
import nbformat
import pytest
from commands import PRINTING, write
from environments import ROOT

CLIENT = Path(__file__).with_name("jupyter_client.py")
SECTION = (ROOT / "docs" / "editors.md").read_text().partition("## Jupyter")[2]
PATIENCE = 120
MARKED = "[...document.querySelectorAll('.cm-lintRange')].map(marked => marked.textContent)"
"""What the page underlines."""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A script and a notebook with one finding each, and the settings of the docs."""
    (settings,) = re.findall(r"```json\n(.*?)```", SECTION.partition("\n## ")[0], re.DOTALL)
    head, _, rest = PRINTING.partition("\n\n")
    notebook = nbformat.v4.new_notebook(cells=[*map(nbformat.v4.new_code_cell, (head, rest))])
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3 (ipykernel)"}
    notebook.metadata.language_info = {"name": "python", "mimetype": "text/x-python"}
    files = {"cells.py": PRINTING, "cells.ipynb": nbformat.writes(notebook)}
    return write(tmp_path / "project", {**files, "jupyter_server_config.json": settings})


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """With tflint on PATH, and a home that holds nothing."""
    command = f'#!/bin/sh\nexec "{sys.executable}" -m tflint "$@"\n'
    bin_ = write(tmp_path / "bin", {"tflint": command})
    (bin_ / "tflint").chmod(0o755)
    path = f"{bin_}:{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)}


@pytest.mark.slow
def test_its_server_tells_what_is_found(
    jupyter_python: str, project: Path, environment: dict[str, str]
) -> None:
    done = subprocess.run(
        [jupyter_python, CLIENT, project, project / "cells.py"],
        capture_output=True,
        text=True,
        timeout=180,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [[5, "TFL301"]]


@contextmanager
def jupyterlab(python: str, folder: Path, environment: dict[str, str]) -> Iterator[str]:
    """The address of a JupyterLab in a folder with settings."""
    options = ["--allow-root", "--no-browser", "--port=0", "--IdentityProvider.token="]
    options += [f"--ServerApp.root_dir={folder}"]
    options += [f"--config={folder / 'jupyter_server_config.json'}"]
    log = folder.parent / "jupyterlab.log"
    with log.open("w") as said:
        process = subprocess.Popen(
            [python, "-m", "jupyter", "lab", *options],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stderr=said,
            env=environment,
            start_new_session=True,
        )
    try:
        end = time.monotonic() + PATIENCE
        while (told := re.search(r"http://127\.0\.0\.1:\d+", log.read_text())) is None:
            assert process.poll() is None and time.monotonic() < end, log.read_text()
            time.sleep(0.2)
        yield told[0]
    finally:
        os.killpg(process.pid, signal.SIGTERM)  # the kernels, too
        process.wait(60)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cells.py", "cells.ipynb"])
def test_a_browser_shows_what_is_found(
    name: str, jupyter_python: str, project: Path, environment: dict[str, str], tmp_path: Path
) -> None:
    try:
        chromium = browser.chromium()
    except environments.UnavailableError as reason:
        pytest.skip(str(reason))
    with (
        jupyterlab(jupyter_python, project, environment) as address,
        browser.Page(chromium, tmp_path / "profile") as page,
    ):
        page.show(f"{address}/lab/tree/{name}", 1280, "light")
        end = time.monotonic() + PATIENCE
        while not (marked := page.value(MARKED)):
            assert time.monotonic() < end, "nothing is underlined"
            time.sleep(0.5)
        assert marked == ["print(x)"]
