"""An editor for tests: a real client of the language server, over standard input and output."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient as BaseClient
from pygls.protocol import default_converter
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES, LanguageClient, client_capabilities
from pytest_lsp.client import register_lsp_features as register

PATIENCE = 60.0
"""Seconds to wait for what must come, on a machine with much else to do."""
PATIENCE_TO_CONFIRM = 300.0
"""The same where a framework must be imported."""

HELPER = "def loss(x):\n    print(x)\n    return x\n"
CALLER = """\
import tensorflow as tf
from helper import loss

@tf.function
def step(x):
    return loss(x)
"""
"""Two files: the finding in the first is there because of the second."""


def place(line: int, character: int) -> types.Position:
    return types.Position(line, character)


def between(start: tuple[int, int], end: tuple[int, int]) -> types.Range:
    return types.Range(place(*start), place(*end))


class Editor:
    """One editor with its server."""

    def __init__(self, client: LanguageClient) -> None:
        self.client = client
        self.told: dict[str, types.PublishDiagnosticsParams] = {}
        self.published: list[types.PublishDiagnosticsParams] = []
        self.registered: list[types.Registration] = []
        self.cancel_when: str | None = None
        """The beginning of what a progress says, on which it is cancelled."""
        self._news = asyncio.Condition()

    @property
    def process(self) -> asyncio.subprocess.Process:
        """The server's process."""
        process = self.client._server
        assert process is not None
        return process

    async def hear(self, params: types.PublishDiagnosticsParams) -> None:
        """Take over what is published."""
        self.told[params.uri] = params
        self.published.append(params)
        async with self._news:
            self._news.notify_all()

    async def diagnostics(self, uri: str, version: int | None) -> Sequence[types.Diagnostic]:
        """What is published of a text in a version of it, once it is."""

        def is_there() -> bool:
            return uri in self.told and self.told[uri].version == version

        async with self._news:
            await asyncio.wait_for(self._news.wait_for(is_there), PATIENCE)
        return self.told[uri].diagnostics

    async def codes(self, uri: str, version: int | None) -> list[tuple[int, str]]:
        """The same as lines, from 1, and codes."""
        found = await self.diagnostics(uri, version)
        return [(one.range.start.line + 1, str(one.code)) for one in found]

    def open(self, uri: str, text: str, version: int = 1, language: str = "python") -> None:
        """Open a text."""
        item = types.TextDocumentItem(uri, language, version, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def change(self, uri: str, version: int, *changes: str | tuple[types.Range, str]) -> None:
        """Change a text: all of it, or a range."""
        named = types.VersionedTextDocumentIdentifier(version, uri)
        events: list[types.TextDocumentContentChangeEvent] = [
            types.TextDocumentContentChangeWholeDocument(change)
            if isinstance(change, str)
            else types.TextDocumentContentChangePartial(change[0], change[1])
            for change in changes
        ]
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(named, events))

    def close(self, uri: str) -> None:
        """Close a text."""
        named = types.TextDocumentIdentifier(uri)
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(named))

    async def hover(self, uri: str, line: int, character: int) -> str | None:
        """What shows on hovering over a place, from 0."""
        where = types.HoverParams(
            types.TextDocumentIdentifier(uri), types.Position(line, character)
        )
        found = await self.client.text_document_hover_async(where)
        if found is None:
            return None
        assert isinstance(found.contents, types.MarkupContent)
        return found.contents.value

    async def definition(self, uri: str, line: int, character: int) -> list[tuple[str, int]]:
        """Where one gets to from a place: texts, and lines from 0."""
        place = types.Position(line, character)
        where = types.DefinitionParams(types.TextDocumentIdentifier(uri), place)
        found = await self.client.text_document_definition_async(where)
        assert isinstance(found, Sequence)
        return [(one.uri, one.range.start.line) for one in found if isinstance(one, types.Location)]

    async def actions(
        self, uri: str, line: int, character: int = 4, only: Sequence[str] | None = None
    ) -> list[dict[str, Any]]:
        """What can be done at a place, as the server says it; what is chosen later is worked out."""
        place = types.Position(line, character)
        context = types.CodeActionContext([], only)
        about = types.CodeActionParams(
            types.TextDocumentIdentifier(uri), types.Range(place, place), context
        )
        # As it comes: the client's library takes an action with a command for a command.
        return list(await self.raw("textDocument/codeAction", about) or ())

    async def raw(self, method: str, params: Any, patience: float = PATIENCE) -> Any:
        """The answer of a request, as JSON says it."""
        protocol = self.client.protocol
        known = protocol.get_result_type
        try:
            protocol.get_result_type = lambda method: None  # type: ignore[method-assign]
            future = asyncio.wrap_future(protocol.send_request(method, params))
        finally:
            protocol.get_result_type = known  # type: ignore[method-assign]
        return plain(await asyncio.wait_for(future, patience))

    async def resolved(self, action: dict[str, Any]) -> list[types.TextEdit]:
        """The edits of an action, once it is chosen."""
        given = types.CodeAction(action["title"], data=action.get("data"))
        answer = await self.client.code_action_resolve_async(given)
        assert answer.edit is not None and answer.edit.document_changes
        (change,) = answer.edit.document_changes
        assert isinstance(change, types.TextDocumentEdit)
        return [edit for edit in change.edits if isinstance(edit, types.TextEdit)]

    async def confirm(self, action: dict[str, Any]) -> Any:
        """The answer of an action's command."""
        command = action["command"]
        params = types.ExecuteCommandParams(command["command"], command["arguments"])
        return await self.raw("workspace/executeCommand", params, PATIENCE_TO_CONFIRM)

    def send(self, data: bytes) -> None:
        """Send bytes as they are."""
        stdin = self.process.stdin
        assert stdin is not None
        stdin.write(data)

    async def said(self) -> list[str]:
        """What the server shows to people, once it has shown something; it comes after what is found."""
        for _ in range(int(PATIENCE / 0.05)):
            if self.heard:
                break
            await asyncio.sleep(0.05)
        return self.heard

    @property
    def heard(self) -> list[str]:
        """What the server has shown in windows so far."""
        return [one.message for one in self.client.messages]


