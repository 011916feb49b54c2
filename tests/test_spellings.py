"""What is said of small programs, each a row of spellings, written down in ``tests/snapshots``.

Each file in ``tests/spellings`` holds programs with ``# --`` between them. They name what rules and facts
know by name, and the shapes of code that they tell apart, line by line; a change to one of these shows in
``spellings.txt``. No framework was asked whether it is right: what is proven stands in ``fixtures``.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from programs import lint_all
from words import hold

from tflint.rules import all_rules

RULES = list(all_rules())
FOLDER = Path(__file__).with_name("spellings")
RENEW = "pytest tests/test_spellings.py --renew"
HEADS = {
    "gluon.py": "import random\nimport mxnet as mx\nimport numpy as np\nfrom mxnet import gluon\n"
    "from mxnet.gluon import nn\n",
}
HEAD = (
    "import abc, collections, contextlib, dataclasses, datetime, functools, itertools, json\n"
    "import logging, math, os, pathlib, pickle, pprint\n"
    "import random, secrets, shutil, subprocess, sys, threading, time, uuid, warnings\n"
    "import absl.logging, keras, tqdm\nimport numpy as np\nimport tensorflow as tf\n"
)


def spellings() -> str:
    """All lines with findings, with what is found."""
    return "\n".join(f"== {title}\n{said(*program)}" for title, program in programs().items())


def programs() -> dict[str, tuple[str, str]]:
    """The lines above each program, and the program, by its title."""
    return {
        f"{path.name}: {program.partition(chr(10))[0].lstrip('# ')}": (
            HEADS.get(path.name, HEAD),
            program,
        )
        for path in sorted(FOLDER.glob("*.py"))
        for program in path.read_text(encoding="utf-8").split("\n# --\n")
    }


def said(head: str, program: str) -> str:
    """The lines of a program with findings, with what is found."""
    lines = program.split("\n")
    return "".join(
        f"{lines[finding.span.line - 1 - head.count(chr(10))].strip()}\n"
        f"    {finding.code} ({finding.severity.value}) {finding.message}\n"
        for finding in lint_all({"m.py": head + program}, RULES)
    )


def test_spellings_are_those_of_the_snapshot(request: pytest.FixtureRequest) -> None:
    hold(request, "spellings", spellings(), RENEW)
