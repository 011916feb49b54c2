"""Programs written for older versions of what is installed come as far as they came with those."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from helpers import Settle, make_finding

from tflint.experiment import ConfirmSettings, confirm
from tflint.finding import EntryKind
from tflint.runtime.worker import older_versions

OF_NUMPY = """
import numpy as np
import tensorflow as tf

scale = np.float(3)
known = np.array([True], dtype=np.bool8)

@tf.function
def step(x):
    print("step", scale)  # here
    return x * scale

step(tf.ones([2]))
"""
EQUAL_NAMES = """
import tensorflow as tf

net = tf.keras.Sequential()
for _ in range(3):
    net.add(tf.keras.layers.ReLU(name="relu"))

@tf.function
def step(x):
    print("step")  # here
    return net(x)

step(tf.ones([2, 3]))
"""
OF_KERAS_2 = """
import keras
import tensorflow as tf
from keras.engine.topology import Layer
from keras.layers.advanced_activations import LeakyReLU
from keras.models import Sequential
from keras.optimizers import Adam
from keras.utils.np_utils import to_categorical

class Noisy(Layer):
    def call(self, x):
        print("noisy")  # here
        return x

model = Sequential([Noisy(input_shape=(3,)), keras.layers.Dense(2), LeakyReLU(alpha=0.1)])
model.compile(loss="categorical_crossentropy", optimizer=Adam(lr=0.1, decay=1e-6))
model.fit(tf.ones([4, 3]).numpy(), to_categorical([0, 1, 1, 0]), verbose=0)
"""


class Environment:
    """Answers as Gym does since 0.26."""

    def reset(self, **given: Any) -> tuple[str, dict[str, Any]]:
        """Begin."""
        return "first", given

    def step(self, action: int) -> tuple[str, float, bool, bool, dict[str, int]]:
        """Go on."""
        return "next", 1.0, False, action == 2, {"action": action}

    render_mode: str | None = "ansi"

    def render(self) -> str:
        """Nobody says how to each call."""
        return "as it is made"


class Wrapper:
    """Holds another environment, as Gym's class of this name does."""

    def __init__(self, env: Any) -> None:
        self.env = env


def test_names_that_numpy_had(settle: Settle, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(OF_NUMPY)
    [finding] = settle(make_finding(tmp_path / "program.py", "TFL301", entry="step"))
    assert finding.verdict == "confirmed", finding.evidence


def test_code_for_keras_2_has_its_modules(keras_2_python: str, tmp_path: Path) -> None:
    """``keras`` is Keras 2 then, with the modules that were moved since."""
    (tmp_path / "program.py").write_text(OF_KERAS_2)
    finding = make_finding(
        tmp_path / "program.py", "TFL301", entry="Noisy.call", kind=EntryKind.KERAS
    )
    [settled] = confirm([finding], ConfirmSettings(python=keras_2_python))
    assert settled.verdict == "confirmed", settled.evidence
    assert settled.evidence is not None
    assert settled.evidence["inputs"]["from"] == "call site"


def test_layers_of_keras_2_may_have_equal_names(keras_2_python: str, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(EQUAL_NAMES)
    finding = make_finding(tmp_path / "program.py", "TFL301", entry="step")
    assert finding.subject is not None
    finding = replace(finding, subject=replace(finding.subject, framework="tf_keras"))
    [settled] = confirm([finding], ConfirmSettings(python=keras_2_python))
    assert settled.verdict == "confirmed", settled.evidence


@pytest.mark.parametrize(
    ("taken", "reset", "step"),
    [
        ("a, b, c, d", "first", ("next", 1.0, True, {"action": 2})),
        ("a, b, c, cut, d", ("first", {}), ("next", 1.0, False, True, {"action": 2})),
        ("all_of_it", ("first", {}), ("next", 1.0, False, True, {"action": 2})),
    ],
)
def test_environments_answer_as_the_code_asks(
    taken: str, reset: object, step: object, tmp_path: Path
) -> None:
    """What code was written for shows in how many values it takes of a step."""
    path = tmp_path / "program.py"
    path.write_text(
        f"state = env.reset()\ndef go():\n    {taken} = env.step(2)\nanswer = env.step(2)\n"
    )
    names: dict[str, Any] = {"env": older_versions.adapter(Wrapper)(Environment())}
    exec(compile(path.read_text(), str(path), "exec"), names)
    assert names["state"] == reset
    assert names["answer"] == step


def test_environments_are_seen_as_the_code_asks() -> None:
    """How, was once said to each call: that is answered with a picture, or with nothing to see."""
    env = older_versions.adapter(Wrapper)(Environment())
    picture = env.render(mode="rgb_array")
    assert picture.shape[-1] == 3
    assert picture.dtype == "uint8"
    assert picture.min() < picture.max()
    assert env.render("human") is None
    assert env.render() == "as it is made"


def test_environments_without_a_way_to_be_seen_show_nothing() -> None:
    """Once they could be shown before an episode began, which is an error now."""
    shown = Environment()
    shown.render_mode = None
    assert older_versions.adapter(Wrapper)(shown).render() is None


@pytest.mark.parametrize("made", [Wrapper(Environment()), Environment()])
def test_what_a_wrapper_holds_answers_as_the_code_asks(made: object, tmp_path: Path) -> None:
    """``gym.make(name).env`` was how to do without a limit of steps."""
    path = tmp_path / "program.py"
    path.write_text("def go():\n    a, b, c, d = env.step(2)\n    return a, d\nanswer = go()\n")
    adapted = older_versions.adapter(Wrapper)(made)
    names: dict[str, Any] = {"env": adapted.env}
    exec(compile(path.read_text(), str(path), "exec"), names)
    assert names["answer"] == ("next", {"action": 2})


def test_arrays_of_rows_of_several_lengths_hold_objects() -> None:
    """Only where the program says nothing of what they hold."""
    array = older_versions._of_rows(np.array)
    steps = array([(np.ones(3), 2), (np.ones(3), 1)])
    assert steps.shape == (2, 2)
    assert steps.dtype == object
    assert array([1.0, 2.0]).dtype == np.float64
    for typed in ({"dtype": "float32"}, {"dtype": np.int64}):
        with pytest.raises(ValueError, match="inhomogeneous"):
            array([[1], [1, 2]], **typed)


def test_a_program_may_film_its_episodes(monkeypatch: pytest.MonkeyPatch) -> None:
    """``gym.wrappers.Monitor`` went with 0.26: an environment is as it is without it."""
    gym = ModuleType("gym")
    gym.__dict__.update(
        __version__="0.26.2",
        make=lambda name: name,
        Wrapper=Wrapper,
        wrappers=ModuleType("wrappers"),
    )
    older_versions._answer_as_before(gym)
    assert gym.wrappers.Monitor("env", "folder", force=True) == "env"
