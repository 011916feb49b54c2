"""``tflint check``, which need not be named: lint, fix, confirm, report."""

from __future__ import annotations

from typing import Any

import click

from tflint.cli import option_types
from tflint.cli.commands import CONTEXT
from tflint.cli.options import linting
from tflint.cli.running import FAIL_ON, CheckRun
from tflint.linting.settings import OUTPUT_FORMATS
from tflint.report import COLOURS
from tflint.version import __version__

_APART = {
    "add_noqa": ("fix", "diff", "confirm", "report"),
    "executor": ("fix", "diff"),
    "shard": ("fix", "diff", "add_noqa"),
    "watch": ("fix", "diff", "add_noqa", "show_files", "show_settings"),
}
"""Options that do not go with others."""
_OF_FILES = ("add_noqa", "watch", "show_files", "show_settings")


@click.command(
    "check",
    context_settings=CONTEXT,
    epilog="Other commands: `tflint rule CODE` explains a rule, `tflint rules` lists them all, "
    "`tflint traced PATH` what runs in a graph, `tflint why FILE:LINE` answers for one line. "
    "To lint a folder of that name write `tflint ./rule`.",
)
@click.argument("paths", nargs=-1, type=click.Path(), metavar="[PATH]...")
@click.option("--fix", is_flag=True, help="Mend what can be mended safely.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, and change nothing.")
@click.option(
    "--unsafe-fixes", is_flag=True, help="Take fixes that are not safe for fixes as well."
)
@click.option("--show-fixes", is_flag=True, help="List what was fixed, by file and rule.")
@click.option("--add-noqa", is_flag=True, help="Silence what is found with `# noqa` comments.")
@click.option(
    "--baseline", type=click.Path(), help="Report what this file of `tflint baseline` lacks."
)
@click.option(
    "--diff-only",
    metavar="REV",
    help="Report what lines changed since a git revision brought; `REV...` is where it and HEAD part.",
)
@click.option("--confirm", is_flag=True, help="Run each finding's function both ways to prove it.")
@click.option(
    "--python",
    "pythons",
    multiple=True,
    callback=option_types.pythons,
    metavar="PATH",
    help="Interpreter that has the framework, for --confirm; mxnet=PATH names one for MXNet only.",
)
@click.option(
    "--timeout", type=option_types.Seconds(), help="Seconds for each experiment of --confirm.  [30]"
)
@click.option(
    "--executor",
    callback=option_types.executor,
    metavar="NAME",
    help="With --confirm, what runs the experiments: dask://HOST:PORT, or MODULE:FUNCTION, which makes an "
    "executor as those of concurrent.futures.",
)
@click.option(
    "--fail-on",
    type=click.Choice(FAIL_ON),
    help="With --confirm, the findings that decide the exit status: confirmed; unrefuted, which "
    "adds those that could not be settled; any.  [unrefuted]",
)
@click.option(
    "--shard",
    callback=option_types.shard,
    metavar="N/M",
    help="Report, and confirm, part N of M of all findings, for `tflint merge`.",
)
@linting
@click.option("--output-format", type=click.Choice(OUTPUT_FORMATS), help="How to report.  [text]")
@click.option("--output-file", "-o", type=click.Path(), help="Where to report, instead of stdout.")
@click.option("--report", type=click.Path(), help="Also write an HTML page with all that is known.")
@click.option("--statistics", is_flag=True, help="Count findings by rule instead of showing them.")
@click.option("--verbose", "-v", is_flag=True, help="Say how the findings came about.")
@click.option("--color", type=click.Choice(COLOURS), help="When to colour.  [auto]")
@click.option("--quiet", "-q", is_flag=True, help="Print findings, nothing besides.")
@click.option("--exit-zero", "-e", is_flag=True, help="Exit with 0 also when there are findings.")
@click.option("--watch", "-w", is_flag=True, help="Lint again whenever a file changes.")
@click.option("--show-files", is_flag=True, help="List the files that would be linted.")
@click.option("--show-settings", is_flag=True, help="Show the settings that would be followed.")
@click.option("--stdin-filename", type=click.Path(), help="Name of what `-` reads.")
@click.version_option(__version__, "-V", "--version", message="tflint %(version)s")
def check(**options: Any) -> int:
    """Find Python that means something else once TensorFlow or MXNet turns it into a graph.

    PATH is a file, a folder, or `-` for standard input; the current folder unless given.
    Exit status: 0 clean, 1 findings, 2 the job could not be done.
    """
    for name in ("fail_on", "executor"):
        if options[name] and not options["confirm"]:
            raise click.UsageError(f"{_option(name)} needs --confirm")
    for name, others in _APART.items():
        for other in others:
            if options[name] and options[other]:
                raise click.UsageError(f"{_option(name)} does not go with {_option(other)}")
    for name in _OF_FILES:
        if options[name] and "-" in options["paths"]:
            raise click.UsageError(f"{_option(name)} does not go with standard input")
    if options["show_settings"]:
        from tflint.cli.config import show

        show((*options["paths"], options["stdin_filename"] or ".")[0], options, "text")
        return 0
    if options["watch"]:
        from tflint.cli.watching import watch

        return watch(options["paths"] or ["."], lambda: CheckRun(options).once())
    return CheckRun(options).once()


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"
