"""What in a program says that nothing in it is trained under Keras 3, by what a rule about that says."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import notebook, places, write

LOOP = """
import tensorflow as tf

class Scorer(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.drop = tf.keras.layers.Dropout(0.2)
        self.out = tf.keras.layers.Dense(1)

    @tf.function
    def call(self, x, is_training=False):
        return self.out(self.drop(x, {inside}))

def fit(scorer, rows, flag={default}, sgd=tf.keras.optimizers.SGD()):
    on = True
    for x in rows:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(scorer(x, {given}) ** 2)
        slopes = tape.gradient(loss, scorer.trainable_variables)
        sgd.apply_gradients(zip(slopes, scorer.trainable_variables))

scorer = Scorer()
fit(scorer, [tf.ones([2, 3])] * 2, {handed})
"""
BY_NAME = "training=is_training"


@pytest.mark.parametrize(
    ("inside", "given", "default", "handed", "silent"),
    [
        (BY_NAME, "is_training=True", "None", "", False),
        (BY_NAME, "is_training=flag", "True", "", False),
        (BY_NAME, "True", "None", "", True),
        (BY_NAME, "on", "None", "", True),
        (BY_NAME, "flag", "True", "", True),
        (BY_NAME, "flag", "None", "True", True),
        (BY_NAME, "flag", "None", "flag=False", True),
        (BY_NAME, "flag", "None", "", False),
        (BY_NAME, "flag", "None", "tf.constant(True)", False),
        ("is_training", "is_training=True", "None", "", True),
    ],
)
def test_flags_by_position_are_for_keras_2(
    inside: str, given: str, default: str, handed: str, silent: bool, tmp_path: Path
) -> None:
    text = LOOP.format(inside=inside, given=given, default=default, handed=handed)
    write(tmp_path, {"fit.py": text})
    assert [code for _, _, code in places(".", cwd=tmp_path)] == ([] if silent else ["TFL904"])


MAKER = """
import numpy as np
import tensorflow as tf

class Maker(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.out = tf.keras.layers.Dense(3)

    def call(self, count):
        return self.out(tf.random.normal((count, 2)))

class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.maker = Maker()
        self.out = tf.keras.layers.Dense(1)

    @tf.function
    def call(self, x):
        return self.out(x + self.maker({given}))

    def learn(self, x, sgd=tf.keras.optimizers.SGD()):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self(x) ** 2)
        slopes = tape.gradient(loss, self.trainable_variables)
        sgd.apply_gradients(zip(slopes, self.trainable_variables))

Net().learn(tf.ones([2, 3]))
"""


@pytest.mark.parametrize(
    ("given", "silent"),
    [
        ("2", True),
        ("len(x)", True),
        ("tf.constant(2)", False),
        ("count=2", False),
        ("np.int64(2)", False),
        ("np.prod([2])", False),
    ],
)
def test_so_are_numbers(given: str, silent: bool, tmp_path: Path) -> None:
    """Measured: ``np.int64(2)`` is converted, ``2`` is refused."""
    write(tmp_path, {"net.py": MAKER.format(given=given)})
    assert [code for _, _, code in places(".", cwd=tmp_path)] == ([] if silent else ["TFL904"])


CELL = """
import tensorflow as tf

class Step({base}):
    def __init__(self):
        super().__init__()
        self.state_size = 3
        self.dense = tf.keras.layers.Dense(3)

    def call(self, x, states):
        new = self.dense(tf.concat([x, states[0]], 1))
        return new, [new]
"""
NET = """
import tensorflow as tf

class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.rnn = tf.keras.layers.RNN(Step())
        self.out = tf.keras.layers.Dense(1)

    @tf.function
    def call(self, x):
        return self.out(self.rnn(x))
"""
FIT = """
import tensorflow as tf

net = Net()
net.compile("sgd", "mse")
net.fit(tf.ones([8, 4, 2]), tf.ones([8, 1]))
"""
BASES = [("tf.keras.layers.AbstractRNNCell", []), ("tf.keras.layers.Layer", ["TFL904"])]


@pytest.mark.parametrize(("base", "codes"), BASES)
def test_what_the_training_imports_says_so(base: str, codes: list[str], tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "parts/cell.py": CELL.format(base=base),
        "net.py": f"from parts.cell import Step\n{NET}",
        "fit.py": f"from net import Net\n{FIT}",
    }
    write(tmp_path, files)
    assert [code for _, _, code in places(".", cwd=tmp_path)] == codes


@pytest.mark.parametrize(("base", "codes"), BASES)
def test_an_earlier_cell_says_so(base: str, codes: list[str], tmp_path: Path) -> None:
    write(tmp_path, {"fit.ipynb": notebook(CELL.format(base=base), NET, FIT)})
    assert [code for _, _, code in places(".", cwd=tmp_path)] == codes


def test_a_file_that_the_training_does_not_import_says_nothing(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "old.py": CELL.format(base=BASES[0][0]),
        "cell.py": CELL.format(base=BASES[1][0]),
        "fit.py": f"from cell import Step\n{NET}{FIT}",
    }
    write(tmp_path, files)
    assert [code for _, _, code in places(".", cwd=tmp_path)] == ["TFL904"]


AGENT = """
import tensorflow as tf

class Critic(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.out = tf.keras.layers.Dense(1)

    @tf.function
    def call(self, x):
        return self.out(x)

class Agent:
    def __init__(self):
        self.critic = Critic()

    def load(self):
        self.critic.load_weights("critic.weights.h5")

    def choose(self, x{flag}):
        return tf.argmax(self.critic(tf.reshape(x, [1, 2])))

    def learn(self, x, sgd=tf.keras.optimizers.SGD()):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.critic(x) ** 2)
        weights = self.critic.trainable_variables
        sgd.apply_gradients(zip(tape.gradient(loss, weights), weights))
"""
START = "import tensorflow as tf\nfrom agent import Agent\n\nagent = Agent()\n"
LEARN = "for _ in range(3):\n    agent.learn(tf.ones([4, 2]))\n"
SHOW = f"{START}agent.load()\n"


@pytest.mark.parametrize(
    ("files", "codes"),
    [
        ({"train.py": START + LEARN, "show.py": SHOW}, ["TFL904"]),
        ({"train.py": f"{START}agent.load()\n{LEARN}", "show.py": SHOW}, []),
        ({"train.py": f"import show\n{START}{LEARN}", "show.py": SHOW}, []),
        (
            {
                "train.py": f"{START}def main():\n    agent.learn(tf.ones([4, 2]))\n",
                "show.py": SHOW,
            },
            [],
        ),
    ],
)
def test_what_another_program_loads_is_not_there(
    files: dict[str, str | bytes], codes: list[str], tmp_path: Path
) -> None:
    write(tmp_path, {"agent.py": AGENT.format(flag=""), **files})
    assert [code for _, _, code in places(".", cwd=tmp_path)] == codes


@pytest.mark.parametrize(("flag", "codes"), [("", ["TFL904"]), (", greedy", [])])
def test_a_call_that_raises_ends_the_program_before_the_training(
    flag: str, codes: list[str], tmp_path: Path
) -> None:
    choosing = "" if not flag else "agent.choose(tf.ones([2]))\n"
    files = {"agent.py": AGENT.format(flag=flag), "train.py": f"{START}{choosing}{LEARN}"}
    write(tmp_path, dict(files))
    assert [code for _, _, code in places(".", cwd=tmp_path)] == codes
