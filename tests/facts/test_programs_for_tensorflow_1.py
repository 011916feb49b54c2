"""Programs of several files that only TensorFlow 1 runs, where `predict` has a plain loop."""

from __future__ import annotations

import pytest
from programs import lint

from tflint.rules import all_rules

SERVED = {
    "chords.py": '''
"""A model of which its users say that it is one of TensorFlow 1: `predict` runs one graph there."""

import keras
import numpy as np


class Chords:
    def __init__(self, path):
        self.net = keras.models.load_model(path)

    def warm(self, chords):
        for chord in chords:
            self.net.predict(np.array([[chord]]))
''',
    "play.py": '''
"""It keeps the graph of TensorFlow 1 for threads."""

import tensorflow as tf
from chords import Chords

graph = tf.get_default_graph()


def play(chords):
    with graph.as_default():
        Chords("chords.h5").warm(chords)
''',
    "serve.py": '''
"""Nothing of TensorFlow 1 is here, but in what it imports."""

from chords import Chords
from play import play


def serve(requests):
    Chords("chords.h5").warm(range(8))
    for chords in requests:
        play(chords)
''',
}
IN_A_SESSION = {
    "agent.py": '''
"""An agent of two programs; the one with a loop is for TensorFlow 1."""

import numpy as np
from keras.layers import Dense
from keras.models import Sequential


class Agent:
    def __init__(self):
        self.net = Sequential([Dense(2, input_dim=4)])

    def act(self, state):
        return np.argmax(self.net.predict(state[None]))
''',
    "learn.py": '''
"""It runs in a session, as only TensorFlow 1 has it."""

import tensorflow as tf
from agent import Agent


def learn(agent, env):
    state, is_done = env.reset(), False
    while not is_done:
        state, _, is_done = env.step(agent.act(state))


def main(env):
    with tf.Session():
        learn(Agent(), env)
''',
    "look.py": '''
"""It asks once."""

import numpy as np
from agent import Agent

print(Agent().act(np.ones(4)))
''',
}


def found(texts: dict[str, str]) -> set[str]:
    """The codes of what is found."""
    return {finding.code for finding in lint(texts, list(all_rules()))}


@pytest.mark.parametrize("texts", [SERVED, IN_A_SESSION], ids=["served", "in a session"])
def test_files_that_programs_for_tensorflow_1_use(texts: dict[str, str]) -> None:
    assert "TFL901" not in found(texts)


def test_the_same_files_for_a_tensorflow_of_today() -> None:
    served = {
        **SERVED,
        "play.py": SERVED["play.py"].replace("tf.get_default_graph()", "tf.Graph()"),
    }
    assert "TFL901" in found(served)
    learn = IN_A_SESSION["learn.py"].replace("tf.Session()", "tf.device('CPU:0')")
    assert "TFL901" in found({**IN_A_SESSION, "learn.py": learn})
