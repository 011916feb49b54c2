"""What tools share that write a file of data: it is formatted, and written or compared."""

from __future__ import annotations

import argparse
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path

API = Path(__file__).resolve().parent.parent / "tflint" / "api"


def filled(names: Iterable[str], width: int, first: int, others: int) -> str:
    """Names in lines of a width, indented by so many blanks."""
    return textwrap.fill(
        " ".join(names),
        width,
        initial_indent=" " * first,
        subsequent_indent=" " * others,
        break_on_hyphens=False,
    )


def formatted(code: str, target: Path) -> str:
    """Code as the project formats it."""
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(target), "-"]
    return subprocess.run(command, input=code, capture_output=True, text=True, check=True).stdout


def run(text: Callable[[], str], target: Path, description: str) -> int:
    """Write the file, or with ``--check`` compare it; the exit status."""
    parser = argparse.ArgumentParser(description=description.partition("\n")[0])
    parser.add_argument("--check", action="store_true")
    if parser.parse_args().check:
        return int(target.read_text(encoding="utf-8") != text())
    target.write_text(text(), encoding="utf-8")
    return 0
