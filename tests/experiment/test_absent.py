"""What is not here: files of models and pictures, cameras, calls in the flagged function's own file."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from helpers import Settle, make_finding

from tflint.claims import Slower
from tflint.experiment import ConfirmSettings, confirm
from tflint.experiment.oracles.case import Case
from tflint.experiment.oracles.cost import slower
from tflint.finding import EntryKind, Finding
from tflint.runtime.protocol import Alternatives, Answer, End, Growth, SideResult
from tflint.runtime.worker.absent_pictures import Camera, Cascade, Detector
from tflint.runtime.worker.made_up_models import Outputs

OF_FILES = {
    "a_model": """
import numpy as np
from PIL import Image
from tensorflow.keras.models import load_model

model = load_model("net.h5")
for name in ("a.jpg", "b.jpg", "c.jpg"):
    size = model.input_shape[1:3]
    assert model.input.shape[1:3] == size
    picture = np.asarray(Image.open("pictures/" + name).resize(size), "float32")
    scores = model.predict(picture[None])  # here
""",
    "its_weights": """
import numpy as np
import tensorflow as tf

def build():
    model = tf.keras.Sequential([tf.keras.Input([3]), tf.keras.layers.Dense(2)])
    model.load_weights("net.weights.h5")
    return model

model = build()
for row in np.ones([4, 3], "float32"):
    scores = model.predict(row[None])  # here
""",
}
AGENT = """
import random
import numpy as np

class Agent:
    def __init__(self, model):
        self.model = model
        self.memory = []

    def replay(self, size):
        for state in random.sample(self.memory, size):
            self.model.predict(state[None])  # here

    def learn(self, steps):
        for step in range(steps):
            self.memory.append(np.ones([3], "float32") * step)
            if len(self.memory) > 2:
                self.replay(2)
"""
SCRIPT = """
import tensorflow as tf
from agent import Agent

def go(agent):
    agent.learn(6)

if __name__ == "__main__":
    go(Agent(tf.keras.Sequential([tf.keras.Input([3]), tf.keras.layers.Dense(2)])))
"""


TRAINED_ON = """
import numpy as np
from tensorflow.keras.models import load_model

model = load_model("net.h5")
for row in np.ones([4, 1, 3], "float32"):
    scores = model.predict(row)  # here
    model.fit(row, scores, verbose=0)
"""


def test_a_model_that_is_in_no_file_is_trained_on(settle: Settle, tmp_path: Path) -> None:
    """It was kept with what it was compiled with."""
    (tmp_path / "program.py").write_text(TRAINED_ON)
    finding = make_finding(
        tmp_path / "program.py", "TFL901", entry="<module>", kind=EntryKind.EAGER
    )
    verdict, reason, inputs = told(*settle(finding))
    assert verdict == "confirmed", reason
    assert "calls by the program" in inputs


DESCRIBED = """
import numpy as np
from tensorflow.keras.models import model_from_json

with open("net.json") as stream:
    model = model_from_json(stream.read())
model.load_weights("net.weights.h5")
for row in np.ones([4, 1, 3], "float32"):
    scores = model.predict(row)  # here
"""


def test_a_model_whose_description_is_in_no_file(settle: Settle, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(DESCRIBED)
    at = tmp_path / "program.py"
    verdict, reason, inputs = told(
        *settle(make_finding(at, "TFL901", entry="<module>", kind=EntryKind.EAGER))
    )
    assert verdict == "confirmed", reason
    assert "made-up data for net.json; made-up data for a model's description" in inputs


OPENCV = """
import types
import numpy as np

class CascadeClassifier:
    def __init__(self, *files):
        pass
    def empty(self):
        return True

def readNet(*files):
    raise OSError(files)

def imread(path):
    return np.zeros([32, 32, 3], "uint8")

VideoCapture = None
dnn = types.SimpleNamespace(readNet=readNet)
"""
WATCHING = """
import cv2
import numpy as np
from tensorflow.keras.models import load_model

model = load_model("net.h5")
faces = cv2.CascadeClassifier("faces.xml")
net = cv2.dnn.readNet("net.prototxt", "net.caffemodel")
camera = cv2.VideoCapture(0)
while True:
    there, frame = camera.read()
    if not there:
        break
    net.setInput(frame)
    for x, y, width, height in faces.detectMultiScale(frame):
        if net.forward()[0, 0, 0, 2] > 0.5:
            face = frame[y : y + height, x : x + width].astype("float32")
            scores = model.predict(face[None])  # here
