"""Completion of the command line for bash, zsh and fish, as click makes it."""

from __future__ import annotations

from typing import Any

import click
from click.shell_completion import CompletionItem, get_completion_class, shell_complete

from tflint.cli.commands import COMPLETING, DEFAULT, NAMES, load

SHELLS = ("bash", "zsh", "fish")


class _Program(click.Group):
    """The commands as the group that click completes; what names none is the default's."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands."""
        return list(NAMES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name."""
        return load(cmd_name) if cmd_name in NAMES else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that a line begins with, or the default."""
        if args[0] in NAMES:
            return super().resolve_command(ctx, args)
        return DEFAULT, load(DEFAULT), args

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """How the first word may go on: a command, or what the default takes."""
        default = load(DEFAULT)
        names = [CompletionItem(name) for name in NAMES if name.startswith(incomplete)]
        if incomplete.startswith("-"):
            with default.make_context(DEFAULT, [], resilient_parsing=True) as context:
                return default.shell_complete(context, incomplete)
        # bash takes either words of ours or names of files
        return names or [CompletionItem(incomplete, type="file")]


_PROGRAM = _Program(
    "tflint",
    add_help_option=False,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)


def complete(instruction: str) -> int:
    """Answer a shell that asks; the exit status."""
    options: dict[str, Any] = {}
    return shell_complete(_PROGRAM, options, "tflint", COMPLETING, instruction)


def script(shell: str) -> str:
    """What a shell is to run so that it completes ``tflint``.

    Args:
        shell: one of ``SHELLS``.
    """
    completer = get_completion_class(shell)
    assert completer is not None
    return completer(_PROGRAM, {}, "tflint", COMPLETING).source()
