"""Write the rules' pages, ``docs/rules.md`` and ``docs/rules/``, from their docstrings.

``python tools/rule_pages.py`` writes them; ``--check`` only says which are out of date, and exits
with 1 if any is.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tflint.lint.catalogue import every_rule
from tflint.report.pages import page

DOCS = Path(__file__).resolve().parent.parent / "docs"
FAMILIES = {
    "TFL0": "The run itself",
    "TFL1": "Retracing and graph size",
    "TFL2": "State created while tracing",
    "TFL3": "Python side effects",
    "TFL4": "Results and errors dropped by the graph",
    "TFL5": "Values frozen at trace time",
    "TFL6": "Tensors used as Python values",
    "TFL7": "Control flow that AutoGraph can't carry",
    "TFL8": "Gluon blocks",
    "TFL9": "Running modes and Keras calls",
}
_INTRODUCTION = """\
# The rules

Codes are promises: they never change meaning and are never reused. *Harm* says what a pitfall
costs: **silent** (graph and eager code differ, and nobody tells you), **raises** (it fails once it
is a graph), **cost** (slower than it looks), **error** (the file or the run is at fault). Each page
is also printed by `tflint rule CODE`.
"""


def pages() -> dict[Path, str]:
    """Every page: its path and its text."""
    written = {DOCS / "rules" / f"{code}.md": page(rule) for code, rule in every_rule().items()}
    return {DOCS / "rules.md": index(), **written}


def index() -> str:
    """The list of all rules, family by family."""
    parts = [_INTRODUCTION]
    for prefix, title in FAMILIES.items():
        rules = [rule for code, rule in every_rule().items() if code.startswith(prefix)]
        if not rules:
            continue
        rows = [
            f"| [{rule.code}](rules/{rule.code}.md) | {rule.name} | {rule.summary} "
            f"| {rule.harm.value} | {'yes' if rule.default else 'no'} |"
            for rule in rules
        ]
        head = ["| code | name | what it says | harm | on by default |", "|---|---|---|---|---|"]
        parts.append("\n".join([f"## {title} ({prefix})", "", *head, *rows, ""]))
    return "\n".join(parts)


def outdated() -> list[Path]:
    """Pages that are missing, differ, or belong to no rule."""
    wanted = pages()
    wrong = [path for path, text in wanted.items() if not path.exists() or path.read_text() != text]
    return [*wrong, *(path for path in (DOCS / "rules").glob("*.md") if path not in wanted)]


def write() -> None:
    """Make the pages what the docstrings say."""
    for path in outdated():
        path.unlink(missing_ok=True)
    for path, text in pages().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


if __name__ == "__main__":
    if "--check" in sys.argv[1:]:
        for path in outdated():
            print(f"out of date: {path.relative_to(DOCS.parent)}; run python tools/rule_pages.py")
        sys.exit(1 if outdated() else 0)
    write()
