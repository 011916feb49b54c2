"""Indexed files that one process keeps from run to run: only what changed is parsed again."""

from __future__ import annotations

from collections.abc import Callable

from tflint.syntax.model import Module
from tflint.syntax.parsing import BrokenFile

_MOST_CHARACTERS = 8_000_000
"""Characters of code whose trees are kept, some 200,000 lines and 400 MB."""


class KeptModules:
    """Modules by the place of their files, as long as neither text nor name changes.

    They are given to one project after the other, never to two at a time that may still ask.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], tuple[str, str, Module | BrokenFile]] = {}
        self._characters = 0

    def module(
        self,
        place: tuple[str, str],
        name: str,
        text: str,
        index: Callable[[], Module | BrokenFile],
    ) -> Module | BrokenFile:
        """The module of a text at a place, which is a base and a path from there: kept, or indexed now."""
        known = self._known.pop(place, None)
        if known is not None and known[:2] == (name, text):
            self._known[place] = known  # last again: what is not asked for goes first
            if isinstance(known[2], Module):
                known[2].forget_answers()
            return known[2]
        if known is not None:
            self._let_go(known)
        made = index()
        self._known[place] = (name, text, made)
        self._characters += len(text)
        return made

    def thin_out(self) -> None:
        """Let go of what was asked for longest ago, as far as there is too much; between runs only."""
        while self._characters > _MOST_CHARACTERS:
            self._let_go(self._known.pop(next(iter(self._known))))

    def _let_go(self, known: tuple[str, str, Module | BrokenFile]) -> None:
        _, text, module = known
        self._characters -= len(text)
        if isinstance(module, Module):
            module.release()
