"""``tflint merge``: puts the reports of several machines together."""

from __future__ import annotations

from typing import Any

import click

from tflint.cli.about import of_run
from tflint.cli.commands import CONTEXT
from tflint.cli.options import reporting
from tflint.cli.running import FAIL_ON, status_of
from tflint.cli.writing import check_writable, target_of, write_page
from tflint.linting.settings import OUTPUT_FORMATS


@click.command("merge", context_settings=CONTEXT)
@click.argument("reports", nargs=-1, required=True, type=click.Path())
@click.option("--output-format", type=click.Choice(OUTPUT_FORMATS), default="text")
@reporting
@click.option(
    "--fail-on", type=click.Choice(FAIL_ON), default="unrefuted", help="As for `tflint --confirm`."
)
@click.option(
    "--exit-zero", "-e", is_flag=True, help="Exit with status 0 even if there are findings."
)
def merge(reports: tuple[str, ...], output_format: str, **options: Any) -> int:
    """Combine the JSON reports of several runs, such as those with `--shard`.

    A finding in several reports is shown once. Exit status: as for a single run.
    """
    from tflint.report import Reporting, render
    from tflint.report.json_reports import merged

    if options["report"] is not None:
        check_writable(options["report"])
    report = merged(reports)
    report.about = of_run(())
    confirmed = any(finding.verdict for finding in report.findings)
    if options["report"] is not None:
        write_page(report, options["report"])
    reporting = Reporting(output_format, options["statistics"], confirmed=confirmed)
    if not report.findings:
        reporting = reporting._replace(quiet=True)
    with target_of({**options, "fix": False, "paths": ()}) as stream:
        render(report, reporting, stream)
        if not report.findings and output_format == "text":
            plural = "" if len(reports) == 1 else "s"
            stream.write(f"All clear: no findings in {len(reports)} report{plural}.\n")
    fail_on = options["fail_on"] if confirmed else "any"
    return status_of(report, fail_on, exit_zero=options["exit_zero"])
