"""What options take: texts of the command line to values."""

from __future__ import annotations

import re
from typing import Any

import click


def codes(_context: click.Context, _parameter: click.Parameter, value: Any) -> Any:
    """``A,B`` and repeated options to one tuple; None when the option was not given."""
    if not value:
        return None
    return tuple(part.strip() for item in value for part in item.split(","))


def split(context: click.Context, parameter: click.Parameter, value: Any) -> Any:
    """The same without what is empty: ``--exclude ""`` leaves nothing out."""
    found = codes(context, parameter, value)
    return None if found is None else tuple(part for part in found if part)


def per_file(
    _context: click.Context, _parameter: click.Parameter, value: tuple[str, ...]
) -> tuple[tuple[str, tuple[str, ...]], ...] | None:
    """``pattern:CODE[,CODE][,pattern:CODE]`` to patterns with their codes."""
    if not value:
        return None
    entries: list[tuple[str, tuple[str, ...]]] = []
    for part in [part for item in value for part in item.replace(",", " ").split()]:
        pattern, colon, code = part.rpartition(":")
        if colon and pattern:
            entries.append((pattern, (code,)))
        elif entries and not colon:
            entries[-1] = (entries[-1][0], (*entries[-1][1], part))
        else:
            raise click.BadParameter(f"{part!r} is not of the form PATTERN:CODE")
    return tuple(entries)


def pythons(
    _context: click.Context, _parameter: click.Parameter, value: tuple[str, ...]
) -> tuple[tuple[str | None, str], ...]:
    """``PATH`` for all frameworks, ``mxnet=PATH`` for one."""
    from tflint.linting.settings import FRAMEWORKS

    result: list[tuple[str | None, str]] = []
    for item in value:
        framework, equals, path = item.partition("=")
        named = bool(equals) and framework in FRAMEWORKS
        result.append((framework, path) if named else (None, item))
    return tuple(result)


def shard(
    _context: click.Context, _parameter: click.Parameter, value: str | None
) -> tuple[int, int] | None:
    """``2/5`` to both numbers."""
    if value is None:
        return None
    found = re.fullmatch(r"([0-9]{1,4})/([0-9]{1,4})", value)
    number, count = (int(found[1]), int(found[2])) if found else (0, 0)
    if not 1 <= number <= count:
        raise click.BadParameter(f"{value!r} is not of the form N/M, with N from 1 to M")
    return number, count


def executor(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    """The name of an executor, as one looks."""
    from tflint.linting.settings.keys import KINDS
    from tflint.linting.settings.model import EXECUTOR

    if value is not None and not re.fullmatch(EXECUTOR, value):
        raise click.BadParameter(f"{value!r} is not {KINDS['executor'].replace('`', '')}")
    return value


class Seconds(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """A positive number of seconds."""

    name = "seconds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number."""
        try:
            number = float(value)
        except ValueError:
            number = -1.0
        if not 0 < number < float("inf"):
            self.fail(f"{value!r} is not a positive number of seconds", param, ctx)
        return number
