"""What the engine does when settling a finding goes wrong on our side."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers import make_finding

from tflint.experiment import ConfirmSettings, confirm
from tflint.experiment import settling as settling_module
from tflint.experiment.settling import our_fault
from tflint.finding import Finding


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
