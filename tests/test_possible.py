"""What is true only if somebody uses what the project does not: shown in preview, and as what it is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import tflint, write

from tflint.finding import Severity
from tflint.linting.linter import lint
from tflint.linting.settings import Settings

NET = """\
import keras
class Net(keras.Model):
    def call(self, x):
        print("called", x)
        return x
"""
TRAINED = "other = keras.Sequential([keras.layers.Dense(1)])\nother.fit(1)\n"
SCRIPT = "if __name__ == '__main__':\n    print('not written yet')\n"
ELSEWHERE = {
    "train.py": "from model import make\nmodel = make()\nmodel.fit(1)\n",
    "model.py": "import keras\ndef make():\n    return keras.Sequential([])\n",
}
SETUP = {"setup.py": "from setuptools import setup\nsetup(name='nets')\n"}
PACKAGE = {"nets/__init__.py": "", "nets/net.py": NET}


def severities(folder: Path, **settings: bool) -> list[Severity]:
    found = lint([str(folder)], Settings(cache_dir=None, **settings)).findings
    return [finding.severity for finding in found if finding.code == "TFL301"]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        # Whoever uses the class is not in sight, or it is used.
        ({"net.py": NET}, Severity.WARNING),
        ({"net.py": NET + "Net().fit(1)\n"}, Severity.WARNING),
        ({"net.py": NET, "test_net.py": "from net import Net\ndef test():\n    Net()(1)\n"},
         Severity.WARNING),
        ({"net.py": NET + TRAINED + "nets = {'net': Net}\n"}, Severity.WARNING),
        ({"net.py": NET + TRAINED, "use.py": "import net\nnet.Net().fit(1)\n"}, Severity.WARNING),
        ({"net.py": NET.replace("class", "@register\nclass") + TRAINED}, Severity.WARNING),
        ({"net.py": NET + "def train(net):\n    net.fit(1)\n"}, Severity.WARNING),
        # The program is in sight, and does not.
        ({"net.py": NET + TRAINED}, Severity.POSSIBLE),
        ({"net.py": NET + "def main():\n    " + "; ".join(TRAINED.split("\n")) + "\nmain()\n"},
         Severity.POSSIBLE),
        (
            {
                "net.py": NET.replace("class", "@keras.saving.register_keras_serializable('n')\nclass")
                + TRAINED
            },
            Severity.POSSIBLE,
        ),
        ({"net.py": NET, **ELSEWHERE}, Severity.POSSIBLE),
        # The program imports the file by a name that leads nowhere: whether it trains one is not known.
        ({"net.py": NET, "run.py": "from a.net import *\n"}, Severity.POSSIBLE),
        ({"net.py": NET, "run.py": "from a.net import Net\nfrom a.b import c\n"}, Severity.POSSIBLE),
        ({"net.py": NET, "run.py": "from a.net import *\nfrom a.b import c\n"}, Severity.WARNING),
        ({"net.py": NET, "run.py": "from a.net import Other\nimport a.b\n"}, Severity.WARNING),
        ({"net.py": NET, "run.py": "from a.net import Net\nNet().fit(1)\n"}, Severity.WARNING),
        ({"net.py": NET, "train.py": f"from net import Net\n{SCRIPT}"}, Severity.POSSIBLE),
        ({"net.py": NET, "train.py": f"from net import Net\n{SCRIPT}    Net().fit(1)\n"},
         Severity.WARNING),
        ({"net.py": f"{NET}{SCRIPT}"}, Severity.WARNING),
        # Libraries are used by others; their scripts are not.
        ({**PACKAGE, **ELSEWHERE}, Severity.POSSIBLE),
        ({**PACKAGE, **ELSEWHERE, **SETUP}, Severity.WARNING),
        ({"net.py": NET, **ELSEWHERE, **SETUP}, Severity.POSSIBLE),
    ],
)  # fmt: skip
def test_a_class_that_the_project_makes_nothing_of(
    files: dict[str, str | bytes], expected: Severity, tmp_path: Path
) -> None:
    write(tmp_path, files)
    assert severities(tmp_path, preview=True) == [expected]
    assert severities(tmp_path) == [expected] * (expected is not Severity.POSSIBLE)


@pytest.mark.parametrize(
    ("imports", "expected"),
    [
        ("", Severity.POSSIBLE),
        ("import a.c\n", Severity.POSSIBLE),
        ("import a.losses\n", Severity.WARNING),
        ("from a import losses\n", Severity.WARNING),
        ("from a.losses import other\n", Severity.POSSIBLE),
    ],
)
def test_a_file_that_no_program_comes_to(imports: str, expected: Severity, tmp_path: Path) -> None:
    loss = "import tensorflow as tf\n@tf.function\ndef loss(x):\n    print('called', x)\n    return x\n"
    write(tmp_path, {"losses.py": loss, "run.py": f"import tensorflow\n{imports}{SCRIPT}"})
    assert severities(tmp_path, preview=True) == [expected]


def test_it_says_what_it_assumes_and_never_fails_a_run(tmp_path: Path) -> None:
    write(tmp_path, {"net.py": NET + TRAINED})
    plain = tflint("net.py", cwd=tmp_path)
    assert (plain.returncode, "All clear" in plain.stdout) == (0, True)
    shown = tflint("--preview", "--ignore", "TFL002", "net.py", cwd=tmp_path)
    assert shown.returncode == 0
    assert "[silent, possible]" in shown.stdout
    assert "but nothing here makes a `Net`" in shown.stdout
    found = json.loads(tflint("--preview", "--output-format=json", "net.py", cwd=tmp_path).stdout)
    assert [(f["code"], f["severity"]) for f in found] == [("TFL301", "possible")]


def test_a_comment_that_silences_it_is_of_use(tmp_path: Path) -> None:
    quiet = NET.replace('("called")', '("called")  # noqa: TFL301') + TRAINED
    write(tmp_path, {"net.py": quiet})
    assert tflint("--extend-select", "TFL002", "net.py", cwd=tmp_path).returncode == 0


def test_what_a_known_graph_does_too_is_known(tmp_path: Path) -> None:
    helper = "import keras\ndef say(x):\n    print('called', x)\n    return x\n"
    net = "class Net(keras.Model):\n    def call(self, x):\n        return say(x)\n"
    used = net.replace("Net", "Used") + "Used().fit(1)\n"
    write(tmp_path, {"net.py": helper + net + TRAINED})
    assert severities(tmp_path) == []
    write(tmp_path, {"net.py": helper + net + used})
    assert severities(tmp_path) == [Severity.WARNING]


LOSS = """\
import keras
def loss(truth, output):
    print("called", output)
    return output
