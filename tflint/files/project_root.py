"""Where the project of a file begins, told by the file system alone.

Neither the current folder nor what else was named plays a part, so a file has the same project however,
and from wherever, it is named.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Collection, Iterator
from functools import cached_property

from tflint.files.discovery import DEFAULT_EXCLUDES, SUFFIXES
from tflint.files.imports import imports_in, names_of
from tflint.files.project_texts import names_in, text_of

MARKERS = ("pyproject.toml", "setup.py", "setup.cfg")
"""Files that stand where a project begins, unless that is inside a package, or imported by its folder."""
REPOSITORIES = (".git", ".hg")
"""What stands where a repository begins, package or not."""
_SIGNS = (
    *MARKERS,
    *REPOSITORIES,
    *("README", "README.md", "README.rst", "README.txt", "readme.md"),
    *("LICENSE", "LICENSE.md", "LICENSE.txt", "LICENCE", "COPYING", ".gitignore"),
    *("requirements.txt", "environment.yml", "environment.yaml", "Pipfile"),
)
"""What stands at the top of most projects, and in folders inside them, too."""
_MOST_BETWEEN = 1
"""Folders without Python files that may stand between two parts of a project without markers."""


class ProjectRoots:
    """Finds the folder where a project begins; asks the file system once for each folder."""

    def __init__(self) -> None:
        self._roots: dict[str, str] = {}
        self._begins: dict[str, bool] = {}
        self._holds_many: dict[str, bool] = {}

    def of(self, path: str) -> str:
        """The folder, as an absolute path, where the project of a file begins.

        That is the nearest folder around it with a marker, unless that is a part of the code beside it.
        Without one it is the folder that holds the outermost package around the file, or the folder of the
        script, and then the folder above as long as that has Python files too, or a README or its like, and
        is none in which unrelated projects lie side by side.
        """
        folder = os.path.dirname(os.path.abspath(path))
        if folder not in self._roots:
            self._roots[folder] = self._marked(folder) or self._unmarked(folder)
        return self._roots[folder]

    def begins(self, folder: str) -> bool:
        """True for a folder, given as an absolute path, with a marker: a project of its own."""
        known = self._begins.get(folder)
        if known is None:
            known = self._begins[folder] = self.begins_with(folder, _names_in(folder))
        return known

    def begins_with(self, folder: str, names: Collection[str]) -> bool:
        """The same of a folder in which these names are known to stand."""
        if any(name in names for name in MARKERS) and "__init__.py" not in names:
            return folder not in self._temporary and not self._is_part_of_code_beside(folder)
        # A home whose settings are kept by git is no project.
        return any(name in names for name in REPOSITORIES) and folder not in self._shared

    def _is_part_of_code_beside(self, folder: str) -> bool:
        """True for a copy of a project of which the files beside the folder import parts by its name.

        ``from net.inner.parts import step`` beside ``net/inner/parts.py`` finds nothing that is installed.
        """
        above, name = os.path.split(folder)
        if not name.isidentifier() or self._is_end(above) or is_package(os.path.join(folder, name)):
            return False
        texts = (text_of(above, beside) for beside in names_in(above) if beside.endswith(".py"))
        return any(
            _is_module(os.path.join(folder, part))
            for text in texts
            if name in text
            for part in _parts_imported(name, text)
        )

    @cached_property
    def _temporary(self) -> frozenset[str]:
        return _folders(os.sep, "/tmp", *map(os.environ.get, ("TMPDIR", "TEMP", "TMP")))

    @cached_property
    def _shared(self) -> frozenset[str]:
        return self._temporary | _folders(os.path.expanduser("~"))

    def _marked(self, folder: str) -> str | None:
        while not self.begins(folder):
            if self._is_end(folder):
                return None
            folder = os.path.dirname(folder)
        return folder

    def _unmarked(self, folder: str) -> str:
        while is_package(folder):
            above = os.path.dirname(folder)
            if self._is_end(above) or self._holds_projects(above):
                return folder
            folder = above
        between = 0
        above = folder
        while between <= _MOST_BETWEEN and not self._is_end(above):
            above = os.path.dirname(above)
            if self._is_end(above) or self._holds_projects(above):
                break
            if _holds_python(above) or _has_signs(above):
                folder, between = above, 0
            else:
                between += 1
        return folder

    def _holds_projects(self, folder: str) -> bool:
        """True for a folder without signs of a project, as all above, that holds several with such signs.

        As the one does where archives were unpacked side by side.
        """
        known = self._holds_many.get(folder)
        if known is None:
            known = self._holds_many[folder] = not self._is_below_signs(folder) and _has_two(
                _has_signs(entry.path)
                for entry in _entries_of(folder)
                if entry.is_dir(follow_symlinks=False) and not _is_of_tools(entry.name)
            )
        return known

    def _is_below_signs(self, folder: str) -> bool:
        while not self._is_end(folder):
            if _has_signs(folder):
                return True
            folder = os.path.dirname(folder)
        return False

    def _is_end(self, folder: str) -> bool:
        """True for a folder that holds projects and is none: ``site-packages``, home, one for everybody."""
        return (
            os.path.basename(folder) in DEFAULT_EXCLUDES
            or folder in self._shared
            or os.path.dirname(folder) == folder
            or _is_for_everybody(folder)
        )


def _parts_imported(package: str, text: str) -> Iterator[str]:
    """What the absolute imports of a text take from right below a package."""
    for imported in imports_in(text):
        first, _, inside = imported.module.partition(".")
        if first == package and not imported.level:
            yield from [inside.partition(".")[0]] if inside else names_of(imported.names)


def _is_module(module: str) -> bool:
    """True for the path of a module without its suffix, and for that of a folder."""
    return os.path.isfile(f"{module}.py") or os.path.isdir(module)


def _folders(*paths: str | None) -> frozenset[str]:
    """Folders as they are named, and as they are behind links."""
    given = [os.path.abspath(path) for path in paths if path]
    return frozenset({*given, *map(os.path.realpath, given)})


def _is_for_everybody(folder: str) -> bool:
    """True where everybody may write, and nobody delete what others wrote."""
    try:
        mode = os.stat(folder).st_mode
    except OSError:
        return False
    return bool(mode & stat.S_ISVTX and mode & stat.S_IWOTH)


def _is_of_tools(name: str) -> bool:
    """True for what tools keep beside the code, often with a README or a ``.gitignore`` in it."""
    return name.startswith(".") or name.endswith("-info") or name in DEFAULT_EXCLUDES


def _names_in(folder: str) -> Collection[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return ()


def is_package(folder: str) -> bool:
    """True when the folder holds an ``__init__.py``."""
    return os.path.isfile(os.path.join(folder, "__init__.py"))


def _has_signs(folder: str) -> bool:
    """True for a folder with what stands at the top of most projects."""
    return any(os.path.exists(os.path.join(folder, name)) for name in _SIGNS)


def _has_two(answers: Iterator[bool]) -> bool:
    return any(answers) and any(answers)


def _entries_of(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []


def _holds_python(folder: str) -> bool:
    """True when there are Python files in a folder, or packages."""
    entries = _entries_of(folder)
    return any(entry.name.endswith(SUFFIXES) for entry in entries) or any(
        is_package(entry.path) for entry in entries if entry.is_dir(follow_symlinks=False)
    )
