"""What leaves a dimension of a tensor open while a graph is built."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple


class Opening(NamedTuple):
    """Why the number that eager code sees is None in a graph.

    Attributes:
        by: what leaves the dimension open, in words.
        is_by_values: whether it is an operation whose result is as long as values say, which no graph
            knows, whatever it is given.
    """

    by: str
    is_by_values: bool = False


BY_SIGNATURE: Final = Opening("the signature")
BY_INPUT: Final = Opening("`keras.Input`")
BY_DATASET: Final = Opening("the batching of the dataset")

Dimension = Opening | Literal[False] | None
"""What leaves a dimension open; False where a graph knows how long it is, None where nobody knows."""
Dimensions = tuple[Dimension, ...]
