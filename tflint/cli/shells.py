"""``tflint generate-shell-completion``: what makes a shell complete tflint's options."""

from __future__ import annotations

import click

from tflint.cli.commands import CONTEXT
from tflint.cli.completion import SHELLS, script


@click.command("generate-shell-completion", context_settings=CONTEXT)
@click.argument("shell", type=click.Choice(SHELLS))
def generate_shell_completion(shell: str) -> None:
    """Print the script that completes tflint's commands and options in SHELL."""
    click.echo(script(shell))