"""


def test_something_is_seen_by_a_camera_that_is_not_here(settle: Settle, tmp_path: Path) -> None:
    """By a cascade and a net of OpenCV, of neither of which there is a file."""
    (tmp_path / "cv2.py").write_text(OPENCV)
    (tmp_path / "program.py").write_text(WATCHING)
    at = tmp_path / "program.py"
    verdict, reason, inputs = told(
        *settle(make_finding(at, "TFL901", entry="<module>", kind=EntryKind.EAGER))
    )
    assert verdict == "confirmed", reason
    for what in ("net.prototxt, net.caffemodel", "a camera", "what is seen in a picture"):
        assert f"made-up data for {what}" in inputs


def test_models_that_are_in_no_file(settle: Settle, tmp_path: Path) -> None:
    """What ``predict`` adds is the same for each model; weights don't matter to what one costs."""
    findings = []
    for name, program in OF_FILES.items():
        (tmp_path / f"{name}.py").write_text(program)
        at = tmp_path / f"{name}.py"
        findings.append(make_finding(at, "TFL901", entry="<module>", kind=EntryKind.EAGER))
    of_model, of_weights = map(told, settle(*findings))
    assert of_model[0] == of_weights[0] == "confirmed", (of_model, of_weights)
    assert "with a stand-in for the model" in of_model[1]
    assert "made-up data for net.h5; made-up data for a.jpg" in of_model[2]
    assert "stand-in" not in of_weights[1]
    assert "made-up data for net.weights.h5" in of_weights[2]


@pytest.mark.parametrize(
    ("script", "source", "reason"),
    [
        (SCRIPT, "call site in train.py", "predict costs"),
        ("", "search", "with a stand-in for the model"),
    ],
)
def test_lines_that_their_own_file_does_not_lead_to(
    script: str, source: str, reason: str, settle: Settle, tmp_path: Path
) -> None:
    """Another file does; or a method of theirs that fills what they draw from."""
    (tmp_path / "train.py").write_text(script)
    (tmp_path / "agent.py").write_text(AGENT)
    finding = make_finding(
        tmp_path / "agent.py", "TFL901", entry="Agent.replay", kind=EntryKind.EAGER
    )
    verdict, said, inputs = told(*settle(finding))
    assert verdict == "confirmed"
    assert reason in said
    assert inputs.startswith(source)


BOXES = """
import numpy as np
from tensorflow.keras.models import load_model

class Finder:
    def __init__(self, boxes=None, digit_model=None):
        self.boxes = boxes
        self.digits = digit_model

    def find(self, picture):
        box = self.boxes.predict(np.ravel(picture)[None])[0] * np.array([8, 8, 8, 8])
        left, top, right, bottom = box
        return self.digits.predict(np.ones([1, 3]))  # here
"""
SCRIPT_OF_BOXES = """
import numpy as np
from tensorflow.keras.models import load_model

model = load_model("boxes.h5")
for row in np.ones([4, 3], "float32"):
    scores = model.predict(row[None])  # here
    left, top, right, bottom, name = scores[0]
"""


@pytest.mark.parametrize(("entry", "text"), [("Finder.find", BOXES), ("<module>", SCRIPT_OF_BOXES)])
def test_made_up_models_give_as_many_numbers_as_are_asked_for(
    entry: str, text: str, settle: Settle, tmp_path: Path
) -> None:
    (tmp_path / "finding.py").write_text(text)
    finding = make_finding(tmp_path / "finding.py", "TFL901", entry=entry, kind=EntryKind.EAGER)
    verdict, said, _ = told(*settle(finding))
    assert verdict == "confirmed", said
    assert "with a stand-in for the model" in said


@pytest.mark.parametrize(
    ("message", "size"),
    [
        ("operands could not be broadcast together with shapes (3,) (4,)", 4),
        ("Incompatible shapes: [2,3] vs. [2,5] [Op:Mul]", 5),
        ("not enough values to unpack (expected 4, got 3)", 4),
        ("not enough values to unpack (expected 4, got 1)", 0),
        ("too many values to unpack (expected 2)", 2),
        ("too many values to unpack (expected 5)", 0),
        ("index 6 is out of bounds for axis 0 with size 3", 7),
        ("index 6 is out of bounds for axis 0 with size 2", 0),
        ("cannot reshape array of size 3 into shape (2,4)", 8),
        ("Incompatible shapes: [2,7] vs. [2,5]", 0),
    ],
)
def test_what_an_error_says_of_a_models_outputs(message: str, size: int) -> None:
    outputs = Outputs()
    assert outputs.asked(message) == size
    assert outputs.asked(message) == 0  # what led nowhere is not tried again


