"""What is wrong on this line? One class a rule, one family a folder.

Importing this package imports every rule, so that each is registered.
"""

from __future__ import annotations

import importlib
import pkgutil

from tflint.rules.base import Rule, registered
from tflint.rules.engine import check


def all_rules() -> tuple[type[Rule], ...]:
    """Every rule, in order of code."""
    for family in pkgutil.iter_modules(__path__, f"{__name__}."):
        if family.ispkg:
            package = importlib.import_module(family.name)
            for rule in pkgutil.iter_modules(package.__path__, f"{family.name}."):
                importlib.import_module(rule.name)
    return registered()


__all__ = ["Rule", "all_rules", "check"]
