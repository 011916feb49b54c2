"""Which interpreter runs the experiments, and what is said where none has the framework."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from commands import tflint
from helpers import Settle, make_finding

from tflint.cli.about import of_experiments
from tflint.experiment import ConfirmSettings, NoFrameworkError, confirm
from tflint.experiment.generations import is_refused_by_keras_3, what_to_do
from tflint.experiment.interpreters import found, versions
from tflint.experiment.pool import Pool
from tflint.experiment.settings import LEGACY_KERAS
from tflint.finding import EntryKind, Finding
from tflint.linting.linter import lint
from tflint.linting.settings import Settings

PROGRAM = """import tensorflow as tf

@tf.function
def step(x):
    print("hello")  # here
    print("again")
    return x
"""


def make_environment(folder: Path, *packages: str) -> Path:
    """An environment as it looks from outside; its interpreter."""
    python = folder / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\nexit 1\n")
    python.chmod(0o755)
    for package in packages:
        (folder / "lib/python3.11/site-packages" / f"{package}-2.0.dist-info").mkdir(parents=True)
    return python


def test_versions_are_seen_from_outside(tmp_path: Path) -> None:
    python = make_environment(
        tmp_path, "tensorflow", "keras", "numpy", "tensorflow_metadata", "wheel"
    )
    said = ["Python 3.11", "tensorflow 2.0", "keras 2.0", "numpy 2.0"]
    assert versions(str(python))[:4] == said
    assert versions(str(tmp_path / "nothing")) == versions(str(tmp_path / "none"))


def test_of_experiments_their_interpreter_is_told(tmp_path: Path) -> None:
    python = make_environment(tmp_path / "venv", "tensorflow")
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    finding = make_finding(path, "TFL301", entry="step")
    told = of_experiments([finding, finding], ConfirmSettings(str(python)))
    assert told["interpreter"].startswith(f"{python} (Python 3.11, tensorflow 2.0")
    assert of_experiments([], ConfirmSettings(str(python))) == {}


def test_the_active_environment_is_tried_and_the_one_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("VIRTUAL_ENV", "CONDA_PREFIX"):
        monkeypatch.delenv(name, raising=False)
    ours = make_environment(tmp_path / "ours")
    monkeypatch.setattr(sys, "executable", str(ours))
    assert found("tensorflow") == str(ours)
    beside = make_environment(tmp_path / ".venv", "tensorflow", "mxnet")
    assert found("tensorflow") == str(beside)
    active = make_environment(tmp_path / "active", "tensorflow_cpu")
    monkeypatch.setenv("VIRTUAL_ENV", str(active.parent.parent))
    assert found("tensorflow") == str(active)
    assert found("mxnet") == str(beside)
    assert ConfirmSettings().interpreter("tensorflow") == str(active)
    assert ConfirmSettings(python="mine").interpreter("tensorflow") == "mine"


def test_code_for_keras_2_runs_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is installed, and the environment does not say which Keras to take."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv(LEGACY_KERAS, raising=False)
    (tmp_path / "a.py").write_text(PROGRAM)
    finding = make_finding(tmp_path / "a.py", "TFL301", entry="step")
    assert finding.subject is not None
    older = replace(finding, subject=replace(finding.subject, framework="tf_keras"))
    without = make_environment(tmp_path / "without", "tensorflow")
    python = make_environment(tmp_path / "both", "tensorflow", "tf_keras")
    said = tmp_path / "said"
    for one in (without, python):
        one.write_text(f'#!/bin/sh\necho "Keras ${{{LEGACY_KERAS}:-3}}" >> {said}\nexit 1\n')

    def asked(name: Path, about: Finding) -> str:
        with pytest.raises(NoFrameworkError):
            confirm([about], ConfirmSettings(python=str(name)))
        return said.read_text().splitlines()[-1]

    assert asked(python, finding) == "Keras 3"
    assert asked(without, older) == "Keras 3"
    assert asked(python, older) == "Keras 1"
    monkeypatch.setenv(LEGACY_KERAS, "0")
    assert asked(python, older) == "Keras 0"


@pytest.mark.parametrize(
    ("text", "framework"),
    [
        ("import tensorflow as tf", ""),
        ("import os\nimport tensorflow as tf\nos.environ['TF_USE_LEGACY_KERAS'] = '1'", "tf_keras"),
        ("import tensorflow as tf\nimport tf_keras", "tf_keras"),
    ],
)
def test_a_finding_says_which_keras_to_take(tmp_path: Path, text: str, framework: str) -> None:
    (tmp_path / "a.py").write_text(f"{text}\n@tf.function\ndef f(x):\n    print(x)\n    return x\n")
    [finding] = lint([str(tmp_path)], Settings()).findings
    assert finding.subject is not None
    assert finding.subject.framework == framework


@pytest.mark.parametrize(
    ("said", "refused"),
    [
        ("TypeError: Layer.__init__() takes 1 positional argument but 2 were given", True),
        ("ImportError: `keras.optimizers.legacy` is not supported in Keras 3.", True),
        ("AttributeError: 'Adam' object has no attribute 'lr'", True),
        ("AttributeError: 'Adam' object has no attribute 'lrs'", False),
        ("AttributeError: 'Gan' object has no attribute '_init_graph_network'", True),
        (
            "TypeError: TensorBoard.__init__() got an unexpected keyword argument 'write_grads'",
            True,
        ),
        ("TypeError: TensorBoard.__init__() got an unexpected keyword argument 'colour'", False),
        ("TypeError: Net.__init__() takes 1 positional argument but 2 were given", False),
    ],
)
def test_what_only_keras_3_says(said: str, refused: bool) -> None:
    assert is_refused_by_keras_3(f"no inputs found for Net after 3 tries ({said})") is refused


def test_code_of_keras_2_is_told_what_it_needs(
    settle: Settle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where Keras 3 is all there is, or what was asked for."""
    path = tmp_path / "old.py"
    path.write_text(
        "import tensorflow as tf\nmodel = tf.keras.Sequential([tf.keras.layers.Dense(1)])\n"
        "model.compile(tf.keras.optimizers.Adam(lr=0.1), 'mse')\n"
        "for i in range(20):\n    model.predict(tf.ones([1, 2]))  # here\n"
    )
    monkeypatch.setenv(LEGACY_KERAS, "0")
    [chosen] = settle(make_finding(path, "TFL901", entry="<module>", kind=EntryKind.EAGER))
    assert chosen.verdict == "inconclusive"
    said = (chosen.evidence or {})["reason"]
    assert "Argument(s) not recognized: {'lr'" in said
    assert f"Keras 3 does not run this code of Keras 2: set {LEGACY_KERAS}=1" in said
    assert "install `tf_keras`" in what_to_do(chosen=False)


