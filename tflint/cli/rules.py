"""``tflint rule`` and ``tflint rules``: what tflint looks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tflint.cli.commands import CONTEXT

if TYPE_CHECKING:
    from tflint.linting.codes import AnyRule


@click.command("rule", context_settings=CONTEXT)
@click.argument("code", required=False)
@click.option("--all", "everything", is_flag=True, help="The pages of all rules.")
def rule(code: str | None, everything: bool) -> None:
    """Explain a rule: what it does, why it matters, what to write instead.

    CODE is a code (TFL301), the name of a rule (print), or the beginning of several codes (TFL3), which
    are listed then.
    """
    from tflint.linting.codes import every_rule
    from tflint.report.pages import list_rules, show_page

    if everything:
        for found in every_rule().values():
            show_page(found)
        return
    if code is None:
        raise click.UsageError("name a rule, for instance `tflint rule TFL301`")
    chosen = _chosen(code)
    if len(chosen) == 1:
        show_page(chosen[0])
    else:
        list_rules(chosen, "text")


def _chosen(asked: str) -> list[AnyRule]:
    """The rules of a code, a name, or the beginning of codes.

    Raises:
        UsageError: there is none.
    """
    from tflint.linting.codes import every_rule

    rules = every_rule()
    by_name = {rule.name: rule for rule in rules.values()}
    if asked.lower() in by_name:
        return [by_name[asked.lower()]]
    begins = asked.upper().startswith("TFL")
    chosen = [rule for code, rule in rules.items() if begins and code.startswith(asked.upper())]
    if chosen:
        return chosen
    from difflib import get_close_matches

    near = get_close_matches(asked.lower()[:100], by_name, 1)
    hint = f"did you mean `{near[0]}`?" if near else "`tflint rules` lists them all"
    raise click.UsageError(f"unknown rule {asked!r}; {hint}")


@click.command("rules", context_settings=CONTEXT)
@click.option("--output-format", type=click.Choice(("text", "json")), default="text")
def rules(output_format: str) -> None:
    """List all rules."""
    from tflint.linting.codes import every_rule
    from tflint.report.pages import list_rules

    list_rules(list(every_rule().values()), output_format)
