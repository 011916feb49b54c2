"""Experiments by an executor: Dask on this machine, and executors that a project makes."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from commands import environment, findings, tflint, write

import tflint as package
from tflint.experiment.elsewhere.there import ThereError, settle_there
from tflint.experiment.verdict_cache import package_digest

PROGRAM = """\
import os

import tensorflow as tf

@tf.function
def f(x):
    print(x)
    return x

@tf.function
def g(x, seen=[]):
    seen.append(1)
    return x + len(seen)

@tf.function
def h(x):
    if os.path.exists("/nowhere/at/all"):
        print("never")
    return x

@tf.function
def lost(model):
    print("a model", model)
    raise ValueError("nobody knows")

f(tf.ones(3))
g(tf.ones(2))
h(tf.ones(2))
"""
"""Findings that are confirmed, and some that are not."""
OWN = """\
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

def processes():
    return ProcessPoolExecutor(2)

def threads():
    return ThreadPoolExecutor(1)

def none():
    return 5

def failing():
    raise OSError("no such cluster")
"""


@pytest.fixture
def here(tmp_path: Path) -> Path:
    return write(tmp_path, {"a.py": PROGRAM, "cluster.py": OWN})


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """The address of a Dask cluster on this machine: two workers, each a process with two threads."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=2, processes=True, dashboard_address=None
    ) as cluster:
        yield cluster.scheduler_address.removeprefix("tcp://")


def settled(here: Path, python: str, *options: str) -> list[dict[str, Any]]:
    """Findings with their verdicts; how long things took is left out."""
    found = findings("a.py", "--confirm", "--no-cache", "--python", python, *options, cwd=here)
    return [json.loads(_untimed(json.dumps(one))) for one in found]


def _untimed(text: str) -> str:
    text = re.sub(r'"cost": \{[^{}]*\}', '"cost": {}', text)
    return re.sub(r'"ms": [0-9.e-]+', '"ms": 0', text)


