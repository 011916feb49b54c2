"""A real run leaves its arguments behind, and experiments call with them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tflint.confirm import ConfirmSettings, confirm
from tflint.finding import EntryKind, Finding, FunctionRef, Harm, Span, Subject
from tflint.record.reading import FOLDER, check, recorded_arguments

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = """\
import tensorflow as tf

class Trainer:
    def __init__(self, units):
        self.w = tf.Variable(tf.ones((units, 2)))

    @tf.function
    def step(self, x, labels, mode="train"):
        print("step")
        y = tf.matmul(x, self.w)
        return tf.nn.sparse_softmax_cross_entropy_with_logits(labels, y)

@tf.function
def apply(x, ids, limits):
    print("apply")
    return tf.gather(x, ids) * limits["scale"]
"""
RUN = """\
import sys
import tensorflow as tf
import lib

def run():
    lib.Trainer(5).w
    trainer = lib.Trainer(5)
    trainer.step(tf.ones((4, 5)), tf.constant([0, 1, 1, 0]))
    lib.apply(tf.random.normal((70, 7)), tf.constant([69]), {"scale": 2.0})
"""
TENSOR = {"kind": "tensor", "dtype": "float32", "shape": [2], "values": [1.0, 2.0]}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a library, a script and a test."""
    (tmp_path / "lib.py").write_text(LIBRARY)
    (tmp_path / "train.py").write_text(RUN + "\nrun()\nsys.exit(int(sys.argv[1]))\n")
    (tmp_path / "test_lib.py").write_text(RUN + "\ndef test_all():\n    run()\n")
    (tmp_path / "pyproject.toml").write_text("")
    return tmp_path


def settle(project: Path, python: str, name: str, line: int) -> Finding:
    """The verdict on a print."""
    path = str(project / "lib.py")
    number = next(n for n, text in enumerate(LIBRARY.splitlines(), 1) if f"def {name}(" in text)
    qualname = "Trainer.step" if name == "step" else name
    ref = FunctionRef(path, qualname, number)
    finding = Finding(
        path=path,
        span=Span(line, 9 if name == "step" else 5, line, 30),
        code="TFL301",
        name="print",
        message="",
        harm=Harm.SILENT,
        subject=Subject(EntryKind.TF_FUNCTION, ref, ref),
    )
    return confirm([finding], ConfirmSettings(python=python))[0]


def run(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Python in the project, with tflint in reach."""
    environment = dict(os.environ, PYTHONPATH=str(ROOT))
    return subprocess.run(
        [sys.executable, *arguments], cwd=project, env=environment, capture_output=True, text=True
    )


def line_of(name: str) -> int:
    """The line of a print in the library."""
    return next(n for n, text in enumerate(LIBRARY.splitlines(), 1) if f'print("{name}")' in text)


def test_a_script_is_recorded_and_its_calls_used(project: Path, tensorflow_python: str) -> None:
    done = run(project, "-m", "tflint", "record", "--", tensorflow_python, "train.py", "3")
    assert done.returncode == 3, done.stderr
    assert "step" in done.stdout
    arguments = recorded_arguments(str(project / "lib.py"), "apply")
    assert arguments["x"]["shape"] == [70, 7] and "range" in arguments["x"]
    assert arguments["ids"]["values"] == [69]
    for name in ("apply", "step"):
        settled = settle(project, tensorflow_python, name, line_of(name))
        assert settled.verdict == "confirmed", settled.evidence
        assert settled.evidence is not None
        assert settled.evidence["inputs"]["from"] == "recording"


def test_tests_are_recorded(project: Path, tensorflow_python: str) -> None:
    plugin = ["-p", "no:cacheprovider"]
    environment = dict(os.environ, PYTHONPATH=str(ROOT))
    done = subprocess.run(
        [tensorflow_python, "-m", "pytest", *plugin, "--tflint-record", "-q", str(project)],
        cwd=project,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert recorded_arguments(str(project / "lib.py"), "Trainer.step")["x"]["shape"] == [4, 5]


def test_examples_come_first(project: Path, tensorflow_python: str) -> None:
    (project / "tflint_examples.py").write_text(
        "import tensorflow as tf\n"
        "examples = {\n"
        '    "apply": lambda: (tf.ones((9, 2)), tf.constant([8]), {"scale": 1.0}),\n'
        '    "lib.Trainer.step": lambda: {"x": tf.ones((2, 3)), "labels": tf.constant([0, 1])},\n'
        '    "Trainer": 3,\n'
        "}\n"
    )
    for name in ("apply", "step"):
        settled = settle(project, tensorflow_python, name, line_of(name))
        assert settled.verdict == "confirmed", settled.evidence
        assert settled.evidence is not None
        assert settled.evidence["inputs"]["from"] == "example"


def test_a_failing_example_is_the_reason(project: Path, tensorflow_python: str) -> None:
    (project / "tflint_examples.py").write_text('examples = {"apply": lambda: 1 / 0}\n')
    settled = settle(project, tensorflow_python, "apply", line_of("apply"))
    assert settled.verdict == "inconclusive"
    assert settled.evidence is not None and "ZeroDivisionError" in settled.evidence["reason"]


@pytest.mark.parametrize("arguments", [["-c", "1"], ["no_such.py"], [sys.executable]])
def test_what_cannot_be_recorded_is_said(tmp_path: Path, arguments: list[str]) -> None:
    done = run(tmp_path, "-m", "tflint", "record", "--", *arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("tflint: error:")


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {"kind": "tensor", "dtype": "os.system", "shape": [1]},
        {"kind": "tensor", "dtype": "float32", "shape": [1 << 30]},
        {"kind": "tensor", "dtype": "float32", "shape": [1000, 1000, 1000]},
        {"kind": "tensor", "dtype": "float32", "shape": [-1]},
        {"kind": "tensor", "dtype": "float32", "shape": ["2"]},
        {"kind": "special", "name": "model"},
        {"kind": "value", "value": {"a": 1}},
        {"kind": "value", "value": "x" * 5000},
        {"kind": "list", "items": [TENSOR] * 1000},
        {"kind": "dict", "items": {"a": {"kind": "unknown"}}},
    ],
)
def test_what_is_odd_in_a_recording_is_dropped(value: Any) -> None:
    assert check(value) is None


def test_deep_recordings_are_dropped() -> None:
    value: dict[str, Any] = TENSOR
    for _ in range(50):
        value = {"kind": "list", "items": [value]}
    assert check(value) is None


def test_odd_values_leave_the_shape() -> None:
    assert check({**TENSOR, "values": [1.0]}) == {k: v for k, v in TENSOR.items() if k != "values"}
    assert check({**TENSOR, "values": ["a", "b"]}) == check({**TENSOR, "values": None})
    assert check({**TENSOR, "values": None, "range": [0, float("inf")]}) == check(
        {**TENSOR, "values": None}
    )


@pytest.mark.parametrize("text", ["", "[", "[]", "[" * 100000, '{"functions": {"lib.py::f": 3}}'])
def test_broken_recordings_are_no_recordings(tmp_path: Path, text: str) -> None:
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "a.json").write_text(text)
    (tmp_path / FOLDER / "b.json").write_text(" " * (5 << 20))
    assert recorded_arguments(str(tmp_path / "lib.py"), "f") == {}
    good = {"version": 1, "functions": {"lib.py::f": [{"x": TENSOR, "y": 3}]}}
    (tmp_path / FOLDER / "c.json").write_text(json.dumps(good))
    assert recorded_arguments(str(tmp_path / "lib.py"), "f") == {"x": TENSOR}
