"""Which files: the paths given, folders walked, ignore files and excludes respected."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import NamedTuple

from tflint.files.patterns import MOST_WITH_WILDCARDS, Patterns
from tflint.files.regular import read_regular

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
MOST_FILES = 10_000
"""Python files around those that were named that are looked at."""
MOST_ENTRIES = 200_000
"""Entries of folders that are looked at for these, some tenths of a second."""

_LARGEST_IGNORE_FILE = 1 << 23
"""Bytes of an ignore file: a hundred thousand long lines."""

OnError = Callable[[str, OSError], None]
OnWarning = Callable[[str], None]
Belongs = Callable[[str, Collection[str]], bool]
"""Says of a folder, by its path and the names in it, whether it is looked into."""


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


RulesIn = Callable[[str, Collection[str], FileRules], FileRules]
"""Says what to leave out in a folder, by its path, the names in it and what holds above it."""


def _same(_folder: str, _names: Collection[str], rules: FileRules) -> FileRules:
    return rules


def find_files(
    paths: Iterable[str],
    rules: FileRules | Callable[[str], FileRules],
    on_error: OnError,
    on_warning: OnWarning = lambda text: None,
    rules_in: RulesIn = _same,
) -> Iterator[str]:
    """Files to lint, each once, folders in order of name.

    ``rules`` are those for all paths, or say which hold for a path; ``rules_in`` says which further down.

    Links to files are followed where they lead to files of the same project, or below another of the
    paths; those to folders are not. ``on_error`` hears what is unreadable, ``on_warning`` what is left
    out that the user may miss.
    """
    given = [os.path.normpath(path) for path in paths]
    projects = tuple({_project(path) for path in given})
    rules_of = rules if callable(rules) else lambda path: rules
    walk = _FileWalk(rules_of, projects, on_error, on_warning, rules_in)
    seen: set[str] = set()
    folders: dict[str, str] = {}
    for name in given:
        for path in walk.expand(name):
            key = _real_path(path, folders)
            if key not in seen:
                seen.add(key)
                yield path


class TooManyError(Exception):
    """A folder holds more than is looked into."""


def files_below(
    folder: str, rules: FileRules, belongs: Belongs, rules_in: RulesIn = _same
) -> list[str]:
    """The Python files below a folder, in order of name; links are left out, wherever they lead.

    ``belongs`` says which folders are looked into, and ``rules_in`` what is left out further down.
    What cannot be read is not there.

    Raises:
        TooManyError: there are more than ``MOST_FILES``, or ``MOST_ENTRIES`` of any kind.
    """
    walk = _FileWalk(lambda path: rules, (), lambda path, error: None, lambda text: None, rules_in)
    entries = 0
    found: list[str] = []
    for count, files in walk.below(folder, walk.ignores_for(folder), belongs):
        entries += count
        found += files
        if len(found) > MOST_FILES or entries > MOST_ENTRIES:
            raise TooManyError
    return found


def _project(path: str) -> str:
    """The real folder that a path belongs to: that of its repository, if there is one."""
    place = os.path.realpath(path)
    return repository_of(place) or place


def repository_of(place: str) -> str | None:
    """The nearest folder from an absolute path upwards that git keeps."""
    return next((p for p in _upwards(place) if os.path.exists(os.path.join(p, ".git"))), None)


def _real_path(path: str, folders: dict[str, str]) -> str:
    """``os.path.realpath`` of a file; ``folders`` keeps those of folders, which take most of it."""
    if os.path.islink(path):
        return os.path.realpath(path)
    folder, name = os.path.split(path)
    if folder not in folders:
        folders[folder] = os.path.realpath(folder)
    return os.path.join(folders[folder], name)


class _FileWalk:
    """Goes through files and folders.

    Args:
        rules_of: what to leave out below a path that was named.
        projects: real paths of the folders whose files links may lead to.
    """

    def __init__(
        self,
        rules_of: Callable[[str], FileRules],
        projects: tuple[str, ...],
        on_error: OnError,
        on_warning: OnWarning,
        rules_in: RulesIn,
    ) -> None:
        self._rules_of = rules_of
        self._rules_in = rules_in
        self._projects = projects
        self._on_error = on_error
        self._on_warning = on_warning

    def expand(self, path: str) -> Iterator[str]:
        """A named file, or the files of a named folder."""
        if self._rules_of(path).refuses(path):
            return
        if not os.path.isdir(path):
            if os.path.lexists(path):
                yield path
            else:
                self._on_error(path, FileNotFoundError(2, "No such file or directory"))
            return
        for _, files in self.below(path, self.ignores_for(path)):
            yield from files

    def ignores_for(self, folder: str) -> list[Patterns]:
        """What the ignore files above a folder say of what is below it."""
        ignores = self._ignores_above(folder) if self._rules_of(folder).respect_gitignore else []
        if any(_ignored(ignores, part, folder=True) for part in _upwards(folder)):
            return []  # named all the same: the user wants it
        return ignores

    def below(
        self,
        top: str,
        ignores: list[Patterns],
        belongs: Belongs = lambda folder, names: True,
    ) -> Iterator[tuple[int, list[str]]]:
        """Of each folder how much is in it, and its Python files that are not left out."""
        waiting = [(top, ignores, self._rules_of(top))]
        while waiting:
            folder, ignores, rules = waiting.pop()
            try:
                with os.scandir(folder) as entries:
                    listing = sorted(entries, key=lambda entry: entry.name)
            except OSError as error:
                self._on_error(folder, error)
                continue
            names = {entry.name for entry in listing}
            if folder != top and not belongs(folder, names):
                continue
            rules = self._rules_in(folder, names, rules)
            if rules.respect_gitignore and ".gitignore" in names:
                ignores = [*ignores, *self._read_ignore(folder, f"{folder}/.gitignore")]
            folders: list[tuple[str, list[Patterns], FileRules]] = []
            files: list[str] = []
            for entry in listing:
                if not entry.name.endswith(SUFFIXES) and not entry.is_dir(follow_symlinks=False):
                    continue
                path = os.path.normpath(entry.path)
                is_folder = entry.is_dir(follow_symlinks=False)
                if not is_folder and not _is_file(entry):
                    continue
                if rules.excludes(path, folder=is_folder) or _ignored(
                    ignores, path, folder=is_folder
                ):
                    continue
                if is_folder:
                    folders.append((path, ignores, rules))
                elif not entry.is_symlink() or self._is_ours(path):
                    files.append(path)
            yield len(listing), files
            waiting += reversed(folders)

    def _is_ours(self, link: str) -> bool:
        """True for a link to a file of the project; what it leads to is shown, and may be a secret."""
        target = os.path.realpath(link)
        if any(target == own or _is_below(target, own) for own in self._projects):
            return True
        self._on_warning(f"{link}: not read: a link that leads out of the project")
        return False

    def _ignores_above(self, folder: str) -> list[Patterns]:
        """The ignore files of the folders above, outermost first, up to the git repository's root."""
        place = os.path.abspath(folder)
        top = repository_of(place)
        if top is None:
            return []
        above: list[str] = []
        while place != top:
            place = os.path.dirname(place)
            above.insert(0, place)
        found = self._read_ignore(top, os.path.join(top, ".git", "info", "exclude"))
        for place in above:
            found += self._read_ignore(place, os.path.join(place, ".gitignore"))
        return found

    def _read_ignore(self, folder: str, path: str) -> list[Patterns]:
        try:
            data = read_regular(path, _LARGEST_IGNORE_FILE)
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:  # git too says so, and goes on
            self._on_warning(f"{_shown(path)}: not followed: {error.strerror}")
            return []
        text = data.decode(errors="surrogateescape")
        patterns = Patterns(tuple(text.split("\n")), folder)
        if patterns.with_wildcards > MOST_WITH_WILDCARDS:
            count = f"{patterns.with_wildcards:,} patterns with wildcards"
            limit = f"{MOST_WITH_WILDCARDS:,} are the limit"
            self._on_warning(f"{_shown(path)}: not followed: {count}, and {limit}")
            return []
        return [patterns]


def _upwards(path: str) -> Iterator[str]:
    """The absolute path, then the folders that it is in."""
    place = os.path.abspath(path)
    while True:
        yield place
        above = os.path.dirname(place)
        if above == place:
            return
        place = above


def _is_below(path: str, folder: str) -> bool:
    return path.startswith(folder.rstrip(os.sep) + os.sep)


def _shown(path: str) -> str:
    relative = os.path.relpath(path)
    return path if relative.startswith(os.pardir) else relative


def _is_file(entry: os.DirEntry[str]) -> bool:
    """A regular file, perhaps behind a link; no pipe, device or dangling link."""
    try:
        return entry.is_file()
    except OSError:
        return False


def _ignored(ignores: list[Patterns], path: str, *, folder: bool) -> bool:
    """What git would say: the innermost ignore file with an opinion decides."""
    for patterns in reversed(ignores):
        if patterns.covers(path, folder=folder):
            return True
        if patterns.verdict(path, folder=folder) is False:
            return False
    return False
