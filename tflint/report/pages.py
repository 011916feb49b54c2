"""The pages of the rules, which are their docstrings."""

from __future__ import annotations

import inspect
import json
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tflint.linting.codes import AnyRule


def page(rule: AnyRule) -> str:
    """A rule's page as Markdown."""
    standing = "on by default" if rule.default else "opt-in: select it by its code"
    fix = f"fixes: {rule.fix.value}" if rule.fix else "no fixes"
    standing = f"Harm: {rule.harm.value}; {standing}; {fix}."
    return f"# {rule.name} ({rule.code})\n\n{standing}\n\n{body(rule)}\n"


def body(rule: AnyRule) -> str:
    """What a rule's page says of it, as Markdown."""
    return inspect.cleandoc(rule.__doc__ or rule.summary)


def show_page(rule: AnyRule) -> None:
    """Print a rule's page, set for reading when stdout is a terminal."""
    if not sys.stdout.isatty():
        print(page(rule))
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(page(rule)))


def list_rules(rules: list[AnyRule], output_format: str) -> None:
    """Print all rules, one a line or as one JSON array."""
    if output_format == "json":
        entries = [
            {
                "code": rule.code,
                "name": rule.name,
                "summary": rule.summary,
                "harm": rule.harm.value,
                "default": rule.default,
                "fix": rule.fix.value if rule.fix else None,
            }
            for rule in rules
        ]
        print(json.dumps(entries, indent=2))
        return
    longest = max(len(rule.name) for rule in rules)
    for rule in rules:
        opt_in = "" if rule.default else " (opt-in)"
        print(f"{rule.code}  {rule.name:<{longest}}  {rule.summary}{opt_in}")
