"""``tflint rule`` and ``tflint rules``: what tflint looks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tflint.cli.commands import CONTEXT
from tflint.cli.options import which_settings
from tflint.cli.streams import say
from tflint.linting.selection import matches
from tflint.linting.settings import load

if TYPE_CHECKING:
    from tflint.linting.codes import AnyRule


@click.command("rule", context_settings=CONTEXT)
@click.argument("code", required=False)
@click.option("--all", "everything", is_flag=True, help="Print the pages of all rules.")
@which_settings
def rule(code: str | None, everything: bool, config: str | None, isolated: bool) -> None:
    """Explain a rule: what it does, why it matters, what to write instead.

    CODE is a code (TFL301), the name of a rule (print), or a prefix (TFL3), which lists the rules.
    """
    from tflint.linting.codes import every_rule
    from tflint.report.pages import list_rules, show_page

    if everything:
        for found in _known(config, isolated).values():
            show_page(found)
        return
    if code is None:
        raise click.UsageError("name a rule, for instance `tflint rule TFL301`")
    chosen = _chosen(code, every_rule())
    if not chosen:
        known = _known(config, isolated)
        chosen = _chosen(code, known)
        if not chosen:
            raise _unknown(code, known)
    if len(chosen) == 1:
        show_page(chosen[0])
    else:
        list_rules(chosen, "text")


def _known(config: str | None, isolated: bool) -> dict[str, AnyRule]:
    """Our rules, and those that the project one stands in has of its own."""
    from tflint.linting.codes import catalogue, every_rule

    settings = load(["."], catalogue(), config=config, isolated=isolated)
    for warning in settings.warnings:
        say("warning", warning)
    return every_rule(settings.plugins)


def _chosen(asked: str, rules: dict[str, AnyRule]) -> list[AnyRule]:
    """The rules of a code, a name, or the beginning of codes; none where there is none."""
    by_name = {rule.name: rule for rule in rules.values()}
    if asked.lower() in by_name:
        return [by_name[asked.lower()]]
    return [rule for code, rule in rules.items() if asked and matches(asked.upper(), code)]


def _unknown(asked: str, rules: dict[str, AnyRule]) -> click.UsageError:
    """What to say of a rule that is none."""
    from difflib import get_close_matches

    near = get_close_matches(asked.lower()[:100], [rule.name for rule in rules.values()], 1)
    hint = f"did you mean `{near[0]}`?" if near else "`tflint rules` lists them all"
    return click.UsageError(f"unknown rule {asked!r}; {hint}")


@click.command("rules", context_settings=CONTEXT)
@click.option("--output-format", type=click.Choice(("text", "json")), default="text")
@which_settings
def rules(output_format: str, config: str | None, isolated: bool) -> None:
    """List all rules."""
    from tflint.report.pages import list_rules

    list_rules(list(_known(config, isolated).values()), output_format)
