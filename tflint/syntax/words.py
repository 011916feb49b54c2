"""The words that identifiers and messages are made of: whole words, never parts of others."""

from __future__ import annotations

import re
from functools import lru_cache

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


@lru_cache(maxsize=1024)
def words_in(text: str) -> tuple[str, ...]:
    """The words of ``numTraces``, ``n_traces`` or ``"Tracing the step"``, in order and lower case."""
    return tuple(word.lower() for word in _WORD.findall(text))


def has_word(text: str, words: frozenset[str]) -> bool:
    """True when one of the words is among those of the text."""
    return not words.isdisjoint(words_in(text))


def has_phrase(text: str, *phrases: tuple[str, ...]) -> bool:
    """True when the words of one of the phrases follow each other in the text."""
    found = words_in(text)
    return any(
        found[start : start + len(phrase)] == phrase
        for phrase in phrases
        for start in range(len(found) - len(phrase) + 1)
    )
