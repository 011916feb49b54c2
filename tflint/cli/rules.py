"""``tflint rule`` and ``tflint rules``: what tflint looks for."""

from __future__ import annotations

import click

from tflint.cli.commands import CONTEXT


@click.command("rule", context_settings=CONTEXT)
@click.argument("code", required=False)
@click.option("--all", "everything", is_flag=True, help="The pages of all rules.")
def rule(code: str | None, everything: bool) -> None:
    """Explain a rule: what it does, why it matters, what to write instead."""
    from tflint.linting.codes import every_rule
    from tflint.report.pages import show_page

    rules = every_rule()
    if everything:
        chosen = list(rules.values())
    elif code is None:
        raise click.UsageError("name a rule, for instance `tflint rule TFL301`")
    elif code.upper() in rules:
        chosen = [rules[code.upper()]]
    else:
        raise click.UsageError(f"unknown rule {code!r}; `tflint rules` lists them all")
    for found in chosen:
        show_page(found)


@click.command("rules", context_settings=CONTEXT)
@click.option("--output-format", type=click.Choice(("text", "json")), default="text")
def rules(output_format: str) -> None:
    """List all rules."""
    from tflint.linting.codes import every_rule
    from tflint.report.pages import list_rules

    list_rules(list(every_rule().values()), output_format)
