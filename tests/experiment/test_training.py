"""What only training runs: callbacks, and schedules of the learning rate."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import Settle, make_finding

from tflint.finding import EntryKind

CALLBACK = """
import tensorflow as tf

class Validation(tf.keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.rows = tf.ones([4, 3])

    def on_epoch_end(self, epoch, logs=None):
        for row in self.rows:
            self.model.predict(row[None], verbose=0)  # here
"""
SCHEDULE = """
import tensorflow as tf

class Warm(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, steps):
        self.steps = steps

    def __call__(self, step):
        if step < self.steps:  # here
            return 0.01
        return 0.1
"""
MODEL = """
def train():
    x = tf.ones([4, 3])
    model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
    {optimizer}
    model.compile(optimizer, "mse")
    {callbacks}
    model.fit(x, x, callbacks=callbacks, verbose=0)

train()
"""
PLAIN = {"optimizer": "optimizer = 'sgd'", "callbacks": "callbacks = []"}


@pytest.mark.parametrize(
    ("trains", "inputs"),
    [
        ("", "search Validation(); fit()"),
        (MODEL.format_map({**PLAIN, "callbacks": "callbacks = [Validation()]"}), "call site"),
        (
            MODEL.format_map({**PLAIN, "callbacks": "callbacks = Validation()"}),
            "call site",
        ),
    ],
    ids=["alone", "handed_on", "by_a_name"],
)
def test_callbacks(trains: str, inputs: str, settle: Settle, tmp_path: Path) -> None:
    path = tmp_path / "callback.py"
    path.write_text(CALLBACK + trains)
    entry = "Validation.on_epoch_end"
    [settled] = settle(make_finding(path, "TFL901", entry=entry, kind=EntryKind.EAGER))
    evidence = settled.evidence or {}
    assert settled.verdict == "confirmed", evidence
    assert " ".join(evidence["inputs"].values()).startswith(inputs)


@pytest.mark.parametrize(
    ("trains", "inputs"),
    [
        ("", "search Warm(steps=2); ask()"),
        (
            MODEL.format_map(
                {
                    **PLAIN,
                    "optimizer": "optimizer = tf.keras.optimizers.Adam(learning_rate=Warm(9))",
                }
            ),
            "call site",
        ),
    ],
    ids=["alone", "in_an_optimizer"],
)
def test_schedules(trains: str, inputs: str, settle: Settle, tmp_path: Path) -> None:
    path = tmp_path / "schedule.py"
    path.write_text(SCHEDULE + trains)
    [settled] = settle(make_finding(path, "TFL606", entry="Warm.__call__", kind=EntryKind.KERAS))
    evidence = settled.evidence or {}
    assert settled.verdict == "confirmed", evidence
    assert " ".join(evidence["inputs"].values()).startswith(inputs)