def test_calls_that_raise_are_not_timed(settle: Settle, tmp_path: Path) -> None:
    """What they raise is the reason: that they were never made would be wrong."""
    program = OF_FILES["its_weights"].replace("np.ones([4, 3]", "np.ones([4, 5]")
    (tmp_path / "program.py").write_text(program)
    finding = make_finding(
        tmp_path / "program.py", "TFL901", entry="<module>", kind=EntryKind.EAGER
    )
    verdict, said, _ = told(*settle(finding))
    assert verdict == "inconclusive"
    assert "raised ValueError" in said


def told(finding: Finding) -> tuple[str | None, str, str]:
    """Verdict, reason, and inputs in one text."""
    evidence = finding.evidence or {}
    return finding.verdict, evidence["reason"], " ".join(evidence["inputs"].values())


@pytest.mark.parametrize(
    ("found", "verdict", "reason"),
    [
        (Alternatives("predict", 50.0, 9, False, {"model(x)": 1.0}), "confirmed", "50 times"),
        (Alternatives("predict", 50.0, 9, True, {"model(x)": 1.0}), "confirmed", "49 ms more"),
        (Alternatives("predict", 1.0, 9, False, {"model(x)": 1.0}), "refuted", "1 times"),
        (Alternatives("predict", 1.0, 9, True, {"model(x)": 1.0}), "inconclusive", "disproves"),
        (Alternatives("predict", 500.0, 9, False, {"model(x)": 450.0}), "inconclusive", "50 ms"),
        (Alternatives("predict", 500.0, 9, False, {"model(x)": 700.0}), "inconclusive", "itself"),
    ],
)
def test_what_a_cost_tells(found: Alternatives, verdict: str, reason: str) -> None:
    """Of a stand-in only that it costs more, and nothing where the model's own work hides it."""
    case = cast(Case, _Measured(found))
    said = slower(case)
    assert said[0] == verdict, said
    assert reason in said[1]


class _Measured:
    """As much of a case as the oracle reads."""

    claims = (Slower(),)

    def __init__(self, found: Alternatives) -> None:
        result = SideResult(growth=Growth(9, [], found, False))
        self.eager = self.graph = Answer(1, End(), "", result)


def test_a_camera_has_an_end() -> None:
    camera = Camera([[0]])
    frames = 0
    while camera.read()[0]:
        frames += 1
    assert frames > 1
    assert camera.read() == (False, None)


class _Seeing:
    """As much of ``cv2.CascadeClassifier`` as stands in the way."""

    def __init__(self, name: str = "") -> None:
        self.name = name

    def empty(self) -> bool:
        return not self.name

    def detectMultiScale(self, image: Any) -> Any:
        return [[1, 2, 3, 4]] if image.any() else ()


def test_a_cascade_finds_something(tmp_path: Path) -> None:
    """What it sees, where it is there and sees something; else the middle, and says so."""
    told: list[str] = []
    (tmp_path / "faces.xml").touch()
    dark, light = np.zeros((40, 80)), np.ones((40, 80))
    there = Cascade(_Seeing, (str(tmp_path / "faces.xml"),), told.append)
    assert (there.detectMultiScale(light), told) == ([[1, 2, 3, 4]], [])
    assert there.detectMultiScale(dark).tolist() == [[20, 10, 40, 20]]
    absent = Cascade(_Seeing, (str(tmp_path / "eyes.xml"),), told.append)
    assert absent.detectMultiScale(light).tolist() == [[20, 10, 40, 20]]
    assert absent.load("eyes.xml") and not absent.empty()
    assert told == ["what is seen in a picture"] * 2


def test_a_detector_finds_one_thing() -> None:
    net = Detector()
    net.setPreferableBackend(0)
    net.setInput(np.zeros((1, 3, 300, 300)))
    [[[row]]] = net.forward().tolist()
    assert row[2] > 0.5 and row[3:] == [0.25, 0.25, 0.75, 0.75]


PACKAGE = {
    "package/__init__.py": "",
    "package/old.py": "print 'Python 2'\n",
    "package/registry.py": "import package.old\nfrom package.old import REGISTRY\n",
    "package/nets.py": (
        "import tensorflow as tf\n"
        "import package.old\n"
        "from package.registry import NETS, REGISTRY\n"
        "from math import gone, pi\n\n"
        "@REGISTRY.register\nclass Net:\n"
        "    @tf.function\n    def step(self, x):\n        print('step')  # here\n        return x * pi\n"
    ),
}


