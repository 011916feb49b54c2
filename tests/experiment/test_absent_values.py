"""Packages that are not installed: what is asked of them, and what hangs on what they give."""

from __future__ import annotations

import copy
import types
from pathlib import Path

import pytest
from helpers import Settle, make_finding

from tflint.experiment.outcome import without_inputs
from tflint.finding import EntryKind, Finding
from tflint.runtime.protocol import Failure
from tflint.runtime.worker.absent_values import Absent, Anything, missing_package

BESIDE = """
import random
import no_such_notes, os
import tensorflow as tf
import wandb as notes
from comet_ml import Experiment
from progressbar import progressbar
import no_such_lights.red as red

no_such_notes.begin("me")
experiment = Experiment("key")


class Trainer:
    def __init__(self, width=3.0):
        self.width = width
        self.run = notes.init(name="a run")
        self.lights = red.Lights(3)
        self.run.config.width = width

    @tf.function
    def step(self, x):
        experiment.log_other("x", x)
        print("step")  # here
        return x * self.run.config.width

    def train(self, rows):
        with self.lights.on() as lamp:
            for row in progressbar(rows):
                lamp.blink(self.step(row))
                notes.log({"loss": row})


trainer = Trainer()
trainer.train([tf.ones([2, 3])] * 3)
"""
HANGING = """
import tensorflow as tf
import wandb
from tensorflow_of_others import scale

settings = wandb.config


@tf.function
def conditional(x):
    if settings.verbose:
        print("conditional")  # conditional
    return x


@tf.function
def operand(x):
    return x * settings.rate  # operand


@tf.function
def given(x, rate):
    print("given")  # given
    return x


def give(rows):
    for row in rows:
        given(row, settings.rate)  # give


@tf.function
def plain(x):
    print("plain")  # plain
    return x * 2


@tf.function
def eager(x):
    wandb.run_eagerly(x)
    print("eager")  # eager
    return x


@tf.function
def quiet(x):
    scale.note("quiet")
    return tf.reshape(x, [-1]) * 2.0  # quiet


give([tf.ones([2])] * 3)
"""


def told(finding: Finding) -> tuple[str | None, str, str]:
    """Verdict, reason, and inputs in one text."""
    evidence = finding.evidence or {}
    return finding.verdict, evidence["reason"], " ".join(evidence["inputs"].values())


def test_what_stands_beside_the_work_may_be_anything(settle: Settle, tmp_path: Path) -> None:
    """Notes of experiments, bars of progress, and what nobody knows, as long as nothing hangs on it."""
    (tmp_path / "program.py").write_text(BESIDE)
    verdict, reason, inputs = told(
        *settle(make_finding(tmp_path / "program.py", "TFL301", entry="Trainer.step"))
    )
    assert verdict == "confirmed", reason
    assert inputs.startswith("call site 3 calls by the program")
    for name in ("wandb", "comet_ml", "progressbar", "no_such_lights"):
        assert name in inputs


@pytest.mark.parametrize(
    ("entry", "code", "verdict", "said"),
    [
        ("plain", "TFL301", "confirmed", "lines written"),
        (
            "conditional",
            "TFL301",
            "inconclusive",
            "hangs on what wandb gives, which is not installed",
        ),
        ("operand", "TFL404", "inconclusive", "hangs on what wandb gives, which is not installed"),
        ("eager", "TFL301", "inconclusive", "hangs on what wandb gives, which is not installed"),
        ("quiet", "TFL404", "inconclusive", "disproves nothing"),
    ],
)
def test_no_verdict_hangs_on_what_is_not_installed(
    entry: str, code: str, verdict: str, said: str, settle: Settle, tmp_path: Path
) -> None:
    (tmp_path / "program.py").write_text(HANGING)
    finding = make_finding(tmp_path / "program.py", code, entry=entry, marker=f"# {entry}")
    [settled] = settle(finding)
    assert settled.verdict == verdict, settled.evidence
    assert said in told(settled)[1]


def test_arguments_of_a_graph_that_are_not_here(settle: Settle, tmp_path: Path) -> None:
    """A graph asks what they are, and eager code does not: that is no difference of the program's."""
    (tmp_path / "program.py").write_text(HANGING)
    finding = make_finding(
        tmp_path / "program.py", "TFL606", entry="give", kind=EntryKind.EAGER, marker="# give"
    )
    [settled] = settle(finding)
    assert settled.verdict == "inconclusive", settled.evidence


