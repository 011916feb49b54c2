"""`tflint traced` and `tflint why`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import notebook, write

from tflint.cli import run

R = {"name": "ir", "language": "R", "display_name": "R"}
HELPERS = """\
import tensorflow as tf


def log_loss(x):
    return x * 2


def alone(x):
    return apart(x)


def apart(x):
    return x
"""
TRAIN = """\
import tensorflow as tf

from helpers import log_loss


@tf.function
def train_step(x):
    if tf.executing_eagerly():
        print("eager")
    return log_loss(x)


def main():
    train_step(tf.ones([2]))


main()
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "helpers.py").write_text(HELPERS)
    (tmp_path / "train.py").write_text(TRAIN)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_traced_lists_functions_with_their_chains(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["traced", "."]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "helpers.py:4: log_loss [tf.function]",
        "    train.py:6 `train_step` is a `tf.function`",
        "    train.py:10 `log_loss` is called by `train_step`",
        "train.py:7: train_step [tf.function]",
        "    train.py:6 `train_step` is a `tf.function`",
        "2 traced functions in 2 files.",
    ]


def test_traced_says_which_files_it_could_not_read(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "broken.py").write_text("import tensorflow\ndef f(:\n")
    (project / "deep.py").write_text("import tensorflow\nx = " + "-" * 20_000 + "1\n")
    (project / "bytes.py").write_bytes(b"import tensorflow\nx = '\xff'\n")
    assert run(["traced", "."]) == 2
    done = capsys.readouterr()
    assert "train.py:7: train_step [tf.function]" in done.out
    named = [line.split(":")[2].strip() for line in done.err.splitlines()]
    assert named == ["bytes.py", "broken.py", "deep.py"]


def test_traced_as_json(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["traced", "--output-format", "json", "."]) == 0
    functions = json.loads(capsys.readouterr().out)
    assert [(f["path"], f["name"], f["kind"]) for f in functions] == [
        ("helpers.py", "log_loss", "tf.function"),
        ("train.py", "train_step", "tf.function"),
    ]
    assert functions[0]["chain"][1]["line"] == 10


@pytest.mark.parametrize(
    ("place", "traced", "words"),
    [
        ("helpers.py:5", True, "as part of `log_loss`"),
        ("helpers.py:9", False, "nothing says that `alone` is traced"),
        ("train.py:9", False, "runs outside the graph"),
        ("train.py:10", True, "as part of `train_step`"),
        ("train.py:14", False, "`main` runs eagerly"),
        (
            "helpers.py:13",
            False,
            "not known: nothing says that `apart` is traced, nor that it runs",
        ),
        ("train.py:17", False, "the module's body"),
    ],
)
def test_why(
    project: Path, capsys: pytest.CaptureFixture[str], place: str, traced: bool, words: str
) -> None:
    assert run(["why", "--output-format", "json", place]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["traced"] is traced
    assert words in answer["summary"]
    assert bool(answer["chain"]) is (words not in ("the module's body",) and "alone" not in words)


def test_why_a_line_behind_a_flag_is_not_traced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "layer.py").write_text(
        "import keras\n\n\nclass Flow(keras.layers.Layer):\n"
        "    def call(self, x, inverse=False, density=False):\n"
        "        if inverse:\n"
        "            return -x\n"
        "        return x\n"
    )
    monkeypatch.chdir(tmp_path)
    assert run(["why", "layer.py:7"]) == 0
    assert "in all graphs `inverse` is False" in capsys.readouterr().out
    assert run(["why", "layer.py:8"]) == 0
    assert "as part of `Flow.call`" in capsys.readouterr().out


TWICE = """\
import tensorflow as tf


def helper(x):
    return x


@tf.function
def plain(x):
    return helper(x)


@tf.function(jit_compile=True)
def fast(x):
    return helper(x)
"""


