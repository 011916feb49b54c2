"""All rules, those of the linter itself included."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tflint.housekeeping import HOUSEKEEPING, HousekeepingRule, UnusedSuppression
from tflint.rules import all_rules
from tflint.selection import Catalogue, Listed

if TYPE_CHECKING:
    from tflint.rules import Rule

    AnyRule = type[Rule] | type[HousekeepingRule]


@cache
def every_rule() -> dict[str, AnyRule]:
    """Rules by code, in order of code."""
    rules: list[AnyRule] = [*HOUSEKEEPING, *all_rules()]
    return {rule.code: rule for rule in sorted(rules, key=lambda rule: rule.code)}


@cache
def catalogue() -> Catalogue:
    """What selection needs to know of each rule."""
    return {code: _listed(rule) for code, rule in every_rule().items()}


def _listed(rule: AnyRule) -> Listed:
    ours = issubclass(rule, HousekeepingRule)
    return Listed(
        code=rule.code,
        default=rule.default,
        preview=rule is not UnusedSuppression,
        always=ours and rule.default,
    )
