"""One editor at the other end: what it says goes in, findings and answers come out.

The loop of messages never waits for an analysis: one thread judges what is open, again after each change,
and ends a run whose texts have changed. Questions wait for the run that answers them.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import uuid
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcRequestCancelled
from pygls.lsp.server import LanguageServer

from tflint.files import UnparsableError, read_file
from tflint.files.project_root import ProjectRoots
from tflint.files.reading import encoding_of
from tflint.finding import Applicability, Finding
from tflint.linting.baseline import DEFAULT_NAME
from tflint.linting.fixing import Mended
from tflint.report.explain import TracedFunction
from tflint.server import telling
from tflint.server.confirming import NotConfirmedError, Request, confirm
from tflint.server.documents import Documents, OpenText, Units, edits_between
from tflint.server.judging import Judge, Judged, Stopped
from tflint.server.options import EditorOptions, options_of
from tflint.server.places import Opened, holds, location, meet, text_at
from tflint.server.silencing import silenced

CONFIRM = "tflint.confirm"
"""The command that confirms a finding: the arguments are the name of its text and the finding's key."""
FIX_ALL = "source.fixAll.tflint"
_PAUSE = 0.05
"""Seconds without a change after which what is open is judged."""
_RUNS_BETWEEN_LONG_LOOKS = 1000
"""Runs after which garbage is looked for in all that is kept too, which takes a second or two."""
_WATCHED = ("**/*.py", "**/*.ipynb", "**/*.toml", "**/requirements*.txt", f"**/{DEFAULT_NAME}")
"""Code, pins, known findings, and settings, which may extend a file of any name."""
_log = logging.getLogger(__name__)


@dataclass
class _State:
    """What is known of what was open when it was judged."""

    judged: Judged = field(default_factory=Judged)
    uris: dict[str, str] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    versions: dict[str, int | None] = field(default_factory=dict)
    parts: dict[str, list[str]] = field(default_factory=dict)
    """The names under which the findings of each are told: its own, or those of its cells."""


