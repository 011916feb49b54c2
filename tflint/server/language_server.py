"""The language server: which messages it understands, and who answers them."""

from __future__ import annotations

import gc
import os
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from tflint.server.session import CONFIRM, FIX_ALL, Session
from tflint.server.transport import Bounded
from tflint.version import __version__

_NOTEBOOKS = types.NotebookDocumentSyncOptions(
    notebook_selector=[
        types.NotebookDocumentFilterWithNotebook(
            notebook=types.NotebookDocumentFilterNotebookType(notebook_type="jupyter-notebook"),
            cells=[types.NotebookCellLanguage(language="python")],
        )
    ],
    save=True,
)


class _Server(LanguageServer):
    """A server whose faults are told in the log, and not in a window of the editor each."""

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Say what went wrong, in one line."""
        text = " ".join(str(error).split()) or type(error).__name__
        self.window_log_message(types.LogMessageParams(types.MessageType.Error, text[:1000]))


def serve() -> int:
    """Speak the protocol on standard input and output until the editor says that it is over.

    Returns:
        0 when the editor ended it as the protocol says, else 1.
    """
    server = _Server("tflint", __version__, notebook_document_sync=_NOTEBOOKS)
    session = Session(server)
    _answer_about_the_session(server, session)
    _answer_about_documents(server, session)
    _answer_questions(server, session)
    # What comes in and goes out is nobody else's: not that of what is imported, or of child processes.
    stdin, stdout = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    gc.disable()  # a look at any time takes a second, where trees of many files are kept
    server.start_io(Bounded(stdin), stdout)  # type: ignore[arg-type]
    session.close()
    return 0 if session.is_over_as_agreed else 1


def _answer_about_the_session(server: LanguageServer, session: Session) -> None:
    """Take messages on how the server runs, with which settings, and when it ends."""

    @server.feature(types.INITIALIZE)
    def _(params: types.InitializeParams) -> None:
        session.initialize(params)

    @server.feature(types.INITIALIZED)
    async def _(params: types.InitializedParams) -> None:
        await session.initialized()

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def _(params: types.DidChangeConfigurationParams) -> None:
        await session.configure(params)

    @server.feature(types.SHUTDOWN)
    def _(params: None) -> None:
        session.is_over_as_agreed = True
        session.close()


def _answer_about_documents(server: LanguageServer, session: Session) -> None:
    """Take messages on what open files and notebooks hold, and on files that changed."""

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def _(params: types.DidOpenTextDocumentParams) -> None:
        session.change(lambda documents: documents.open(params.text_document))

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def _(params: types.DidChangeTextDocumentParams) -> None:
        session.change(lambda documents: documents.change(params))

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def _(params: types.DidCloseTextDocumentParams) -> None:
        session.change(lambda documents: documents.close(params.text_document.uri))

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def _(params: types.DidSaveTextDocumentParams) -> None:
        session.look_again()

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_OPEN)
    def _(params: types.DidOpenNotebookDocumentParams) -> None:
        session.change(lambda documents: documents.open_notebook(params))

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def _(params: types.DidChangeNotebookDocumentParams) -> None:
        session.change(lambda documents: documents.change_notebook(params))

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def _(params: types.DidCloseNotebookDocumentParams) -> None:
        session.change(lambda documents: documents.close_notebook(params))

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def _(params: types.DidChangeWatchedFilesParams) -> None:
        session.look_again()


def _answer_questions(server: LanguageServer, session: Session) -> None:
    """Take what a user asks of a place: what it is, where it comes from, what can be done."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def _(params: types.HoverParams) -> types.Hover | None:
        return await session.hover(params)

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def _(params: types.DefinitionParams) -> list[types.Location]:
        return await session.definition(params)

    kinds = [types.CodeActionKind.QuickFix, FIX_ALL]
    actions = types.CodeActionOptions(kinds, resolve_provider=True)

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, actions)
    async def _(params: types.CodeActionParams) -> list[types.CodeAction]:
        return await session.actions(params)

    @server.feature(types.CODE_ACTION_RESOLVE)
    async def _(params: types.CodeAction) -> types.CodeAction:
        return await session.resolve(params)

    @server.command(CONFIRM)
    async def _(uri: str, key: str) -> dict[str, Any]:
        return await session.confirm(uri, key)
