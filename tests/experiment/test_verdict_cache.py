"""The verdict cache: what did not change is not run again, what did is, and nothing breaks it."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from helpers import make_finding

from tflint.experiment import ConfirmSettings
from tflint.experiment.recordings import FOLDER
from tflint.experiment.settling import NO_TIME_FOR_OTHERS
from tflint.experiment.verdict_cache import Progress, confirm_changed
from tflint.finding import Finding
from tflint.runtime.protocol import Reads

FUNCTION = """\
import tensorflow as tf
from {helper} import double

@tf.function
def step(x):
    print(x)  # here
    return double(x)
"""
HELPER = "def double(x):\n    return 2 * x\n"


class Project:
    """Two functions in two files, each with a helper, and a script that calls the first."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.write("a.py", FUNCTION.format(helper="a_help"))
        self.write("b.py", FUNCTION.format(helper="b_help"))
        self.write("a_help.py", "import a_deep\n" + HELPER)
        self.write("a_deep.py", "")
        self.write("b_help.py", HELPER)
        self.write("conftest.py", "import pytest\n")
        self.write(
            "test_steps.py",
            "import b\nfrom conftest import pytest\ndef test_it():\n    obtain().step(1)\n",
        )
        self.write("run.py", "import settings\nfrom a import step\nstep(settings.X)\n")
        self.write("settings.py", "X = 1.0\n")
        self.write("aside.py", "")
        self.ran: list[str] = []
        self.interrupted = ""
        """The file at which the user has had enough."""
        self.verdict = "confirmed"
        self.reads = Reads()
        self.evidence: dict[str, Any] = {"reason": "it differs", "cost": {"trace_ms": 1.5}}
        self.python = folder / "env" / "bin" / "python"
        self.packages = folder / "env" / "lib" / "python3.11" / "site-packages"
        self.python.parent.mkdir(parents=True)
        self.python.write_text("#!/bin/sh\nexit 1\n")
        self.python.chmod(0o755)
        (self.packages / "tensorflow-2.21.0.dist-info").mkdir(parents=True)
        self.settings = ConfirmSettings(python=str(self.python), roots=[folder])
        self.cache: str | None = str(folder / ".cache")

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text)

    def record(self, function: str, value: int) -> None:
        described = {"kind": "value", "value": value}
        (self.folder / FOLDER).mkdir()
        text = json.dumps({"functions": {function: [{"x": described}]}})
        (self.folder / FOLDER / "run.json").write_text(text)

    def findings(self) -> list[Finding]:
        return [*self.findings_in("a.py"), *self.findings_in("b.py")]

    def findings_in(self, name: str) -> list[Finding]:
        return [make_finding(self.folder / name, "TFL301", entry="step", at="print")]

    def settle(
        self, findings: list[Finding], _settings: ConfirmSettings, noted: dict[int, Reads]
    ) -> Iterator[tuple[int, Finding]]:
        for number, finding in enumerate(findings):
            if os.path.basename(finding.path) == self.interrupted:
                raise KeyboardInterrupt
            self.ran.append(os.path.basename(finding.path))
            noted[number] = self.reads
            yield number, finding.with_verdict(self.verdict, self.evidence)

    def confirm(self, progress: Progress | None = None) -> list[Finding]:
        """Settle what has to be; ``ran`` says what that was."""
        self.ran.clear()
        return confirm_changed(
            self.findings(), self.settings, self.cache, progress, settle=self.settle
        )


@pytest.fixture
def project(tmp_path: Path) -> Project:
    project = Project(tmp_path)
    project.confirm()
    assert project.ran == ["a.py", "b.py"]
    return project


def test_nothing_is_run_twice(project: Project) -> None:
    again = project.confirm()
    assert project.ran == []
    assert [finding.verdict for finding in again] == ["confirmed", "confirmed"]
    assert again[0].evidence == {**project.evidence, "cached": True}


