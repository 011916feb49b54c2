"""Names without which a file starts no graph, and holds nothing that a rule about eager code wants to see.

Whatever is looked up, called or defined is written down by its name, so a text without any of them needs
no look. A name that stands in a comment costs time and changes nothing.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import NamedTuple

from tflint.api import knowledge
from tflint.api.lookup import dataset_tracers
from tflint.files.imports import imported_names

METHODS = (
    knowledge.KERAS_METHODS | knowledge.KERAS_PARTS_OF_STEPS | {"update_state", "hybrid_forward"}
)
"""Methods that are traced in classes of a framework."""
_SKIPPED = r"(?:\s|\\|#[^\n]*\n)*"
"""What may stand between a dot and a name, or a name and a parenthesis."""


class WantedNames(NamedTuple):
    """Names without which rules about eager code have nothing to look at."""

    calls: frozenset[str] = frozenset()
    """Last parts of the names of functions that are called."""
    stores: frozenset[str] = frozenset()
    """Attributes that are assigned to."""
    methods: frozenset[str] = frozenset()
    """Methods of classes of a framework."""


@cache
def starts() -> frozenset[str]:
    """What starts a graph where it is a framework's, by the last part of its name."""
    return frozenset(
        {"function", "compile", "vectorized_map", "Lambda", "HybridLambda", *dataset_tracers()}
    )


class StartNames:
    """Tells of texts whether they have any of the names."""

    def __init__(self, wanted: WantedNames) -> None:
        used = "|".join(sorted(starts() | wanted.stores))
        steps = {step for step, *_ in knowledge.ORBIT_RUNNERS.values()}
        methods = "|".join(sorted(METHODS | steps | wanted.methods))
        self._patterns = (
            re.compile(rf"\.{_SKIPPED}(?:{used})\b"),
            re.compile(rf"{_whole('def')}(?:\s|\\)+(?:{methods})\b"),
        )
        self._calls = {
            name: re.compile(rf"{_whole(name)}{_SKIPPED}[(,)]") for name in sorted(wanted.calls)
        }
        self._imported = re.compile(rf"\*|\b(?:{'|'.join(sorted(starts()))})\b")

    def are_in(self, text: str) -> bool:
        """False for a text in which nothing starts."""
        if not text.isascii():
            text = unicodedata.normalize("NFKC", text)  # as Python reads names
        return (
            any(pattern.search(text) for pattern in self._patterns)
            or any(name in text and call.search(text) for name, call in self._calls.items())
            or any(self._imported.search(names) for names in imported_names(text))
        )


def _whole(word: str) -> str:
    """A pattern for a word that is no end of another; it begins with letters, which are found fast."""
    return rf"{word}(?<!\w{word})"
