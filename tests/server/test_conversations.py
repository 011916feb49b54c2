"""The language server, asked by a real client over standard input and output."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
from pathlib import Path
from typing import Any

import pytest
from commands import CLEAN, PRINTING, notebook, tflint, write
from editor import CALLER, HELPER, Editor, applied, between, editor, place, plain
from lsprotocol import types

pytestmark = [pytest.mark.asyncio, pytest.mark.slow]

UNUSED = "import tensorflow as tf\n\n\ndef total(x):\n    return x + 1  # noqa: TFL301\n"


async def test_a_renamed_file_leaves_nothing_behind(tmp_path: Path) -> None:
    write(tmp_path, {"old.py": PRINTING})
    old, new = ((tmp_path / name).as_uri() for name in ("old.py", "new.py"))
    async with editor(tmp_path) as client:
        client.open(old, PRINTING)
        assert await client.codes(old, 1) == [(5, "TFL301")]
        (tmp_path / "old.py").rename(tmp_path / "new.py")
        client.close(old)
        client.open(new, PRINTING)
        assert await client.codes(new, 1) == [(5, "TFL301")]
        assert await client.codes(old, None) == []


async def test_a_file_changed_outside_the_editor_is_read_again(tmp_path: Path) -> None:
    write(tmp_path, {"helper.py": HELPER, "train.py": CALLER, "pyproject.toml": ""})
    helper = (tmp_path / "helper.py").as_uri()
    async with editor(tmp_path) as client:
        client.open(helper, HELPER)
        assert await client.codes(helper, 1) == [(2, "TFL301")]
        assert [one.method for one in client.registered] == ["workspace/didChangeWatchedFiles"]
        write(tmp_path, {"train.py": CALLER.replace("@tf.function\n", "")})
        del client.told[helper]
        event = types.FileEvent((tmp_path / "train.py").as_uri(), types.FileChangeType.Changed)
        client.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
        assert await client.codes(helper, 1) == []


async def test_hovering_tells_why_and_shows_the_page(tmp_path: Path) -> None:
    write(tmp_path, {"helper.py": HELPER, "train.py": CALLER, "pyproject.toml": ""})
    helper, caller = ((tmp_path / name).as_uri() for name in ("helper.py", "train.py"))
    async with editor(tmp_path) as client:
        client.open(helper, HELPER)
        said = await client.hover(helper, 1, 6)
        assert said is not None
        assert f"1. [train.py:4]({caller}#L4) `step` is a `tf.function`" in said
        assert f"1. [train.py:6]({caller}#L6) `loss` is called by `step`" in said
        assert "# print (TFL301)" in said and "## Why is this bad?" in said
        named = await client.hover(helper, 0, 5)
        assert named is not None and "`loss` runs in a graph" in named and "train.py:6" in named
        assert await client.hover(helper, 2, 5) is None


async def test_going_to_the_definition_leads_to_the_entry_point(tmp_path: Path) -> None:
    write(tmp_path, {"helper.py": HELPER, "train.py": CALLER, "pyproject.toml": ""})
    helper, caller = ((tmp_path / name).as_uri() for name in ("helper.py", "train.py"))
    async with editor(tmp_path) as client:
        client.open(helper, HELPER)
        assert await client.definition(helper, 1, 6) == [(caller, 3)]
        assert await client.definition(helper, 0, 5) == [(caller, 3)]
        assert await client.definition(helper, 2, 5) == []


async def test_an_unsafe_fix_is_offered_as_such_and_is_what_fix_would_do(tmp_path: Path) -> None:
    write(tmp_path, {"train.py": PRINTING})
    uri = (tmp_path / "train.py").as_uri()
    async with editor(tmp_path) as client:
        client.open(uri, PRINTING)
        fix, *_ = await client.actions(uri, 4)
        assert fix["title"].startswith("TFL301: ") and fix["title"].endswith(" (unsafe)")
        assert not fix.get("isPreferred")
        new = applied(PRINTING, await client.resolved(fix))
        assert new == PRINTING.replace("print(x)", "tf.print(x)")
        client.change(uri, 2, new)
        assert await client.codes(uri, 2) == []


async def test_safe_fixes_are_preferred_and_made_together(tmp_path: Path) -> None:
    table = '[tool.tflint]\nextend-select = ["TFL002"]\n'
    write(tmp_path, {"total.py": UNUSED, "pyproject.toml": table})
    uri = (tmp_path / "total.py").as_uri()
    async with editor(tmp_path) as client:
        client.open(uri, UNUSED)
        (found,) = await client.diagnostics(uri, 1)
        assert list(found.tags or ()) == [types.DiagnosticTag.Unnecessary]
        fix, *_ = await client.actions(uri, 4, 20)
        assert fix["isPreferred"]
        (everything,) = await client.actions(uri, 0, 0, ["source.fixAll"])
        fixed = UNUSED.replace("  # noqa: TFL301", "")
        for action in (fix, everything):
            assert applied(UNUSED, await client.resolved(action)) == fixed
        client.change(uri, 2, UNUSED + "\n")
        with pytest.raises(Exception, match="the text has changed since"):
            await client.resolved(fix)


async def test_unsafe_fixes_can_be_left_out(tmp_path: Path) -> None:
    write(tmp_path, {"train.py": PRINTING})
    uri = (tmp_path / "train.py").as_uri()
    async with editor(tmp_path, {"settings": {"unsafeFixes": False}}) as client:
        client.open(uri, PRINTING)
        titles = [action["title"] for action in await client.actions(uri, 4)]
    assert not any("unsafe" in title for title in titles) and len(titles) == 2


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("print(x)", "print(x)  # noqa: TFL301"),
        ("print(x)  # shown once", "print(x)  # shown once  # noqa: TFL301"),
        ("print(x)  # noqa: E501", "print(x)  # noqa: E501, TFL301"),
        ('print("""a\n  b""")', 'print("""a\n  b""")  # noqa: TFL301'),
        ("print(x, \\\n      x)", "print(x, \\\n      x)  # noqa: TFL301"),
    ],
)
async def test_a_finding_is_silenced_where_it_is(tmp_path: Path, line: str, after: str) -> None:
    text = PRINTING.replace("print(x)", line)
    write(tmp_path, {"train.py": text})
    uri = (tmp_path / "train.py").as_uri()
    async with editor(tmp_path) as client:
        client.open(uri, text)
        actions = await client.actions(uri, 4)
        (silence,) = [one for one in actions if one["title"].startswith("Silence")]
        (change,) = silence["edit"]["documentChanges"]
        edits = [
            types.TextEdit(
                between(*(tuple(edit["range"][end].values()) for end in ("start", "end"))),
                edit["newText"],
            )
            for edit in change["edits"]
        ]
        new = applied(text, edits)
        assert new == PRINTING.replace("print(x)", after)
        client.change(uri, 2, new)
        assert await client.codes(uri, 2) == []


async def test_columns_count_in_the_editors_units(tmp_path: Path) -> None:
    text = PRINTING.replace("    print(x)", "    '😀'; print(x)")
    write(tmp_path, {"train.py": text})
    uri = (tmp_path / "train.py").as_uri()
    async with editor(tmp_path) as client:
        client.open(uri, text)
        (found,) = await client.diagnostics(uri, 1)
        assert (found.range.start.character, found.range.end.character) == (10, 18)
        client.change(uri, 2, (between((4, 10), (4, 15)), "repr"))
        assert await client.codes(uri, 2) == []


async def test_a_form_feed_ends_no_line(tmp_path: Path) -> None:
    text = "x = 1\n\x0c\ny = '\u2028'\r\n" + PRINTING
    uri = (tmp_path / "train.py").as_uri()
    async with editor(tmp_path) as client:
        client.open(uri, text)
        assert await client.codes(uri, 1) == [(8, "TFL301")]
        client.change(uri, 2, (between((3, 0), (3, 0)), "z = 1\n"))
        assert await client.codes(uri, 2) == [(9, "TFL301")]


async def test_a_text_that_is_no_python_says_so_and_is_read_again(tmp_path: Path) -> None:
    uri = (tmp_path / "train.py").as_uri()
    async with editor(tmp_path) as client:
        client.open(uri, PRINTING + "def (\n")
        (found,) = await client.diagnostics(uri, 1)
        assert (found.code, found.severity) == ("TFL001", types.DiagnosticSeverity.Error)
        assert await client.actions(uri, 6) == []
        client.change(uri, 2, PRINTING)
        assert await client.codes(uri, 2) == [(5, "TFL301")]


async def test_a_text_without_a_file_is_judged_by_itself(tmp_path: Path) -> None:
    async with editor(tmp_path) as client:
        client.open("untitled:Untitled-1", PRINTING)
        assert await client.codes("untitled:Untitled-1", 1) == [(5, "TFL301")]


async def test_what_is_excluded_and_what_is_no_python_is_left_alone(tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": '[tool.tflint]\nextend-exclude = ["legacy"]\n'})
    legacy, prose = ((tmp_path / name).as_uri() for name in ("legacy/a.py", "notes.md"))
    async with editor(tmp_path) as client:
        client.open(prose, "# Notes\n", language="markdown")
        client.open(legacy, PRINTING)
        assert await client.codes(legacy, 1) == []
        assert prose not in client.told


# settings


async def test_settings_of_the_editor_win_over_the_file(tmp_path: Path) -> None:
    write(tmp_path, {"train.py": PRINTING, "pyproject.toml": "[tool.tflint]\n"})
    uri = (tmp_path / "train.py").as_uri()
    async with editor(tmp_path, {"settings": {"ignore": ["TFL3"]}}) as client:
        client.open(uri, PRINTING)
        assert await client.codes(uri, 1) == []
        del client.told[uri]
        client.client.set_configuration({"ignore": []}, section="tflint")
        client.client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams(settings=None)
        )
        assert await client.codes(uri, 1) == [(5, "TFL301")]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"selct": []}, "tflint: the editor's setting 'selct' is not one of tflint's"),
        (
            {"select": "TFL3"},
            "tflint: the editor's setting 'select' must be a list of strings, and is not followed",
        ),
        ({"select": ["TFX"]}, "tflint: --select names an unknown rule: 'TFX'"),
        ([], "tflint: the settings of the editor are no object"),
    ],
)
async def test_settings_that_cannot_be_followed_are_told(
    tmp_path: Path, settings: object, said: str
) -> None:
    write(tmp_path, {"train.py": PRINTING})
    uri = (tmp_path / "train.py").as_uri()
    async with editor(tmp_path, {"settings": settings}) as client:
        client.open(uri, PRINTING)
        assert await client.codes(uri, 1) == [(5, "TFL301")]
        assert await client.said() == [said]


async def test_an_unreadable_configuration_is_told_once_and_what_was_followed_stays(
    tmp_path: Path,
) -> None:
    table = tmp_path / "pyproject.toml"
    write(tmp_path, {"train.py": PRINTING, table.name: '[tool.tflint]\nignore = ["TFL301"]\n'})
    uri = (tmp_path / "train.py").as_uri()
    async with editor(tmp_path) as client:
        client.open(uri, PRINTING)
        assert await client.codes(uri, 1) == []
        half = tmp_path / "half.toml"
        half.write_text("[tool.tflint\n")
        half.replace(table)  # at once: the server may read it while it is written
        for version in (2, 3):
            client.change(uri, version, PRINTING + "\n" * version)
            assert await client.codes(uri, version) == []
        (said,) = await client.said()
        assert said.startswith(f"tflint: {table.name}: not valid TOML: ")
        table.write_text("[tool.tflint]\n")
        client.change(uri, 4, PRINTING)
        assert await client.codes(uri, 4) == [(5, "TFL301")]


async def test_each_file_follows_the_nearest_settings_which_may_extend_others(
    tmp_path: Path,
) -> None:
    rules = {"tflint.toml": "", "old/.tflint.toml": 'extend = "../shared.toml"\n'}
    write(tmp_path, {**rules, "shared.toml": 'ignore = ["TFL301"]\n', "pyproject.toml": ""})
    new, old = tmp_path / "train.py", tmp_path / "old" / "train.py"
    async with editor(tmp_path) as client:
        for path in (new, old):
            client.open(path.as_uri(), PRINTING)
        assert await client.codes(new.as_uri(), 1) == [(5, "TFL301")]
        assert await client.codes(old.as_uri(), 1) == []
        (registration,) = client.registered
        watched = {each["globPattern"] for each in plain(registration.register_options)["watchers"]}
        assert {"**/*.toml", "**/tflint-baseline.json"} <= watched
        write(tmp_path, {"shared.toml": ""})
        client.told.clear()
        change = types.FileEvent((tmp_path / "shared.toml").as_uri(), types.FileChangeType.Changed)
        client.client.workspace_did_change_watched_files(
            types.DidChangeWatchedFilesParams([change])
        )
        assert await client.codes(old.as_uri(), 1) == [(5, "TFL301")]


async def test_settings_further_down_that_cannot_be_followed_are_told(tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": "", "old/tflint.toml": "sele = 3\n", "old/a.py": CALLER})
    uri = (tmp_path / "train.py").as_uri()
    async with editor(tmp_path) as client:
        client.open(uri, PRINTING)
        assert await client.codes(uri, 1) == [(5, "TFL301")]
        client.change(uri, 2, PRINTING + "\n")
        assert await client.codes(uri, 2) == [(5, "TFL301")]
        (said,) = await client.said()
        assert said.startswith("tflint: old/tflint.toml: ") and "sele" in said


async def test_what_a_baseline_has_is_not_told(tmp_path: Path) -> None:
    table = '[tool.tflint]\nbaseline = "known.json"\n'
    write(tmp_path, {"train.py": PRINTING, "pyproject.toml": table})
    assert tflint("baseline", "write", cwd=tmp_path).returncode == 0
    uri = (tmp_path / "train.py").as_uri()
    again = PRINTING + "\n@tf.function\ndef g(x):\n    print(x, x)\n    return x\n"
    async with editor(tmp_path) as client:
        client.open(uri, PRINTING)
        assert await client.codes(uri, 1) == []
        client.change(uri, 2, again)
        assert await client.codes(uri, 2) == [(10, "TFL301")]
        write(tmp_path, {"known.json": "{}"})
        for version in (3, 4):
            client.change(uri, version, again)
            assert await client.codes(uri, version) == [(5, "TFL301"), (10, "TFL301")]
        (said,) = await client.said()
        assert said.startswith("tflint: known.json: is no baseline of tflint: ")


# notebooks


def cells(*texts: str) -> list[tuple[str, str]]:
    return [(f"vscode-notebook-cell:/n.ipynb#{number}", text) for number, text in enumerate(texts)]


def opened(uri: str, *given: tuple[str, str]) -> types.DidOpenNotebookDocumentParams:
    kind = types.NotebookCellKind.Code
    document = types.NotebookDocument(
        uri, "jupyter-notebook", 1, [types.NotebookCell(kind, name) for name, _ in given]
    )
    items = [types.TextDocumentItem(name, "python", 1, text) for name, text in given]
    return types.DidOpenNotebookDocumentParams(document, items)


async def test_a_notebook_is_judged_cell_by_cell_as_it_changes(tmp_path: Path) -> None:
    first, second, third = cells(
        "%pip install x\nimport tensorflow as tf",
        "@tf.function\ndef f(x):\n    print(x)\n    return x",
        "f(1)\n",
    )
    path = tmp_path / "n.ipynb"
    write(tmp_path, {path.name: notebook(first[1], second[1])})
    uri = path.as_uri()
    async with editor(tmp_path) as client:
        client.client.notebook_document_did_open(opened(uri, first, second))
        assert await client.codes(second[0], 1) == [(3, "TFL301")]
        assert await client.codes(first[0], 1) == []
        said = await client.hover(second[0], 2, 6)
        assert said is not None and f"[n.ipynb:3]({second[0]}#L1)" in said.replace(":4]", ":3]")
        titles = [action["title"] for action in await client.actions(second[0], 2)]
        assert any(title.startswith("Silence TFL301") for title in titles)
        identifier = types.VersionedNotebookDocumentIdentifier(2, uri)
        change = types.NotebookDocumentChangeEvent(
            cells=types.NotebookDocumentCellChanges(
                structure=types.NotebookDocumentCellChangeStructure(
                    types.NotebookCellArrayChange(
                        1, 0, [types.NotebookCell(types.NotebookCellKind.Code, third[0])]
                    ),
                    did_open=[types.TextDocumentItem(third[0], "python", 1, third[1])],
                ),
                text_content=[
                    types.NotebookDocumentCellContentChanges(
                        types.VersionedTextDocumentIdentifier(2, second[0]),
                        [
                            types.TextDocumentContentChangePartial(
                                between((2, 4), (2, 4)), "x = x + 1\n    "
                            )
                        ],
                    )
                ],
            )
        )
        client.client.notebook_document_did_change(
            types.DidChangeNotebookDocumentParams(identifier, change)
        )
        assert await client.codes(second[0], 2) == [(4, "TFL301")]
        client.client.notebook_document_did_close(
            types.DidCloseNotebookDocumentParams(
                types.NotebookDocumentIdentifier(uri),
                [types.TextDocumentIdentifier(name) for name, _ in (first, second, third)],
            )
        )
        assert await client.codes(second[0], None) == []


async def test_the_code_that_jupyter_makes_of_a_notebook_is_judged_as_text(tmp_path: Path) -> None:
    uri = (tmp_path / ".virtual_documents" / "n.ipynb").as_uri()
    async with editor(tmp_path) as client:
        client.open(uri, PRINTING)
        assert await client.codes(uri, 1) == [(5, "TFL301")]
        said = await client.hover(uri, 4, 6)
        assert said is not None and "# print (TFL301)" in said
        fix, *_ = await client.actions(uri, 4)
        assert "tf.print(x)" in applied(PRINTING, await client.resolved(fix))


# what goes wrong


def message(value: object) -> bytes:
    body = json.dumps(value).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


async def goes_on(client: Editor, folder: Path, version: int = 1) -> None:
    """Whatever came before, the server answers."""
    uri = (folder / "after.py").as_uri()
    client.open(uri, PRINTING, version)
    assert await client.codes(uri, version) == [(5, "TFL301")]


DID_CHANGE = "textDocument/didChange"
HOSTILE = {
    "no JSON": b"Content-Length: 5\r\n\r\n{{{{{",
    "no UTF-8": b"Content-Length: 2\r\n\r\n\xff\xfe",
    "a list": message([]),
    "a number": message(1),
    "nothing": message({}),
    "no method": message({"jsonrpc": "2.0", "id": 7}),
    "an unknown method": message({"jsonrpc": "2.0", "id": 8, "method": "tflint/unknown"}),
    "an unknown notification": message({"jsonrpc": "2.0", "method": "$/unknown"}),
    "another version": message({"jsonrpc": "1.0", "id": 9, "method": "shutdown"}),
    "deep nesting": b"Content-Length: 200000\r\n\r\n" + b"[" * 200_000,
    "parameters of other types": message(
        {"jsonrpc": "2.0", "method": DID_CHANGE, "params": {"textDocument": 3}}
    ),
    "a change of what is not open": message(
        {
            "jsonrpc": "2.0",
            "method": DID_CHANGE,
            "params": {
                "textDocument": {"uri": "file:///nowhere.py", "version": 1},
                "contentChanges": [{"text": "x"}],
            },
        }
    ),
    "a name that is no path": message(
        {
            "jsonrpc": "2.0",
            "method": "textDocument/didOpen",
            "params": {
                "textDocument": {
                    "uri": "file:///%00/a.py",
                    "languageId": "python",
                    "version": 1,
                    "text": "x",
                }
            },
        }
    ),
    "a question about what is not open": message(
        {
            "jsonrpc": "2.0",
            "id": 10,
            "method": "textDocument/hover",
            "params": {
                "textDocument": {"uri": "file:///nowhere.py"},
                "position": {"line": 99, "character": 99},
            },
        }
    ),
    "a command of other arguments": message(
        {
            "jsonrpc": "2.0",
            "id": 11,
            "method": "workspace/executeCommand",
            "params": {"command": "tflint.confirm", "arguments": [1]},
        }
    ),
    "an action nobody offered": message(
        {
            "jsonrpc": "2.0",
            "id": 12,
            "method": "codeAction/resolve",
            "params": {"title": "x", "data": {"uri": "file:///nowhere.py", "version": 1}},
        }
    ),
    "cancelling what is not asked": message(
        {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 77}}
    ),
}


async def test_no_message_ends_the_server(tmp_path: Path) -> None:
    async with editor(tmp_path) as client:
        for version, (name, data) in enumerate(HOSTILE.items(), 1):
            client.send(data)
            await goes_on(client, tmp_path, version)
            assert client.heard == [], name


@pytest.mark.parametrize(
    "range",
    [
        between((99, 0), (99, 5)),
        between((0, 99), (0, 999)),
        between((4, 8), (2, 0)),
        between((0, 0), (2**31 - 1, 2**31 - 1)),
    ],
)
async def test_changes_beyond_a_text_end_at_its_end(tmp_path: Path, range: types.Range) -> None:
    uri = (tmp_path / "train.py").as_uri()
    async with editor(tmp_path) as client:
        client.open(uri, PRINTING)
        client.change(uri, 2, (range, "#"))
        await client.diagnostics(uri, 2)
        client.change(uri, 3, PRINTING)
        assert await client.codes(uri, 3) == [(5, "TFL301")]


async def test_a_length_that_no_memory_has_ends_with_the_stream(tmp_path: Path) -> None:
    async with editor(tmp_path) as client:
        client.send(b"Content-Length: 99999999999999\r\n\r\n{")
        assert client.process.stdin is not None
        client.process.stdin.close()
        assert await asyncio.wait_for(client.process.wait(), 30) == 1
        client.client.error = EOFError()  # there is nobody to say goodbye to


async def test_the_server_ends_with_its_editor(tmp_path: Path) -> None:
    async with editor(tmp_path) as client:
        client.open((tmp_path / "train.py").as_uri(), PRINTING)
        assert client.process.stdin is not None
        client.process.stdin.close()
        assert await asyncio.wait_for(client.process.wait(), 30) == 1
        client.client.error = EOFError()


async def test_the_server_ends_as_the_protocol_says(tmp_path: Path) -> None:
    async with editor(tmp_path) as client:
        process = client.process
    assert process.returncode == 0


async def test_a_question_can_be_cancelled(tmp_path: Path) -> None:
    uri = (tmp_path / "train.py").as_uri()
    async with editor(tmp_path) as client:
        client.open(uri, PRINTING)
        where = types.HoverParams(types.TextDocumentIdentifier(uri), place(4, 6))
        protocol = client.client.protocol
        asked = asyncio.wrap_future(
            protocol.send_request("textDocument/hover", where, msg_id="mine")
        )
        client.client.cancel_request(types.CancelParams("mine"))
        with pytest.raises(Exception, match="cancel"):
            await asked
        assert await client.codes(uri, 1) == [(5, "TFL301")]


async def test_what_is_typed_quickly_is_judged_in_the_end(tmp_path: Path) -> None:
    uri = (tmp_path / "train.py").as_uri()
    async with editor(tmp_path) as client:
        client.open(uri, CLEAN)
        for version in range(2, 60):
            client.change(uri, version, CLEAN + "#" * version)
            await asyncio.sleep(0.01)
        client.change(uri, 60, PRINTING)
        assert await client.codes(uri, 60) == [(5, "TFL301")]


# confirming


async def action_to_confirm(client: Editor, uri: str) -> dict[str, Any]:
    actions = await client.actions(uri, 4)
    return next(one for one in actions if one["title"].startswith("Confirm"))


async def test_a_finding_is_confirmed_with_its_evidence(
    tmp_path: Path, tensorflow_python: str
) -> None:
    text = PRINTING + "\nf(tf.constant(1.0))\n"
    write(tmp_path, {"train.py": text})
    uri = (tmp_path / "train.py").as_uri()
    async with editor(tmp_path, {"settings": {"python": tensorflow_python}}) as client:
        client.open(uri, text)
        answer = await client.confirm(await action_to_confirm(client, uri))
        assert answer["verdict"] == "confirmed"
        (found,) = client.told[uri].diagnostics
        assert "\nconfirmed: " in found.message
        said = [one.message for one in found.related_information or ()]
        assert said[1].startswith("confirmed: ")
        titles = [one["title"] for one in await client.actions(uri, 4)]
        assert not any(title.startswith("Confirm") for title in titles)
        (reports,) = client.client.progress_reports.values()
        kinds = [type(report).__name__ for report in reports]
        assert kinds[0] == "WorkDoneProgressBegin" and kinds[-1] == "WorkDoneProgressEnd"
        client.change(uri, 2, text + "\n")  # what was run is not what it says now
        (found,) = await client.diagnostics(uri, 2)
        assert "confirmed" not in found.message


async def test_confirming_can_be_cancelled(tmp_path: Path, tensorflow_python: str) -> None:
    write(tmp_path, {"train.py": PRINTING})
    uri = (tmp_path / "train.py").as_uri()
    async with editor(tmp_path, {"settings": {"python": tensorflow_python}}) as client:
        client.open(uri, PRINTING)
        client.cancel_when = "Starting"
        with pytest.raises(Exception, match="nobody waits"):
            await client.confirm(await action_to_confirm(client, uri))
        (found,) = client.told[uri].diagnostics
        assert "confirmed" not in found.message
        await goes_on(client, tmp_path)


async def test_the_request_of_a_command_can_be_cancelled(
    tmp_path: Path, tensorflow_python: str
) -> None:
    write(tmp_path, {"train.py": PRINTING})
    uri = (tmp_path / "train.py").as_uri()
    async with editor(tmp_path, {"settings": {"python": tensorflow_python}}) as client:
        client.open(uri, PRINTING)
        command = (await action_to_confirm(client, uri))["command"]
        params = types.ExecuteCommandParams(command["command"], command["arguments"])
        sending = client.client.protocol.send_request
        asked = asyncio.wrap_future(sending("workspace/executeCommand", params, msg_id="mine"))
        while not client.client.progress_reports:
            await asyncio.sleep(0.1)
        client.client.cancel_request(types.CancelParams("mine"))
        with pytest.raises(Exception, match="cancel"):
            await asked
        (reports,) = client.client.progress_reports.values()
        while not isinstance(reports[-1], types.WorkDoneProgressEnd):
            await asyncio.sleep(0.1)
        await goes_on(client, tmp_path)


@pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="there is no /proc here")
async def test_what_confirms_ends_with_the_server(tmp_path: Path, tensorflow_python: str) -> None:
    def at_work() -> list[str]:
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if os.readlink(process / "cwd") == str(tmp_path):
                    found.append((process / "cmdline").read_text())
        return [command for command in found if "confirm_one" in command]

    write(tmp_path, {"train.py": PRINTING, "pyproject.toml": ""})
    uri = (tmp_path / "train.py").as_uri()
    async with editor(tmp_path, {"settings": {"python": tensorflow_python}}) as client:
        client.open(uri, PRINTING)
        action = await action_to_confirm(client, uri)
        asked = asyncio.ensure_future(client.confirm(action))
        while not at_work():
            await asyncio.sleep(0.1)
        client.process.kill()
        for _ in range(300):
            if not at_work():
                break
            await asyncio.sleep(0.1)
        assert at_work() == []
        asked.cancel()
        client.client.error = EOFError()  # there is nobody to say goodbye to


async def test_only_what_is_written_is_confirmed(tmp_path: Path) -> None:
    write(tmp_path, {"train.py": CLEAN})
    uri = (tmp_path / "train.py").as_uri()
    async with editor(tmp_path) as client:
        client.open(uri, PRINTING)
        action = await action_to_confirm(client, uri)
        why = "save train.py first: what is written is what runs"
        with pytest.raises(Exception, match=why):
            await client.confirm(action)
        assert await client.said() == [f"tflint: {why}"]


async def test_an_interpreter_that_is_not_there_is_told(tmp_path: Path) -> None:
    write(tmp_path, {"train.py": PRINTING})
    uri = (tmp_path / "train.py").as_uri()
    async with editor(tmp_path, {"settings": {"python": "/no/such/python"}}) as client:
        client.open(uri, PRINTING)
        with pytest.raises(Exception, match="could not start /no/such/python"):
            await client.confirm(await action_to_confirm(client, uri))
        assert plain(await client.said())[0].startswith("tflint: TFL301 could not be confirmed: ")
