"""Operations that fail when their condition does not hold."""

from __future__ import annotations

import re

CHECKS = re.compile(
    r"^tensorflow\.(?:debugging\.|math\.|verify_)?(?:assert_\w+|Assert|check_numerics|"
    r"assert_all_finite|all_finite)$"
)
_STATIC = frozenset(
    {
        "assert_rank",
        "assert_rank_at_least",
        "assert_rank_in",
        "assert_shapes",
        "assert_scalar",
        "assert_type",
        "assert_same_float_dtype",
        "assert_proper_iterable",
    }
)


def is_check(name: str) -> bool:
    """True for an operation that fails when its condition does not hold, at the run of the "
    "graph."""
    return CHECKS.match(name) is not None and name.rpartition(".")[2] not in _STATIC
