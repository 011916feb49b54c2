"""Where the world finds tflint's pages."""

from __future__ import annotations

from tflint.linting.selection import PREFIX
from tflint.version import __version__

PROJECT = "https://github.com/tflint/tflint"


def rule_page(code: str) -> str | None:
    """The page of a rule, as this version has it; None for one of a project's own."""
    if not code.startswith(PREFIX):
        return None
    return f"{PROJECT}/blob/v{__version__}/docs/rules/{code}.md"
