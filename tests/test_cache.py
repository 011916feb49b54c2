"""The cache and the groups it works on: never another finding, never a failure."""

from __future__ import annotations

import errno
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tflint.linting.analysis
import tflint.linting.cache_folder
from tflint.facts import Project
from tflint.files import Source
from tflint.linting.linter import lint
from tflint.linting.selection import Layer
from tflint.linting.settings import Settings

STEP = (
    "import tensorflow as tf\nfrom helpers import log\n\n\n@tf.function\ndef step(x):\n    log(x)\n"
)
BODIES = [
    "import tensorflow as tf\n\n\ndef log(x):\n    print(x)\n",
    "import tensorflow as tf\n\n\ndef log(x):\n    tf.print(x)\n",
    "def log(x):\n    print(x)\n",
    "def log(x:\n",
    "",
    STEP,
    "from train import step\n\nfor i in range(3):\n    step(i)\n",
]
NAMES = ["helpers.py", "train.py", "other.py"]


def codes(folder: Path, cache: Path | None, jobs: int = 1) -> list[tuple[str, int, str, str]]:
    """What a run finds."""
    report = lint([str(folder)], Settings(cache_dir=cache and str(cache)), jobs=jobs)
    assert not report.errors
    return [(f.path, f.span.line, f.code, f.message) for f in report.findings]


def write(folder: Path, files: dict[str, str]) -> None:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)


def test_files_are_grouped_by_their_imports() -> None:
    texts = {
        "a.py": "import tensorflow\nfrom b import (\n    f,\n)\n",
        "b.py": "import c\n",
        "c.py": "",
        "d.py": "import tensorflow as tf, e\n",
        "e.py": "import keras\n",
        "unrelated.py": "import os\n",
    }
    project = Project.build([Source(path, text) for path, text in texts.items()])
    assert project.groups == [
        ["a.py", "b.py", "c.py"],
        ["d.py", "e.py"],
    ]


def test_relative_imports_and_packages_belong_together() -> None:
    texts = {
        "pkg/__init__.py": "",
        "pkg/a.py": "import tensorflow\nfrom . import b\nfrom .sub import c as d\n",
        "pkg/b.py": "",
        "pkg/sub/__init__.py": "",
        "pkg/sub/c.py": "",
        "pkg/alone.py": "import mxnet\n",
    }
    project = Project.build([Source(path, text) for path, text in texts.items()])
    assert ["pkg/alone.py"] in project.groups
    assert any({"pkg/a.py", "pkg/b.py", "pkg/sub/c.py"} <= set(group) for group in project.groups)


def test_a_file_that_mentions_no_framework_may_call_graphs(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "pkg/__init__.py": "from .steps import train_step as step\n",
            "pkg/steps.py": "import tensorflow as tf\n\n@tf.function\ndef train_step(x, n):\n"
            "    return x * n\n",
            "main.py": "from pkg import step\n\nfor i in range(9):\n    step(data(), i)\n",
            "other.py": "import pkg_like\n",
        },
    )
    findings = lint([str(tmp_path)], Settings(cache_dir=None)).findings
    found = [(Path(f.path).name, f.span.line, f.code) for f in findings]
    assert found == [("main.py", 4, "TFL101")]


def test_a_second_run_analyses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code, cache = tmp_path / "code", tmp_path / "cache"
    write(code, {"helpers.py": BODIES[0], "train.py": STEP, "plain.py": "import keras\nx = (\n"})
    first = codes(code, cache)
    assert {code for _, _, code, _ in first} == {"TFL301", "TFL001"}

    def never(*_arguments: object, **_asked: bool) -> None:
        raise AssertionError("analysed again")

    monkeypatch.setattr(tflint.linting.analysis, "findings_in", never)
    monkeypatch.setattr(tflint.linting.analysis, "find_fault", never)
    assert codes(code, cache) == first
    assert (cache / ".gitignore").read_text().endswith("*\n")


