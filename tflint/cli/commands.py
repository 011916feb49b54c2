"""The commands by name; the module of each is imported when it is asked for."""

from __future__ import annotations

from importlib import import_module

import click

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
DEFAULT = "check"
"""The command that need not be named."""
COMPLETING = "_TFLINT_COMPLETE"
"""Set in the environment by a shell that asks how a line goes on."""
_MODULES = {
    "check": "check",
    "baseline": "baseline",
    "config": "config",
    "merge": "merge",
    "rule": "rules",
    "rules": "rules",
    "record": "record",
    "traced": "graphs",
    "why": "graphs",
    "generate-shell-completion": "shells",
}
"""Where each command stands, in a function of its name."""
NAMES = tuple(_MODULES)


def command_of(arguments: list[str]) -> tuple[str, click.Command, list[str]]:
    """How the program is called, the command meant, and the rest of the arguments.

    The command is ``check`` unless the first word names another.
    """
    if arguments and arguments[0] in _MODULES:
        name, rest = arguments[0], arguments[1:]
    else:
        name, rest = DEFAULT, arguments
    return "tflint" if name == DEFAULT else f"tflint {name}", load(name), rest


def load(name: str) -> click.Command:
    """The command of a name."""
    found = getattr(import_module(f"tflint.cli.{_MODULES[name]}"), name.replace("-", "_"))
    assert isinstance(found, click.Command)
    return found
