"""Programs that can't run here as they do where they are at home: what is tried nevertheless, and told."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from helpers import Settle, make_finding

from tflint.claims import Claim, Differs
from tflint.experiment import ConfirmSettings, confirm
from tflint.experiment.generations import is_refused_by_keras_3, is_written_for_keras_3
from tflint.finding import EntryKind, Finding
from tflint.runtime.worker.absent_packages import each_call_ends
from tflint.runtime.worker.absent_values import Absent
from tflint.runtime.worker.experiment import Experiment

AGENT = """
import random
import tensorflow as tf

class Agent:
    def __init__(self, states):
        self.__states = states
        self.model = self.build()
        if states:
            self.rate = 0.5
        self.epsilon = 1.0

    def build(self):
        raise OSError("no such device")

    def cool(self):
        self.epsilon *= 0.9

    def act(self, state):
        if random.random() < self.epsilon:
            return 0
        size = self.__states
        return self.model.predict(state.reshape(1, 3, 5))  # here

def go(agent, states):
    for state in states:
        agent.act(state)
"""
STEP = """
import tensorflow as tf

class Trainer:
    def __init__(self):
        self.rate = 2.0
        self.log = open("/nowhere/at/all/log")

    @tf.function
    def step(self, x):
        return x * self.rate  # here
"""
PROGRAMS = {
    "a package that is not here": (
        """
import nothing_of_this_name
import numpy as np

model = nothing_of_this_name.load("net")
for row in np.ones([4, 3], "float32"):
    model.predict(row[None])  # here
""",
        "stand-ins for packages that are not installed: nothing_of_this_name",
    ),
    "no network": (
        """
import os
import urllib.error
import numpy as np
import tensorflow as tf

def download(name):
    raise urllib.error.URLError("unknown host")

if not os.path.exists("rows.csv"):
    download("rows.csv")
model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
for row in np.loadtxt("rows.csv", "float32", delimiter=","):
    model.predict(row[None])  # here
""",
        "made-up data for rows.csv",
    ),
    "arguments and answers": (
        """
import sys
import numpy as np
import tensorflow as tf

WIDTH = int(sys.argv[2]) + 2
model = tf.keras.Sequential([tf.keras.Input([WIDTH]), tf.keras.layers.Dense(2)])
rows = np.ones([4, int(input("how many? ")) + 2], "float32")
for row in rows:
    model.predict(row[None])  # here
""",
        "calls by the program",
    ),
    "training batch by batch": (
        """
import numpy as np
import tensorflow as tf

rows = np.ones([40, 3], "float32")
model = tf.keras.Sequential([tf.keras.Input([3]), tf.keras.layers.Dense(2)])
model.compile("sgd", "mse")
for turn in range(10**7):
    loss = model.train_on_batch(rows, rows[:, :2])
    if turn % 40 == 0:
        model.predict(rows[:1])  # here
""",
        "training cut short",
    ),
    "long training": (
        """
import numpy as np
import tensorflow as tf

def trained(rows):
    model = tf.keras.Sequential([tf.keras.Input([3]), tf.keras.layers.Dense(2)])
    model.compile("sgd", "mse")
    model.fit(rows, rows[:, :2], 2, epochs=10**7, verbose=0, validation_data=(rows, rows[:, :2]))
    return model

rows = np.ones([40, 3], "float32")
model = trained(rows)
for row in rows:
    model.predict(row[None])  # here
