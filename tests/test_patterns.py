"""Patterns mean what they mean to git, and take no time whoever wrote them."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tflint.files import Patterns

PATHS = [
    *("a", "b", "ab", "a.b", "abc", "-", "]", "!a", "#a", "a a", "z"),
    *("a/a", "a/b", "a/ab", "b/a", "ab/a.b", "a/b/a", "a/a/b", "b/a/ab", "a/b/a/b", "c/d/e/a"),
]
LINES = st.lists(
    st.one_of(
        st.text(alphabet="ab*?[]!^-/\\.z ", max_size=9),
        st.lists(
            st.sampled_from(["a", "b", "ab", "*", "**", "?", "[a-c]", "[!a]", "a*", "*b", "*.b"]),
            min_size=1,
            max_size=4,
        ).map("/".join),
        st.sampled_from(["!a", "!a/b", "/a", "a/", "!b/", "[[:alpha:]]", "[z-a]", "#a", "\\#a"]),
    ),
    max_size=4,
)


def ignored_by_git(folder: Path, lines: list[str]) -> set[str]:
    """The paths that git says are left out, by themselves or with a folder that they are in."""
    (folder / ".gitignore").write_text("".join(f"{line}\n" for line in lines))
    done = subprocess.run(
        ["git", "check-ignore", "--no-index", "-z", "--stdin"],
        cwd=folder,
        input="\0".join(PATHS).encode(),
        capture_output=True,
    )
    assert done.returncode in (0, 1), done.stderr
    return {path for path in done.stdout.decode().split("\0") if path}


def ignored_by_us(folder: Path, lines: list[str]) -> set[str]:
    """The paths that a walk would not come to."""
    patterns = Patterns(tuple(lines), str(folder))
    found = set()
    for path in PATHS:
        parts = path.split("/")
        for end in range(1, len(parts) + 1):
            part = os.path.join(folder, *parts[:end])
            if patterns.verdict(part, folder=end < len(parts)):
                found.add(path)
                break
    return found


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("repository")
    subprocess.run(["git", "init", "-q", "."], cwd=folder, check=True)
    return folder


@settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(lines=LINES)
@example(lines=["[/-]"])
@example(lines=["[a/b"])
@example(lines=["a[/]b"])
@example(lines=["a\\/b"])
@example(lines=["\\/a"])
def test_patterns_mean_what_git_takes_them_for(repository: Path, lines: list[str]) -> None:
    assert ignored_by_us(repository, lines) == ignored_by_git(repository, lines)


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*a" * 30 + "b", "a" * 250),
        ("*a?" * 30 + "b", "a" * 250),
        ("*[a-z]" * 100 + "b", "a" * 250),
        ("**/a/" * 30 + "b", "/".join("a" * 1000)),
        ("a/**/" * 30 + "b", "/".join("a" * 1000)),
        ("*" * 100_000 + "b", "a" * 250),
        ("[" * 100_000, "a"),
        ("\\" * 100_001, "a"),
        (" " * 1_000_000, "a"),
        ("/" * 100_000 + "a", "a"),
        ("**/" * 10_000 + "b", "/".join("a" * 100)),
    ],
)
def test_no_pattern_takes_long(pattern: str, path: str) -> None:
    before = time.process_time()
    assert not Patterns((pattern,)).verdict(path, folder=False)
    assert time.process_time() - before < 5
