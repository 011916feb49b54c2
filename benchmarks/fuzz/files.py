"""Configuration files, ignore files and notebooks made at random."""

from __future__ import annotations

import json
from random import Random

from benchmarks.fuzz import mutants
from benchmarks.fuzz.programs import Writer

KEYS = (
    *("select", "ignore", "extend-select", "extend-ignore", "preview", "exclude", "extend-exclude"),
    *("force-exclude", "respect-gitignore", "per-file-ignores", "src", "cache-dir", "output-format"),
    *("confirm", "confirm.timeout", "confirm.jobs", "confirm.python", "confirm.examples", "other"),
)  # fmt: skip
VALUES = (
    *("true", "3", "-1", "1.5", "nan", "'ALL'", "['TFL3', 'TFL301']", "['']", "[]", "{}", "[[]]", "''"),
    *("{ 'm.py' = ['TFL3'] }", "{ '[z-a]' = ['ALL'] }", "['**/*', '!m.py']", "'json'", "1979-05-27"),
    *("['src', '/nowhere', '']", "'../..'", "'\\u0000'", "{ a = { b = 1 } }", "'~'", "9e999"),
)  # fmt: skip
IGNORED = "ab*?[]!^-/\\.#m py\x1b\xff"
CELLS = (
    "%time f(x)",
    "!ls \\\n -l",
    "%%bash\nls",
    ">>> x\n... y",
    "x?",
    "  y = 1",
    "pip install x",
    "'''",
)


def configured(random: Random) -> dict[str, str | bytes]:
    """A program with a configuration that may be none."""
    lines = ["[tool.tflint]"]
    for key in random.sample(KEYS, random.randint(0, 4)):
        lines.append(f"{key} = {random.choice(VALUES)}")
    text: str | bytes = "\n".join(lines) + "\n"
    if random.random() < 0.3:
        text = mutants.data(str(text), random)
    return {"pyproject.toml": text, "m.py": Writer(random).module(2)}


def ignored(random: Random) -> dict[str, str | bytes]:
    """A program with an ignore file."""
    lines = [
        "".join(random.choices(IGNORED, k=random.choice((2, 5, 9, 60))))
        for _ in range(random.randint(1, 6))
    ]
    text = "\n".join(lines).encode("latin-1")
    return {".gitignore": text, "m.py": Writer(random).module(2), "a/b/m.py": "import keras\n"}


def notebook(random: Random) -> dict[str, str | bytes]:
    """A notebook, sometimes damaged."""
    cells = []
    for number in range(random.randint(1, 5)):
        source = Writer(random).module(2) if random.random() < 0.6 else random.choice(CELLS)
        kind = random.choice(("code", "code", "code", "markdown", "raw"))
        cell = {"cell_type": kind, "id": f"c{number}", "metadata": {}, "source": source}
        more = {"execution_count": None, "outputs": []} if kind == "code" else {}
        cells.append({**cell, **more})
    document = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    if random.random() < 0.3:
        place = random.choice([document, *cells])
        key = random.choice(list(place))
        place[key] = random.choice((None, 3, "x", [], {}, [3], [None], True))
    text = json.dumps(document, indent=1)
    return {"n.ipynb": mutants.data(text, random) if random.random() < 0.2 else text}
