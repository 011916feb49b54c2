"""What reaches the blocks of a real run with MXNet, and experiments that call with it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from programs import lint

from tflint.experiment import ConfirmSettings, confirm
from tflint.experiment.recordings.recorded_calls import recorded_arguments
from tflint.finding import Finding
from tflint.rules import all_rules

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = """\
import mxnet as mx
from mxnet.gluon import nn

class Inner(nn.HybridBlock):
    def __init__(self, channels, **kwargs):
        super().__init__(**kwargs)
        self.conv = nn.Conv2D(channels, 3, in_channels=5)

    def hybrid_forward(self, F, x, states):
        y = self.conv(F.relu(x))
        print("inner", F)
        return y, [state.reshape((11, 13)) for state in states]

class Outer(nn.HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.inner = Inner(7)

    def hybrid_forward(self, F, x, states, flip=False):
        print("outer", F)
        return self.inner(-x if flip else x * 2, states)[0]

class Python(nn.HybridBlock):
    def forward(self, x):
        return mx.nd.reshape(x, (17, 19))
"""
RUN = """\
import mxnet as mx
import lib

def run():
    outer = lib.Outer()
    outer.initialize()
    outer.hybridize()
    outer(mx.nd.ones((3, 5, 9, 9)), [mx.nd.ones((11, 1, 13))])
    python = lib.Python()
    python.hybridize()
    python(mx.nd.ones((17 * 19,)))
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a library of blocks, a script and a test."""
    (tmp_path / "lib.py").write_text(LIBRARY)
    (tmp_path / "train.py").write_text(RUN + "\nrun()\n")
    (tmp_path / "test_lib.py").write_text(RUN + "\ndef test_all():\n    run()\n")
    (tmp_path / "pyproject.toml").write_text("")
    return tmp_path


def python(project: Path, executable: str, *arguments: str) -> None:
    """Run Python in the project, with tflint in reach."""
    done = subprocess.run(
        [executable, *arguments],
        cwd=project,
        env=dict(os.environ, PYTHONPATH=str(ROOT)),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def shape(described: Any) -> list[int]:
    """The shape of what was described as an array."""
    assert described["kind"] == "tensor" and described["dtype"] == "float32", described
    return list(described["shape"])


def check_recorded(path: Path) -> None:
    """Everything that reached a block is there: of the blocks inside a graph, the shapes."""
    outer, inner, plain = (
        recorded_arguments(str(path), name)
        for name in ("Outer.hybrid_forward", "Inner.hybrid_forward", "Python.forward")
    )
    for arguments in (outer, inner):
        assert shape(arguments["x"]) == [3, 5, 9, 9]
        assert [shape(item) for item in arguments["states"]["items"]] == [[11, 1, 13]]
        assert "F" not in arguments and "flip" not in arguments
    assert shape(plain["x"]) == [17 * 19]
    assert recorded_arguments(str(path), "Inner.__init__")["channels"]["value"] == 7


def settle(project: Path, python: str) -> list[Finding]:
    """The verdicts on what is found in the library."""
    found = lint({str(project / "lib.py"): LIBRARY}, list(all_rules()))
    return confirm(found, ConfirmSettings(python=python))


def test_a_script_is_recorded_and_its_calls_used(project: Path, mxnet_python: str) -> None:
    python(project, sys.executable, "-m", "tflint", "record", "--", mxnet_python, "train.py")
    check_recorded(project / "lib.py")
    settled = settle(project, mxnet_python)
    # Made up, none of these would get through the reshapes.
    assert [(f.code, f.verdict) for f in settled] == [
        ("TFL801", "confirmed"),
        ("TFL801", "confirmed"),
        ("TFL809", "confirmed"),
    ], [f.evidence for f in settled]
    assert {f.evidence["inputs"]["from"] for f in settled if f.evidence} == {"recording"}


def test_tests_are_recorded(project: Path, mxnet_python: str) -> None:
    plugin = ["-p", "no:cacheprovider", "-p", "tflint.pytest_plugin"]
    python(project, mxnet_python, "-m", "pytest", *plugin, "--tflint-record", "-q", str(project))
    check_recorded(project / "lib.py")


def test_an_example_is_for_the_block(project: Path, mxnet_python: str) -> None:
    (project / "tflint_examples.py").write_text(
        "import mxnet as mx\n"
        'examples = {"Inner": 7, "Inner.hybrid_forward": '
        "lambda: (mx.nd.ones((1, 5, 9, 9)), [mx.nd.ones((143,))])}\n"
    )
    inner = [f for f in settle(project, mxnet_python) if f.subject and "Inner" in str(f.subject)]
    assert [f.verdict for f in inner] == ["confirmed"]
    assert inner[0].evidence is not None and inner[0].evidence["inputs"]["from"] == "example"
