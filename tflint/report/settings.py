"""The settings that are in force, and where each comes from."""

from __future__ import annotations

import json
import os
from typing import Any

from tflint.linting.settings import Settings
from tflint.linting.settings.keys import KEYS
from tflint.report.plain import printable

DEFAULT = "default"
"""Where a value comes from that nobody chose."""


def in_force(settings: Settings, run: Settings) -> list[tuple[str, Any, str]]:
    """Each key with its value and where that comes from.

    Args:
        settings: those of the file that is asked about.
        run: those of the run, which say what holds for all of it.
    """
    found = []
    for key in KEYS:
        from_ = run if key.of_run else settings
        value = key.get(from_)
        if key.name != "extend-ignore":  # told with `ignore`
            names = (key.name, "extend-ignore") if key.name == "ignore" else (key.name,)
            origins = [from_.origins[name] for name in names if name in from_.origins]
            found.append((key.name, value, ", ".join(dict.fromkeys(origins)) or DEFAULT))
    return found


def as_lines(entries: list[tuple[str, Any, str]]) -> list[str]:
    """The same as TOML, one line each, with where it comes from as a comment."""
    written = [(name, _toml(value), origin) for name, value, origin in entries]
    width = min(max((len(f"{name} = {value}") for name, value, _ in written), default=0), 60)
    lines = []
    for name, value, origin in written:
        said = f"# {name} is not set" if value is None else f"{name} = {value}"
        lines.append(f"{printable(said):<{width}}  # {printable(origin)}")
    return lines


def as_values(entries: list[tuple[str, Any, str]]) -> list[dict[str, Any]]:
    """The same for machines."""
    return [{"key": name, "value": value, "from": origin} for name, value, origin in entries]


def _toml(value: Any) -> str | None:
    """A value as TOML; None for none."""
    if value is None:
        return None
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(str(_toml(item)) for item in value)}]"
    if isinstance(value, dict):
        pairs = (f"{json.dumps(name)} = {_toml(item)}" for name, item in value.items())
        return f"{{ {', '.join(pairs)} }}" if value else "{}"
    if isinstance(value, str):
        return json.dumps(_short(value), ensure_ascii=False)
    return str(value)


def _short(path: str) -> str:
    """A path below the current folder from there on."""
    here = os.getcwd() + os.sep
    return os.path.normpath(path.removeprefix(here)) if path.startswith(here) else path