EDITS: dict[str, tuple[Callable[[Project], object], list[str]]] = {
    "a file": (lambda p: p.write("a.py", "# new\n" + FUNCTION.format(helper="a_help")), ["a.py"]),
    "an import": (lambda p: p.write("a_help.py", HELPER), ["a.py"]),
    "an import's import": (lambda p: p.write("a_deep.py", "Y = 1"), ["a.py"]),
    "a caller": (lambda p: p.write("run.py", "from a import step\nstep(1.0 + 1)\n"), ["a.py"]),
    "a caller's import": (lambda p: p.write("settings.py", "X = 2.0"), ["a.py"]),
    "a new caller": (lambda p: p.write("new.py", "import b\nb.step(1)\n"), ["b.py"]),
    "the other file's import": (lambda p: p.write("b_help.py", "\n" + HELPER), ["b.py"]),
    "examples": (lambda p: p.write("tflint_examples.py", "E = {'step': [1.0]}"), ["a.py", "b.py"]),
    "a comment of an import's": (lambda p: p.write("a_deep.py", "# said"), ["a.py"]),
    "what is written out elsewhere": (
        lambda p: p.write("elsewhere.py", "from other import step\nstep(4.0)\n"),
        ["a.py", "b.py"],
    ),
    "the same once more": (lambda p: p.write("elsewhere.py", "def step(x):\n    return x\n"), []),
    "a test found by a name": (
        lambda p: p.write("test_steps.py", "import b\ndef test_it():\n    get().step(2)\n"),
        ["a.py", "b.py"],
    ),
    "a new test found by a name": (
        lambda p: p.write("test_more.py", "import b\ndef test_more():\n    get().step(2)\n"),
        ["a.py", "b.py"],
    ),
    "a test of something else": (
        lambda p: p.write("test_other.py", "import b\ndef test_more():\n    get().leap(2)\n"),
        [],
    ),
    "fixtures of tests": (
        lambda p: p.write("conftest.py", "import pytest, sys\n"),
        ["b.py"],
    ),
    "a recording": (lambda p: p.record("a.py::step", 3), ["a.py"]),
    "a recording of something else": (lambda p: p.record("a.py::other", 3), []),
    "a file apart": (lambda p: p.write("aside.py", "Z = 1"), []),
    "the file's time": (lambda p: os.utime(p.folder / "a.py"), []),
    "a package": (lambda p: (p.packages / "numpy-2.0.dist-info").mkdir(), ["a.py", "b.py"]),
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_runs_again_what_it_can_change(edit: str, project: Project) -> None:
    change, affected = EDITS[edit]
    change(project)
    project.confirm()
    assert project.ran == affected
    project.confirm()
    assert project.ran == []


def test_only_what_leads_to_the_line_and_only_the_ways_that_were_tried(tmp_path: Path) -> None:
    project = Project(tmp_path)
    for name in ("run.py", "test_steps.py"):
        (tmp_path / name).unlink()
    project.evidence["tried"] = 1
    program = FUNCTION.format(helper="a_help") + "{before}\nstep(settings)\n{after}"
    aside = "\n\n\ndef other():\n    return {}\n"
    project.write("a.py", program.format(before="settings = 1", after=aside.format(1)))
    project.confirm()
    project.write("a.py", program.format(before="settings = 1", after=aside.format(2)))
    project.write("test_steps.py", "import b\ndef test_it():\n    more().step()\n")  # for b only
    project.confirm()
    assert project.ran == ["b.py"]
    project.write("a.py", program.format(before="settings = 2", after=aside.format(2)))
    project.confirm()
    assert project.ran == ["a.py"]


def test_a_package_that_starts_to_exist_counts(project: Project) -> None:
    project.write("__init__.py", "import aside\n")
    project.confirm()
    assert project.ran == ["a.py", "b.py"]


def test_settings_that_matter(project: Project) -> None:
    project.settings = replace(project.settings, jobs=7, timeout=1.0)
    project.confirm()
    assert project.ran == []
    project.settings = replace(project.settings, calls=9)
    project.confirm()
    assert project.ran == ["a.py", "b.py"]


def test_another_interpreter(project: Project) -> None:
    shutil.copytree(project.folder / "env", project.folder / "other")
    project.settings = replace(
        project.settings, pythons={"tensorflow": str(project.folder / "other" / "bin" / "python")}
    )
    project.confirm()
    assert project.ran == ["a.py", "b.py"]


def test_no_cache(project: Project) -> None:
    project.cache = None
    for _ in range(2):
        found = project.confirm()
        assert project.ran == ["a.py", "b.py"]
        assert "cached" not in (found[0].evidence or {})


@pytest.mark.parametrize(
    ("reason", "kept"),
    [
        ("timed out after 30 s while calling the function (eagerly)", False),
        (f"the line was not reached; {NO_TIME_FOR_OTHERS}", False),
        ("could not start /x/python: No such file or directory", False),
        ("could not import tensorflow in /x/python: gone", False),
        ("the worker process died", False),
        ("the process died of SIGKILL while calling the function (as a graph)", False),
        ("used more than 4 GB while calling the function (eagerly)", False),
        ("found no inputs for `step`", True),
        ("the line was not reached with these inputs", True),
    ],
)
def test_only_what_another_run_would_meet_again(reason: str, kept: bool, tmp_path: Path) -> None:
    project = Project(tmp_path)
    project.verdict, project.evidence = "inconclusive", {"reason": reason}
    project.confirm()
    project.confirm()
    assert (project.ran == []) is kept
    project.settings = replace(project.settings, timeout=300.0)
    project.confirm()
    assert project.ran == ["a.py", "b.py"]  # more time may settle it


def test_an_interpreter_without_the_framework_is_asked_each_time(tmp_path: Path) -> None:
    project = Project(tmp_path)
    shutil.rmtree(project.packages)
    for _ in range(2):
        project.confirm()
        assert project.ran == ["a.py", "b.py"]


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "null",
        "[]",
        '"x"',
        '{"verdict": "maybe", "evidence": {}}',
        '{"verdict": "confirmed", "evidence": 1}',
        '{"verdict": ["confirmed"], "evidence": {}}',
        "[" * 100_000,
        b"\xff\x00",
    ],
)
def test_a_corrupt_entry_is_as_good_as_absent(content: str | bytes, project: Project) -> None:
    for entry in Path(str(project.cache)).rglob("*.json"):
        entry.write_bytes(content.encode() if isinstance(content, str) else content)
    project.confirm()
    assert project.ran == ["a.py", "b.py"]
    project.confirm()
    assert project.ran == []