""",
        "training cut short",
    ),
}


def told(finding: Finding) -> tuple[str | None, str, str]:
    """Verdict, reason, and inputs in one text."""
    evidence = finding.evidence or {}
    return finding.verdict, evidence["reason"], " ".join(evidence["inputs"].values())


@pytest.mark.parametrize("kind", ["OSError", "SystemExit"])
def test_objects_whose_constructors_raise(kind: str, settle: Settle, tmp_path: Path) -> None:
    """What other statements bind is there, and a model in place of that which is not."""
    (tmp_path / "agent.py").write_text(AGENT.replace("OSError", kind))
    verdict, reason, inputs = told(
        *settle(
            make_finding(tmp_path / "agent.py", "TFL901", entry="Agent.act", kind=EntryKind.EAGER)
        )
    )
    assert verdict == "confirmed", reason
    assert "with a stand-in for the model" in reason
    assert "act(state=array float32[" in inputs
    assert f"an object whose constructor raises {kind}" in inputs


@pytest.mark.parametrize(("cause", "verdict"), [("", "inconclusive"), ("# ", "refuted")])
def test_such_objects_disprove_nothing(
    cause: str, verdict: str, settle: Settle, tmp_path: Path
) -> None:
    (tmp_path / "trainer.py").write_text(STEP.replace("self.log", cause + "self.log"))
    claims: tuple[Claim, ...] = (Differs(),)
    found = settle(
        make_finding(tmp_path / "trainer.py", "TFL404", entry="Trainer.step", claims=claims)
    )
    said, reason, _ = told(*found)
    assert said == verdict, reason
    assert ("disproves nothing" in reason) is (verdict == "inconclusive")


def test_programs_that_lack_something(settle: Settle, tmp_path: Path) -> None:
    findings = []
    for number, (text, _) in enumerate(PROGRAMS.values()):
        path = tmp_path / f"program_{number}.py"
        path.write_text(text)
        findings.append(make_finding(path, "TFL901", entry="<module>", kind=EntryKind.EAGER))
    for (name, (_, expected)), finding in zip(PROGRAMS.items(), settle(*findings), strict=True):
        verdict, reason, inputs = told(finding)
        assert verdict == "confirmed", (name, reason)
        assert expected in inputs, name


DATA_SETS = """
import contextlib
import types
import urllib.error
import tensorflow as tf

examples = 0

@contextlib.contextmanager
def mock_data(num_examples):
    global examples
    examples = num_examples
    yield

testing = types.SimpleNamespace(mock_data=mock_data)

def load(name, split=None, with_info=False):
    if not examples:
        raise urllib.error.URLError("unknown host")
    parts = [tf.data.Dataset.range(examples) for part in split] if split else {}
    return (parts, "info") if with_info else parts

def builder(name):
    return None
"""


def test_public_data_sets_are_made_up(settle: Settle, tmp_path: Path) -> None:
    """By what TensorFlow Datasets has for tests; without files nobody knows the parts."""
    (tmp_path / "tensorflow_datasets.py").write_text(DATA_SETS)
    path = tmp_path / "program.py"
    path.write_text(
        "import tensorflow as tf\nimport tensorflow_datasets as tfds\n\n"
        "@tf.function\ndef step(x):\n    print('step')  # here\n    return x * 2\n\n"
        "parts, info = tfds.load('digits/3', with_info=True)\n"
        "for x in parts['train'].take(3):\n    step(x)\n"
    )
    verdict, reason, inputs = told(*settle(make_finding(path, "TFL301", entry="step")))
    assert verdict == "confirmed", reason
    assert inputs.startswith("call site 3 calls by the program")
    assert "made-up data for digits" in inputs


@pytest.mark.parametrize(("named", "seen"), [("", 2_400), (".reshape(60000, 784)", 60_000)])
def test_public_pictures_are_few_unless_the_program_counts_them(
    settle: Settle, tmp_path: Path, named: str, seen: int
) -> None:
    """Batches of the usual sizes come out the same; all of them need more memory than there may be."""
    path = tmp_path / "program.py"
    path.write_text(
        "import tensorflow as tf\n\n"
        "@tf.function\ndef step(x):\n    print('step')  # here\n    return x * 2\n\n"
        f"x = tf.keras.datasets.mnist.load_data()[0][0]{named}\n"
        "for _ in range(3):\n    step(tf.cast(x, tf.float32))\n"
    )
    [finding] = settle(make_finding(path, "TFL301", entry="step"))
    verdict, reason, inputs = told(finding)
    assert verdict == "confirmed", reason
    assert finding.evidence is not None
    assert finding.evidence["eager"][0]["value"]["shape"][0] == seen
    assert "made-up data for mnist" in inputs


NET = """
import tensorflow as tf

