"""``[tool.tflint]``: found, read, and checked key by key."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tflint.files.discovery import DEFAULT_EXCLUDES, FileRules
from tflint.files.patterns import Patterns
from tflint.lint.plugins import PluginError, Plugins, load_plugins
from tflint.lint.selection import (
    ALL,
    PREFIX,
    Catalogue,
    Layer,
    UnknownSelectorError,
    check_selector,
)
from tflint.lint.settings.model import (
    DEFAULT_CACHE,
    DEFAULT_TIMEOUT,
    FRAMEWORKS,
    OUTPUT_FORMATS,
    ConfirmOptions,
    PerFileIgnore,
    Settings,
    SettingsError,
)


def nearest(paths: Sequence[str]) -> tuple[str, dict[str, Any]] | None:
    folder = _common_folder(paths)
    while True:
        path = os.path.join(folder, "pyproject.toml")
        if os.path.isfile(path):
            table = read_table(path, required=False)
            if table is not None:
                return _shown(path), table
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


def _common_folder(paths: Sequence[str]) -> str:
    places = [os.path.abspath(path) for path in paths] or [os.getcwd()]
    folders = [path if os.path.isdir(path) else os.path.dirname(path) for path in places]
    try:
        return os.path.commonpath(folders)
    except ValueError:  # several drives
        return os.getcwd()


def _shown(path: str) -> str:
    relative = os.path.relpath(path)
    return path if relative.startswith(os.pardir) else relative


def read_table(path: str, *, required: bool = True) -> dict[str, Any] | None:
    """The ``[tool.tflint]`` table of a file, None without one."""
    try:
        with open(path, "rb") as stream:
            data = stream.read()
    except OSError as error:
        if not required:
            return None
        raise SettingsError(f"{path}: cannot be read: {error.strerror}") from None
    if b"tflint" not in data:
        return None
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib  # type: ignore[import-not-found,unused-ignore]
    try:
        document = tomllib.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"{_shown(path)}: not valid TOML: {error}") from None
    tool = document.get("tool", {})
    table = tool.get("tflint") if isinstance(tool, dict) else None
    if table is not None and not isinstance(table, dict):
        raise SettingsError(f"{_shown(path)}: tool.tflint must be a table")
    return table


class _Reader:
    """Takes settings out of a table, checking type by type; what is left over is unknown."""

    def __init__(self, table: dict[str, Any], path: str, name: str, catalogue: Catalogue) -> None:
        self._table = dict(table)
        self._path = path
        self._name = name
        self.catalogue = catalogue
        self.not_loaded: tuple[str, ...] = ()
        """Plugins whose codes are not known, since they were not imported."""

    def fail(self, key: str, problem: str) -> SettingsError:
        return SettingsError(f"{self._path}: {self._name}.{key} {problem}")

    def take(self, key: str, check: Callable[[Any], bool], wanted: str, default: Any) -> Any:
        if key not in self._table:
            return default
        value = self._table.pop(key)
        if not check(value):
            raise self.fail(key, f"must be {wanted}, not {_toml_type(value)}")
        return value

    def boolean(self, key: str, default: bool) -> bool:
        return bool(self.take(key, lambda value: isinstance(value, bool), "true or false", default))

    def text(self, key: str) -> str | None:
        value = self.take(key, lambda value: isinstance(value, str), "a string", None)
        return None if value is None else str(value)

    def texts(self, key: str) -> tuple[str, ...] | None:
        value = self.take(key, _is_texts, "a list of strings", None)
        return None if value is None else tuple(value)

    def selectors(self, key: str) -> tuple[str, ...] | None:
        value = self.texts(key)
        return None if value is None else self.checked(key, value)

    def checked(self, key: str, selectors: Iterable[str]) -> tuple[str, ...]:
        if self.not_loaded:  # whose codes may be any that are not ours
            selectors = [s for s in selectors if s.upper().startswith(PREFIX) or s.upper() == ALL]
        try:
            return tuple(check_selector(selector, self.catalogue) for selector in selectors)
        except UnknownSelectorError as error:
            raise self.fail(key, f"names an unknown rule: {str(error)!r}") from None

    def plugins(self, folders: Sequence[str], *, trusted: bool) -> Plugins:
        """The rules of the project's own; none where the table is not to be trusted with code."""
        names = self.texts("plugins") or ()
        if not trusted:
            self.not_loaded = names
            return Plugins()
        try:
            found = load_plugins(names, folders) if names else Plugins()
        except PluginError as error:
            raise self.fail("plugins", f"cannot be followed: {error}") from error
        self.catalogue = {**self.catalogue, **found.listed}
        return found

    def table(self, key: str) -> dict[str, Any]:
        return dict(self.take(key, lambda value: isinstance(value, dict), "a table", {}))

    def path(self, key: str) -> str | None:
        """An interpreter: relative to the file when it is a path, looked up when it is a name."""
        value = self.text(key)
        if value is None:
            return None
        if not value.strip():
            raise self.fail(key, "is empty")
        value = os.path.expanduser(value)
        if os.sep not in value and "/" not in value:
            return value
        return os.path.join(os.path.dirname(os.path.abspath(self._path)), value)

    def finish(self) -> None:
        for key in self._table:
            raise self.fail(key, "is not a setting of tflint")


