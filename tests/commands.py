"""Run tflint as its users do, and programs to run it on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import forks

PRINTING = """\
import tensorflow as tf

@tf.function
def f(x):
    print(x)
    return x
"""
"""One finding, TFL301, on line 5."""

TIMEOUT = 120
"""Seconds after which a run has failed."""

CLEAN = """\
import tensorflow as tf

@tf.function
def f(x):
    return x + 1
"""


def environment(**extra: str) -> dict[str, str]:
    """This process's environment without what would colour output or hide TensorFlow's absence."""
    kept = {k: v for k, v in os.environ.items() if k not in ("FORCE_COLOR", "NO_COLOR")}
    return {**kept, **extra}


def tflint(
    *arguments: str | Path, cwd: Path, stdin: str | bytes = b"", **env: str
) -> subprocess.CompletedProcess[str]:
    """Run ``python -m tflint`` in a folder; its streams come back as text."""
    given = stdin.encode() if isinstance(stdin, str) else stdin
    around, texts = environment(**env), [*map(str, arguments)]
    if forks.is_like_ours(around):
        done = forks.run(texts, cwd, given, around, TIMEOUT)
    else:
        command = [sys.executable, "-m", "tflint", *texts]
        done = subprocess.run(
            command, cwd=cwd, input=given, capture_output=True, env=around, timeout=TIMEOUT
        )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def findings(*arguments: str | Path, cwd: Path, **kwargs: Any) -> list[dict[str, Any]]:
    """Findings of a run, from its JSON."""
    done = tflint(*arguments, "--output-format", "json", cwd=cwd, **kwargs)
    assert done.stderr == "", done.stderr
    result: list[dict[str, Any]] = json.loads(done.stdout)
    return result


def places(*arguments: str | Path, cwd: Path, **kwargs: Any) -> list[tuple[str, int, str]]:
    """Path, line and code of each finding of a run."""
    entries = findings(*arguments, cwd=cwd, **kwargs)
    return [(entry["path"], entry["line"], entry["code"]) for entry in entries]


def write(folder: Path, files: dict[str, str | bytes]) -> Path:
    """Write files below a folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def notebook(*cells: str | tuple[str, str], **metadata: Any) -> str:
    """A notebook's JSON; a cell is code, or a pair of its kind and its source."""
    pairs = [("code", cell) if isinstance(cell, str) else cell for cell in cells]
    return json.dumps(
        {
            "nbformat": 4,
            "nbformat_minor": 5,
            "metadata": metadata,
            "cells": [_cell(index, *pair) for index, pair in enumerate(pairs)],
        }
    )


def _cell(index: int, kind: str, source: str) -> dict[str, Any]:
    cell: dict[str, Any] = {"cell_type": kind, "id": f"c{index}", "metadata": {}, "source": source}
    return {**cell, "execution_count": None, "outputs": []} if kind == "code" else cell
