"""Files that a program names relative to where it is started are there, and stay as they are."""

from __future__ import annotations

from pathlib import Path

from helpers import Settle, make_finding

from tflint.experiment import ConfirmSettings, confirm
from tflint.experiment.data_files import named_files
from tflint.runtime.worker.data_files import DataFiles

PROGRAM = """
import os
import tensorflow as tf

{read}

@tf.function
def step(x):
    if size == 6:
        print("hello")  # here
    return x

step(tf.ones([2]))
"""
PREPARED = {
    "a_folder_that_it_makes": (
        'if not os.path.exists("logs"):\n    os.makedirs("logs")\n'
        'open("logs/out.txt", "w").write("")\nsize = 6'
    ),
    "arguments_that_it_wants": (
        "import argparse\nparser = argparse.ArgumentParser()\n"
        'parser.add_argument("--data", required=True)\n'
        'parser.add_argument("--size", type=int, required=True)\n'
        'parser.add_argument("mode", choices=["train", "test"])\n'
        'parser.add_argument("pair", nargs=2, type=float)\n'
        "kinds = parser.add_subparsers(required=True)\n"
        'kinds.add_parser("fast").add_argument("rate", type=float)\n'
        "size = parser.parse_args().size * 2"
    ),
    "files_and_folders_that_it_wants": (
        "import argparse\nparser = argparse.ArgumentParser()\n"
        'parser.add_argument("--data-dir", required=True)\n'
        'parser.add_argument("--vocab_file", type=str, required=True)\n'
        'parser.add_argument("words_csv")\n'
        "args = parser.parse_args()\n"
        "size = 3 + len(os.listdir(args.data_dir)) - 1\n"
        "size *= bool(open(args.vocab_file).read() and open(args.words_csv).read())"
    ),
    "flags": (
        "from absl import app, flags\n"
        'flags.DEFINE_integer("size", 6, "the size")\n'
        "class Size:\n    def __eq__(self, other): return flags.FLAGS.size == other\n"
        "size = Size()"
    ),
}
READS = {
    "by_a_name": 'size = len(open("data/words.txt").read())',
    "by_a_worked_out_name": 'size = len(open(os.path.join("data", "words" + ".txt")).read())',
    "in_a_folder": 'size = len(open("data/" + sorted(os.listdir("data"))[-1]).read())',
    "by_TensorFlow": 'size = len(tf.io.read_file("data/words.txt").numpy())',
    "by_a_pattern": 'size = len(open(tf.io.gfile.glob("data/*.txt")[0]).read())',
    "where_it_is_written_to": (
        'size = len(open("data/words.txt").read())\n'
        'for name in ("data/words.txt", "data/new.txt"):\n'
        '    with open(name, "w") as stream: stream.write("gone")'
    ),
}


ABSENT = {
    "a_text": 'size = 6 * bool(open("words.txt").read())',
    "a_text_that_the_function_reads": "def size_of(x): return 6 * bool(open('words.txt').read())\n"
    "class Size:\n    def __eq__(self, other): return size_of(1) == other\nsize = Size()",
    "a_table": (
        "import csv\n[first] = csv.DictReader(list(open('prices.csv'))[:2])\n"
        "size = 6 * (float(first['open']) >= 0) * (first['date'] == '2020-01-01')"
    ),
    "a_folder": 'size = 2 + len(os.listdir("pictures"))',
    "a_text_above": 'size = 6 * bool(open("../words.txt").read())',
    "none_where_it_is_looked_for": (
        "try:\n    size = len(open('words.txt').read())\nexcept FileNotFoundError:\n    size = 6"
    ),
}


def test_files_that_are_not_here(settle: Settle, tmp_path: Path) -> None:
    """They are made up where the program fails without them."""
    _all_are_confirmed(ABSENT, settle, tmp_path)
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".py"] * len(ABSENT)


def test_files_beside_the_folder_of_a_program(settle: Settle, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "src").mkdir()
    (tmp_path / "data" / "words.txt").write_text("1 2 3\n")
    reads = {
        "by_a_name": 'size = len(open("../data/words.txt").read())',
        "if_it_is_there": 'size = 6 if os.path.exists("../data/words.txt") else 0',
    }
    _all_are_confirmed(reads, settle, tmp_path / "src")


def test_files_of_the_project_above_a_program(tensorflow_python: str, tmp_path: Path) -> None:
    """It may be started in any folder of the project that it lies in."""
    (tmp_path / "data").mkdir()
    (tmp_path / "src" / "steps").mkdir(parents=True)
    (tmp_path / "data" / "words.txt").write_text("1 2 3\n")
    path = tmp_path / "src" / "steps" / "step.py"
    path.write_text(PROGRAM.format(read='size = int(len(open("data/words.txt").read()))'))
    settings = ConfirmSettings(python=tensorflow_python, roots=[str(tmp_path)])
    [finding] = confirm([make_finding(path, "TFL301", entry="step")], settings)
    assert finding.verdict == "confirmed", finding.evidence
    assert "made-up" not in " ".join((finding.evidence or {})["inputs"].values())


def _all_are_confirmed(beginnings: dict[str, str], settle: Settle, folder: Path) -> None:
    findings = []
    for name, beginning in beginnings.items():
        path = folder / f"{name}.py"
        path.write_text(PROGRAM.format(read=beginning))
        findings.append(make_finding(path, "TFL301", entry="step"))
    for name, finding in zip(beginnings, settle(*findings), strict=True):
        assert finding.verdict == "confirmed", (name, finding.evidence)


def test_data_files_of_a_program(settle: Settle, tmp_path: Path) -> None:
    """However they are read, and although they are written over."""
    (tmp_path / "data").mkdir()
    words = tmp_path / "data" / "words.txt"
    words.write_text("1 2 3\n")
    _all_are_confirmed(READS, settle, tmp_path)
    assert words.read_text() == "1 2 3\n"
    assert sorted(path.name for path in words.parent.iterdir()) == ["words.txt"]


def test_what_a_program_prepares(settle: Settle, tmp_path: Path) -> None:
    """Folders it makes, arguments it was not given, flags that nobody parsed."""
    _all_are_confirmed(PREPARED, settle, tmp_path)
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".py"] * len(PREPARED)


def test_only_what_is_there_is_a_name(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data/a.csv").write_text("")
    (tmp_path / "model.py").write_text("")
    text = 'f("data/a.csv", "data/*.csv", "data", "b.csv", "/etc/passwd", "../x", ".", "model.py", "*")'
    assert named_files([text], [str(tmp_path)]) == ["data/a.csv", "data/*.csv", "data"]


def test_nothing_is_copied_from_or_to_elsewhere(tmp_path: Path) -> None:
    project, scratch = tmp_path / "project", tmp_path / "scratch"
    for folder in (project, scratch):
        folder.mkdir()
    (tmp_path / "secret.txt").write_text("")
    (project / "large.bin").write_bytes(b"0" * (33 << 20))
    files = DataFiles(str(scratch), [str(project)])
    for name in ("../../../../secret.txt", str(tmp_path / "secret.txt"), "large.bin"):
        files.before_open(name, "r", 0)
    files.before_open("../logs/new.txt", "w", 0)
    assert list(scratch.iterdir()) == []