def test_without_the_framework_there_is_one_line(tmp_path: Path) -> None:
    """Whatever the number of findings: nothing of the job could be done."""
    bare = tmp_path / "python"
    bare.write_text(f'#!/bin/sh\nexec "{sys.executable}" -S "$@"\n')
    bare.chmod(0o755)
    (tmp_path / "a.py").write_text(PROGRAM)
    done = tflint("--confirm", "--no-cache", "--python", bare, "a.py", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "No module named 'tensorflow'" in done.stderr
    assert "`--python PATH` names an interpreter that has it" in done.stderr


def test_an_interpreter_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(PROGRAM)
    finding = make_finding(path, "TFL301", entry="step")
    with pytest.raises(NoFrameworkError, match="/no/such/python"):
        confirm([finding, finding], ConfirmSettings(python="/no/such/python"))
    assert os.listdir(tmp_path) == ["a.py"]


OF_KERAS_2 = """
import numpy as np
import tensorflow as tf
from tensorflow.keras.layers import advanced_activations


class Agent:
    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(2), advanced_activations.PReLU()])

    def act(self, state):
        return self.model.predict(state.reshape(1, 3))  # here


def go(agent, states):
    for state in states:
        agent.act(state)


class Noisy(tf.keras.layers.Layer):
    def call(self, x):
        print("noisy")  # there
        return x


@tf.function
def step(x):
    print("step")  # everywhere
    return x * 2


@tf.function
def twice(x):
    y = x * 2  # nowhere
    return y
"""


@pytest.mark.parametrize(
    ("code", "entry", "kind", "marker", "verdict", "said"),
    [
        (
            "TFL901",
            "Agent.act",
            EntryKind.EAGER,
            "# here",
            "inconclusive",
            "Keras 3 proves nothing",
        ),
        ("TFL301", "Noisy.call", EntryKind.KERAS, "# there", "inconclusive", "proves nothing"),
        ("TFL301", "step", EntryKind.TF_FUNCTION, "# everywhere", "confirmed", "with Keras 3, and"),
        (
            "TFL404",
            "twice",
            EntryKind.TF_FUNCTION,
            "# nowhere",
            "inconclusive",
            "disproves nothing",
        ),
    ],
)
def test_what_keras_3_tells_of_code_that_is_known_to_be_for_keras_2(
    code: str,
    entry: str,
    kind: EntryKind,
    marker: str,
    verdict: str,
    said: str,
    settle: Settle,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A verdict names the Keras that it is of, or there is none, and what is missing is named."""
    path = tmp_path / "old.py"
    path.write_text(OF_KERAS_2)
    monkeypatch.setenv(LEGACY_KERAS, "0")
    finding = make_finding(path, code, entry=entry, kind=kind, marker=marker)
    assert finding.subject is not None
    older = replace(finding, subject=replace(finding.subject, framework="tf_keras"))
    [settled] = settle(older)
    reason = (settled.evidence or {})["reason"]
    assert settled.verdict == verdict, reason
    assert said in reason
    assert verdict == "confirmed" or f"set {LEGACY_KERAS}=1" in reason


def test_a_worker_says_which_keras_it_has(
    keras_2_python: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(LEGACY_KERAS, raising=False)
    with Pool(ConfirmSettings(python=keras_2_python)) as pool:
        assert pool.worker("tensorflow").keras == 3
        assert pool.worker("tf_keras").keras == 2


NOT_MADE = """
import tensorflow as tf


class Agent:
    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
        {statement}

    def act(self, state):
        return self.model.predict(state.reshape(1, 3))  # here


def go(agent, states):
    for state in states:
        agent.act(state)
"""


@pytest.mark.parametrize(
    ("statement", "verdict", "said"),
    [
        (
            "self.model.add(tf.keras.layers.Dense('two'))",
            "confirmed",
            "with Keras 3, which does not",
        ),
        ("tf.keras.optimizers.Adam(lr=0.1)", "inconclusive", f"set {LEGACY_KERAS}=1"),
    ],
)
def test_of_an_object_that_keras_3_does_not_make(
    statement: str,
    verdict: str,
    said: str,
    settle: Settle,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What a call costs is told of Keras 3, unless the code is of Keras 2 for sure, which is not here."""
    path = tmp_path / "agent.py"
    path.write_text(NOT_MADE.format(statement=statement))
    monkeypatch.setenv(LEGACY_KERAS, "0")
    [settled] = settle(make_finding(path, "TFL901", entry="Agent.act", kind=EntryKind.EAGER))
    reason = (settled.evidence or {})["reason"]
    assert settled.verdict == verdict, reason
    assert said in reason