WITH_A_MODEL = """
import numpy as np
import no_such_models


class Agent:
    def __init__(self):
        self.model = no_such_models.load("net")

    def act(self, state):
        return self.model.predict(state.reshape(1, 3))  # here


def go(agent, states):
    for state in states:
        agent.act(state)
"""


def test_a_model_that_a_package_makes_which_is_not_here(settle: Settle, tmp_path: Path) -> None:
    """One is made up, as where its file is not here."""
    (tmp_path / "agent.py").write_text(WITH_A_MODEL)
    finding = make_finding(tmp_path / "agent.py", "TFL901", entry="Agent.act", kind=EntryKind.EAGER)
    verdict, reason, _ = told(*settle(finding))
    assert verdict == "confirmed", reason
    assert "with a stand-in for the model" in reason


def anything(package: str = "wandb") -> tuple[Anything, list[tuple[str, bool]]]:
    """What stands for a package, and what it tells."""
    told: list[tuple[str, bool]] = []
    error = ModuleNotFoundError(f"No module named '{package}'", name=package)
    return Anything(error, package, package, lambda *said: told.append(said)), told


def test_what_anything_answers() -> None:
    stands, told = anything()
    with stands.init(name="a")["b"].c as run:
        run.rate = 0
        run[1] = 2
        assert run.rate == 0
        assert copy.deepcopy(run) is run
    assert told
    assert not any(has_no_answer for _, has_no_answer in told)
    assert stands.register(test_what_anything_answers) is test_what_anything_answers
    assert not hasattr(stands, "_private")
    assert not hasattr(stands, "__array_interface__")


@pytest.mark.parametrize(
    "ask",
    [
        bool, int, float, str, list, len, "{}".format, abs,
        lambda one: one + 1, lambda one: 2 ** one, lambda one: one == 1, lambda one: one < 1,
        lambda one: one % 2, lambda one: 1 in one, lambda one: isinstance(1, one),
        lambda one: one.enable_eager(), lambda one: one.seed_everything(1), lambda one: one.predict(1),
        lambda one: types.resolve_bases((one,)),
    ],
)  # fmt: skip
def test_what_hangs_on_what_it_is(ask: object) -> None:
    assert callable(ask)
    stands, told = anything()
    with pytest.raises(ModuleNotFoundError):
        ask(stands)
    assert told[-1] == ("wandb", True)
    with pytest.raises(TypeError):
        hash(stands)


def test_bars_of_progress_and_windows() -> None:
    bars, _ = anything("tqdm")
    assert list(bars.tqdm([1, 2], desc="rows")) == [1, 2]
    assert list(bars.tqdm(iterable=[1, 2])) == [1, 2]
    assert list(bars.trange(1, 3)) == [1, 2]
    assert len(bars.tqdm([1, 2])) == 2
    with pytest.raises(ModuleNotFoundError):
        list(bars.tqdm(total=3))
    windows, _ = anything("pygame")
    assert list(windows.event.get()) == []
    with pytest.raises(ModuleNotFoundError):
        list(anything("pandas_of_others")[0].rows([1, 2]))


def test_functions_given_to_packages_of_which_nobody_knows_what_they_do() -> None:
    stands, _ = anything("jit_of_others")
    for given in (test_bars_of_progress_and_windows, Absent):
        with pytest.raises(ModuleNotFoundError):
            stands.compiled(given)


@pytest.mark.parametrize(
    ("name", "module", "package"),
    [
        ("wandb", "wandb", "wandb"),
        ("wandb", "wandb.keras", "wandb"),
        ("google.colab", "google.colab", "google.colab"),
        ("keras.engine", "keras.engine.topology", ""),
        ("other", "wandb", ""),
        ("wandb", "wandbx", ""),
    ],
)
def test_which_package_an_import_misses(name: str, module: str, package: str) -> None:
    assert missing_package(ModuleNotFoundError("none", name=name), module) == package
    assert missing_package(ImportError("none", name=name), module) == ""


def test_what_autograph_raises_for_want_of_a_package() -> None:
    said = (
        "no inputs found for f after 4 tries (ValueError: ModuleNotFoundError: No module named 'a'"
    )
    assert without_inputs(Failure("", said)).startswith("could not import: No module named 'a'")
