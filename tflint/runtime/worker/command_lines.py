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


def install() -> None:
    """Have ``argparse`` take made-up values for what is required, where it was given nothing."""
    parse = argparse.ArgumentParser.parse_known_args

    def parse_known_args(
        parser: argparse.ArgumentParser, args: Any = None, namespace: Any = None
    ) -> Any:
        if args is None:
            args = made_up(parser)
        return parse(parser, args, namespace)

    vars(argparse)["ArgumentParser"].parse_known_args = parse_known_args


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
