"""A real run leaves its arguments behind, and experiments call with them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from programs import lint

from tflint.experiment import ConfirmSettings, confirm
from tflint.experiment.recordings.recorded_calls import FOLDER, check, recorded_arguments
from tflint.finding import EntryKind, Finding, FunctionRef, Harm, Span, Subject
from tflint.rules import all_rules

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


OBJECTS = """\
import collections
import dataclasses
import enum
import functools
import tensorflow as tf

Pair = collections.namedtuple("Pair", ["left", "right"])

class Mode(enum.Enum):
    FAST = 1

@dataclasses.dataclass
class Config:
    width: int
    mode: Mode

def double(x):
    return 2 * x

class Base(tf.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.model = None

    def prepare(self, size):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(size)])
        self.model.build((None, self.config.width))

    @tf.function
    def step(self, pair, scale, *more, function=None, **named):
        print("step", pair)  # step
        assert self.config.mode is Mode.FAST and more[0] == 7 and named["offset"] == 1.5
        return function(self.transform(self.model(pair.left))) * scale + pair.right

class Trainer(Base):
    def transform(self, x):
        print("transform", x)  # transform
        return x

def make_update(bags, optimizer, rows: tf.data.Dataset):
    def update(element):
        print("update", element)  # update
        return element["a"] + float(optimizer.learning_rate) + tf.reduce_sum(bags)
    return rows.map(update)
"""
USES = """\
import functools
import tensorflow as tf
from lib import Config, Mode, Pair, Trainer, double, make_update

def main():
    trainer = Trainer(Config(5, Mode.FAST))
    trainer.prepare(3)
    pair = Pair(tf.ones((2, 5)), tf.ones((2, 3)))
    trainer.step(pair, 2.0, 7, function=functools.partial(double), offset=1.5)
    rows = tf.data.Dataset.from_tensor_slices({"a": [1.0, 2.0]})
    list(make_update(tf.ragged.constant([[1.0], [2.0, 3.0]]), tf.keras.optimizers.SGD(0.5), rows))