@pytest.mark.parametrize(
    "change",
    [
        lambda entry: {**entry, "verdict": "refuted"},
        lambda entry: {**entry, "evidence": {**entry["evidence"], "reason": 3}},
        lambda entry: {**entry, "evidence": {}},
        lambda entry: {name: entry[name] for name in ("verdict", "evidence", "timeout")},
    ],
)
def test_an_entry_that_was_changed_is_as_good_as_absent(
    change: Callable[[Any], Any], project: Project
) -> None:
    for path in Path(str(project.cache)).rglob("*.json"):
        path.write_text(json.dumps(change(json.loads(path.read_text()))))
    assert [finding.verdict for finding in project.confirm()] == ["confirmed", "confirmed"]
    assert project.ran == ["a.py", "b.py"]


def test_an_entry_under_the_name_of_another_is_as_good_as_absent(project: Project) -> None:
    entries = [
        path for path in Path(str(project.cache)).rglob("*.json") if "more" not in path.read_text()
    ]
    shutil.copy(*entries)
    project.confirm()
    assert len(project.ran) == 1


def test_a_folder_in_the_place_of_an_entry(project: Project) -> None:
    for path in Path(str(project.cache)).rglob("*.json"):
        path.unlink()
        path.mkdir()
    for _ in range(2):
        assert [finding.verdict for finding in project.confirm()] == ["confirmed", "confirmed"]
        assert project.ran == ["a.py", "b.py"]


def test_what_a_recording_makes_objects_of(project: Project) -> None:
    project.write("made.py", "class Made:\n    pass\n")
    made = {"kind": "object", "class": "made.py::Made", "init": {}}
    (project.folder / FOLDER).mkdir()
    text = json.dumps({"functions": {"a.py::step": [{"x": made}]}})
    (project.folder / FOLDER / "run.json").write_text(text)
    project.confirm()
    assert project.ran == ["a.py"]
    project.write("made.py", "class Made:\n    size = 3\n")
    project.confirm()
    assert project.ran == ["a.py"]


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    project = Project(tmp_path)
    project.write("taken", "")
    project.cache = str(tmp_path / "taken")
    assert [finding.verdict for finding in project.confirm()] == ["confirmed", "confirmed"]