class Session:
    """One editor at the other end."""

    def __init__(self, server: LanguageServer) -> None:
        self._server = server
        self._documents = Documents()
        self._judge = Judge()
        self._thread = ThreadPoolExecutor(1, "tflint-judge")
        self._options = EditorOptions()
        self._state = _State()
        self._wanted = 0
        """The number of the last change."""
        self._known = 0
        """The number of the change up to which all is judged."""
        self._changed = asyncio.Event()
        self._settled = asyncio.Condition()
        self._judging: asyncio.Task[None] | None = None
        self._told: set[str] = set()
        self._verdicts: dict[tuple[str, str], Finding] = {}
        """Findings that were confirmed, by the name of their text, as long as it stays."""
        self._runs = 0
        self.is_over_as_agreed = False

    # what changes

    def initialize(self, params: types.InitializeParams) -> None:
        """Take over what the editor says first."""
        given = params.initialization_options
        if isinstance(given, dict) and "settings" in given:
            given = given["settings"]
        self._take_options(given)

    async def initialized(self) -> None:
        """Begin: judge what is opened, and hear of files that change outside the editor."""
        encoding = self._server.workspace.position_encoding
        self._documents.units = Units(str(getattr(encoding, "value", encoding)))
        self._judging = asyncio.create_task(self._judge_again_and_again())
        capabilities = self._server.client_capabilities.workspace
        watched = capabilities and capabilities.did_change_watched_files
        if watched and watched.dynamic_registration:
            watchers = [types.FileSystemWatcher(glob_pattern=pattern) for pattern in _WATCHED]
            options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
            method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
            registration = types.Registration("tflint-files", method, options)
            with contextlib.suppress(JsonRpcException):  # who can't say when files change, does not
                await self._server.client_register_capability_async(
                    types.RegistrationParams([registration])
                )

    def change(self, apply: Callable[[Documents], None]) -> None:
        """Take over what the editor changed, and judge it soon."""
        apply(self._documents)
        self._verdicts = {
            (name, key): found
            for (name, key), found in self._verdicts.items()
            if self._documents.version(name) == self._state.versions.get(name)
        }
        self.look_again()

    def look_again(self) -> None:
        """Judge all again: something that findings depend on has changed."""
        self._wanted += 1
        self._judge.stop()
        self._changed.set()

    async def configure(self, params: types.DidChangeConfigurationParams) -> None:
        """Take over the editor's settings; some send them, others wait to be asked."""
        given = params.settings
        if isinstance(given, dict) and isinstance(given.get("tflint"), dict):
            given = given["tflint"]
        workspace = self._server.client_capabilities.workspace
        if not given and workspace is not None and workspace.configuration:
            item = types.ConfigurationItem(section="tflint")
            answer = await self._server.workspace_configuration_async(
                types.ConfigurationParams([item])
            )
            given = answer[0] if answer else None
        self._take_options(given)
        self.look_again()

    def _take_options(self, given: Any) -> None:
        self._options, problems = options_of(given)
        self._tell(problems)

    def close(self) -> None:
        """End: nothing is judged any more."""
        self._judge.stop()
        if self._judging is not None:
            self._judging.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)

    # judging

    async def _judge_again_and_again(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            with contextlib.suppress(asyncio.TimeoutError, TimeoutError):
                while True:  # until nothing has changed for a while
                    await asyncio.wait_for(self._changed.wait(), _PAUSE)
                    self._changed.clear()
            try:
                await self._judge_once()
            except Exception as error:  # ours to mend; what was known stays
                self._fail(error)

    async def _judge_once(self) -> None:
        number = self._wanted
        opened = list(self._documents.files())
        state = _State(
            uris={path: uri for path, uri, _ in opened},
            files={path: data for path, _, data in opened},
        )
        nameless = dict(self._documents.nameless())
        names = [*state.uris.values(), *nameless]
        state.versions = {uri: self._documents.version(uri) for uri in names}
        state.parts = {uri: self._documents.cells(uri) or [uri] for uri in names}
        self._judge.start()
        try:
            await self._look_first(state)
            state.judged = await self._in_thread(
                lambda: self._judge.judge(state.files, nameless, self._options)
            )
            before, self._state = self._state, state
            self._known = number
            self._publish(before)
            self._tell(state.judged.problems)
        except Stopped:
            return
        finally:
            if number == self._wanted:  # nobody waits for what has failed
                self._known = number
            async with self._settled:
                self._settled.notify_all()
        with contextlib.suppress(Stopped):
            await self._in_thread(
                lambda: self._judge.learn(state.files, self._options, state.judged)
            )
        await self._in_thread(self._tidy_up)

    async def _look_first(self, state: _State) -> None:
        """Tell at once what is found at first sight, where nothing has changed but one file."""
        known = self._state
        changed = [uri for uri, now in state.versions.items() if now != known.versions.get(uri)]
        path = self._documents.path(changed[0]) if len(changed) == 1 else None
        if path is None or state.files.keys() != known.files.keys():
            return
        judged: Judged | None = await self._in_thread(
            lambda: self._judge.look(path, state.files, self._options, known.judged)
        )
        if judged is not None:
            self._state = replace(state, judged=judged)
            self._publish_one(changed[0])

    def _tidy_up(self) -> None:
        """Look for garbage while nobody waits; what is kept, trees above all, is left aside later."""
        self._runs += 1
        if self._runs % _RUNS_BETWEEN_LONG_LOOKS == 0:
            gc.unfreeze()
        gc.collect()
        gc.freeze()

    async def _in_thread(self, work: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def _settle(self) -> None:
        """Wait until what is open is judged as it is now."""
        async with self._settled:
            await self._settled.wait_for(lambda: self._known == self._wanted)

    def _fail(self, error: Exception) -> None:
        _log.error("a run failed", exc_info=error)
        text = " ".join(f"{type(error).__name__}: {error}".split())
        self._tell([f"internal error: {text}"])

    def _tell(self, problems: Sequence[str]) -> None:
        """Say what can't be done, each once as long as it lasts."""
        for problem in dict.fromkeys(problems):
            if problem not in self._told:
                text = f"tflint: {' '.join(problem.split())}"
                self._server.window_show_message(
                    types.ShowMessageParams(types.MessageType.Error, text)
                )
        self._told = set(problems)

    # telling

    @property
    def _opened(self) -> Opened:
        return Opened(self._documents, self._state.uris, self._state.judged.sources)

    def _publish(self, before: _State) -> None:
        """Tell the findings of all that is open, and that there are none where something was closed."""
        for uri in self._state.versions:
            self._publish_one(uri)
        now = {part for parts in self._state.parts.values() for part in parts}
        for parts in before.parts.values():
            for part in parts:
                if part not in now:
                    self._send(part, None, [])

    def _publish_one(self, uri: str) -> None:
        if self._documents.version(uri) != self._state.versions.get(uri):
            return  # it has changed again, and so will this
        by_text: dict[str, list[types.Diagnostic]] = {
            part: [] for part in self._state.parts.get(uri, ())
        }
        capabilities = self._server.client_capabilities.text_document
        asked = capabilities and capabilities.publish_diagnostics
        related = bool(asked and asked.related_information)
        for finding in self._findings_of(uri):
            where = location(self._opened, finding.path, finding.span)
            told = telling.diagnostic(self._opened, finding, related=related)
            if where is not None and told is not None and where.uri in by_text:
                by_text[where.uri].append(told)
        for part, diagnostics in by_text.items():
            self._send(part, self._documents.version(part), diagnostics)

    def _send(self, uri: str, version: int | None, diagnostics: list[types.Diagnostic]) -> None:
        self._server.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri, diagnostics, version)
        )

    def _findings_of(self, uri: str) -> list[Finding]:
        """The findings of a file, or of what has none, with the verdicts that they have."""
        path = self._documents.path(uri)
        found = self._state.judged.findings.get(path or uri, [])
        return [self._verdicts.get((uri, _key(finding)), finding) for finding in found]

    def _findings_in(self, uri: str, range: types.Range) -> list[Finding]:
        """The findings in a range of a text."""
        text = self._documents.texts.get(uri)
        if text is None:
            return []
        found = []
        for finding in self._findings_of(text.notebook or uri):
            where = location(self._opened, finding.path, finding.span)
            if where is not None and where.uri == uri and meet(where.range, range):
                found.append(finding)
        return found

    # questions

    async def hover(self, params: types.HoverParams) -> types.Hover | None:
        """Why a line is found, and what its rule says; or why a function runs in a graph."""
        await self._settle()
        here = types.Range(params.position, params.position)
        uri = params.text_document.uri
        findings = self._findings_in(uri, here)
        if findings:
            said = telling.about(self._opened, findings)
            where = location(self._opened, findings[0].path, findings[0].span)
            return types.Hover(_markdown(said), None if where is None else where.range)
        functions = self._functions_named(uri, params.position)
        if functions:
            return types.Hover(_markdown(telling.about_function(self._opened, functions)))
        return None

    async def definition(self, params: types.DefinitionParams) -> list[types.Location]:
        """Where the graph begins that a finding, or a function, is a part of."""
        await self._settle()
        here = types.Range(params.position, params.position)
        uri = params.text_document.uri
        chains = [finding.chain for finding in self._findings_in(uri, here)]
        chains += [function.chain for function in self._functions_named(uri, params.position)]
        return telling.entry_point(self._opened, chains)

    def _functions_named(self, uri: str, position: types.Position) -> list[TracedFunction]:
        """The traced functions whose definition names them at a place."""
        text = self._documents.texts.get(uri)
        if text is None:
            return []
        path = self._documents.path(text.notebook or uri)
        found = []
        for function in self._state.judged.traced.get(path or "", ()):
            at = text_at(self._opened, function.path, function.line)
            if at is None or at[0] is not text or at[1] != position.line:
                continue
            line = text.lines[at[1]] if at[1] < len(text.lines) else ""
            name = function.name.rpartition(".")[2]
            column = line.find(f"def {name}")
            start = text.position(at[1], column + len("def "), self._documents.units)
            end = types.Position(at[1], start.character + self._documents.units.of(name))
            if column >= 0 and holds(types.Range(start, end), position):
                found.append(function)
        return found

    async def actions(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        """What can be done about the findings of a range."""
        await self._settle()
        uri = params.text_document.uri
        only = params.context.only
        found: list[types.CodeAction] = []
        findings = self._findings_in(uri, params.range)
        if _wants(only, types.CodeActionKind.QuickFix):
            for finding in findings:
                found += await self._actions_for(uri, finding)
        text = self._documents.texts.get(uri)
        if _wants(only, FIX_ALL) and text is not None and text.notebook is None:
            if any(finding.is_fixable(unsafe=False) for finding in self._findings_of(uri)):
                found.append(
                    await self._resolved_if_need_be(
                        types.CodeAction("Fix all that tflint can fix safely", FIX_ALL),
                        {"uri": uri, "version": text.version},
                    )
                )
        return found

    async def _actions_for(self, uri: str, finding: Finding) -> list[types.CodeAction]:
        text = self._documents.texts[uri]
        told = telling.diagnostic(self._opened, finding, related=False)
        about = [] if told is None else [told]
        kind = types.CodeActionKind.QuickFix
        found: list[types.CodeAction] = []
        if finding.fix is not None and finding.is_fixable(unsafe=self._options.unsafe_fixes):
            safe = finding.fix.applicability is Applicability.SAFE
            title = f"{finding.code}: {finding.fix.message}{'' if safe else ' (unsafe)'}"
            action = types.CodeAction(title, kind, about, is_preferred=safe)
            data = {"uri": uri, "version": text.version, "key": _key(finding)}
            found.append(await self._resolved_if_need_be(action, data))
        silence = self._silence(finding)
        if silence is not None:
            title = f"Silence {finding.code} here (# noqa)"
            edit = self._edit_of(text, [silence])
            found.append(types.CodeAction(title, kind, about, edit=edit))
        if finding.subject is not None and not finding.verdict:
            title = f"Confirm {finding.code}: run it eagerly and as a graph"
            command = types.Command(title, CONFIRM, None, [uri, _key(finding)])
            found.append(types.CodeAction(title, kind, about, command=command))
        return found

    def _silence(self, finding: Finding) -> types.TextEdit | None:
        source = self._state.judged.sources.get(finding.path)
        edit = None if source is None else silenced(source, finding)
        if edit is None:
            return None
        where = location(self._opened, finding.path, edit.span)
        return None if where is None else types.TextEdit(where.range, edit.text)

    async def _resolved_if_need_be(
        self, action: types.CodeAction, data: dict[str, Any]
    ) -> types.CodeAction:
        """An action whose edit is worked out when it is chosen, or now where the editor can't ask then."""
        action.data = data
        capabilities = self._server.client_capabilities.text_document
        mine = capabilities and capabilities.code_action
        support = mine and mine.resolve_support
        if support and "edit" in support.properties:
            return action
        with contextlib.suppress(JsonRpcException):
            return await self.resolve(action)
        action.disabled = types.CodeActionDisabled("the fix does not hold")
        return action

    async def resolve(self, action: types.CodeAction) -> types.CodeAction:
        """Work out the edit of an action, and whether it holds.

        Raises:
            JsonRpcException: it does not, or the text has changed since.
        """
        asked = action.data
        if not isinstance(asked, dict) or not isinstance(asked.get("uri"), str):
            return action
        await self._settle()
        text = self._documents.texts.get(asked["uri"])
        path = self._documents.path(asked["uri"])
        if text is None or path is None or text.version != asked.get("version"):
            raise _refused("the text has changed since")
        only = self._finding(asked["uri"], asked.get("key"))
        if "key" in asked and only is None:
            raise _refused("this is not found any more")
        mended = await self._mended(path, only)
        if path not in mended.after:
            raise _refused("; ".join(mended.refused) or "there is nothing to fix")
        data = mended.after[path]
        new = data.decode(encoding_of(data))
        action.edit = self._edit_of(text, edits_between(text, new, self._documents.units))
        return action

    async def _mended(self, path: str, only: Finding | None) -> Mended:
        state = self._state
        settings = state.judged.settings[path]
        try:
            mended: Mended = await self._in_thread(
                lambda: self._judge.mend(path, state.files, settings, only)
            )
        except Stopped:
            raise _refused("the text has changed since") from None
        return mended

    def _edit_of(self, text: OpenText, edits: Sequence[types.TextEdit]) -> types.WorkspaceEdit:
        workspace = self._server.client_capabilities.workspace
        can = workspace and workspace.workspace_edit and workspace.workspace_edit.document_changes
        if not can:
            return types.WorkspaceEdit(changes={text.uri: list(edits)})
        named = types.OptionalVersionedTextDocumentIdentifier(text.uri, text.version)
        return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(named, list(edits))])

    def _finding(self, uri: str, key: object) -> Finding | None:
        text = self._documents.texts.get(uri)
        name = uri if text is None or text.notebook is None else text.notebook
        return next((found for found in self._findings_of(name) if _key(found) == key), None)

    # confirming

    async def confirm(self, uri: str, key: str) -> dict[str, Any]:
        """Run what a finding is about eagerly and as a graph; its verdict and evidence.

        Raises:
            JsonRpcException: there is no verdict, and why.
        """
        await self._settle()
        text = self._documents.texts.get(uri)
        finding = self._finding(uri, key)
        if finding is None or text is None:
            raise _refused("this is not found any more")
        name = text.notebook or uri
        if not self._is_written(finding):
            raise self._told_refusal(
                f"save {os.path.basename(finding.path)} first: what is written is what runs"
            )
        version = self._state.versions.get(name)
        root = ProjectRoots().of(finding.path)
        settings = self._state.judged.settings[finding.path]
        self._end_with_the_request()
        try:
            async with self._progress(f"Confirming {finding.code}") as tell:
                settled = await confirm(Request(finding, settings, root), tell)
        except asyncio.CancelledError:
            raise JsonRpcRequestCancelled("nobody waits for the verdict any more") from None
        except NotConfirmedError as error:
            raise self._told_refusal(f"{finding.code} could not be confirmed: {error}") from None
        if self._documents.version(name) == version:
            self._verdicts[(name, key)] = settled
            if self._known == self._wanted:
                self._publish_one(name)
        return {"verdict": settled.verdict, "evidence": settled.evidence}

    def _end_with_the_request(self) -> None:
        """End the command at hand where its request is cancelled, which the library does not for us."""
        protocol, task = self._server.protocol, asyncio.current_task()
        request = protocol._request_futures.get(protocol.msg_id or "")
        if request is not None and task is not None:
            request.add_done_callback(lambda it: it.cancelled() and task.cancel())

    def _is_written(self, finding: Finding) -> bool:
        """Whether what was judged is what is written: only that can be run."""
        source = self._state.judged.sources.get(finding.path)
        if source is None or finding.path not in self._state.uris:
            return False
        try:
            return read_file(finding.path).text == source.text
        except (OSError, UnparsableError):
            return False

    def _told_refusal(self, why: str) -> JsonRpcException:
        self._server.window_show_message(
            types.ShowMessageParams(types.MessageType.Warning, f"tflint: {why}")
        )
        return _refused(why)

    @contextlib.asynccontextmanager
    async def _progress(self, title: str) -> AsyncIterator[Callable[[str], None]]:
        """Show what is being done, with a way to end it, where the editor can."""
        window = self._server.client_capabilities.window
        if window is None or not window.work_done_progress:
            yield lambda text: None
            return
        progress, token = self._server.work_done_progress, str(uuid.uuid4())
        await progress.create_async(token)
        task = asyncio.current_task()
        assert task is not None
        progress.tokens[token].add_done_callback(
            lambda future: task.cancel() if future.cancelled() else None
        )
        progress.begin(token, types.WorkDoneProgressBegin(title, cancellable=True))
        try:
            yield lambda text: progress.report(token, types.WorkDoneProgressReport(message=text))
        finally:
            progress.end(token, types.WorkDoneProgressEnd())
            progress.tokens.pop(token, None)


def _key(finding: Finding) -> str:
    """What tells a finding from the others of its file, as long as the text stays."""
    return f"{finding.code}:{':'.join(map(str, finding.span))}:{finding.message}"


def _markdown(text: str) -> types.MarkupContent:
    return types.MarkupContent(types.MarkupKind.Markdown, text)


def _refused(why: str) -> JsonRpcException:
    return JsonRpcException(why, code=types.LSPErrorCodes.RequestFailed.value)


def _wants(only: Sequence[str] | None, kind: str) -> bool:
    """Whether an editor asks for actions of a kind: by that, by what it is a kind of, or for all."""
    if not only:
        return True
    return any(kind == asked or kind.startswith(f"{_text(asked)}.") for asked in map(_text, only))


def _text(kind: Any) -> str:
    return str(getattr(kind, "value", kind))
