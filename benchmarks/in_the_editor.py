"""How long an editor waits for findings: docs/performance.md.

    python benchmarks/in_the_editor.py [PROJECT FILE] [--files 500] [--edits 10]

starts `tflint server` as an editor does, opens one file of a generated project of that many TensorFlow
files (or FILE in a copy of PROJECT), and edits it: a line at its end, a comment, a line in a function, and
what the file does for others. Milliseconds from the last key to the first findings, with the pause that the
server waits for, and the server's processor time until then, which on a busy machine is what to read:
medians, and what 95 of 100 edits stay below. Each edit waits until all is judged, and it is counted how
often the first findings were the last; then the same with edits that don't wait; and how long all takes.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from lsprotocol import types
from one_file import on_a_project, project_in
from pygls.lsp.client import LanguageClient

Edit = Callable[[str, int], str]
_TIDYING = 5.0
"""Seconds after the first look, for what the server does when nobody waits."""
_REST = 1.0
"""Seconds for the same after each whole run."""
_BETWEEN = 0.3
"""Seconds between edits that don't wait for the whole run."""


def at_the_end(text: str, turn: int) -> str:
    """A name of the module, that nobody uses."""
    return f"{text}\n\nEDITED = {turn}\n"


def in_a_comment(text: str, turn: int) -> str:
    """A line of no code."""
    return f"# {turn}\n{text}"


def in_a_function(text: str, turn: int) -> str:
    """One more line in the first function."""
    at = text.index("\n", text.index("    return ")) + 1
    start = text.rindex("    return ", 0, at)
    return f"{text[:start]}    edited = {turn} + 1\n{text[start:]}"


def for_others(text: str, turn: int) -> str:
    """One more function, under a name that calls may mean."""
    return f"{text}\n\ndef run(x, turn={turn}):\n    return x\n"


EDITS: dict[str, Edit] = {
    "a line at the end": at_the_end,
    "a comment": in_a_comment,
    "a line in a function": in_a_function,
    "one more function": for_others,
}


class Typist:
    """One editor with one open file.

    Args:
        file: the file.
    """

    def __init__(self, file: Path) -> None:
        self._client = LanguageClient("benchmark", "1")
        self._uri = file.resolve().as_uri()
        self._text = file.read_text()
        self._version = 0
        self._told: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()

        @self._client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def told(params: types.PublishDiagnosticsParams) -> None:
            self._told.put_nowait(params)

    async def start(self, folder: Path) -> None:
        """Start the server."""
        command = [sys.executable, "-P", "-m", "tflint", "server"]
        await self._client.start_io(*command, cwd=folder, env=dict(os.environ))
        await self._client.initialize_async(
            types.InitializeParams(types.ClientCapabilities(), process_id=os.getpid())
        )
        self._client.initialized(types.InitializedParams())

    @property
    def used(self) -> float:
        """Milliseconds of processor time that the server has used."""
        process = self._client._server
        assert process is not None
        with open(f"/proc/{process.pid}/stat") as stream:
            fields = stream.read().rpartition(")")[2].split()
        return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def open(self) -> float:
        """Open the file; milliseconds until its findings are there."""
        self._version = 1
        item = types.TextDocumentItem(self._uri, "python", 1, self._text)
        start = time.perf_counter()
        self._client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        await self._found()
        return 1000 * (time.perf_counter() - start)

    async def type(self, edit: Edit, turn: int) -> Edited:
        """Edit the file, and wait for its first findings."""
        self._version += 1
        named = types.VersionedTextDocumentIdentifier(self._version, self._uri)
        change = types.TextDocumentContentChangeWholeDocument(edit(self._text, turn))
        used, start = self.used, time.perf_counter()
        self._client.text_document_did_change(types.DidChangeTextDocumentParams(named, [change]))
        first = await self._found()
        return Edited(1000 * (time.perf_counter() - start), self.used - used, first)

    async def _found(self) -> list[types.Diagnostic]:
        """The findings of the last version, as soon as there are any."""
        while (told := await self._told.get()).version != self._version:
            pass
        return [*told.diagnostics]

    async def in_the_end(self, first: list[types.Diagnostic]) -> list[types.Diagnostic]:
        """The findings when all was judged, of which these were the first."""
        place = types.HoverParams(types.TextDocumentIdentifier(self._uri), types.Position(0, 0))
        await self._client.text_document_hover_async(place)
        while not self._told.empty():
            told = self._told.get_nowait()
            first = [*told.diagnostics] if told.version == self._version else first
        return first

    async def stop(self) -> None:
        """End the server."""
        await self._client.shutdown_async(None)
        self._client.exit(None)
        await self._client.stop()


class Edited(NamedTuple):
    """What an edit took until there were findings, and these."""

    elapsed: float
    used: float
    found: list[types.Diagnostic]


async def measure(folder: Path, file: Path, edits: int) -> None:
    """Print the rows of one project."""
    typist = Typist(file)
    await typist.start(folder)
    opened = await typist.open()
    _tell("opened", [opened], [typist.used], "")
    await asyncio.sleep(_TIDYING)
    turn = 0
    wholes: list[float] = []
    for name, edit in EDITS.items():
        done, same = [], 0
        for _ in range(edits):
            turn += 1
            start = time.perf_counter()
            done.append(await typist.type(edit, turn))
            same += done[-1].found == await typist.in_the_end(done[-1].found)
            wholes.append(1000 * (time.perf_counter() - start))
            await asyncio.sleep(_REST)
        _tell(name, [one.elapsed for one in done], [one.used for one in done], f"{same} of {edits}")
    done = []
    for _ in range(edits * len(EDITS)):
        turn += 1
        done.append(await typist.type([*EDITS.values()][turn % len(EDITS)], turn))
        await asyncio.sleep(_BETWEEN)
    _tell("typing on", [one.elapsed for one in done], [one.used for one in done], "")
    _tell("until all was judged", wholes, [], "")
    await typist.stop()


def _tell(name: str, elapsed: list[float], used: list[float], same: str) -> None:
    columns = [_middle(elapsed), _nearly_all(elapsed), _middle(used), _nearly_all(used)]
    print(f"| {name} | {' | '.join(columns)} | {same} |", flush=True)


def _middle(times: list[float]) -> str:
    return f"{statistics.median(times):,.0f}" if times else ""


def _nearly_all(times: list[float]) -> str:
    """What 95 in 100 stay below."""
    return f"{sorted(times)[-1 - len(times) // 20]:,.0f}" if times else ""


def main() -> None:
    parser = on_a_project(__doc__)
    parser.add_argument("--edits", type=int, default=10)
    options = parser.parse_args()
    print(
        "| what | median ms | 95 % ms | median processor ms | 95 % processor ms | first was right |"
    )
    print("|---|--:|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "tensorflow"
        asyncio.run(measure(folder, project_in(folder, options), options.edits))


if __name__ == "__main__":
    main()
