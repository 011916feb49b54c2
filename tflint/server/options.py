"""What the editor's own settings say, over what the project's configuration says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tflint.linting.selection import Layer
from tflint.linting.settings import FRAMEWORKS, Overrides


class EditorOptions(NamedTuple):
    """What a user chose in the editor; it wins over files, as the command line does.

    Attributes:
        configuration: the file with the ``[tool.tflint]`` table to follow, in place of the nearest.
        overrides: what else is said over the file.
        unsafe_fixes: whether fixes that are not safe are offered, each marked as such.
    """

    configuration: str | None = None
    overrides: Overrides = Overrides(force_exclude=True)
    unsafe_fixes: bool = True


def options_of(given: Any) -> tuple[EditorOptions, list[str]]:
    """The options that an editor sent, and one line for each that can't be followed."""
    problems: list[str] = []
    table = dict(given) if isinstance(given, dict) else {}
    if given is not None and not isinstance(given, dict):
        problems.append("the settings of the editor are no object")

    def take(key: str, wanted: str, is_right: Callable[[Any], bool]) -> Any:
        value = table.pop(key, None)
        if value is None or is_right(value):
            return value
        problems.append(f"the editor's setting {key!r} must be {wanted}, and is not followed")
        return None

    def text(key: str) -> str | None:
        found: str | None = take(key, "a string", lambda v: isinstance(v, str))
        return found or None

    def texts(key: str) -> tuple[str, ...] | None:
        found = take(key, "a list of strings", _is_texts)
        return None if found is None else tuple(found)

    def boolean(key: str) -> bool | None:
        found: bool | None = take(key, "true or false", lambda v: isinstance(v, bool))
        return found

    python = text("python")
    named = [(framework, text(f"{framework}Python")) for framework in FRAMEWORKS]
    unsafe = boolean("unsafeFixes")
    options = EditorOptions(
        configuration=text("configuration"),
        overrides=Overrides(
            layer=Layer(
                select=texts("select"),
                ignore=texts("ignore") or (),
                extend_select=texts("extendSelect") or (),
            ),
            preview=boolean("preview"),
            force_exclude=True,
            isolated_files=boolean("isolatedFiles"),
            pythons=tuple((name, path) for name, path in ((None, python), *named) if path),
            timeout=take("timeout", "a positive number of seconds", _is_seconds),
        ),
        unsafe_fixes=True if unsafe is None else unsafe,
    )
    problems += [f"the editor's setting {key!r} is not one of tflint's" for key in table]
    return options, problems


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _is_seconds(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value > 0
