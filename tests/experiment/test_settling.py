"""What the engine does when settling a finding goes wrong on our side."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers import Settle, make_finding

from tflint.experiment import ConfirmSettings, confirm
from tflint.experiment import settling as settling_module
from tflint.experiment.pool import Worker
from tflint.experiment.settling import our_fault
from tflint.finding import Finding
from tflint.runtime.protocol import Answer, Job


def test_our_own_failure_costs_one_finding_its_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "program.py"
    path.write_text("def f(x):\n    print(x)  # here\n")
    ours = make_finding(path, "TFL401", entry="f")
    other = make_finding(path, "TFL301", entry="f")
    routes = settling_module.Routes

    def failing(finding: Finding, *rest: Any) -> settling_module.Routes:
        if finding is ours:
            raise ZeroDivisionError("by us")
        return routes(finding, *rest)

    monkeypatch.setattr(settling_module, "Routes", failing)
    monkeypatch.setattr(settling_module, "our_fault", our_fault)
    monkeypatch.setattr(settling_module.Pool, "worker", _no_worker)
    monkeypatch.setattr(settling_module, "_start", lambda *asked: None)
    first, second = confirm([ours, other])
    assert first.verdict == second.verdict == "inconclusive"
    assert first.evidence is not None and second.evidence is not None
    said = "an error in tflint itself, please report it (ZeroDivisionError: by us)"
    assert first.evidence["reason"] == said
    assert second.evidence["reason"] == "no interpreter"


def test_what_is_on_disk_does_not_stand_for_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text("def f(x):\n    print(x)  # here\n")
    settings = ConfirmSettings(python="/nowhere", unsaved=[str(path)])
    [finding] = confirm([make_finding(path, "TFL301", entry="f")], settings)
    assert finding.verdict == "inconclusive"
    reason = "standard input is no file to run: save it, and confirm that"
    assert finding.evidence == {"reason": reason}


def _no_worker(pool: object, framework: str) -> object:
    raise settling_module.WorkerError("no interpreter")


def test_no_way_is_begun_once_the_time_is_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And it is said, for another run may have more."""
    path = tmp_path / "program.py"
    path.write_text(
        "import tensorflow as tf\n@tf.function\ndef f(x):\n    print(x)  # here\n"
        "def main():\n    f(1)\nif __name__ == '__main__':\n    main()\n"
    )
    finding = make_finding(path, "TFL301", entry="f")
    tried = []
    seconds = iter(range(0, 1_000_000, 100))

    def fail(*asked: Any) -> settling_module.Outcome:
        tried.append(asked)
        return settling_module.Outcome("inconclusive", "nothing came of it")

    monkeypatch.setattr(settling_module.Settling, "_try", fail)
    monkeypatch.setattr(settling_module, "_start", lambda *asked: None)
    [settled] = confirm([finding])
    ways = len(tried)
    monkeypatch.setattr(settling_module.time, "monotonic", lambda: float(next(seconds)))
    [hurried] = confirm([finding])
    assert (ways > 1, len(tried) - ways) == (True, 1)
    assert settled.evidence is not None and hurried.evidence is not None
    assert settled.evidence["reason"] == "nothing came of it"
    assert hurried.evidence["reason"] == f"nothing came of it; {settling_module.NO_TIME_FOR_OTHERS}"
    assert hurried.evidence["tried"] == 1


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """The sides that were run, each with the trials that its search made."""
    made: list[tuple[str, int]] = []
    run = Worker.run

    def noted(worker: Worker, job: Job) -> Answer:
        answer = run(worker, job)
        made.append((job.side, answer.result.trials))
        return answer

    monkeypatch.setattr(Worker, "run", noted)
    return made


@pytest.mark.parametrize(
    ("says", "most"),
    [("raise RuntimeError('not on this machine')", 60), ("own.table", 25)],
    ids=["all calls say the same", "the object lacks what the method reads"],
)
def test_what_failed_by_one_way_is_not_searched_again(
    says: str, most: int, ran: list[tuple[str, int]], settle: Settle, tmp_path: Path
) -> None:
    """Nor does a search go on where nothing that it tries comes any further."""
    path = tmp_path / "program.py"
    path.write_text(
        "import tensorflow as tf\n"
        "class Net:\n"
        "    @tf.function\n"
        "    def f(own, a, b, c, d):\n"
        f"        {says}\n"
        "        print(a)  # here\n"
        "def main(net, rows):\n"
        "    net = Net()\n"
        "    net.f(*rows)\n"
    )
    [settled] = settle(make_finding(path, "TFL301", entry="Net.f"))
    assert settled.verdict == "inconclusive"
    assert settled.evidence is not None and settled.evidence["tried"] > 1
    trials = [count for _, count in ran if count]
    assert 20 < trials[0] <= most
    assert max(trials[1:]) <= 3  # an object is made, too


