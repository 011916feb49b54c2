"""Files of settings: found, read, and checked key by key."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from tflint.files.project_texts import toml_of
from tflint.linting.plugins import is_module_name
from tflint.linting.selection import ALL, PREFIX, Catalogue, UnknownSelectorError, check_selector
from tflint.linting.settings.keys import KEYS, KINDS, TABLES, SettingKey
from tflint.linting.settings.model import (
    CONFIG_FILES,
    EXECUTOR,
    OUTPUT_FORMATS,
    SettingsError,
)

_PROJECT_FILE = "pyproject.toml"
_LARGEST = 1 << 23
"""Bytes of a file of settings."""
_MOST_EXTENDED = 30
"""Files that one may extend, one after the other."""
_BY_NAME = {key.name: key for key in KEYS}


class Said(NamedTuple):
    """What one file says.

    Attributes:
        path: the file.
        values: its values by key, checked, with paths that are absolute; selectors as they are written.
    """

    path: str
    values: Mapping[str, Any]

    @property
    def root(self) -> str:
        """The folder that it stands in, where its patterns begin."""
        return os.path.dirname(os.path.abspath(self.path))

    def folders(self, names: Iterable[str]) -> tuple[str, ...]:
        """Folders that are named from there on."""
        return tuple(os.path.join(self.root, name) for name in names)

    def unfollowable(self, name: str, problem: str) -> SettingsError:
        """What to raise of a key that can't be followed."""
        return _TableReader(self.path).fail(name, problem)


def config_in(folder: str) -> tuple[str, dict[str, Any]] | None:
    """The file of settings in a folder and its table; None where none has one."""
    for name in CONFIG_FILES:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            table = read_table(path, required=False)
            if table is not None:
                return _shown(path), table
    return None


def read_table(path: str, *, required: bool = True) -> dict[str, Any] | None:
    """The table of a file: all of it, but of pyproject.toml ``[tool.tflint]``; None without one.

    Raises:
        SettingsError: the file can't be followed, or is not there and ``required``.
    """
    try:
        if not os.path.isfile(path) and os.path.exists(path):
            raise OSError(0, "not a regular file")
        with open(path, "rb") as stream:
            data = stream.read(_LARGEST + 1)
        if len(data) > _LARGEST:
            raise OSError(0, f"larger than {_LARGEST:,} bytes")
    except (OSError, ValueError) as error:
        if not required:
            return None
        raise SettingsError(
            f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}"
        ) from None
    is_project_file = os.path.basename(path) == _PROJECT_FILE
    if is_project_file and b"tflint" not in data:
        return None
    try:
        document = toml_of(data.decode())
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"{_shown(path)}: not valid TOML: {error}") from None
    if not is_project_file and "tool" not in document:
        return dict(document)
    tool = document.get("tool", {})
    table = tool.get("tflint") if isinstance(tool, dict) else None
    if table is not None and not isinstance(table, dict):
        raise SettingsError(f"{_shown(path)}: tool.tflint must be a table")
    return table


def _shown(path: str) -> str:
    relative = os.path.relpath(path)
    return path if relative.startswith(os.pardir) else relative


def read_with_extended(table: dict[str, Any], path: str) -> list[Said]:
    """What a file says, after what the files say that it extends, the first of them first.

    Raises:
        SettingsError: one of them can't be followed, or they extend each other.
    """
    chain = [said_by(table, path)]
    while target := chain[0].values.get("extend"):
        if any(os.path.realpath(target) == os.path.realpath(said.path) for said in chain):
            raise SettingsError(f"{chain[0].path}: extend leads back to {_shown(target)}")
        if len(chain) > _MOST_EXTENDED:
            raise SettingsError(f"{path}: extend leads over more than {_MOST_EXTENDED} files")
        extended = read_table(target)
        if extended is None:
            raise SettingsError(f"{_shown(target)}: has no [tool.tflint] table")
        shown = _shown(target)
        chain.insert(0, said_by(extended, shown))
    return chain


def said_by(table: Mapping[str, Any], path: str) -> Said:
    """What a table says, as it is to be followed but for its selectors: rules of one's own may bring codes.

    Raises:
        SettingsError: a key is unknown, or its value is none that it takes.
    """
    reader = _TableReader(path)
    values: dict[str, Any] = {}
    for name, value in _flat(table, reader):
        key = _BY_NAME.get(name)
        if key is None:
            raise reader.unknown(name)
        values[name] = reader.value(key, value)
    return Said(path, values)


def with_selectors(said: Said, catalogue: Catalogue, *, others: bool = False) -> Said:
    """The same with its selectors as they are to be followed.

    Args:
        said: what a file says.
        catalogue: all rules.
        others: whether there are rules that are not known, whose codes may be any that are not ours.

    Raises:
        SettingsError: a selector is of no rule.
    """
    reader = _TableReader(said.path)
    values = dict(said.values)
    for name, value in said.values.items():
        kind = _BY_NAME[name].kind
        if kind == "selectors":
            values[name] = reader.selectors(name, value, catalogue, others)
        elif kind == "by pattern":
            values[name] = {
                pattern: reader.selectors(f"{name}.{pattern!r}", some, catalogue, others)
                for pattern, some in value.items()
            }
    return said._replace(values=values)


