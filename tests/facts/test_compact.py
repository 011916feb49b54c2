"""Trees in slots say what they said before, and rules find the same in them."""

from __future__ import annotations

import ast

import pytest
from environments import ROOT
from programs import Program, all_programs

from tflint.facts import Project
from tflint.facts.graphs import project as projects
from tflint.files import Source
from tflint.rules import all_rules
from tflint.syntax.compact import ByKind, compact

PROGRAMS = [pytest.param(program, id=program.name) for program in all_programs()]
OF_ALL_KINDS = """
async def f(a, /, b: int = 1, *args, c=None, d, **more) -> None:
    async with a as b, c: await d
    async for x in y: yield
    {**a, 1: 2}, [*b], a[1:2, ::3], a < b <= c, not -a, a if b else c, (z := 1), lambda q: q, f"{a!r:>{b}}"
    match a:
        case [1, *rest] | {"k": v, **w} | C(1, x=None) as whole if whole: pass
        case _: ...
    del a; global g; assert a, b; raise a from b
try: pass
except E as e: nonlocal_ = {x for y in z if y for x in y}
else: import a.b as c
finally: from .. import d
"""


@pytest.mark.slow
def test_a_tree_in_slots_says_the_same() -> None:
    for path in sorted((ROOT / "tflint").rglob("*.py")):
        assert_same(path.read_text(encoding="utf-8"))


def test_every_kind_of_node_is_copied() -> None:
    assert_same(OF_ALL_KINDS)


def assert_same(text: str) -> None:
    copied, original = compact(ast.parse(text)), ast.parse(text)
    for node in ast.walk(original):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            if isinstance(node.value.value, str):
                node.value.value = ""  # what docstrings say is not kept
    assert said(copied) == said(original)
    assert ast.unparse(copied) == ast.unparse(original)
    for node in ast.walk(copied):
        assert not vars(node), "a field is kept in the dictionary"


def said(node: object) -> object:
    """What a node says, in Python's own types."""
    if isinstance(node, list):
        return [said(part) for part in node]
    if not isinstance(node, ast.AST):
        return node
    names = (*node._fields, *node._attributes)
    return type(node).__name__, {name: said(getattr(node, name)) for name in names}


def test_a_table_by_kind_holds_for_both() -> None:
    table = ByKind({ast.Name: "name"})
    copied = compact(ast.parse("x + y"))
    found = [table[node.__class__] for node in ast.walk(copied)]
    assert found.count("name") == 2
    assert set(found) == {"name", None}


@pytest.mark.slow
@pytest.mark.parametrize("program", PROGRAMS)
def test_large_projects_are_told_the_same(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = list(all_rules())
    small = program.findings(rules)
    monkeypatch.setattr(projects, "_WORTH_COMPACTING", -1)
    assert program.findings(rules) == small


def test_only_large_projects_are_compacted(monkeypatch: pytest.MonkeyPatch) -> None:
    def kind() -> type[object]:
        module = Project.build([Source("a.py", "import tensorflow")]).module("a.py")
        assert module is not None
        return type(module.tree)

    assert kind() is ast.Module
    monkeypatch.setattr(projects, "_WORTH_COMPACTING", 10)
    assert kind() is not ast.Module