model = keras.Sequential([])
model.compile(optimizer="sgd", loss=loss)
"""
OFF = "import tensorflow as tf\ntf.config.run_functions_eagerly(True)\n"
MAPPED = "import tensorflow as tf\ntf.data.Dataset.range(3).map(lambda x: print(x) or x)\n"
DEBUGGED = "tf.data.experimental.enable_debug_mode()\n"
EAGER = "import trainers\ntrainers.train(run_eagerly=True)\n"
ESTIMATED = (
    "import tensorflow as tf\nimport pydoc\ndef model_fn(features, labels, mode):\n"
    "    return tf.estimator.EstimatorSpec(mode, loss=pydoc.locate('net.Net')()(features))\n"
    "tf.estimator.Estimator(model_fn)\n"
)
FITTED = "def fit(model: keras.Model):\n    model.fit(1)\n"
LOST = NET + "import weakref\nnet = Net()\nweakref.ref(net)\n"
STEPPING = (
    "import keras\nclass Base(keras.Model):\n    def train_step(self, data):\n        return {}\n"
)
STEPPING += LOST.replace("keras.Model", "Base")
MAKES_OFF = NET.replace(
    "    def call",
    "    def __init__(self):\n        tf.config.run_functions_eagerly(True)\n    def call",
)


@pytest.mark.parametrize(
    ("files", "expected", "because"),
    [
        # Keras traces what it is given, where graphs are on.
        ({"net.py": LOSS}, Severity.WARNING, ""),
        ({"net.py": OFF + LOSS}, Severity.POSSIBLE, "line 2 of net.py turns graphs off"),
        ({"net.py": MAPPED}, Severity.WARNING, ""),
        ({"net.py": MAPPED.replace("\n", "\n" + DEBUGGED, 1)}, Severity.POSSIBLE, "turns graphs off"),
        ({"net.py": "import tensorflow as tf\n" + MAKES_OFF}, Severity.POSSIBLE, "turns graphs off"),
        # Who is handed the option makes models eager; graphs count where they may hold the class.
        ({"net.py": NET + EAGER}, Severity.POSSIBLE, "line 7 of net.py makes models run eagerly"),
        ({"net.py": NET, "train.py": "import net\n" + EAGER}, Severity.POSSIBLE, "of train.py makes"),
        ({"net.py": NET + EAGER.replace("True", "flag")}, Severity.POSSIBLE, "may make models"),
        ({"net.py": NET + EAGER + "def make(model):\n    model.compile('sgd')\n"},
         Severity.WARNING, ""),
        # An estimator has one graph, which calls it once; Keras and tf.function trace beside it.
        ({"net.py": NET + ESTIMATED}, Severity.POSSIBLE, "are those of `tf.estimator`"),
        ({"net.py": NET, "run.py": "from net import Net\n" + ESTIMATED}, Severity.POSSIBLE, "tf.est"),
        ({"net.py": NET, "run.py": ESTIMATED.replace("Net", "int")}, Severity.WARNING, ""),
        ({"net.py": NET, "run_test.py": "import pytest\nfrom net import Net\n" + ESTIMATED},
         Severity.WARNING, ""),
        ({"net.py": NET + ESTIMATED + FITTED}, Severity.WARNING, ""),
        ({"net.py": NET + ESTIMATED + "tf.function(model_fn)\n"}, Severity.WARNING, ""),
        ({"net.py": NET + ESTIMATED.replace("tf.", "own.")}, Severity.WARNING, ""),
        # What is made and lost from sight may be called by hand alone.
        ({"net.py": LOST + "net(1)\n"}, Severity.POSSIBLE, "nothing here is seen to do that"),
        ({"net.py": NET + "NETS = {1: Net}\nNETS[1]()(1)\n"}, Severity.POSSIBLE, "nothing here"),
        ({"net.py": LOST + "net.predict(1)\n"}, Severity.WARNING, ""),
        ({"net.py": LOST + "keras.Sequential([net])\n"}, Severity.WARNING, ""),
        ({"net.py": STEPPING}, Severity.WARNING, ""),
        ({"net.py": STEPPING + "net.train_step(1)\n"}, Severity.POSSIBLE, "nothing here"),
        (
            {"net.py": LOST + "x = keras.Input((1,))\nkeras.Model(x, net(x)).predict(1)\n"},
            Severity.WARNING,
            "",
        ),
        (
            {"net.py": LOST + "def grow(old):\n    more = keras.Model(old.inputs, net(old.outputs))\n"
             "    more.predict(1)\n"},
            Severity.WARNING,
            "",
        ),
    ],
)  # fmt: skip
def test_what_may_run_as_python(
    files: dict[str, str | bytes], expected: Severity, because: str, tmp_path: Path
) -> None:
    write(tmp_path, files)
    found = lint([str(tmp_path)], Settings(cache_dir=None, preview=True)).findings
    (finding,) = [finding for finding in found if finding.code == "TFL301"]
    assert finding.severity is expected
    assert because in finding.chain[0].text


def test_what_a_library_offers_its_users_may_compile(tmp_path: Path) -> None:
    eager = {"use.py": "import nets.net\n" + EAGER}
    write(tmp_path, {**PACKAGE, **eager})
    assert severities(tmp_path, preview=True) == [Severity.POSSIBLE]
    write(tmp_path, SETUP)
    assert severities(tmp_path, preview=True) == [Severity.WARNING]


OWN_STEPS = """\
import keras
import tensorflow as tf
class Net(keras.Model):
    def call(self, x):
        print(x)
        return x
"""
TRAIN_STEP = """\
    def train_step(self, data):
        return {"loss": tf.reduce_sum(self(data))}
"""
BY_HAND = """\
import tensorflow as tf
from nets.net import Net
def train(model, data):
    for x in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(model(x))
        tape.gradient(loss, model.trainable_variables)
train(Net(), data)
"""


@pytest.mark.parametrize(
    ("more", "files", "found"),
    [
        (TRAIN_STEP, SETUP, [Severity.WARNING]),
        (TRAIN_STEP, {}, []),
        ("", SETUP, []),
    ],
)
def test_a_library_offers_models_with_steps_to_those_who_train_them(
    tmp_path: Path, more: str, files: dict[str, str], found: list[Severity]
) -> None:
    write(tmp_path, {**files, "nets/__init__.py": "", "nets/net.py": OWN_STEPS + more})
    write(tmp_path, {"compare.py": BY_HAND})
    assert severities(tmp_path) == found
