"""Which rules run: selectors by prefix, in layers, the longer prefix winning, as in Ruff."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

ALL = "ALL"
PREFIX = "TFL"
"""What our codes begin with; no code of a project's own does."""


class UnknownSelectorError(Exception):
    """A selector that names no rule."""


class Listed(NamedTuple):
    """What selection needs to know of a rule.

    Attributes:
        default: on unless told otherwise.
        preview: turned on by ``--preview``.
        always: reported whatever is selected, unless ignored.
    """

    code: str
    default: bool = True
    preview: bool = True
    always: bool = False


Catalogue = Mapping[str, Listed]


class Layer(NamedTuple):
    """What one place (a file, the command line) asks for. ``select`` None leaves it as it was."""

    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()


def check_selector(selector: str, catalogue: Catalogue) -> str:
    """The selector in upper case.

    Raises:
        UnknownSelectorError: no rule's code begins so.
    """
    upper = selector.strip().upper()
    if upper == ALL:
        return upper
    if any(matches(upper, code) for code in catalogue):
        return upper
    raise UnknownSelectorError(selector)


def matches(selector: str, code: str) -> bool:
    """True when the selector covers the code: it is ``ALL``, or the code's letters and as many digits."""
    return selector == ALL or (code.startswith(selector) and selector.startswith(letters(code)))


def letters(code: str) -> str:
    """What a code begins with, which tells whose it is."""
    return code.rstrip("0123456789")


def _selects(selector: str, rule: Listed, preview: bool) -> bool:
    """A prefix selects what is on by default; a full code, and ALL, also what is opt-in."""
    if selector in (ALL, rule.code):
        return True
    return matches(selector, rule.code) and (rule.default or (preview and rule.preview))


def enabled(catalogue: Catalogue, layers: Iterable[Layer], *, preview: bool = False) -> set[str]:
    """Codes to report. Later layers win; a layer with ``select`` starts afresh."""
    current: set[str] = set()
    everybodys = tuple(sorted({letters(code) for code in catalogue}))
    for layer in (Layer(select=everybodys), *layers):
        updates = _updates(catalogue, layer, preview)
        if layer.select is not None:
            current = {code for code, rule in catalogue.items() if rule.always}
        current -= {code for code, on in updates.items() if not on}
        current |= {code for code, on in updates.items() if on}
    return current


def _updates(catalogue: Catalogue, layer: Layer, preview: bool) -> dict[str, bool]:
    """What a layer turns on and off: from short prefixes to long, at each length ignore last."""
    selected = [*(layer.select or ()), *layer.extend_select]
    updates: dict[str, bool] = {}
    for length in sorted({_specificity(s) for s in [*selected, *layer.ignore]}):
        for selector in selected:
            if _specificity(selector) == length:
                chosen = [c for c, rule in catalogue.items() if _selects(selector, rule, preview)]
                updates.update(dict.fromkeys(chosen, True))
        for selector in layer.ignore:
            if _specificity(selector) == length:
                updates.update({code: False for code in catalogue if matches(selector, code)})
    return updates


def _specificity(selector: str) -> int:
    return 0 if selector == ALL else len(selector)
