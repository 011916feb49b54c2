"""The language server, in short: `test_conversations.py` asks it all."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from commands import CLEAN, PRINTING, findings, write
from editor import CALLER, HELPER, between, editor
from lsprotocol import types

from tflint.cli import run

pytestmark = pytest.mark.asyncio


async def test_what_the_command_line_finds_is_told(tmp_path: Path) -> None:
    write(tmp_path, {"train.py": PRINTING})
    (entry,) = findings("train.py", cwd=tmp_path)
    uri = (tmp_path / "train.py").as_uri()
    async with editor(tmp_path) as client:
        client.open(uri, PRINTING)
        (found,) = await client.diagnostics(uri, 1)
    assert (found.code, found.source) == (entry["code"], "tflint")
    assert found.message == f"{entry['message']} [{entry['harm']}]"
    assert found.range == between(
        (entry["line"] - 1, entry["column"] - 1), (entry["end_line"] - 1, entry["end_column"] - 1)
    )
    assert found.severity == types.DiagnosticSeverity.Warning
    (reason,) = found.related_information or ()
    assert reason.message == entry["chain"][0]["text"]
    assert reason.location.range.start.line == entry["chain"][0]["line"] - 1


async def test_what_is_typed_is_judged_before_it_is_written(tmp_path: Path) -> None:
    write(tmp_path, {"train.py": CLEAN})
    uri = (tmp_path / "train.py").as_uri()
    async with editor(tmp_path) as client:
        client.open(uri, CLEAN)
        assert await client.codes(uri, 1) == []
        client.change(uri, 2, (between((4, 4), (4, 4)), "print(x)\n    "))
        assert await client.codes(uri, 2) == [(5, "TFL301")]
        client.change(uri, 3, (between((4, 0), (5, 0)), ""))
        assert await client.codes(uri, 3) == []


async def test_open_texts_hold_over_what_is_written_around_a_file(tmp_path: Path) -> None:
    write(tmp_path, {"helper.py": HELPER, "train.py": CALLER, "pyproject.toml": ""})
    helper, caller = ((tmp_path / name).as_uri() for name in ("helper.py", "train.py"))
    async with editor(tmp_path) as client:
        client.open(helper, HELPER)
        assert await client.codes(helper, 1) == [(2, "TFL301")]
        client.open(caller, CALLER)
        assert await client.codes(caller, 1) == []
        client.change(caller, 2, CALLER.replace("@tf.function\n", ""))
        await client.codes(caller, 2)
        assert await client.codes(helper, 1) == []
        client.close(caller)  # what is written holds again
        await client.diagnostics(caller, None)
        assert await client.codes(helper, 1) == [(2, "TFL301")]


async def test_a_file_that_is_not_there_yet_counts(tmp_path: Path) -> None:
    write(tmp_path, {"train.py": CALLER, "pyproject.toml": ""})
    helper = (tmp_path / "helper.py").as_uri()
    async with editor(tmp_path) as client:
        client.open(helper, HELPER)
        assert await client.codes(helper, 1) == [(2, "TFL301")]


async def test_without_its_libraries_the_server_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.startswith("tflint.server")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "lsprotocol", None)
    assert run(["server"]) == 2
    assert capsys.readouterr().err == "tflint: error: the language server needs `tflint[lsp]`\n"