class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(2)

    @tf.function  # here
    def call(self, x):
        return self.dense(x)

    def step(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(self(x))
        return tape.gradient(loss, self.trainable_variables)
"""


def test_a_definition_is_followed_into_the_program_of_another_file(
    settle: Settle, tmp_path: Path
) -> None:
    """Nothing there calls the method by its name."""
    (tmp_path / "net.py").write_text(NET)
    (tmp_path / "main.py").write_text(
        "import tensorflow as tf\nfrom net import Net\n\nnet = Net()\n"
        "for _ in range(3):\n    net.step(tf.ones([4, 3]))\n"
    )
    verdict, reason, inputs = told(
        *settle(make_finding(tmp_path / "net.py", "TFL904", entry="<module>", kind=EntryKind.EAGER))
    )
    assert verdict == "confirmed", reason
    assert "main.py" in inputs


SCORES = """
import tensorflow as tf

class Scores(tf.keras.callbacks.Callback):
    def __init__(self, dataset):
        super().__init__()
        self.dataset = dataset

    def on_epoch_end(self, epoch, logs=None):
        for rows, labels, weights in self.dataset:
            self.model.predict(rows)  # here
"""


def test_data_sets_have_as_many_parts_as_are_taken(settle: Settle, tmp_path: Path) -> None:
    (tmp_path / "scores.py").write_text(SCORES)
    finding = make_finding(
        tmp_path / "scores.py", "TFL901", entry="Scores.on_epoch_end", kind=EntryKind.EAGER
    )
    verdict, reason, _ = told(*settle(finding))
    assert verdict == "confirmed", reason


HANDED_ON = """
import tensorflow as tf

class Base:
    def __init__(self, width, **options):
        self.width = width

class Net(Base):
    def __init__(self, **options):
        super().__init__(3, **options)

    @tf.function
    def step(self, x):
        print("step")  # here
        return x * self.width
"""


def test_what_a_constructor_hands_on_by_itself_is_not_given(settle: Settle, tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(HANDED_ON)
    verdict, reason, inputs = told(
        *settle(make_finding(tmp_path / "net.py", "TFL301", entry="Net.step"))
    )
    assert verdict == "confirmed", reason
    assert "Net()" in inputs


def test_what_keras_3_raises_itself_may_be_right_for_keras_2() -> None:
    assert is_refused_by_keras_3("ValueError: units", ["keras.src.layers.core.dense"])
    assert not is_refused_by_keras_3("ValueError: units", ["keras.src.layers.input_spec", "net"])
    assert not is_refused_by_keras_3("ValueError: units", ["tf_keras.src.layers.core"])
    of_layer = "Exception encountered when calling GRUCell.call().\n\n"
    assert is_refused_by_keras_3(of_layer + "pop expected at most 1 argument, got 2")
    assert not is_refused_by_keras_3(of_layer + "Matrix size-incompatible: In[0]: [2,3]")
    for text in (
        "keras.ops.sum(x)",
        "from keras import layers, ops",
        "os.environ['KERAS_BACKEND']",
    ):
        assert is_written_for_keras_3(text)
    assert not is_written_for_keras_3("from tensorflow import keras\nkeras.layers.Dense(2)")


SWITCHED = """
import tensorflow as tf
import nothing_of_this_name

{statement}

@tf.function
def step(x):
    print("step")  # here
    return x * 2

for i in range(5):
    step(tf.ones([3]))
"""


@pytest.mark.parametrize(
    ("statement", "verdict"),
    [
        ("nothing_of_this_name.set_up(tf)", "inconclusive"),
        ("nothing_of_this_name.set_up(framework=tf)", "inconclusive"),
        ("nothing_of_this_name.run_eagerly()", "inconclusive"),
        ("nothing_of_this_name.log_in('me')", "confirmed"),
    ],
)
def test_what_is_not_here_may_switch_graphs_off(
    statement: str, verdict: str, settle: Settle, tmp_path: Path
) -> None:
    """Where it is given the framework, or named so: then nobody knows which way the program runs."""
    path = tmp_path / "program.py"
    path.write_text(SWITCHED.format(statement=statement))
    said, reason, _ = told(*settle(make_finding(path, "TFL301", entry="step")))
    assert said == verdict, reason
    assert ("may switch graphs off" in reason) is (verdict == "inconclusive")


def test_what_is_given_the_framework_is_run_where_it_is_there(
    settle: Settle, tmp_path: Path
) -> None:
    """A slice of the program has it, too."""
    (tmp_path / "nothing_of_this_name.py").write_text(
        "def set_up(framework):\n    framework.config.run_functions_eagerly(True)\n"
    )
    path = tmp_path / "program.py"
    path.write_text(SWITCHED.format(statement="nothing_of_this_name.set_up(tf)"))
    said, reason, _ = told(*settle(make_finding(path, "TFL301", entry="step")))
    assert said == "inconclusive"
    assert "runs no graphs" in reason


ASKING = """
import sys
import tensorflow as tf

count = {count}

@tf.function
def step(x):
    return tf.reshape(x, [-1]) * count  # here

for i in range(4):
    step(tf.ones([2, 3]) * i)
"""


@pytest.mark.parametrize(
    ("count", "cause"),
    [
        ("float(sys.argv[1])", "made-up arguments on the command line"),
        ("float(input('how much? '))", "made-up answers"),
        ("2.0", ""),
    ],
)
def test_made_up_answers_disprove_nothing(
    count: str, cause: str, settle: Settle, tmp_path: Path
) -> None:
    """With what is typed at home the line may do what is claimed."""
    path = tmp_path / "program.py"
    path.write_text(ASKING.format(count=count))
    claims: tuple[Claim, ...] = (Differs(),)
    said, reason, inputs = told(*settle(make_finding(path, "TFL404", entry="step", claims=claims)))
    if cause:
        assert said == "inconclusive", reason
        assert f"a run with {cause} disproves nothing" in reason
        assert cause in inputs
    else:
        assert said == "refuted", reason


READING = """
import numpy as np
import tensorflow as tf

rows = np.loadtxt("rows.txt", "float32")

@tf.function
def step(x):
    return x * rows[0, 0]  # here

for row in rows[:4]:
    step(tf.constant(row))
"""


@pytest.mark.parametrize(("there", "verdict"), [(False, "inconclusive"), (True, "refuted")])
def test_made_up_data_disproves_nothing(
    there: bool, verdict: str, settle: Settle, tmp_path: Path
) -> None:
    """Rows of data that is made up are all alike."""
    if there:
        (tmp_path / "rows.txt").write_text("1 2\n3 4\n5 6\n7 8\n")
    path = tmp_path / "program.py"
    path.write_text(READING)
    claims: tuple[Claim, ...] = (Differs(),)
    said, reason, _ = told(*settle(make_finding(path, "TFL404", entry="step", claims=claims)))
    assert said == verdict, reason
    assert ("made-up data for rows.txt disproves nothing" in reason) is not there


LONG = """
import numpy as np
from tensorflow.keras import layers, models

net = models.Sequential([layers.Input([4]), layers.Dense(2)])
net.compile("sgd", "mse")
threads = []
for turn in range(90):
    net.fit(np.ones([4, 4]), np.ones([4, 2]), verbose=0)
    status = open("/proc/self/status").read()
    threads.append(int(status.partition("Threads:")[2].split()[0]))
    if turn >= 80:
        assert max(threads) < 300
        best = np.argmax(net.predict(np.ones([1, 4]) * turn, verbose=0))  # here
"""


def test_of_what_keras_calls_itself_few_calls_are_kept(keras_2_python: str, tmp_path: Path) -> None:
    """Each holds an iterator with threads of its own: of hundreds the memory would be full."""
    path = tmp_path / "program.py"
    path.write_text(LONG.replace("tensorflow.keras", "tf_keras"))
    finding = make_finding(
        path, "TFL901", entry="<module>", kind=EntryKind.EAGER, framework="tf_keras"
    )
    verdict, reason, _ = told(*confirm([finding], ConfirmSettings(python=keras_2_python)))
    assert verdict == "confirmed", reason


READ = """
import numpy as np
import readers_of_this_name

def picture(path, plain):
    if plain:
        return np.ones([3], "float32")
    return readers_of_this_name.read(path)

def score(model, path, plain=False):
    for _ in range(4):
        model.predict(picture(path, plain)[None])  # here
"""


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (READ, "predict takes"),
        (
            READ.replace("        return np", "        pass; np"),
            "it hangs on what readers_of_this_name gives, which is not installed (`--python`",
        ),
    ],
)
def test_a_package_that_each_call_needs_is_the_reason(
    source: str, said: str, settle: Settle, tmp_path: Path
) -> None:
    """Other arguments are tried where one of them may do without."""
    (tmp_path / "scoring.py").write_text(source)
    finding = make_finding(tmp_path / "scoring.py", "TFL901", entry="score", kind=EntryKind.EAGER)
    verdict, reason, _ = told(*settle(finding))
    assert said in reason
    assert (verdict == "confirmed") is ("return np" in source)


@pytest.mark.parametrize(
    ("body", "ends"),
    [
        ("absent.read(x)", True),
        ("with memoryview(b''):\n        absent.read(x)", True),
        ("import nothing_of_this_name", True),
        ("inner(x)", True),
        ("if x:\n        absent.read(x)", False),
        ("return x and absent.read(x)", False),
        ("for one in x:\n        absent.read(one)", False),
        ("maybe(x)", False),
    ],
)
def test_where_a_package_is_needed_by_each_call(body: str, ends: bool, tmp_path: Path) -> None:
    text = (
        f"def entry(x):\n    {body}\n\ndef inner(x):\n    absent.read(x)\n\n"
        "def maybe(x):\n    if x:\n        inner(x)\n"
    )
    path = str(tmp_path / "program.py")
    program = SimpleNamespace(sources={path: text}, owns={path}.__contains__)
    scope: dict[str, Any] = {"absent": Absent(ModuleNotFoundError("No module named 'absent'"))}
    exec(compile(text, path, "exec"), scope)
    experiment = cast(Experiment, SimpleNamespace(program=program))
    with pytest.raises(ModuleNotFoundError) as raised:
        scope["entry"]([1])
    assert each_call_ends(experiment, raised.value) is ends


NAMED = """
import tensorflow as tf

class Block(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.norm = tf.keras.layers.LayerNormalization(name="block/norm")

    def largest(self, x):
        if tf.reduce_max(x) > 1.0:  # here
            x = x / 2.0
        return x

    def call(self, x):
        return self.norm(self.largest(x))
"""


def test_what_keras_3_does_not_make_is_not_judged_by_keras_3(
    settle: Settle, tmp_path: Path
) -> None:
    """Of code for Keras 2 it refuses a name, and has no AutoGraph: Keras 2 takes both."""
    path = tmp_path / "program.py"
    path.write_text(NAMED)
    finding = make_finding(
        path, "TFL606", entry="Block.call", function="Block.largest", kind=EntryKind.KERAS
    )
    [settled] = settle(finding)
    assert settled.verdict == "inconclusive", settled.evidence