def test_an_edit_analyses_its_group_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code, cache = tmp_path / "code", tmp_path / "cache"
    lone = "import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    print(x)\n"
    write(code, {"helpers.py": BODIES[0], "train.py": STEP, "lone.py": lone})
    codes(code, cache)
    analysed: list[str] = []
    real = tflint.linting.analysis.findings_in

    def watch(project: Project, *rest: object, **asked: bool) -> object:
        analysed.extend(Path(path).name for path in project.sources)
        return real(project, *rest, **asked)  # type: ignore[arg-type]

    monkeypatch.setattr(tflint.linting.analysis, "findings_in", watch)
    write(code, {"helpers.py": BODIES[1]})
    found = codes(code, cache)
    assert sorted(analysed) == ["helpers.py", "train.py"]
    assert [(Path(path).name, code) for path, _, code, _ in found] == [("lone.py", "TFL301")]


PLACES = [*NAMES, "pkg/__init__.py", "pkg/layers.py", "pkg/use.py"]
PARTS = [
    *BODIES,
    "import keras\n\n\nclass Base(keras.layers.Layer):\n    def call(self, x):\n        return self.f(x)\n"
    "\n    def f(self, x):\n        return x\n",
    "from pkg.layers import Base\n\n\nclass Mine(Base):\n    def f(self, x):\n        print(x)\n"
    "        return x\n",
    "from .layers import Base\nfrom helpers import log as say\n",
    "import tensorflow as tf\n\n\ndef make(f):\n    return tf.function(f)\n",
    "from other import make\nfrom pkg import say\n\n\n@make\ndef g(x):\n    say(x)\n",
    "import tensorflow as tf\nimport pkg.use\n\n\n@tf.function\ndef h(x):\n    pkg.use.log(x)\n",
    "from helpers import *\nfrom train import *\n",
    "import sys\nsys.path.append('pkg')\nfrom layers import *\nfrom use import g as log\n",
]
CHOICES = [
    {},
    {"preview": True},
    {"respect_noqa": False},
    {"src": ("pkg",)},
    {"layers": (Layer(ignore=("TFL301",)),)},
    {"layers": (Layer(select=("TFL1", "TFL002")),)},
]
EDITS = st.one_of(
    st.tuples(st.just("write"), st.sampled_from(PLACES), st.sampled_from(PARTS)),
    st.tuples(st.just("append"), st.sampled_from(PLACES), st.sampled_from(PARTS)),
    st.tuples(st.just("delete"), st.sampled_from(PLACES), st.just("")),
    st.tuples(st.just("rename"), st.sampled_from(PLACES), st.sampled_from(PLACES)),
)


def edit(code: Path, kind: str, name: str, other: str) -> None:
    path = code / name
    text = path.read_text() if path.exists() else ""
    if kind in ("delete", "rename"):
        path.unlink(missing_ok=True)
    if kind == "rename":
        write(code, {other: text})
    elif kind != "delete":
        write(code, {name: other if kind == "write" else text + other})


@pytest.mark.slow
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(steps=st.lists(st.tuples(EDITS, st.sampled_from(CHOICES)), max_size=7))
def test_any_edits_find_the_same_with_and_without_cache(
    tmp_path_factory: pytest.TempPathFactory,
    steps: list[tuple[tuple[str, str, str], dict[str, Any]]],
) -> None:
    folder = tmp_path_factory.mktemp("edits")
    code, cache = folder / "code", folder / "cache"
    write(code, dict.fromkeys(NAMES, "import tensorflow\n"))
    for step, choice in steps:
        edit(code, *step)
        for paths in ([str(code)], sorted(map(str, code.rglob("*.py")))):
            kept = lint(paths, Settings(**choice, cache_dir=str(cache)))
            assert kept.findings == lint(paths, Settings(**choice)).findings


def test_a_package_file_that_is_not_linted_counts(tmp_path: Path) -> None:
    folder, cache = tmp_path / "pkg", tmp_path / "cache"
    step = STEP.replace("from helpers", "import helpers, pkg.absent\nfrom pkg.helpers")
    write(folder, {"helpers.py": BODIES[0], "train.py": step})
    paths = [str(folder / "helpers.py"), str(folder / "train.py")]
    assert not lint(paths, Settings(cache_dir=str(cache))).findings
    write(folder, {"__init__.py": ""})
    (finding,) = lint(paths, Settings(cache_dir=str(cache))).findings
    assert finding.code == "TFL301"