def test_all_contexts_of_a_function_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "twice.py").write_text(TWICE)
    monkeypatch.chdir(tmp_path)
    assert run(["why", "twice.py:5"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "line 5 runs in a graph, as part of `helper`",
        "  without jit_compile:",
        "    twice.py:8 `plain` is a `tf.function`",
        "    twice.py:10 `helper` is called by `plain`",
        "  jit_compile=True:",
        "    twice.py:13 `fast` is a `tf.function`",
        "    twice.py:15 `helper` is called by `fast`",
    ]
    assert run(["why", "--output-format", "json", "twice.py:5"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [context["context"] for context in answer["contexts"]] == [
        ["without jit_compile"],
        ["jit_compile=True"],
    ]
    assert answer["chain"] == answer["contexts"][0]["chain"]
    assert run(["traced", "twice.py"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "twice.py:4: helper [tf.function, without jit_compile]"
    assert shown[3] == "twice.py:4: helper [tf.function, jit_compile=True]"
    assert shown[-1] == "3 traced functions in 1 file."


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("train.py", "not of the form FILE:LINE"),
        ("train.py:x", "not of the form FILE:LINE"),
        ("absent.py:3", "absent.py: no such file"),
        ("train.py:99", "has no line 99"),
    ],
)
def test_a_place_that_is_none(
    project: Path, capsys: pytest.CaptureFixture[str], place: str, words: str
) -> None:
    assert run(["why", place]) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1


def test_a_file_without_a_framework(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "plain.py").write_text("def f():\n    return 1\n")
    assert run(["why", "plain.py:2"]) == 0
    assert "nothing in this file" in capsys.readouterr().out


def test_places_in_a_notebook_are_cells_and_can_be_given_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cells = [
        ("markdown", "# text"),
        "import tensorflow as tf\n",
        "def helper(x):\n    print(x)\n",
        "def broken(:\n",
        "  @tf.function\n  def f(x):\n      return helper(x)\n",
    ]
    write(tmp_path, {"n.ipynb": notebook(*cells), "r.ipynb": notebook("x <- 1", kernelspec=R)})
    monkeypatch.chdir(tmp_path)
    assert run(["traced", "n.ipynb"]) == 2
    listed, errors = capsys.readouterr()
    assert errors == "tflint: error: n.ipynb:cell 4:1: the cell cannot be parsed: invalid syntax\n"
    assert listed.splitlines() == [
        "n.ipynb:cell 3:1: helper [tf.function]",
        "    n.ipynb:cell 5:1 `f` is a `tf.function`",
        "    n.ipynb:cell 5:3 `helper` is called by `f`",
        "n.ipynb:cell 5:2: f [tf.function]",
        "    n.ipynb:cell 5:1 `f` is a `tf.function`",
        "2 traced functions in 1 file.",
    ]
    run(["-n", "--output-format", "concise", "n.ipynb"])
    (printed, _) = capsys.readouterr().out.splitlines()
    place = printed.partition(": ")[0]
    assert place == "n.ipynb:cell 3:2:5"
    for given in (place, "n.ipynb:cell 3:2"):
        assert run(["why", given]) == 0
        assert capsys.readouterr().out.startswith("cell 3:2 runs in a graph, as part of `helper`")
    assert run(["why", place, "--output-format", "json"]) == 0
    chain = json.loads(capsys.readouterr().out)["chain"]
    assert [(link["cell"], link["line"]) for link in chain] == [(5, 1), (5, 3)]
    assert run(["-n", "--output-format", "sarif", "n.ipynb"]) == 1
    (result, _) = json.loads(capsys.readouterr().out)["runs"][0]["results"]
    (location,) = result["locations"]
    assert location["logicalLocations"] == [{"fullyQualifiedName": "cell 3:2:5", "kind": "cell"}]
    assert "region" not in location["physicalLocation"]


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("n.ipynb:3", "name the cell too, as in n.ipynb:cell 3:3"),
        ("n.ipynb:cell 1:1", "no cell 1 with code"),
        ("n.ipynb:cell 2:2", "cell 2 has no line 2"),
        ("n.ipynb:cell 2:0", "cell 2 has no line 0"),
        ("n.ipynb:cell 3:1", "n.ipynb:cell 3:1: not read: invalid syntax"),
        ("n.ipynb:cell 9:1", "no cell 9 with code"),
        ("a.py:cell 1:1", "no cell 1 with code"),
        ("a.py", "is not of the form FILE:LINE, or FILE:cell N:LINE"),
    ],
)
def test_places_that_are_none(
    place: str,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    cells = [("markdown", "# text"), "import tensorflow as tf\n", "x = (:\n"]
    write(tmp_path, {"n.ipynb": notebook(*cells), "a.py": "x = 1\n"})
    monkeypatch.chdir(tmp_path)
    assert run(["why", place]) == 2
    assert message in capsys.readouterr().err


def test_a_notebook_in_another_language_is_said_not_to_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"r.ipynb": notebook("x <- 1", kernelspec=R), "a.py": "x = 1\n"})
    monkeypatch.chdir(tmp_path)
    assert run(["-n", "."]) == 0
    out, err = capsys.readouterr()
    assert out == "All clear: no findings in 1 file.\n"
    assert err == "tflint: warning: r.ipynb: not read: a notebook in r\n"
