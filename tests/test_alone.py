"""Nothing but code decides what is found: each program alone in a folder, without its comments."""

from __future__ import annotations

import ast
import io
import shutil
import tokenize
from pathlib import Path

import pytest
from programs import Program, rule_programs
from test_meta import HEADER, RULES, examples

from tflint.linting.linter import lint
from tflint.linting.selection import ALL, Layer
from tflint.linting.settings import Settings
from tflint.rules.base import Rule

BAD = [pytest.param(p, id=p.name) for p in rule_programs() if p.is_bad and p.marked("expect")]
EVERYTHING = Settings(layers=(Layer(select=(ALL,)),), cache_dir=None)
DEFAULTS = Settings(cache_dir=None)


def without_comments(text: str) -> str:
    """A program with its comments taken out; everything else stays where it is."""
    lines = text.splitlines(keepends=True)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            end = "\n" if lines[row - 1].endswith("\n") else ""
            lines[row - 1] = lines[row - 1][:column].rstrip() + end
    return "".join(lines)


def with_what_it_uses(block: str) -> str:
    """An example, with those lines of the header of examples that it needs, and no others."""
    wanted = [ast.parse(block)]
    header: list[str] = []
    for statement in reversed(ast.parse(HEADER).body):
        if not defined(statement).isdisjoint(set().union(*map(used, wanted))):
            wanted.append(ast.Module([statement], []))
            header.insert(0, ast.unparse(statement))
    return "\n".join([*header, block])


def used(tree: ast.AST) -> set[str]:
    """The names that are read somewhere in a tree."""
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def defined(statement: ast.stmt) -> set[str]:
    """The names that a statement of the header binds."""
    match statement:
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return {(alias.asname or alias.name).partition(".")[0] for alias in names}
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.FunctionDef(name=name):
            return {name}
    raise AssertionError(ast.unparse(statement))


@pytest.mark.slow  # every bad fixture is linted once more
@pytest.mark.parametrize("program", BAD)
def test_a_fixture_alone_and_without_comments(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Which tells of all places in one.
    monkeypatch.setattr("tflint.linting.linter.fold", lambda found, _place_of: list(found))
    copied = tmp_path / program.path.name
    (shutil.copytree if program.path.is_dir() else shutil.copy)(program.path, copied)
    alone = Program(program.code, copied)
    for path in alone.files:
        path.write_text(without_comments(path.read_text()))
    expected = program.marked("expect")
    assert expected <= alone.places(lint([str(tmp_path)], EVERYTHING).findings)


@pytest.mark.parametrize("rule", RULES)
def test_the_example_of_a_page_alone(rule: type[Rule], tmp_path: Path) -> None:
    for number, block in enumerate(examples(rule)[0]):
        path = tmp_path / f"{number}.py"
        path.write_text(without_comments(with_what_it_uses(block)))
        found = lint([str(path)], DEFAULTS if rule.default else EVERYTHING).findings
        assert rule.code in {finding.code for finding in found}
