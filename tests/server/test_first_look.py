"""What is told at first in a large project, and what holds in the end: that of the command line."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from commands import findings, write
from editor import CALLER, HELPER, Editor, editor

pytestmark = pytest.mark.asyncio

_FILES = 60
_LINES = 80
"""Of each of the other files: together more than what is judged at once."""
_EDITS = 20
_LATER = "\ndef later(x):\n    print(x)\n    return x\n"
"""What another file traces already, which nothing but its import tells."""


def _other(number: int) -> str:
    """A file of the same program that has little to do with the one at hand."""
    before = f"from other{number - 1} import first{number - 1}" if number else ""
    lines = "\n".join(f"    x = x + {line}" for line in range(_LINES))
    return (
        f"import helper\nimport tensorflow as tf\n{before}\n\n\n"
        f"@tf.function\ndef first{number}(x):\n{lines}\n    return x\n"
    )


def _project(folder: Path) -> Path:
    files = {f"other{number}.py": _other(number) for number in range(_FILES)}
    files["other7.py"] += "\n\n@tf.function\ndef second(x):\n    return helper.later(x)\n"
    files |= {"helper.py": HELPER, "train.py": CALLER, "pyproject.toml": ""}
    return write(folder, dict(files))


class _Typist:
    """Somebody who edits one file of the project, and hears what is told of it."""

    def __init__(self, client: Editor, folder: Path) -> None:
        self.client = client
        self.path = folder / "helper.py"
        self.uri = self.path.as_uri()
        self.version = 1

    async def edit(self, text: str) -> list[list[tuple[int, str]]]:
        """Lines and codes that are told of a new text: at first sight, where they are, and in the end."""
        self.version += 1
        self.client.change(self.uri, self.version, text)
        await self.client.hover(self.uri, 0, 0)
        await self.client.codes(self.uri, self.version)
        told = [one for one in self.client.published if one.version == self.version]
        return [
            [(found.range.start.line + 1, str(found.code)) for found in one.diagnostics]
            for one in told
        ]

    async def practise(self) -> None:
        """Edit until edits are judged at first sight, which is found out when nobody waits."""
        for number in range(50):
            if len(await self.edit(f"{HELPER}\n# {number}\n")) == 2:
                return
            await asyncio.sleep(0.2)
        pytest.fail("nothing is told at first sight")


@asynccontextmanager
async def _typing(folder: Path) -> AsyncIterator[_Typist]:
    _project(folder)
    async with editor(folder) as client:
        typist = _Typist(client, folder)
        client.open(typist.uri, HELPER)
        assert await client.codes(typist.uri, 1) == [(2, "TFL301")]
        await typist.practise()
        yield typist


async def test_findings_are_told_at_first_sight_in_a_large_project(tmp_path: Path) -> None:
    async with _typing(tmp_path) as typist:
        assert await typist.edit(f"\n{HELPER}") == [[(3, "TFL301")], [(3, "TFL301")]]


async def test_what_only_the_whole_project_tells_is_told_in_the_end(tmp_path: Path) -> None:
    async with _typing(tmp_path) as typist:
        first, last = await typist.edit(HELPER + _LATER)
        assert (first, last) == ([(2, "TFL301")], [(2, "TFL301"), (6, "TFL301")])


@pytest.mark.slow
async def test_after_any_edits_it_is_told_what_the_command_line_finds(tmp_path: Path) -> None:
    chance = random.Random(7)
    parts = [HELPER, _LATER, "\n", "import tensorflow as tf\n", "\nbroken = (\n", "x = 1\n"]
    async with _typing(tmp_path) as typist:
        for _ in range(_EDITS):
            text = "".join(chance.choices(parts, k=chance.randrange(1, 5)))
            for part in chance.choices(parts, k=chance.randrange(3)):  # which nobody waits for
                typist.version += 1
                typist.client.change(typist.uri, typist.version, part)
                await asyncio.sleep(chance.random() / 4)
            *_, last = await typist.edit(text)
            typist.path.write_text(text)
            found = findings("helper.py", cwd=tmp_path)
            assert last == [(one["line"], one["code"]) for one in found]
