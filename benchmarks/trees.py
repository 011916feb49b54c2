"""How much faster facts read ``ast`` than ``libcst``: the measurement behind docs/design.md.

    python benchmarks/trees.py FOLDER

prints lines per second for parsing, with what rules would need of whole files (positions and scopes),
and with what ``GraphProvider`` gives, for the Python files of FOLDER, in one run.
"""

from __future__ import annotations

import ast
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tflint.syntax.indexing import index_module


def index(text: str) -> None:
    """What tflint does with a file: parse it, then walk it once."""
    index_module("file.py", "file", ast.parse(text), text)


def libcst_parse(text: str) -> None:
    """Parse only."""
    import libcst

    libcst.parse_module(text)


def libcst_metadata(text: str) -> None:
    """Parse, and resolve the positions and scopes that rules ask for."""
    import libcst
    from libcst.metadata import MetadataWrapper, PositionProvider, ScopeProvider

    wrapper = MetadataWrapper(libcst.parse_module(text), unsafe_skip_copy=True)
    wrapper.resolve_many([PositionProvider, ScopeProvider])


def libcst_facts(text: str) -> None:
    """Parse, and find what is known of each node; the answers are worked out when asked for."""
    import libcst
    from libcst.metadata import MetadataWrapper

    from tflint.cst import GraphProvider, cache_for

    module = libcst.parse_module(text)
    MetadataWrapper(module, True, cache_for("file.py", text=text)).resolve(GraphProvider)


def speed(work: Callable[[str], None], texts: list[str]) -> float:
    """Lines per second, the median of three rounds."""
    lines = sum(text.count("\n") for text in texts)
    seconds = []
    for _ in range(3):
        start = time.perf_counter()
        for text in texts:
            work(text)
        seconds.append(time.perf_counter() - start)
    return lines / statistics.median(seconds)


def main() -> None:
    """Measure and print a Markdown table."""
    texts = [path.read_text(errors="replace") for path in sorted(Path(sys.argv[1]).rglob("*.py"))]
    texts = [text for text in texts if text.strip()]
    print(f"{len(texts)} files, {sum(t.count(chr(10)) for t in texts):,} lines\n")
    print("| what | lines/s | against ast.parse |\n|---|---|---|")
    base = 0.0
    for name, work in (
        ("`ast.parse`", lambda text: ast.parse(text) and None),
        ("`ast.parse` and tflint's index", index),
        ("`libcst.parse_module`", libcst_parse),
        ("libcst with positions and scopes", libcst_metadata),
        ("libcst with positions and `GraphProvider`", libcst_facts),
    ):
        rate = speed(work, texts)
        base = base or rate
        print(f"| {name} | {rate:,.0f} | {rate / base:.3f} |")


if __name__ == "__main__":
    main()
