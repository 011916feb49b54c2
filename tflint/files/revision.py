"""Which lines changed since a revision in git.

git is asked for what it keeps and nothing else, so that no program of the repository's own settings runs:
no filter, hook, external diff or monitor of files, and nothing is fetched. The texts are compared apart
from the repository.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

from tflint.files.discovery import repository_of
from tflint.files.reading import MOST_BYTES, read_bytes
from tflint.files.source import Source, UnparsableError
from tflint.refusal import RefusedError

_HUNK = re.compile(rb"^@@ -\S+ \+(\d+)(?:,(\d+))? @@")
_FILE = re.compile(rb"^diff --git old/(\d+) new/\1$")
_OF_ONE_REPOSITORY = frozenset(
    f"GIT_{name}"
    for name in ("DIR", "WORK_TREE", "INDEX_FILE", "PREFIX", "OBJECT_DIRECTORY", "COMMON_DIR")
)
"""Settings that a hook hands on, which hold for its own repository alone."""


class RevisionError(RefusedError):
    """A revision that cannot be compared with: one line that says why."""


def changed_lines(revision: str, sources: Iterable[Source]) -> dict[str, set[int]]:
    """The lines of each file, by its path, that are not as they were; all of a file that was not there.

    Args:
        revision: what git calls a revision; with ``...`` at its end, where that and HEAD part.
        sources: files as they are now, in repositories that have the revision.

    Raises:
        RevisionError: a file is in no repository, or that has no such revision, or git fails.
    """
    now = {source.path: source for source in sources}
    by_repository: dict[str, dict[str, str]] = {}
    for path in now:
        place = os.path.realpath(path)
        folder = repository_of(os.path.dirname(place))
        if folder is None:
            raise RevisionError(f"{path}: is in no git repository")
        inside = os.path.relpath(place, folder).replace(os.sep, "/")
        by_repository.setdefault(folder, {})[path] = inside
    before: dict[str, bytes] = {}
    for folder, paths in by_repository.items():
        before |= _Repository(folder, revision).files(paths)
    return _changed({path: _text(path, data) for path, data in before.items()}, now)


def _text(path: str, data: bytes) -> str | None:
    try:
        return read_bytes(path, data).text
    except UnparsableError:
        return None


class _Repository:
    """What a repository has of a revision.

    Raises:
        RevisionError: there is no such revision.
    """

    def __init__(self, folder: str, revision: str) -> None:
        self._folder = folder
        name, dots, rest = revision.partition("...")
        if rest:
            raise RevisionError(f"{revision!r} is not one revision")
        self._commit = self._commit_of(name or "HEAD")
        if dots:
            said = self._git("merge-base", self._commit, "HEAD", why=f"no merge base with {name!r}")
            self._commit = said.decode().strip()

    def _commit_of(self, name: str) -> str:
        why = f"no revision {name!r}"
        if "\0" in name:
            raise RevisionError(f"{self._folder}: {why}")
        return (
            self._git("rev-parse", "--verify", "--end-of-options", f"{name}^{{commit}}", why=why)
            .decode()
            .strip()
        )

    def files(self, paths: Mapping[str, str]) -> dict[str, bytes]:
        """What files said, by their names now, of those that were there.

        Args:
            paths: where each stands in the repository.
        """
        wanted: dict[str, str] = {}
        for path, inside in paths.items():
            known = self._blobs.get(inside) or self._blobs.get(self._renamed.get(inside, ""))
            if known is not None:
                wanted[path] = known
        said = self._git(
            "cat-file",
            "--batch",
            why="its files cannot be read",
            given="".join(f"{blob}\n" for blob in wanted.values()).encode(),
        )
        found: dict[str, bytes] = {}
        at = 0
        for path, blob in wanted.items():
            end = said.index(b"\n", at)
            header = said[at:end].split()
            if header[0] != blob.encode() or header[1:2] != [b"blob"]:
                raise RevisionError(f"{self._folder}: {path} is not kept as it was")
            first, at = end + 1, end + 2 + int(header[2])
            found[path] = said[first : at - 1]
        return found

    @cached_property
    def _blobs(self) -> Mapping[str, str]:
        """What the files of the revision are kept as, by their names then."""
        said = self._git(
            "ls-tree", "-r", "-z", "-l", "--full-tree", self._commit, why="its files cannot be read"
        )
        found: dict[str, str] = {}
        for entry in os.fsdecode(said).split("\0")[:-1]:
            about, _, path = entry.partition("\t")
            mode, kind, blob, size = about.split()
            if kind == "blob" and mode != "120000" and int(size) <= MOST_BYTES:
                found[path] = blob
        return found

    @cached_property
    def _renamed(self) -> Mapping[str, str]:
        """The names that files had, by those that the index has for them."""
        asked = ("diff-index", "--cached", "-M", "--diff-filter=R", "--name-status", "-z", "-r")
        said = os.fsdecode(self._git(*asked, self._commit, why="its index cannot be read"))
        words = said.split("\0")
        return {words[at + 2]: words[at + 1] for at in range(0, len(words) - 2, 3)}

    def _git(self, *words: str, why: str, given: bytes = b"") -> bytes:
        done = _git(["-C", self._folder, "--no-replace-objects", *words], given=given)
        if done.returncode != 0:
            said = done.stderr.decode(errors="replace").strip().splitlines()
            git = f": git says: {said[0]}" if said else ""
            raise RevisionError(f"{self._folder}: {why}{git}")
        return done.stdout


def _git(
    words: Sequence[str], more: Mapping[str, str] | None = None, *, given: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    """Run git, which asks nobody and fetches nothing.

    Raises:
        RevisionError: there is no git.
    """
    kept = {name: text for name, text in os.environ.items() if name not in _OF_ONE_REPOSITORY}
    quietly = {"GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    command = ["git", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", *words]
    try:
        return subprocess.run(
            command,
            env={**kept, **quietly, **(more or {})},
            input=given,
            capture_output=True,
            check=False,
        )
    except OSError as error:
        raise RevisionError(f"git cannot be run: {error.strerror}") from None


def _changed(before: Mapping[str, str | None], now: Mapping[str, Source]) -> dict[str, set[int]]:
    """The lines that are not as they were, of all files at once."""
    changed = {path: set(range(1, len(source.lines) + 1)) for path, source in now.items()}
    with TemporaryDirectory(prefix="tflint-") as name:
        folder = Path(name).resolve()
        numbered: list[str] = []
        for side in ("old", "new"):
            (folder / side).mkdir()
        for path, text in before.items():
            if text is not None:
                for side, said in (("old", text), ("new", now[path].text)):
                    data = f"{said}\n".encode(errors="surrogatepass")
                    (folder / side / str(len(numbered))).write_bytes(data)
                changed[path] = set()
                numbered.append(path)
        for number, lines in _differences(folder).items():
            changed[numbered[number]] = lines
    return changed


def _differences(folder: Path) -> dict[int, set[int]]:
    """The lines of ``new/N`` that are not in ``old/N``, by N."""
    options = (
        "--no-index",
        "--text",
        "--unified=0",
        "--no-color",
        "--no-ext-diff",
        "--no-textconv",
    )
    names = ("--no-renames", "--src-prefix=", "--dst-prefix=", "old", "new")
    above = {"GIT_CEILING_DIRECTORIES": str(folder.parent)}
    done = _git(["-C", str(folder), "diff", *options, *names], above)
    if done.returncode not in (0, 1):
        raise RevisionError("git cannot compare the files")
    found: dict[int, set[int]] = {}
    lines: set[int] = set()
    for line in done.stdout.split(b"\n"):
        if header := _FILE.match(line):
            lines = found.setdefault(int(header[1]), set())
        elif hunk := _HUNK.match(line):
            first = int(hunk[1])
            lines.update(range(first, first + int(hunk[2] or 1)))
    return found
