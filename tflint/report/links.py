"""Where the world finds tflint's pages."""

from __future__ import annotations

from tflint.version import __version__

PROJECT = "https://github.com/tflint/tflint"


def rule_page(code: str) -> str:
    """The page of a rule, as this version has it."""
    return f"{PROJECT}/blob/v{__version__}/docs/rules/{code}.md"