def from_table(
    table: dict[str, Any], path: str, catalogue: Catalogue, *, trusted: bool
) -> Settings:
    """The settings of a table; only one that is ``trusted`` may bring code of its own."""
    reader = _Reader(table, path, "tool.tflint", catalogue)
    root = os.path.dirname(os.path.abspath(path))
    src = reader.texts("src")
    folders = tuple(os.path.join(root, folder) for folder in ((".", "src") if src is None else src))
    plugins = reader.plugins([root, *folders], trusted=trusted)
    exclude = reader.texts("exclude")
    files = FileRules(
        exclude=(
            Patterns(DEFAULT_EXCLUDES if exclude is None else exclude, root),
            Patterns(reader.texts("extend-exclude") or (), root),
        ),
        respect_gitignore=reader.boolean("respect-gitignore", True),
        force_exclude=reader.boolean("force-exclude", False),
    )
    layer = Layer(
        select=reader.selectors("select"),
        ignore=(*(reader.selectors("ignore") or ()), *(reader.selectors("extend-ignore") or ())),
        extend_select=reader.selectors("extend-select") or (),
    )
    per_file = []
    for pattern, value in reader.table("per-file-ignores").items():
        if not _is_texts(value):
            raise reader.fail(f"per-file-ignores.{pattern!r}", "must be a list of strings")
        selectors = reader.checked(f"per-file-ignores.{pattern!r}", value)
        per_file.append(PerFileIgnore(pattern, root, selectors))
    output_format = reader.text("output-format") or "text"
    if output_format not in OUTPUT_FORMATS:
        raise reader.fail(
            "output-format", f"must be one of {', '.join(OUTPUT_FORMATS)}, not {output_format!r}"
        )
    settings = Settings(
        files=files,
        layers=(layer,),
        preview=reader.boolean("preview", False),
        isolated_files=reader.boolean("isolated-files", False),
        per_file_ignores=tuple(per_file),
        cache_dir=os.path.join(root, reader.text("cache-dir") or DEFAULT_CACHE),
        src=folders,
        output_format=output_format,
        confirm=_confirm_from_table(reader.table("confirm"), path, catalogue),
        plugins=plugins,
        warnings=tuple(
            f"{path}: plugin {name} is not loaded, since this is not the project one stands in; "
            f"`--config {path}` loads it"
            for name in reader.not_loaded
        ),
    )
    reader.finish()
    return settings


def _confirm_from_table(table: dict[str, Any], path: str, catalogue: Catalogue) -> ConfirmOptions:
    reader = _Reader(table, path, "tool.tflint.confirm", catalogue)
    pythons = {name: reader.path(f"{name}-python") for name in FRAMEWORKS}
    examples = reader.text("examples")
    options = ConfirmOptions(
        python=reader.path("python"),
        pythons={name: python for name, python in pythons.items() if python is not None},
        timeout=float(
            reader.take("timeout", _is_seconds, "a positive number of seconds", DEFAULT_TIMEOUT)
        ),
        jobs=reader.take("jobs", _is_count, "a whole number from 1", None),
        examples=examples and os.path.join(os.path.dirname(os.path.abspath(path)), examples),
    )
    reader.finish()
    return options


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _is_seconds(value: Any) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and math.isfinite(value) and value > 0


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _toml_type(value: Any) -> str:
    """What a value is, in the words of TOML; a number is told itself."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    names = {bool: "a boolean", str: "a string", list: "a list", dict: "a table"}
    if isinstance(value, list) and not _is_texts(value):
        return "a list of something else"
    return names.get(type(value), f"a {type(value).__name__}")