def plain(value: Any) -> Any:
    """JSON's own values of an answer that nobody has given a type."""
    if hasattr(value, "_asdict"):
        return plain(value._asdict())
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def applied(text: str, edits: Sequence[types.TextEdit]) -> str:
    """A text of ASCII after edits, of which no two touch."""
    lines = text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:number]) for number in range(len(lines) + 1)]

    def offset(place: types.Position) -> int:
        return min(starts[place.line] + place.character, len(text))

    for edit in sorted(edits, key=lambda edit: -offset(edit.range.start)):
        start, end = offset(edit.range.start), offset(edit.range.end)
        text = text[:start] + edit.new_text + text[end:]
    return text


@asynccontextmanager
async def editor(
    folder: Path,
    settings: dict[str, Any] | None = None,
    capabilities: types.ClientCapabilities | None = None,
    **env: str,
) -> AsyncIterator[Editor]:
    """An editor that has a folder open; in the end it ends the server as the protocol says."""
    client = LanguageClient(converter_factory=default_converter)
    mine = Editor(client)

    async def published(params: types.PublishDiagnosticsParams) -> None:
        await mine.hear(params)

    def registered(params: types.RegistrationParams) -> None:
        mine.registered += params.registrations

    def progress(client: LanguageClient, params: types.ProgressParams) -> None:
        DEFAULT_CLIENT_FEATURES[types.PROGRESS](client, params)
        told = client.progress_reports[params.token][-1]
        said = getattr(told, "message", None) or getattr(told, "title", None) or ""
        if mine.cancel_when is not None and said.startswith(mine.cancel_when):
            BaseClient.window_work_done_progress_cancel(
                client, types.WorkDoneProgressCancelParams(params.token)
            )

    features = {
        **DEFAULT_CLIENT_FEATURES,
        types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS: published,
        types.CLIENT_REGISTER_CAPABILITY: registered,
        types.PROGRESS: progress,
    }
    register(client, features)
    command = [sys.executable, "-m", "tflint", "server"]
    await client.start_io(*command, env={**os.environ, **env}, cwd=folder)
    await client.initialize_session(
        types.InitializeParams(
            capabilities=capabilities or client_capabilities("visual-studio-code"),
            workspace_folders=[types.WorkspaceFolder(folder.as_uri(), folder.name)],
            initialization_options=settings,
        )
    )
    try:
        yield mine
        await asyncio.wait_for(client.shutdown_session(), PATIENCE)
    finally:
        if mine.process.returncode is None:
            mine.process.kill()
        await asyncio.wait_for(client.stop(), PATIENCE)
