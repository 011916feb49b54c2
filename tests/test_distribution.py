"""The wheel and the source distribution are the same bytes wherever and whenever they are made."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from environments import ROOT

pytestmark = pytest.mark.slow


def tracked() -> list[str]:
    """The files of the repository, or of the source distribution in which these tests run."""
    if not (ROOT / ".git").exists():
        found = (path for path in ROOT.rglob("*") if "__pycache__" not in path.parts)
        return sorted(str(path.relative_to(ROOT)) for path in found if path.is_file())
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    return [name for name in done.stdout.decode().split("\0") if name]


def copied(folder: Path) -> Path:
    """A work tree of these files in a folder."""
    for name in tracked():
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / name)
    return folder


def built(tree: Path, into: Path, **environment: str) -> dict[str, bytes]:
    """What is built of a work tree, by name."""
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(into)]
    subprocess.run(command, cwd=tree, env={**os.environ, **environment}, check=True)
    return {path.name: path.read_bytes() for path in into.iterdir()}


def test_two_builds_are_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In another folder, at another time, by somebody who has other things lying there."""
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    first = copied(tmp_path / "one")
    before = built(first, tmp_path / "first", PYTHONHASHSEED="1", TZ="UTC")
    assert sorted(name.rpartition(".")[2] for name in before) == ["gz", "whl"]

    second = copied(tmp_path / "another place" / "two")
    (second / "notes.txt").write_text("not of the project")
    (second / "env").mkdir()
    (second / "env" / "pyvenv.cfg").write_text("home = /nowhere")
    (second / ".environments").symlink_to(tmp_path)
    (second / "tflint" / "__pycache__").mkdir()
    (second / "tflint" / "__pycache__" / "main.cpython-311.pyc").write_bytes(b"compiled")
    for path in second.rglob("*"):
        if not path.is_symlink():
            os.utime(path, (2_000_000_000, 2_000_000_000))
            path.chmod(0o700 if path.is_dir() else 0o600)
    after = built(second, tmp_path / "second", PYTHONHASHSEED="7", TZ="Asia/Tokyo", LC_ALL="C")
    assert before == after

    dated = [
        built(tree, tmp_path / f"dated {tree.name}", SOURCE_DATE_EPOCH="1700000000")
        for tree in (first, second)
    ]
    assert dated[0] == dated[1] != before


def test_what_is_distributed(tmp_path: Path) -> None:
    """The source distribution holds the repository, and the same wheel is built of it."""
    made = built(copied(tmp_path / "tree"), tmp_path / "made")
    (archive,) = (tmp_path / "made").glob("*.tar.gz")
    with tarfile.open(archive) as stream:
        names = [member.name.partition("/")[2] for member in stream if member.isfile()]
        stream.extractall(tmp_path / "unpacked")
    assert set(names) - {"PKG-INFO"} == set(tracked()) - {"PKG-INFO"}
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    again = built(unpacked, tmp_path / "again")
    assert again == made
    (wheel,) = (tmp_path / "made").glob("*.whl")
    with zipfile.ZipFile(wheel) as whole:
        tops = {name.partition("/")[0] for name in whole.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"tflint"}