main()
"""


def test_objects_and_structures_are_made_again(tmp_path: Path, tensorflow_python: str) -> None:
    (tmp_path / "lib.py").write_text(OBJECTS)
    (tmp_path / "train.py").write_text(USES)
    done = run(tmp_path, "-m", "tflint", "record", "--", tensorflow_python, "train.py")
    assert done.returncode == 0, done.stderr
    path = str(tmp_path / "lib.py")
    step = recorded_arguments(path, "Base.step")
    assert step["self"]["class"].endswith("lib.py::Trainer")
    assert step["self"]["init"]["config"]["init"]["mode"]["name"] == "FAST"
    assert step["self"]["attributes"]["model"]["kind"] == "sequential"
    assert (step["pair"]["kind"], step["function"]["kind"]) == ("named", "partial")
    assert step["*more"]["items"][0]["value"] == 7
    # What runs only while a graph is made is seen there, and so is what it was made with.
    assert recorded_arguments(path, "Trainer.transform")["x"]["shape"] == [2, 3]
    assert recorded_arguments(path, "make_update.<locals>.update")["element"]["kind"] == "dict"
    maker = recorded_arguments(path, "make_update")
    assert [maker[name]["kind"] for name in ("bags", "optimizer", "rows")] == [
        "ragged", "keras", "dataset"
    ]  # fmt: skip
    (tmp_path / "train.py").unlink()
    found = lint({path: OBJECTS}, list(all_rules()))
    settled = confirm(found, ConfirmSettings(python=tensorflow_python))
    shown = {OBJECTS.splitlines()[f.span.line - 1].rpartition("# ")[2]: f for f in settled}
    assert set(shown) == {"step", "transform", "update"}
    for finding in settled:
        assert finding.verdict == "confirmed", finding.evidence
        assert finding.evidence is not None
        assert finding.evidence["inputs"]["from"] == "recording"


def test_a_line_that_the_recorded_run_passed_by_is_searched_for(
    tmp_path: Path, tensorflow_python: str
) -> None:
    program = (
        "import tensorflow as tf\n\n\n"
        "class Scale:\n"
        "    def __init__(self, verbose=False):\n"
        "        self.verbose = verbose\n\n"
        "    @tf.function\n"
        "    def call(self, x):\n"
        "        if self.verbose:\n"
        "            print(x)\n"
        "        return x * 2.0\n"
    )
    path = tmp_path / "lib.py"
    path.write_text(program)
    tensor = {"kind": "tensor", "dtype": "float32", "shape": [2]}
    made = {"kind": "object", "class": "lib.py::Scale", "init": {}}
    (tmp_path / FOLDER).mkdir()
    calls = {"lib.py::Scale.call": [{"self": made, "x": tensor}], "lib.py::Scale.__init__": [{}]}
    (tmp_path / FOLDER / "a.json").write_text(json.dumps({"functions": calls}))
    found = lint({str(path): program}, list(all_rules()))
    (settled,) = confirm(found, ConfirmSettings(python=tensorflow_python))
    assert settled.verdict == "confirmed", settled.evidence
    assert settled.evidence is not None
    assert settled.evidence["inputs"]["from"] == "search"


def test_a_recording_runs_nothing_but_definitions(tmp_path: Path, tensorflow_python: str) -> None:
    """Naming a script in a recording is no way to have it run."""
    done = tmp_path / "done"
    program = (
        "import tensorflow as tf\n\n@tf.function\ndef step(x):\n    print(x)\n    return x.size\n"
    )
    (tmp_path / "lib.py").write_text(program)
    (tmp_path / "script.py").write_text(
        f"import pathlib\nclass Made:\n    size = 3\npathlib.Path({str(done)!r}).write_text('')\n"
        f"left = pathlib.Path({str(done)!r}).write_text('')\n"
    )
    made = {"kind": "object", "class": "script.py::Made", "init": {}}
    (tmp_path / FOLDER).mkdir()
    text = json.dumps({"functions": {"lib.py::step": [{"x": made}]}})
    (tmp_path / FOLDER / "a.json").write_text(text)
    found = lint({str(tmp_path / "lib.py"): program}, list(all_rules()))
    (settled,) = confirm(found, ConfirmSettings(python=tensorflow_python))
    assert settled.verdict == "confirmed", settled.evidence
    assert settled.evidence is not None
    assert settled.evidence["inputs"]["from"] == "recording"
    assert not done.exists()


@pytest.mark.parametrize(
    "value",
    [
        {"kind": "object", "class": "/etc/x.py::A", "init": {}},
        {"kind": "object", "class": "../x.py::A", "init": {}},
        {"kind": "object", "class": "a/../../x.py::A", "init": {}},
        {"kind": "object", "class": "x.py::A.__subclasses__", "init": {}},
        {"kind": "function", "name": "os.system"},
        {"kind": "public", "name": "os.system"},
        {"kind": "public", "name": "np.__loader__"},
        {"kind": "public", "name": "tf.io.gfile.rmtree"},
        {"kind": "keras", "name": "layers.Lambda", "config": {}},
        {"kind": "keras", "name": "saving.load_model", "config": {}},
        {"kind": "method", "owner": TENSOR, "name": "__reduce__"},
        {"kind": "ragged", "values": TENSOR, "splits": [[0, -1]]},
        {"kind": "ragged", "values": TENSOR, "splits": [[0] * 100_000]},
        {"kind": "shape", "dims": [1 << 19, 1 << 19]},
        {"kind": "bytes", "value": "zz"},
        {"kind": "float", "value": "__import__('os')"},
        {"kind": ["object"]},
    ],
)
def test_a_recording_names_only_what_it_may(value: Any) -> None:
    assert check(value, "/project") is None


def test_attributes_without_a_fit_name_are_left_out() -> None:
    value = {
        "kind": "object",
        "class": "x.py::A",
        "init": {},
        "attributes": {"__class__": TENSOR, "ready": {"kind": "value", "value": True}},
    }
    checked = check(value, "/project")
    assert checked is not None and list(checked["attributes"]) == ["ready"]
    assert checked["class"] == "/project/x.py::A"
