"""Objects that a program fills first: what a method draws from, filled by another one."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import Settle, make_finding

from tflint.finding import EntryKind

AGENT = """
import random
import numpy as np
import tensorflow as tf

class Agent:
    def __init__(self, input_dim, actions):
        self.size = {size}
        self.memory = {memory}
        self.model = tf.keras.Sequential(
            [tf.keras.Input([input_dim]), tf.keras.layers.Dense(actions)]
        )

    def {fill}(self, state, action, reward, next_state, done):
        self.memory.{add}((state, action, reward, next_state, done))

    def load(self, name):
        self.model.load_weights(name)

    def drawn(self):
        return random.sample({held}, 32)

    def replay(self):
        if len({held}) < self.size:
            return
        for state, action, reward, next_state, done in self.drawn():
            wanted = self.model.predict(np.reshape(state, (1, len(state))), verbose=0)[0]  # here
            wanted[action] = reward if done == True else reward + np.max(wanted)
"""
BUFFER = """
class Buffer:
    def __init__(self):
        self.rows = []

    def add(self, row):
        self.rows.append(row)
"""
STEPS = """
import random
import numpy as np
import tensorflow as tf

class Agent:
    def __init__(self):
        self.steps = []
        self.net = tf.keras.Sequential([tf.keras.Input([7]), tf.keras.layers.Dense(2)])

    def keep(self, state, action, reward, next_state, done):
        self.steps.append((state, action, reward, next_state, done))

    def learn(self, size=16):
        if len(self.steps) < size:
            return
        for state, action, reward, next_state, done in random.sample(self.steps, size):
            best = reward
            if not done:
                best += np.max(self.net.predict(np.array([next_state]), verbose=0)[0])  # here
            self.net.predict(np.array([state]), verbose=0)[0][action] = best
"""
SUMMED = """
import collections
import numpy as np
import tensorflow as tf

class Agent:
    def __init__(self, model):
        self.memory = collections.deque(maxlen=100)
        self.model = model

    def train(self, batch_size: int):
        batch = []
        for i in range(len(self.memory) - batch_size, len(self.memory)):
            batch.append(self.memory[i])
        for state, action, reward, next_state, done in batch:
            wanted = self.model.predict(state.reshape(1, -1))  # here
            wanted[0][action] = reward
"""
OF_A_LIST = {"memory": "[]", "held": "self.memory", "fill": "remember", "add": "append"}


@pytest.mark.parametrize(
    "parts",
    [
        {**OF_A_LIST, "size": "1"},
        {**OF_A_LIST, "size": "1000"},
        {**OF_A_LIST, "size": "32", "memory": "Buffer()", "held": "self.memory.rows", "add": "add"},
    ],
    ids=["a list", "a list of many", "an object"],
)
def test_a_method_that_draws_from_what_another_one_has_put_there(
    parts: dict[str, str], settle: Settle, tmp_path: Path
) -> None:
    """What it is filled with has the sizes that the method asks for."""
    (tmp_path / "agent.py").write_text(BUFFER + AGENT.format(**parts))
    finding = make_finding(
        tmp_path / "agent.py", "TFL901", entry="Agent.replay", kind=EntryKind.EAGER
    )
    [settled] = settle(finding)
    evidence = settled.evidence or {}
    assert settled.verdict == "confirmed", evidence
    assert "remember(" in " ".join(evidence["inputs"].values())


def without_remembering() -> str:
    """An agent whose memory others fill."""
    text = AGENT.format(**OF_A_LIST, size="0").replace("self, state, action, reward", "self")
    text = text.replace("def remember(self, next_state, done)", "def remember(self)")
    return text.replace("self.memory.append((state, action, reward, next_state, done))", "pass")


def test_what_only_the_program_puts_there(settle: Settle, tmp_path: Path) -> None:
    """Rows of the parts that the method takes them apart into."""
    (tmp_path / "agent.py").write_text(without_remembering())
    finding = make_finding(
        tmp_path / "agent.py", "TFL901", entry="Agent.replay", kind=EntryKind.EAGER
    )
    [settled] = settle(finding)
    evidence = settled.evidence or {}
    assert settled.verdict == "confirmed", evidence
    assert "append_to_memory(state=" in " ".join(evidence["inputs"].values())


def test_a_method_that_got_through_with_no_rows_is_given_some(
    settle: Settle, tmp_path: Path
) -> None:
    (tmp_path / "agent.py").write_text(SUMMED)
    finding = make_finding(
        tmp_path / "agent.py", "TFL901", entry="Agent.train", kind=EntryKind.EAGER
    )
    [settled] = settle(finding)
    evidence = settled.evidence or {}
    assert settled.verdict == "confirmed", evidence
    assert "train(batch_size=4)" in " ".join(evidence["inputs"].values())


def test_nothing_is_put_where_only_the_program_could(settle: Settle, tmp_path: Path) -> None:
    """Without a method that is given what is put there, and names of its parts, there is no telling."""
    text = without_remembering()
    text = text.replace("state, action, reward, next_state, done in", "a, *others in")
    text = text.replace("(state, (1, len(state)))", "(a, (1, len(a)))")
    text = text.replace("wanted[action] = reward if done == True else reward + np.max(wanted)", "")
    (tmp_path / "agent.py").write_text(text)
    finding = make_finding(
        tmp_path / "agent.py", "TFL901", entry="Agent.replay", kind=EntryKind.EAGER
    )
    [settled] = settle(finding)
    assert settled.verdict == "inconclusive"
    assert "Sample larger than population" in (settled.evidence or {})["reason"]


def test_steps_of_the_size_of_a_model_that_end_no_episode(settle: Settle, tmp_path: Path) -> None:
    """An error speaks of the shape with the axis that the code has added."""
    (tmp_path / "agent.py").write_text(STEPS)
    finding = make_finding(
        tmp_path / "agent.py", "TFL901", entry="Agent.learn", kind=EntryKind.EAGER
    )
    [settled] = settle(finding)
    evidence = settled.evidence or {}
    assert settled.verdict == "confirmed", evidence
    inputs = " ".join(evidence["inputs"].values())
    assert "done=False" in inputs
