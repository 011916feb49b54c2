"""Which files: the paths given, folders walked, ignore files and excludes respected."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from tflint.files.patterns import Patterns

DEFAULT_EXCLUDES = (
    ".bzr",
    ".direnv",
    ".eggs",
    ".git",
    ".git-rewrite",
    ".hg",
    ".ipynb_checkpoints",
    ".mypy_cache",
    ".nox",
    ".pants.d",
    ".pyenv",
    ".pytest_cache",
    ".pytype",
    ".ruff_cache",
    ".svn",
    ".tflint_cache",
    ".tox",
    ".venv",
    ".vscode",
    "__pycache__",
    "__pypackages__",
    "_build",
    "buck-out",
    "build",
    "dist",
    "node_modules",
    "site-packages",
    "venv",
)
SUFFIXES = (".py", ".ipynb")

OnError = Callable[[str, OSError], None]


class FileRules(NamedTuple):
    """What to leave out.

    Attributes:
        exclude: groups of patterns, each with the folder they are relative to.
        respect_gitignore: leave out what git ignores.
        force_exclude: leave out also files that were named.
    """

    exclude: tuple[Patterns, ...] = (Patterns(DEFAULT_EXCLUDES),)
    respect_gitignore: bool = True
    force_exclude: bool = False

    def excludes(self, path: str, *, folder: bool) -> bool:
        """True when a pattern names this very file or folder."""
        return any(patterns.covers(path, folder=folder) for patterns in self.exclude)

    def refuses(self, path: str) -> bool:
        """True when a file is left out although it was named."""
        if not self.force_exclude:
            return False
        return any(patterns.covers_any_part(path) for patterns in self.exclude)


def find_files(paths: Iterable[str], rules: FileRules, on_error: OnError) -> Iterator[str]:
    """Files to lint, each once, folders in order of name; ``on_error`` hears what is unreadable."""
    seen: set[str] = set()
    folders: dict[str, str] = {}
    for given in paths:
        for path in _expand(os.path.normpath(given), rules, on_error):
            key = _real_path(path, folders)
            if key not in seen:
                seen.add(key)
                yield path


def _real_path(path: str, folders: dict[str, str]) -> str:
    """``os.path.realpath`` of a file; ``folders`` keeps those of folders, which take most of it."""
    if os.path.islink(path):
        return os.path.realpath(path)
    folder, name = os.path.split(path)
    if folder not in folders:
        folders[folder] = os.path.realpath(folder)
    return os.path.join(folders[folder], name)


def _expand(path: str, rules: FileRules, on_error: OnError) -> Iterator[str]:
    if rules.refuses(path):
        return
    if not os.path.isdir(path):
        if os.path.lexists(path):
            yield path
        else:
            on_error(path, FileNotFoundError(2, "No such file or directory"))
        return
    ignores = _ignores_above(path) if rules.respect_gitignore else []
    if _ignored(ignores, path, folder=True):
        ignores = []  # named all the same: the user wants it
    yield from _walk(path, rules, ignores, on_error)


def _walk(
    folder: str, rules: FileRules, ignores: list[Patterns], on_error: OnError
) -> Iterator[str]:
    try:
        with os.scandir(folder) as entries:
            listing = sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        on_error(folder, error)
        return
    if rules.respect_gitignore and any(entry.name == ".gitignore" for entry in listing):
        ignores = [*ignores, *_read_ignore(folder, os.path.join(folder, ".gitignore"))]
    folders = []
    for entry in listing:
        path = os.path.normpath(entry.path)
        is_folder = entry.is_dir(follow_symlinks=False)
        if not is_folder and not (entry.name.endswith(SUFFIXES) and _is_file(entry)):
            continue
        if rules.excludes(path, folder=is_folder) or _ignored(ignores, path, folder=is_folder):
            continue
        if is_folder:
            folders.append(path)
        else:
            yield path
    for path in folders:
        yield from _walk(path, rules, ignores, on_error)


def _is_file(entry: os.DirEntry[str]) -> bool:
    """A regular file, perhaps behind a link; no pipe, device or dangling link."""
    try:
        return entry.is_file()
    except OSError:
        return False


def _ignores_above(folder: str) -> list[Patterns]:
    """The ignore files of the folders above, outermost first, up to the git repository's root."""
    above: list[str] = []
    place = os.path.abspath(folder)
    while not os.path.exists(os.path.join(place, ".git")):
        parent = os.path.dirname(place)
        if parent == place:
            return []
        place = parent
        above.insert(0, place)
    found = _read_ignore(place, os.path.join(place, ".git", "info", "exclude"))
    for place in above:
        found += _read_ignore(place, os.path.join(place, ".gitignore"))
    return found


def _read_ignore(folder: str, path: str) -> list[Patterns]:
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as stream:
            return [Patterns(tuple(stream.read().split("\n")), folder)]
    except OSError:
        return []


def _ignored(ignores: list[Patterns], path: str, *, folder: bool) -> bool:
    """What git would say: the innermost ignore file with an opinion decides."""
    for patterns in reversed(ignores):
        if patterns.covers(path, folder=folder):
            return True
        if patterns.verdict(path, folder=folder) is False:
            return False
    return False