def test_imports_that_fail_and_what_they_decorate(settle: Settle, tmp_path: Path) -> None:
    """They cost what uses them; a class is made without a decorator that is not there, and that is told."""
    (tmp_path / "package").mkdir()
    for name, text in PACKAGE.items():
        (tmp_path / name).write_text(text)
    verdict, _, inputs = told(
        *settle(make_finding(tmp_path / "package/nets.py", "TFL301", entry="Net.step"))
    )
    assert verdict == "confirmed"
    assert "without decorators that are not here" in inputs


def test_imports_from_a_folder_above_which_is_a_package_itself(
    tensorflow_python: str, tmp_path: Path
) -> None:
    """Its program is started there: what is found nowhere else is looked for beside it."""
    project = tmp_path / "project"
    (project / "nets").mkdir(parents=True)
    (project / "__init__.py").write_text("")
    (project / "sizes.py").write_text("WIDTH = 3.0\n")
    (project / "nets/__init__.py").write_text("")
    (project / "nets/steps.py").write_text(
        "import tensorflow as tf\nfrom sizes import WIDTH\n\n"
        "@tf.function\ndef step(x):\n    print('step')  # here\n    return x * WIDTH\n"
    )
    finding = make_finding(project / "nets/steps.py", "TFL301", entry="step")
    settings = ConfirmSettings(python=tensorflow_python, roots=[project])
    assert told(*confirm([finding], settings))[0] == "confirmed"


PAIR = """
import tensorflow as tf

class Pair(tf.keras.Model):
    def __init__(self, actor: tf.keras.Model, critic: tf.keras.Model):
        super().__init__()
        self.actor = actor
        self.critic = critic

    def call(self, x):
        return self.actor(x) + self.critic(x)

    def best(self, rows):
        return [self.predict(row[None], verbose=0) for row in rows]  # here
"""


def test_a_model_that_is_made_of_stand_ins(settle: Settle, tmp_path: Path) -> None:
    """How many times as much is nothing that they tell."""
    path = tmp_path / "pair.py"
    path.write_text(PAIR)
    finding = make_finding(path, "TFL901", entry="Pair.best", kind=EntryKind.EAGER)
    verdict, reason, _ = told(*settle(finding))
    assert verdict == "confirmed", reason
    assert "with a stand-in for the model" in reason


def test_a_file_that_names_the_folder_it_lies_in(tensorflow_python: str, tmp_path: Path) -> None:
    """It is a module of that name then, and what else is imported by it is the same module."""
    (tmp_path / "src/nets").mkdir(parents=True)
    (tmp_path / "src/nets/__init__.py").write_text("from src.nets.steps import step\n")
    (tmp_path / "src/nets/sizes.py").write_text("WIDTH = 3.0\n")
    (tmp_path / "src/nets/steps.py").write_text(
        "import tensorflow as tf\nfrom src.nets.sizes import WIDTH\n\n"
        "@tf.function\ndef step(x):\n    print('step')  # here\n    return x * WIDTH\n"
    )
    finding = make_finding(tmp_path / "src/nets/steps.py", "TFL301", entry="step")
    settings = ConfirmSettings(python=tensorflow_python, roots=[tmp_path])
    assert told(*confirm([finding], settings))[0] == "confirmed"


MAKER = """
import tensorflow as tf

def make_step():
    @tf.function  # here
    def step(x, net, optimizer, loss):
        with tf.GradientTape() as tape:
            cost = tf.reduce_mean(loss(x, net(x)))
        optimizer.apply_gradients(zip(tape.gradient(cost, net.trainable_variables),
                                      net.trainable_variables))
        return cost
    return step

def train(rows, net, optimizer, loss):
    for row in rows:
        make_step()(row, net, optimizer, loss)
"""


def test_the_graph_that_a_function_returns_is_called(settle: Settle, tmp_path: Path) -> None:
    path = tmp_path / "maker.py"
    path.write_text(MAKER)
    verdict, reason, inputs = told(
        *settle(make_finding(path, "TFL103", entry="make_step", kind=EntryKind.EAGER))
    )
    assert verdict == "confirmed", reason
    assert "12 were made in 12 passes" in reason
    assert "make_step(); step(" in inputs
