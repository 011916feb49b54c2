"""The extension for VS Code: built by npm, run with a real server, without an editor."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from environments import ROOT

from tflint import __version__
from tflint.server.options import options_of

FOLDER = ROOT / "editors" / "vscode"
MADE = ("node_modules", "dist")
OF_THE_CLIENT = {"tflint.command"}
VALUES: dict[str, Any] = {"string": "x", "array": ["TFL3"], "boolean": True, "number": 3}


def described() -> dict[str, Any]:
    """What the extension says of itself."""
    package: dict[str, Any] = json.loads((FOLDER / "package.json").read_text())
    return package


def test_the_extension_is_of_this_version() -> None:
    assert described()["version"] == __version__
    lock = json.loads((FOLDER / "package-lock.json").read_text())
    assert lock["packages"][""]["version"] == __version__


def test_every_setting_is_one_of_the_server() -> None:
    properties = described()["contributes"]["configuration"]["properties"]
    for name in properties.keys() - OF_THE_CLIENT:
        key = name.removeprefix("tflint.")
        _, problems = options_of({key: VALUES[properties[name]["type"]]})
        assert problems == []
        _, (problem,) = options_of({key: {}})
        assert problem.startswith(f"the editor's setting {key!r} must be ")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("npm") is None, reason="there is no npm on this machine")
def test_the_extension_is_built_and_shows_what_the_server_finds(tmp_path: Path) -> None:
    folder = tmp_path / "vscode"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns(*MADE))
    server = json.dumps([sys.executable, "-m", "tflint", "server"])
    environment = {**os.environ, "TFLINT_SERVER": server, "PYTHONPATH": str(ROOT)}
    for command in (["npm", "ci", "--no-audit", "--no-fund"], ["npm", "test"]):
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, timeout=600
        )
        assert done.returncode == 0, done.stdout + done.stderr
