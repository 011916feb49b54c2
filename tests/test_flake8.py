"""tflint inside flake8, run as a command: the same findings, by flake8's own rules."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from commands import CLEAN, PRINTING, environment, tflint, write

CALLER = PRINTING.replace("print(x)", "log(x)").replace("\n\n", "\nfrom helpers import log\n\n", 1)
HELPER = "def log(x):\n    print(x)\n"


def flake8(*arguments: str, cwd: Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "flake8", *arguments],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        text=True,
        env=environment(),
    )


@pytest.fixture
def here(tmp_path: Path) -> Path:
    files = {"a.py": PRINTING, "clean.py": CLEAN, "caller.py": CALLER, "helpers.py": HELPER}
    return write(tmp_path, dict(files))


def lines(output: str) -> list[str]:
    return sorted(line.removeprefix("./") for line in output.splitlines())


@pytest.mark.slow
@pytest.mark.parametrize("paths", [["."], ["a.py"], ["caller.py", "helpers.py"], ["helpers.py"]])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_same_findings_as_tflint(paths: list[str], jobs: str, here: Path) -> None:
    ours = tflint(*paths, "--output-format", "concise", cwd=here)
    theirs = flake8("--select", "TFL", "--jobs", jobs, *paths, cwd=here)
    assert theirs.stderr == ""
    assert lines(theirs.stdout) == lines(ours.stdout)
    assert theirs.returncode == ours.returncode
    assert "TFL301" in ours.stdout


def test_no_arguments_mean_the_current_folder(here: Path) -> None:
    ours = tflint("--output-format", "concise", cwd=here).stdout
    assert lines(flake8("--select", "TFL", cwd=here).stdout) == lines(ours) != []


def test_it_is_on_without_being_selected(here: Path) -> None:
    assert "TFL301" in flake8("a.py", cwd=here).stdout
    assert "tflint" in flake8("--version", cwd=here).stdout


def test_flake8_ignores(here: Path) -> None:
    assert flake8("--select", "TFL", "--ignore", "TFL301", "a.py", cwd=here).stdout == ""
    assert "TFL" not in flake8("--select", "E,F", "a.py", cwd=here).stdout
    per_file = ["--per-file-ignores", "a.py:TFL301"]
    assert flake8("--select", "TFL", *per_file, "a.py", cwd=here).stdout == ""


def test_flake8s_configuration_counts(here: Path) -> None:
    write(here, {"setup.cfg": "[flake8]\nselect = TFL\nexclude = a.py\n"})
    assert [line.split(":")[0] for line in lines(flake8(cwd=here).stdout)] == ["helpers.py"]


def test_tflints_own_settings_count(here: Path) -> None:
    write(here, {"pyproject.toml": "[tool.tflint]\nignore = ['TFL301']\n"})
    assert flake8("--select", "TFL", "a.py", cwd=here).stdout == ""
    assert "TFL301" in flake8("--extend-select", "TFL301", "a.py", cwd=here).stdout


def test_settings_that_cannot_be_followed_are_one_clear_line(here: Path) -> None:
    write(here, {"pyproject.toml": "[tool.tflint]\nselct = []\n"})
    done = flake8("a.py", cwd=here)
    assert done.returncode == 1
    assert "pyproject.toml: tool.tflint.selct is not a setting of tflint" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_noqa_is_flake8s_too(here: Path) -> None:
    write(here, {"a.py": PRINTING.replace("print(x)", "print(x)  # noqa: TFL301")})
    assert flake8("--select", "TFL", "a.py", cwd=here).stdout == ""
    assert "TFL301" in flake8("--select", "TFL", "--disable-noqa", "a.py", cwd=here).stdout


def test_opt_in_rules_are_selected_by_their_code(here: Path) -> None:
    write(here, {"a.py": "x = 1  # noqa: TFL301\n"})
    assert flake8("--select", "TFL", "a.py", cwd=here).stdout == ""
    assert "TFL002" in flake8("--extend-select", "TFL002", "a.py", cwd=here).stdout


def test_stdin(here: Path) -> None:
    ours = tflint("-", "--output-format", "concise", cwd=here, stdin=PRINTING).stdout
    theirs = flake8("--select", "TFL", "-", cwd=here, stdin=PRINTING)
    assert theirs.stdout.removeprefix("stdin") == ours.removeprefix("-")
    named = ["--stdin-display-name", "clean.py"]
    assert flake8("--select", "TFL", *named, "-", cwd=here, stdin=PRINTING).stdout.startswith(
        "clean.py:5:5: TFL301 "
    )


def test_a_broken_file_does_not_stop_the_others(here: Path) -> None:
    write(here, {"broken.py": "def f(:\n", "bytes.py": b"\xff"})
    done = flake8("--select", "TFL,E9", ".", cwd=here)
    assert "./a.py:5:5: TFL301" in done.stdout
    assert "./broken.py:1:" in done.stdout
    assert done.stderr == ""


def test_columns_are_flake8s(here: Path) -> None:
    text = PRINTING.replace("    print(x)", "    y = 'é'; print(y, x)")
    write(here, {"a.py": text})
    assert "a.py:5:14: TFL301" in flake8("--select", "TFL", "a.py", cwd=here).stdout
