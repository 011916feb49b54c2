"""Reads the pitfalls: one text file each in ``pitfalls/`` and in ``held_out/``.

The rules were mended by the first set. The second was written from what users report, without a look at
the rules. A file starts with settings (``kind = traced``), one a line, and goes on with snippets under
``--- bad`` and ``--- good``. What a snippet may hold is told in ``templates``.
"""

from __future__ import annotations

from pathlib import Path

from benchmarks.injection.templates import Pitfall

_KNOWN = Path(__file__).parent / "pitfalls"
_HELD_OUT = Path(__file__).parent / "held_out"
_YES = {"yes": True, "no": False}


def pitfalls(codes: tuple[str, ...] = ("",), held_out: bool = False) -> list[Pitfall]:
    """The pitfalls of one set whose code starts with one of ``codes``, in order of file name."""
    paths = sorted((_HELD_OUT if held_out else _KNOWN).glob("TFL*.txt"))
    return [read(path) for path in paths if path.name.startswith(codes)]


def read(path: Path) -> Pitfall:
    """One pitfall.

    Raises:
        KeyError: a setting has no such value.
        TypeError: there is no such setting.
    """
    head, *parts = path.read_text().split("\n--- ")
    given = dict(line.split(" = ") for line in head.split("\n") if line)
    kind = given.pop("kind")
    snippets: dict[str, list[str]] = {"bad": [], "good": []}
    for part in parts:
        word, _, snippet = part.partition("\n")
        snippets[word].append(snippet.strip("\n"))
    options = {name: _YES[value] for name, value in given.items()}
    return Pitfall(
        path.name[:6], tuple(snippets["bad"]), tuple(snippets["good"]), kind=kind, **options
    )