def test_what_another_file_puts_on_the_path_counts(tmp_path: Path) -> None:
    folder, cache = tmp_path / "code", tmp_path / "cache"
    setting = "import sys\nsys.path.append({!r})\nimport train\n"
    libs = {"one/helpers.py": BODIES[0], "two/helpers.py": BODIES[1]}
    write(folder, {"README": "", "a/train.py": STEP, **libs})
    write(folder, {"a/run.py": setting.format("../one")})
    known = [codes(folder, cache) for _ in range(2)]
    assert [code for _, _, code, _ in known[0]] == ["TFL301"]
    assert known[1] == known[0]
    write(folder, {"a/run.py": setting.format("../two")})
    assert codes(folder, cache) == []


@pytest.mark.parametrize(
    "damage", ["", "{", "[{}]", "[1]", "null", '[{"path": 3}]', "\0", "[" * 9000]
)
def test_a_damaged_entry_is_as_good_as_absent(tmp_path: Path, damage: str) -> None:
    code, cache = tmp_path / "code", tmp_path / "cache"
    write(code, {"helpers.py": BODIES[0], "train.py": STEP})
    found = codes(code, cache)
    entries = list(cache.rglob("*.json"))
    assert entries
    for entry in entries:
        entry.write_text(damage)
    assert codes(code, cache) == found


def test_a_cache_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    code, cache = tmp_path / "code", tmp_path / "cache"
    write(code, {"helpers.py": BODIES[0], "train.py": STEP})
    cache.write_text("a file where the folder should be")
    assert codes(code, cache) == codes(code, None)


def test_a_cache_that_can_only_be_read_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, cache = tmp_path / "code", tmp_path / "cache"
    write(code, {"helpers.py": BODIES[0], "train.py": STEP})
    found = codes(code, cache)

    def refuse(*_arguments: object, **_options: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(tflint.linting.cache_folder, "_write", refuse)
    assert codes(code, cache) == found
    write(code, {"helpers.py": BODIES[1]})
    assert codes(code, cache) == codes(code, None) != found


def test_runs_at_the_same_time_share_a_cache(tmp_path: Path) -> None:
    write(tmp_path, {"helpers.py": BODIES[0], "train.py": STEP})
    command = [sys.executable, "-m", "tflint", ".", "--output-format", "concise"]
    alone = subprocess.run([*command, "--no-cache"], cwd=tmp_path, capture_output=True)
    assert b"TFL301" in alone.stdout
    runs = [
        subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(4)
    ]
    for run in runs:
        assert (*run.communicate(), run.returncode) == (alone.stdout, alone.stderr, 1)
    assert not list(tmp_path.rglob("*.tmp"))


@pytest.mark.parametrize("foreign", ["folder", "link", "of another file"])
def test_what_is_not_ours_in_the_cache_changes_nothing(tmp_path: Path, foreign: str) -> None:
    code, cache = tmp_path / "code", tmp_path / "cache"
    write(code, {"helpers.py": BODIES[0], "train.py": STEP})
    found = codes(code, cache)
    (entry,) = cache.rglob("*.json")
    text = entry.read_text()
    entry.unlink()
    if foreign == "folder":
        entry.mkdir()
    elif foreign == "link":
        entry.symlink_to(entry)
    else:
        entry.write_text(text.replace("helpers.py", "elsewhere.py"))
        assert "elsewhere.py" in entry.read_text()
    assert codes(code, cache) == found
    assert codes(code, cache) == found
    assert not list(cache.rglob("*.tmp"))


def test_jobs_change_neither_findings_nor_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tflint.linting.analysis, "_WORTH_A_PROCESS", 1)
    code = tmp_path / "code"
    print_in_graph = "import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    print(x)\n"
    names = [f"m{number}.py" for number in range(8)]
    random.Random(0).shuffle(names)
    write(code, dict.fromkeys(names, print_in_graph))
    alone = codes(code, None, jobs=1)
    assert len(alone) == 8
    assert codes(code, None, jobs=2) == alone