def test_an_interrupt_keeps_what_was_settled(project: Project) -> None:
    for name in ("a", "b"):
        project.write(f"{name}.py", "# new\n" + FUNCTION.format(helper=f"{name}_help"))
    project.interrupted = "b.py"
    with pytest.raises(KeyboardInterrupt):
        project.confirm()
    project.interrupted = ""
    cached = [(finding.evidence or {}).get("cached") for finding in project.confirm()]
    assert cached == [True, None]
    assert project.ran == ["b.py"]


def test_verdicts_find_their_findings_in_whatever_order_they_come(project: Project) -> None:
    def backwards(
        findings: list[Finding], settings: ConfirmSettings, noted: dict[int, Reads]
    ) -> Iterator[tuple[int, Finding]]:
        yield from reversed(list(project.settle(findings, settings, noted)))

    for cache in (None, project.cache, project.cache):
        settled = confirm_changed(project.findings(), project.settings, cache, settle=backwards)
        assert [os.path.basename(finding.path) for finding in settled] == ["a.py", "b.py"]


def test_progress_counts_what_is_known_already(project: Project) -> None:
    project.write("b.py", "# new\n" + FUNCTION.format(helper="b_help"))
    told: list[tuple[int, int]] = []
    project.confirm(lambda done, total: told.append((done, total)))
    assert told == [(1, 2), (2, 2)]


WORLD = {
    "set a variable that was read": lambda p, m: m.setenv("READ_BY_A", "1"),
    "change it": lambda p, m: m.setenv("READ_BY_A", "2"),
    "take it away": lambda p, m: m.delenv("READ_BY_A", raising=False),
    "write a file that was read": lambda p, m: p.write("read.csv", "1"),
    "edit it": lambda p, m: p.write("read.csv", "2"),
    "remove it": lambda p, m: (p.folder / "read.csv").unlink(missing_ok=True),
    "write a file into a folder that was listed": lambda p, m: p.write("data/more.csv", "1"),
    "edit the code": lambda p, m: p.write("a.py", "# new\n" + FUNCTION.format(helper="a_help")),
    "put the code back": lambda p, m: p.write("a.py", FUNCTION.format(helper="a_help")),
    "set a variable that the framework's binaries read": lambda p, m: m.setenv("TF_FLAG_X", "1"),
    "take that away": lambda p, m: m.delenv("TF_FLAG_X", raising=False),
    "set another variable": lambda p, m: m.setenv("READ_BY_NOBODY", "1"),
    "write another file": lambda p, m: p.write("other.csv", "1"),
}


def seen(project: Project) -> object:
    """All that an experiment about the first file can see of the world."""
    names = ("READ_BY_A", "TF_FLAG_X")
    files = ("read.csv", "data/more.csv", "a.py")
    texts = [(project.folder / name) for name in files]
    return (
        tuple(os.environ.get(name) for name in names),
        tuple(path.read_text() if path.exists() else None for path in texts),
    )


