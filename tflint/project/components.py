"""Which files can bear on each other: parts of the project that no import connects.

What is found in one part depends on nothing in another, so each can be analysed, cached and
dropped on its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from tflint.project.layout import Layout

_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(?P<dots>\.*)(?P<module>[\w.]*)[ \t]+import[ \t]+"
    r"(?P<names>\([^)]*\)|[^\n\\]*(?:\\\n[^\n\\]*)*)|import[ \t]+(?P<modules>[\w. ,\t]+))",
    re.MULTILINE,
)
_NAME = re.compile(r"\w+")


def components(
    texts: Mapping[str, str], relevant: Iterable[str], layout: Layout
) -> list[list[str]]:
    """Group files by the imports between them, each group in order of path.

    Only files in ``relevant``, and those they import directly or through others, are in a group: the
    rest can have no finding. Imports are read off the text, which may see one in a string too many
    and never one too few.
    """
    parents: dict[str, str] = {}
    waiting = sorted(relevant)
    for path in waiting:
        parents[path] = path
    while waiting:
        path = waiting.pop()
        for other in imported(path, texts[path], layout):
            if other not in parents:
                parents[other] = other
                waiting.append(other)
            parents[_root(parents, path)] = _root(parents, other)
    groups: dict[str, list[str]] = {}
    for path in sorted(parents):
        groups.setdefault(_root(parents, path), []).append(path)
    return sorted(groups.values())


def _root(parents: dict[str, str], path: str) -> str:
    while parents[path] != path:
        parents[path] = parents[parents[path]]
        path = parents[path]
    return path


def imported(path: str, text: str, layout: Layout) -> Iterator[str]:
    """Files of the project that the imports of one file may read."""
    seen: set[tuple[str, int]] = set()
    for match in _IMPORT.finditer(text):
        plain = match["modules"]
        level = 0
        if plain is not None:
            wanted = [part.split(" as ")[0].strip() for part in plain.split(",")]
        else:
            module, level = match["module"], len(match["dots"])
            names = _NAME.findall(match["names"])
            prefix = f"{module}." if module else ""
            wanted = [module, *(f"{prefix}{name}" for name in names if name != "as")]
        for dotted in wanted:
            if (dotted, level) in seen or (not dotted and not level):
                continue
            seen.add((dotted, level))
            parts = dotted.split(".")
            for length in range(1, len(parts) + 1):
                found = layout.find(path, ".".join(parts[:length]), level)
                if found is not None:
                    yield found