@pytest.mark.slow
class TestThereAsHere:
    def test_dask(self, here: Path, tensorflow_python: str, scheduler: str) -> None:
        local = settled(here, tensorflow_python)
        assert {one["verdict"] for one in local} >= {"confirmed", "inconclusive"}
        assert settled(here, tensorflow_python, "--executor", f"dask://{scheduler}") == local

    def test_what_a_function_makes_by_the_settings(
        self, here: Path, tensorflow_python: str
    ) -> None:
        local = settled(here, tensorflow_python)
        for name in ("processes", "threads"):
            write(here, {"tflint.toml": f"[confirm]\nexecutor = 'cluster:{name}'\n"})
            assert settled(here, tensorflow_python) == local

    def test_from_python(
        self, here: Path, tensorflow_python: str, scheduler: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(here)
        options = {"python": tensorflow_python, "executor": f"dask://{scheduler}"}
        found = package.confirm(package.lint(["a.py"]), {"confirm": options})
        assert {(one.span.line, one.verdict) for one in found} >= {
            (7, "confirmed"),
            (12, "confirmed"),
        }

    def test_no_framework_is_said_once(self, here: Path, scheduler: str) -> None:
        write(here, {"bin/python": f'#!/bin/sh\nexec {sys.executable} -S -I "$@"\n'})
        (here / "bin/python").chmod(0o755)
        for executor in ([], ["--executor", f"dask://{scheduler}"]):
            done = tflint(
                "a.py", "--confirm", "--no-cache", "--python", "./bin/python", *executor, cwd=here
            )
            assert done.returncode == 2
            assert done.stdout == ""
            assert done.stderr.count("\n") == 1
            assert "could not import tensorflow in ./bin/python" in done.stderr

    def test_one_is_interrupted_and_nothing_is_left(
        self, here: Path, tensorflow_python: str
    ) -> None:
        slow = "import tensorflow as tf\n\n@tf.function\ndef f(x):\n    print(x)\n"
        slow += "    while True:\n        pass\n\nf(tf.ones(3))\n"
        write(here, {"a.py": slow})
        options = ["--confirm", "--no-cache", "--timeout", "20", "--executor", "cluster:threads"]
        options += ["--python", tensorflow_python]
        process = subprocess.Popen(
            [sys.executable, "-m", "tflint", "a.py", *options],
            cwd=here,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored behind `&`
        )
        _wait_until_it_runs(process.pid)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 130, errors
        assert b"interrupted: 0 of 1 findings are settled" in errors


def _wait_until_it_runs(pid: int) -> None:
    """Wait for the process that settles findings, and for a while of its work."""
    for _ in range(600):
        children = Path(f"/proc/{pid}/task").glob("*/children")
        if any(path.read_text().strip() for path in children):
            time.sleep(1)
            return
        time.sleep(0.1)
    raise AssertionError("nothing was started")


class TestWhatIsRefused:
    @pytest.mark.parametrize(
        ("name", "words"),
        [
            ("cluster:nowhere", "AttributeError: module 'cluster' has no attribute 'nowhere'"),
            ("cluster:none", "gives no concurrent.futures.Executor, but a int"),
            ("cluster:failing", "OSError: no such cluster"),
            ("no_such_module:make", "ModuleNotFoundError: No module named 'no_such_module'"),
        ],
    )
    def test_what_makes_no_executor(self, here: Path, name: str, words: str) -> None:
        done = tflint("a.py", "--confirm", "--no-cache", "--executor", name, cwd=here)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"tflint: error: {name}: {words}\n"

    @pytest.mark.slow  # Dask tries for ten seconds
    def test_a_scheduler_that_is_not_there(self, here: Path) -> None:
        pytest.importorskip("distributed")
        name = "dask://127.0.0.1:9"
        done = tflint("a.py", "--confirm", "--no-cache", "--executor", name, cwd=here)
        assert (done.returncode, done.stdout) == (2, "")
        assert re.fullmatch(
            rf"tflint: error: {name}: cannot be reached: OSError: .*\n", done.stderr
        )

    def test_without_dask(self, here: Path) -> None:
        write(here, {"blocked/distributed.py": "raise ImportError\n"})
        done = tflint(
            "a.py",
            "--confirm",
            "--no-cache",
            "--executor",
            "dask://127.0.0.1:9",
            cwd=here,
            PYTHONPATH=f"{here / 'blocked'}:{Path(package.__file__).parent.parent}",
        )
        assert done.returncode == 2
        assert done.stderr.endswith("needs Dask: `pip install 'tflint[dask]'`\n")

    @pytest.mark.parametrize("name", ["nix", "dask://", "dask://host", "dask://u@h:1", "a:b:c", ""])
    def test_names_of_none(self, here: Path, name: str) -> None:
        done = tflint("a.py", "--confirm", "--executor", name, cwd=here)
        assert done.returncode == 2
        assert done.stderr.endswith(f"{name!r} is not dask://HOST:PORT, or MODULE:FUNCTION\n")
        write(here, {"tflint.toml": f"[confirm]\nexecutor = {name!r}\n"})
        done = tflint("a.py", cwd=here)
        assert done.returncode == 2
        assert "confirm.executor must be `dask://HOST:PORT`, or `MODULE:FUNCTION`" in done.stderr

    @pytest.mark.parametrize(
        ("options", "words"),
        [
            (["--executor", "cluster:threads"], "--executor needs --confirm"),
            (["--confirm", "--fix", "--executor", "a:b"], "--executor does not go with --fix"),
        ],
    )
    def test_what_it_does_not_go_with(self, here: Path, options: list[str], words: str) -> None:
        done = tflint("a.py", *options, cwd=here)
        assert done.returncode == 2
        assert words in done.stderr


class TestTrust:
    MARK = "open('was_here', 'w')\n"

    def test_a_file_below_runs_nothing(self, here: Path) -> None:
        """What comes with code that is only linted and confirmed from outside chooses no executor."""
        write(here, {"sub/a.py": "x = 1\n", "sub/evil.py": self.MARK})
        write(here, {"sub/tflint.toml": "[confirm]\nexecutor = 'evil:make'\n"})
        done = tflint("sub", "--confirm", "--no-cache", cwd=here)
        assert done.returncode == 0
        why = "executor evil:make is not used, since this is not the project one stands in"
        assert why in done.stderr
        assert "--config sub/tflint.toml" in done.stderr
        assert not list(here.rglob("was_here"))

    def test_nor_does_linting(self, here: Path) -> None:
        write(here, {"evil.py": self.MARK, "tflint.toml": "[confirm]\nexecutor = 'evil:make'\n"})
        assert tflint(".", cwd=here).returncode == 1
        assert not list(here.rglob("was_here"))

    def test_one_that_is_named_or_stood_in_does(self, here: Path) -> None:
        write(here, {"sub/a.py": PROGRAM, "sub/own.py": self.MARK})
        write(here, {"sub/tflint.toml": "[confirm]\nexecutor = 'own:make'\n"})
        for folder, options in ((here, ["--config", "sub/tflint.toml", "sub"]), (here / "sub", [])):
            done = tflint("--confirm", "--no-cache", *options, cwd=folder)
            assert "own:make: AttributeError" in done.stderr
            assert (folder / "was_here").exists()

    def test_it_is_shown_where_it_comes_from(self, here: Path) -> None:
        write(here, {"tflint.toml": "[confirm]\nexecutor = 'cluster:threads'\n"})
        shown = tflint("config", "a.py", cwd=here).stdout
        assert re.search(r'^confirm.executor = "cluster:threads" +# tflint.toml$', shown, re.M)


class TestThere:
    """What a worker says that has something else than the machine that asks."""

    def ask(self, here: Path, **other: Any) -> str:
        task = {
            "run": "1",
            "tflint": package_digest().hex(),
            "folder": str(here),
            "settings": {},
            "files": {},
            "finding": {},
        }
        with pytest.raises(ThereError) as error:
            settle_there(json.dumps({**task, **other}))
        return str(error.value)

    def test_it_says_what_is_another(self, here: Path) -> None:
        assert "has another version of tflint or of Python" in self.ask(here, tflint="1")
        assert "has no folder /no/such" in self.ask(here, folder="/no/such")
        assert f"has another a.py in {here}" in self.ask(here, files={"a.py": "1"})