@pytest.mark.parametrize("seed", range(6))
def test_no_verdict_survives_a_change_of_what_was_read(
    seed: int, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over random edits of code, data and environment: it is told again only in the same world."""
    draw = random.Random(seed)
    monkeypatch.chdir(project.folder)
    (project.folder / "data").mkdir()
    paths = [str(project.folder / name) for name in ("read.csv", "data")]
    project.reads = Reads(["READ_BY_A"], paths)
    project.write("b.py", "")
    project.write("a.py", "# so that nothing is known\n" + FUNCTION.format(helper="a_help"))
    settled: list[object] = []
    for _ in range(40):
        WORLD[draw.choice(sorted(WORLD))](project, monkeypatch)
        project.ran.clear()
        finding = project.findings_in("a.py")
        confirm_changed(finding, project.settings, project.cache, settle=project.settle)
        now = seen(project)
        assert bool(project.ran) or now in settled, "a verdict of another world"
        assert not (project.ran and settled and now == settled[-1]), "settled again for nothing"
        settled.append(now)


READING = """
import importlib, os
import tensorflow as tf

with open(os.path.join("data", "mode" + ".txt")) as stream:
    mode = stream.read()
other = importlib.import_module("chosen").mode
legacy = os.environ.get("MY_LEGACY_FLAG")

@tf.function
def step(x):
    if mode == other == legacy == "on":
        print("hello")  # here
    return x

step(tf.ones([2]))
"""


def test_what_a_run_reads_is_looked_at_again(
    tensorflow_python: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Data by a computed name, a module imported by its name, and the environment."""
    (tmp_path / "data").mkdir()
    mode, chosen = tmp_path / "data" / "mode.txt", tmp_path / "chosen.py"
    mode.write_text("on")
    chosen.write_text("mode = 'on'\n")
    monkeypatch.setenv("MY_LEGACY_FLAG", "on")
    (tmp_path / "program.py").write_text(READING)
    finding = make_finding(tmp_path / "program.py", "TFL301", entry="step")
    settings = ConfirmSettings(python=tensorflow_python, roots=[tmp_path])

    def verdict() -> tuple[str | None, bool]:
        (found,) = confirm_changed([finding], settings, str(tmp_path / "cache"))
        return found.verdict, "cached" in (found.evidence or {})

    assert verdict() == ("confirmed", False)
    assert verdict() == ("confirmed", True)
    for change, back in (
        (lambda: mode.write_text("off"), lambda: mode.write_text("on")),
        (lambda: chosen.write_text("mode = 'off'\n"), lambda: chosen.write_text("mode = 'on'\n")),
        (
            lambda: monkeypatch.setenv("MY_LEGACY_FLAG", "off"),
            lambda: monkeypatch.setenv("MY_LEGACY_FLAG", "on"),
        ),
    ):
        change()
        assert verdict() == ("inconclusive", False)
        back()
        assert verdict()[0] == "confirmed"


ASKING = """
import os, subprocess
import tensorflow as tf

folder = {folder!r}
asked = os.path.exists(folder + "/the" + "re") or os.path.getsize(folder + "/si" + "ze") > 3
if {starts}:
    asked = asked or b"x" in subprocess.check_output(["cat", folder + "/gi" + "ven"])

@tf.function
def step(x):
    if not asked:
        print("hello")  # here
    return x

step(tf.ones([2]))
"""


def test_what_is_only_asked_of_files_counts_and_programs_are_not_trusted(
    tensorflow_python: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether a file is there and how large it is; what another program read is not known."""
    monkeypatch.chdir(tmp_path)
    size, there, given = (tmp_path / name for name in ("size", "there", "given"))
    given.write_text("a")
    settings = ConfirmSettings(python=tensorflow_python, roots=[tmp_path])

    def verdict(starts: bool = False) -> tuple[str | None, bool]:
        text = ASKING.format(folder=str(tmp_path), starts=starts)
        (tmp_path / "program.py").write_text(text)
        finding = make_finding(tmp_path / "program.py", "TFL301", entry="step")
        (found,) = confirm_changed([finding], settings, str(tmp_path / "cache"))
        return found.verdict, "cached" in (found.evidence or {})

    size.write_text("abc")
    assert verdict() == ("confirmed", False)
    assert verdict() == ("confirmed", True)
    size.write_text("abcd")
    assert verdict() == ("inconclusive", False)
    size.write_text("abc")
    there.write_text("")
    assert verdict() == ("inconclusive", False)
    there.unlink()
    assert verdict(starts=True) == ("confirmed", False)
    assert verdict(starts=True) == ("confirmed", False)
    given.write_text("x")
    assert verdict(starts=True) == ("inconclusive", False)


def test_a_second_run_starts_no_interpreter(tensorflow_python: str, tmp_path: Path) -> None:
    """The whole way, with an interpreter that tells when it starts."""
    from commands import tflint

    project = Project(tmp_path)
    log = tmp_path / "started"
    project.python.write_text(f'#!/bin/sh\necho x >> "{log}"\nexec "{tensorflow_python}" "$@"\n')
    options = ("--confirm", "--python", project.python, "a.py", "b.py", "run.py")
    first = tflint(*options, cwd=tmp_path)
    assert log.read_text() == "x\n", first.stderr  # one import a run, whatever is found
    log.unlink()
    second = tflint(*options, cwd=tmp_path)
    found = "Found 2 findings (2 confirmed; 2 from the cache; 1 for information) in 3 files."
    assert found in second.stdout.splitlines()
    assert not log.exists()
    fresh = tflint(*options, "--output-format", "json", "--no-cache", cwd=tmp_path)
    assert log.exists()
    assert all("cached" not in entry["evidence"] for entry in json.loads(fresh.stdout))
