"""Why what several rules find is mere information: clauses that a reader can check, and act on."""

from __future__ import annotations

ONLY_PERHAPS_AGAIN = "what may call it again and again is not known to do so"
COUNTS_TRACES = "by its name it is there to count or mark traces"


def of_unknown_keras(in_keras_2: str) -> str:
    """Of what is so under Keras 3 alone, where nothing tells that this is the one that runs the code.

    Args:
        in_keras_2: what is so there instead.
    """
    return (
        f"nothing tells which Keras runs this, and in Keras 2 {in_keras_2}; "
        "`keras>=3` in the requirements makes it count, `keras<3` drops it"
    )


def of_old_keras(there: str) -> str:
    """Of what is otherwise in Keras up to 2.3, where nothing tells that it is a later one.

    Args:
        there: what is so there, as a relative clause.
    """
    return (
        f"this may run with a Keras up to 2.3, {there}; "
        "`tensorflow>=2` in the requirements makes it count"
    )
