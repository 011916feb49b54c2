"""The hooks, run by pre-commit itself, which installs this package from its repository."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from commands import CLEAN, PRINTING, environment, tflint, write
from test_plugins import EXAMPLE, SERVING

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.slow  # pre-commit makes environments

PACKAGE = ("tflint", "pyproject.toml", "LICENSE", ".pre-commit-hooks.yaml")


def git(*arguments: str, cwd: Path) -> None:
    who = ["-c", "user.name=test", "-c", "user.email=test@example.org"]
    subprocess.run(["git", *who, *arguments], cwd=cwd, check=True, capture_output=True)


def repository(folder: Path) -> Path:
    git("init", "-q", ".", cwd=folder)
    git("add", "-A", "-f", cwd=folder)
    git("commit", "-q", "-m", "all", cwd=folder)
    return folder


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This working tree as the repository that pre-commit clones."""
    folder = tmp_path_factory.mktemp("hooks")
    for name in PACKAGE:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / name)
    (folder / "README.md").touch()
    return repository(folder)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pre-commit keeps the environments it makes; one for all tests here."""
    return tmp_path_factory.mktemp("pre-commit")


def try_repo(hooks: Path, hook: str, cwd: Path, store: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pre_commit", "try-repo", hooks, hook, "--all-files", "--verbose"],
        cwd=cwd,
        capture_output=True,
        text=True,
        env=_environment(store),
    )


def _environment(store: Path) -> dict[str, str]:
    clean = {k: v for k, v in environment().items() if not k.startswith(("GIT_", "PYTHON"))}
    return {**clean, "PRE_COMMIT_HOME": str(store), "PATH": os.environ["PATH"]}


def reported(output: str) -> list[str]:
    return [line for line in output.splitlines() if ": TFL" in line]


def test_rules_of_the_projects_own_count(hooks: Path, store: Path, tmp_path: Path) -> None:
    repository(write(tmp_path, {**EXAMPLE, "serving.py": SERVING}))
    done = try_repo(hooks, "tflint", tmp_path, store)
    assert "serving.py:7:12: OWN001" in done.stdout, done.stdout + done.stderr


def test_tflint_reports_what_tflint_reports(hooks: Path, store: Path, tmp_path: Path) -> None:
    write(tmp_path, {"a.py": PRINTING, "p/b.py": PRINTING, "clean.py": CLEAN, "x.txt": "x"})
    write(tmp_path, {"gen/c.py": PRINTING})
    write(tmp_path, {"pyproject.toml": "[tool.tflint]\nextend-exclude = ['gen']\n"})
    repository(tmp_path)
    done = try_repo(hooks, "tflint", tmp_path, store)
    ours = tflint(".", cwd=tmp_path)
    assert "Failed" in done.stdout, done.stdout + done.stderr
    assert "exit code: 1" in done.stdout
    assert reported(done.stdout) == reported(ours.stdout)
    assert len(reported(ours.stdout)) == 2


def test_tflint_passes_clean_files(hooks: Path, store: Path, tmp_path: Path) -> None:
    repository(write(tmp_path, {"clean.py": CLEAN}))
    done = try_repo(hooks, "tflint", tmp_path, store)
    assert (done.returncode, "Passed" in done.stdout) == (0, True), done.stdout + done.stderr


TRAINING = """\
import tensorflow as tf
from losses import loss

@tf.function
def step(x):
    return loss(x)
"""
LOSSES = """\
def loss(x):
    return x * 2
"""
LOUD_LOSSES = """\
def loss(x):
    print("loss", x)
    return x * 2
"""


@pytest.mark.parametrize("known", [True, False], ids=["committed", "untracked"])
def test_a_graph_that_starts_in_a_file_that_is_not_staged(
    hooks: Path, store: Path, tmp_path: Path, known: bool
) -> None:
    """`git commit` hands the hook the staged file alone; its project tells that it runs in a graph."""
    rev = _output("git", "rev-parse", "HEAD", cwd=hooks).strip()
    write(
        tmp_path,
        {
            "losses.py": LOSSES,
            "train.py": TRAINING,
            ".gitignore": "/.tflint_cache\n",
            ".pre-commit-config.yaml": "repos:\n"
            f"- repo: {hooks}\n  rev: {rev}\n  hooks:\n  - id: tflint\n    verbose: true\n",
        },
    )
    repository(tmp_path)
    if not known:
        git("rm", "-q", "--cached", "train.py", cwd=tmp_path)
        git("commit", "-q", "-m", "forgotten", cwd=tmp_path)
    env = _environment(store)
    run = [sys.executable, "-m", "pre_commit", "install"]
    subprocess.run(run, cwd=tmp_path, check=True, capture_output=True, env=env)
    write(tmp_path, {"losses.py": LOUD_LOSSES})
    git("add", "losses.py", cwd=tmp_path)
    refused = _commit(tmp_path, env)
    assert refused.returncode == 1, refused.stdout + refused.stderr
    assert "losses.py:2:5: TFL301" in refused.stdout + refused.stderr
    assert "train.py" in refused.stdout + refused.stderr  # the chain of reasons begins there
    write(tmp_path, {"losses.py": LOSSES + "\n\nfactor = 2\n"})
    git("add", "losses.py", cwd=tmp_path)
    taken = _commit(tmp_path, env)
    assert taken.returncode == 0, taken.stdout + taken.stderr
    assert "Passed" in taken.stdout + taken.stderr


def _commit(folder: Path, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    who = ["-c", "user.name=test", "-c", "user.email=test@example.org"]
    command = ["git", *who, "commit", "-m", "change"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, env=env)


def _output(*command: str, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=True)
    return done.stdout


def test_tflint_confirm_proves_with_the_projects_interpreter(
    hooks: Path, store: Path, tmp_path: Path, tensorflow_python: str
) -> None:
    program = PRINTING + "\nf(tf.constant(1.0))\n"
    write(tmp_path, {"a.py": program, "clean.py": CLEAN})
    toml = f"[tool.tflint.confirm]\npython = '{tensorflow_python}'\n"
    repository(write(tmp_path, {"pyproject.toml": toml}))
    done = try_repo(hooks, "tflint-confirm", tmp_path, store)
    assert "exit code: 1" in done.stdout, done.stdout + done.stderr
    assert "a.py:5:5: TFL301" in done.stdout
    assert "1 confirmed" in done.stdout