def test_a_program_that_runs_no_graphs_runs_once(
    ran: list[tuple[str, int]], settle: Settle, tmp_path: Path
) -> None:
    path = tmp_path / "program.py"
    path.write_text(
        "import tensorflow as tf\n"
        "tf.config.run_functions_eagerly(True)\n"
        "@tf.function\n"
        "def f(x):\n"
        "    print(x)  # here\n"
        "    return x\n"
        "f(tf.ones(3))\n"
    )
    [settled] = settle(make_finding(path, "TFL301", entry="f"))
    assert settled.verdict == "inconclusive" and settled.evidence is not None
    assert settled.evidence["reason"] == "the program runs no graphs, by run_functions_eagerly"
    assert [side for side, _ in ran] == ["eager"]


def test_programs_that_never_call_the_entry_get_less_time(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(
        "import tensorflow as tf\n@tf.function\ndef f(x):\n    print(x)  # here\n"
    )
    (tmp_path / "train.py").write_text("from net import f\nf(1)\n")
    settings = ConfirmSettings(timeout=30, roots=[tmp_path])
    finding = make_finding(tmp_path / "net.py", "TFL301", entry="f")
    engine = settling_module.Settling(settings, settling_module.Pool(settings))
    assert {(job.search, job.timeout) for job in engine.jobs(finding)} == {(False, 12), (True, 30)}


@pytest.mark.parametrize(
    ("passed", "used", "late"),
    [(31, 31, True), (40, 13, False), (61, 0, True), (29, 40, False)],
    ids=["of its own", "kept waiting", "asleep", "on two processors"],
)
def test_what_keeps_an_experiment_waiting_counts_half(
    passed: float, used: float, late: bool
) -> None:
    settings = ConfirmSettings(timeout=30)
    engine = settling_module.Settling(settings, settling_module.Pool(settings))
    engine._of_thread.seconds = used
    assert engine._is_late(passed) is late


IMPORTING = """
import sys

BEFORE = "wave" in sys.modules
import wave
import tensorflow as tf

@tf.function
def step(x):
    print("imported before:", BEFORE)  # here
    return x * 2
"""


@pytest.mark.parametrize("slow", [{"wave": "wave", "json": "no_such_module"}, {}])
def test_what_takes_long_to_import_is_imported_once(
    slow: dict[str, str], settle: Settle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By what all experiments begin with; what is not installed fails in the program only."""
    monkeypatch.setattr(settling_module, "_SLOW_IMPORTS", slow)
    (tmp_path / "program.py").write_text("import json\n" + IMPORTING)
    [finding] = settle(make_finding(tmp_path / "program.py", "TFL301", entry="step"))
    assert finding.verdict == "confirmed", finding.evidence
    assert finding.evidence is not None
    lines = finding.evidence["eager"][0]["stdout"]["lines"]
    assert lines == [f"imported before: {bool(slow)}"]


def test_what_files_import_that_takes_long(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(
        "import json\nfrom matplotlib import pyplot\n\ndef f(x):\n    print(x)  # here\n"
    )
    finding = make_finding(tmp_path / "a.py", "TFL301", entry="f")
    assert settling_module._imported_once([finding]) == ["matplotlib.pyplot"]


def test_what_files_import_that_a_file_imports(tmp_path: Path) -> None:
    (tmp_path / "plots.py").write_text("import scipy\n")
    (tmp_path / "helpers.py").write_text("import plots\n")
    (tmp_path / "others.py").write_text("import pandas\n")
    (tmp_path / "a.py").write_text("import helpers\n\ndef f(x):\n    print(x)  # here\n")
    finding = make_finding(tmp_path / "a.py", "TFL301", entry="f")
    assert settling_module._imported_once([finding], [tmp_path]) == ["scipy.stats"]
