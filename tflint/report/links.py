"""Where the world finds tflint's pages."""

from __future__ import annotations

from tflint.linting.selection import PREFIX

PROJECT = "https://github.com/tflint/tflint"


def rule_page(code: str) -> str | None:
    """The page of a rule, whose code never changes its meaning; None for one of a project's own."""
    if not code.startswith(PREFIX):
        return None
    return f"{PROJECT}/blob/main/docs/rules/{code}.md"
