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
        print("called")
        return x
"""
TRAINED = "other = keras.Sequential([keras.layers.Dense(1)])\nother.fit(1)\n"
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
        ({"net.py": NET, "test_net.py": "from net import Net\nNet()(1)\n"}, Severity.WARNING),
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
    helper = "import keras\ndef say(x):\n    print('called')\n    return x\n"
    net = "class Net(keras.Model):\n    def call(self, x):\n        return say(x)\n"
    used = net.replace("Net", "Used") + "Used().fit(1)\n"
    write(tmp_path, {"net.py": helper + net + TRAINED})
    assert severities(tmp_path) == []
    write(tmp_path, {"net.py": helper + net + used})
    assert severities(tmp_path) == [Severity.WARNING]
