"""What is wrong on this line? One class a rule, one family a folder.

A rule says everything about itself in its file. ``rule_modules`` lists where each stands, so that a run
imports only those it has a use for; ``python tools/generate.py`` writes it from the rules' files.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from tflint.facts.graphs.entry_point_names import WantedNames
from tflint.rules import rule_modules
from tflint.rules.rule_modules import MODULES as MODULES
from tflint.rules.rule_modules import OPT_IN as OPT_IN

if TYPE_CHECKING:
    from tflint.rules.base import Rule

WANTED = WantedNames(rule_modules.CALLS, rule_modules.STORES, rule_modules.METHODS)
"""Names without which no rule about eager code has anything to look at."""


def all_rules() -> tuple[type[Rule], ...]:
    """Every rule, in order of code."""
    return load(MODULES)


def load(codes: Iterable[str]) -> tuple[type[Rule], ...]:
    """The rules with these codes.

    Raises:
        KeyError: there is no rule with such a code.
    """
    return tuple(_rule(code) for code in codes)


@cache
def _rule(code: str) -> type[Rule]:
    from tflint.rules.base import registered

    import_module(f"{__name__}.{MODULES[code]}")
    return registered(code)
