"""Draw what a terminal shows: ``python tools/terminal.py`` writes ``docs/terminal.svg``.

The picture is of a real run on one of the seeds, in its colours; it asks for nothing from elsewhere.
"""

from __future__ import annotations

import io
import re
import sys
from contextlib import redirect_stdout
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "terminal.svg"
PROGRAM = "fixtures/seeds/printing_mse.py"
_COLUMNS = 92


def shown() -> str:
    """What tflint shows of the program, with colours."""
    from tflint.cli import run

    arguments = [PROGRAM, "--color", "always", "--no-cache", "--isolated"]
    with redirect_stdout(io.StringIO()) as said:
        run(arguments)
    return f"$ tflint {PROGRAM}\n{said.getvalue()}"


def picture() -> str:
    """The picture as SVG."""
    console = Console(record=True, width=_COLUMNS, file=io.StringIO(), force_terminal=True)
    console.print(Text.from_ansi(shown()))
    svg = console.export_svg(title="tflint", unique_id="tflint")
    svg = re.sub(r"\s*@font-face \{.*?\}\n", "\n", svg, flags=re.DOTALL)
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    PICTURE.write_text(picture(), encoding="utf-8")
