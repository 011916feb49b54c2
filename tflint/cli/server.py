"""``tflint server``: what editors start."""

from __future__ import annotations

import click

from tflint.cli.commands import CONTEXT


@click.command("server", context_settings=CONTEXT)
def server() -> int:
    """Run the language server, on standard input and output, for editors."""
    try:
        from tflint.server.language_server import serve
    except ModuleNotFoundError as error:
        if error.name and error.name.partition(".")[0] in (
            "attrs",
            "cattrs",
            "lsprotocol",
            "pygls",
        ):
            raise click.ClickException("the language server needs `tflint[lsp]`") from None
        raise
    return serve()
