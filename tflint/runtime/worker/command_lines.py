"""Arguments for programs that want some on their command line: nobody typed one."""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import sys
from typing import Any

_BY_TYPE = {int: "3", float: "0.5", bool: "1"}
_TEXT = "1"
_OF_FILES = [
    (re.compile(r"image|img|picture|photo"), ".jpg"),
    (re.compile(r"csv"), ".csv"),
    (re.compile(r"dir|folder|root"), ""),
    (re.compile(r"file(name)?$|txt|text|vocab|corpus"), ".txt"),
]
"""Names of arguments that are files or folders, and how theirs end: what is not there is made of it."""
_MOST = 12


_given: dict[str, None] = {}
"""Options that were given something."""


def install(chosen: dict[str, Any]) -> None:
    """Have ``argparse`` take made-up values for what is required, where it was given nothing.

    Args:
        chosen: what options are to be, where there are some of these names.
    """
    parse = argparse.ArgumentParser.parse_known_args

    def parse_known_args(
        parser: argparse.ArgumentParser, args: Any = None, namespace: Any = None
    ) -> Any:
        if args is not None:
            return parse(parser, args, namespace)
        options, rest = parse(parser, made_up(parser), namespace)
        for action in parser._actions:
            if action.dest in chosen and hasattr(options, action.dest):
                had = getattr(options, action.dest)
                setattr(options, action.dest, _chosen(action, had, chosen[action.dest]))
        return options, rest

    vars(argparse)["ArgumentParser"].parse_known_args = parse_known_args
    if "absl.flags" in sys.modules:
        _choose_flags(sys.modules["absl.flags"].FlagValues, chosen)


def _choose_flags(values: Any, chosen: dict[str, Any]) -> None:
    """Have the flags of ``absl`` some values once they are parsed."""
    parse = values.__call__

    def parsed(flags: Any, *args: Any, **kwargs: Any) -> Any:
        rest = parse(flags, *args, **kwargs)
        for name, value in chosen.items():
            if (
                name in flags
                and type(flags[name].value) is type(value)
                and flags[name].value != value
            ):
                flags[name].value = value
                _given[name] = None
        return rest

    values.__call__ = parsed


def _chosen(action: argparse.Action, had: Any, wanted: Any) -> Any:
    """What an option is to be: the value that is asked for, or any that counts as true or false."""
    if had == wanted or (isinstance(wanted, bool) and bool(had) is wanted):
        return had
    if action.choices is not None and wanted not in action.choices and wanted is not True:
        return had
    _given[action.dest] = None
    if wanted is True and action.nargs != 0:
        text = _value(action)
        return action.type(text) if callable(action.type) else text
    return wanted


def are_made_up() -> bool:
    """Whether the program was given anything on its command line."""
    return len(sys.argv) > 1 or bool(_given)


def parse_flags() -> None:
    """Have the flags of ``absl`` their defaults, where what would parse them does not run."""
    with contextlib.suppress(Exception):
        flags = sys.modules["absl.flags"].FLAGS
        if not flags.is_parsed():
            flags([os.path.basename(sys.argv[0])])


def lengthen() -> bool:
    """Add an argument to a command line that was too short; whether it may have so many."""
    sys.argv.append(_TEXT)
    return len(sys.argv) <= _MOST


def made_up(parser: argparse.ArgumentParser) -> list[str]:
    """A command line with all that a parser requires, and nothing else."""
    options: list[str] = []
    positional: list[str] = []
    for action in parser._actions:
        if not action.required:
            continue
        count = action.nargs if isinstance(action.nargs, int) else 1
        values = [_value(action)] * count
        if action.option_strings:
            options += [action.option_strings[-1], *values]
        else:
            positional += values
            if isinstance(action, argparse._SubParsersAction):
                positional += made_up(action.choices[values[0]])
    return [*options, *positional]


def _value(action: argparse.Action) -> str:
    for choice in action.choices or ():
        return str(choice)
    if action.type in (None, str):
        for pattern, ending in _OF_FILES:
            if pattern.search(action.dest):
                return action.dest + ending
    return _BY_TYPE.get(action.type, _TEXT)  # type: ignore[call-overload, no-any-return, unused-ignore]
