"""All codes that findings may have: those of the rules, and those about the run itself."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tflint.linting.run_rules import RUN_RULES, UnusedSuppression
from tflint.linting.selection import Catalogue, Listed
from tflint.rules import MODULES, OPT_IN, all_rules

if TYPE_CHECKING:
    from tflint.cst import ProjectRule
    from tflint.linting.plugins import Plugins
    from tflint.linting.run_rules import RunRule
    from tflint.rules.base import Rule

    AnyRule = type[Rule] | type[RunRule] | type[ProjectRule]


def every_rule(plugins: Plugins | None = None) -> dict[str, AnyRule]:
    """Our rules by code, in order of code, and after them those of a project's own."""
    return {**_ours(), **(plugins.rules if plugins is not None else {})}


@cache
def _ours() -> dict[str, AnyRule]:
    rules: list[AnyRule] = [*RUN_RULES, *all_rules()]
    return {rule.code: rule for rule in sorted(rules, key=lambda rule: rule.code)}


@cache
def catalogue() -> Catalogue:
    """What selection needs to know of each rule, in order of code; no rule is imported for it."""
    listed = [Listed(code, default=code not in OPT_IN) for code in MODULES]
    listed += [
        Listed(r.code, r.default, preview=r is not UnusedSuppression, always=r.default)
        for r in RUN_RULES
    ]
    return {rule.code: rule for rule in sorted(listed)}