def _flat(table: Mapping[str, Any], reader: _TableReader) -> Iterator[tuple[str, Any]]:
    for name, value in table.items():
        if name not in TABLES:
            yield name, value
        elif not isinstance(value, dict):
            raise reader.wrong(name, "a table", value)
        else:
            yield from ((f"{name}.{inner}", part) for inner, part in value.items())


class _TableReader:
    """Checks values of one file, kind by kind."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._prefix = "tool.tflint." if os.path.basename(path) == _PROJECT_FILE else ""
        self._folder = os.path.dirname(os.path.abspath(path))

    def fail(self, name: str, problem: str) -> SettingsError:
        return SettingsError(f"{self._path}: {self._prefix}{name} {problem}")

    def wrong(self, name: str, wanted: str, value: Any) -> SettingsError:
        return self.fail(name, f"must be {wanted}, not {_toml_type(value)}")

    def unknown(self, name: str) -> SettingsError:
        from difflib import get_close_matches  # late: most files have none

        names = [key.name for key in KEYS]
        near = get_close_matches(name[:100], [*names, *TABLES], 1) or [
            known for known in names if known.rpartition(".")[2] == name
        ]
        hint = f"; did you mean `{near[0]}`?" if near else ""
        return self.fail(name, f"is not a setting of tflint{hint}")

    def value(self, key: SettingKey, value: Any) -> Any:
        """What a key is given, as it is to be followed."""
        holds, wanted = _CHECKS[key.kind]
        if not holds(value):
            raise self.wrong(key.name, wanted, value)
        return self._followed(key.name, key.kind, value)

    def _followed(self, name: str, kind: str, value: Any) -> Any:
        if kind == "format" and value not in OUTPUT_FORMATS:
            raise self.fail(name, f"must be {KINDS['format']}, not {value!r}")
        if kind == "executor" and not re.fullmatch(EXECUTOR, value):
            raise self.fail(name, f"must be {KINDS['executor']}, not {value!r}")
        if kind == "modules" and not all(map(is_module_name, value)):
            wrong = next(module for module in value if not is_module_name(module))
            raise self.fail(name, f"is to name modules, which {wrong!r} does not")
        if kind == "by pattern":
            return dict(self._lists(name, value))
        if kind in ("path", "program"):
            return self._place(name, value, is_program=kind == "program")
        if kind == "seconds":
            return float(value)
        return tuple(value) if isinstance(value, list) else value

    def _lists(self, name: str, value: dict[str, Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
        for pattern, some in value.items():
            if not _is_texts(some):
                raise self.fail(f"{name}.{pattern!r}", "must be a list of strings")
            yield pattern, tuple(some)

    def selectors(
        self, name: str, selectors: Iterable[str], catalogue: Catalogue, others: bool
    ) -> tuple[str, ...]:
        """Selectors of rules that are known."""
        if others:
            selectors = [s for s in selectors if s.upper().startswith(PREFIX) or s.upper() == ALL]
        try:
            return tuple(check_selector(selector, catalogue) for selector in selectors)
        except UnknownSelectorError as error:
            raise self.fail(name, f"names an unknown rule: {str(error)!r}") from None

    def _place(self, name: str, value: str, *, is_program: bool) -> str:
        """A path from the file's folder on; the name of a program is left to be looked up."""
        if not value.strip() or "\0" in value:
            raise self.fail(name, "is no path" if value.strip() else "is empty")
        value = os.path.expanduser(value)
        if is_program and os.sep not in value and "/" not in value:
            return value
        return os.path.join(self._folder, value)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_seconds(value: Any) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and math.isfinite(value) and value > 0


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


_TEXT = (_is_text, "a string")
_TEXTS = (_is_texts, "a list of strings")
_CHECKS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "boolean": (lambda value: isinstance(value, bool), KINDS["boolean"]),
    "text": _TEXT,
    "format": _TEXT,
    "path": _TEXT,
    "program": _TEXT,
    "executor": _TEXT,
    "texts": _TEXTS,
    "paths": _TEXTS,
    "patterns": _TEXTS,
    "modules": _TEXTS,
    "selectors": _TEXTS,
    "by pattern": (lambda value: isinstance(value, dict), "a table"),
    "seconds": (_is_seconds, KINDS["seconds"]),
    "count": (_is_count, KINDS["count"]),
}


def _toml_type(value: Any) -> str:
    """What a value is, in the words of TOML; a number is told itself."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)[:40]
    names = {bool: "a boolean", str: "a string", list: "a list", dict: "a table"}
    if isinstance(value, list) and not _is_texts(value):
        return "a list of something else"
    return names.get(type(value), f"a {type(value).__name__}")
