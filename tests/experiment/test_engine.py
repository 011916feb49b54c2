"""What the engine does when settling a finding goes wrong on our side."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import make_finding

from tflint.experiment import ConfirmSettings, confirm
from tflint.experiment import engine as engine_module
from tflint.experiment.claims import Probe, probe_for


def test_our_own_failure_costs_one_finding_its_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "program.py"
    path.write_text("def f(x):\n    print(x)  # here\n")
    ours = make_finding(path, "TFL999", entry="f")
    other = make_finding(path, "TFL301", entry="f")

    def failing(code: str) -> Probe:
        if code == "TFL999":
            raise ZeroDivisionError("by us")
        return probe_for(code)

    monkeypatch.setattr(engine_module, "probe_for", failing)
    monkeypatch.setattr(engine_module.Pool, "worker", _no_worker)
    first, second = confirm([ours, other])
    assert first.verdict == second.verdict == "inconclusive"
    assert first.evidence is not None and second.evidence is not None
    assert first.evidence["reason"] == "tflint failed to settle this: ZeroDivisionError: by us"
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
    raise engine_module.WorkerError("no interpreter")
