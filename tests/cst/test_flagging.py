"""A visitor flags: each finding has its exact place, and hears the comments of its statement."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import places, write
from programs import Program, all_programs

import tflint.cst.flagging as flagging
import tflint.cst.slices as slices
from tflint.cst.flagging import flagged
from tflint.cst.slices import Excerpt, excerpt, slices_around, whole
from tflint.facts import Project
from tflint.files import Source
from tflint.finding import Finding
from tflint.linting.engine import check
from tflint.rules import all_rules
from tflint.syntax.model import Module
from tflint.syntax.spans import span_of

HEADER = "import tensorflow as tf\n"


def indexed(text: str) -> tuple[Project, Module]:
    project = Project.build([Source("a.py", text)])
    module = project.module("a.py")
    assert module is not None
    return project, module


def found_in(text: str) -> list[Finding]:
    project, _ = indexed(text)
    return list(check(project, "a.py", all_rules()))


def nodes_in(module: Module) -> Iterator[ast.stmt | ast.expr]:
    """What can be proposed."""
    for node in ast.walk(module.tree):
        if isinstance(node, (ast.stmt, ast.Call, ast.Name, ast.JoinedStr)):
            yield node


@pytest.mark.parametrize("program", [pytest.param(p, id=p.name) for p in all_programs()])
def test_all_that_rules_propose_is_found(program: Program) -> None:
    """No finding of the fixtures falls back to the place that ``ast`` tells, which is the same."""
    assert program.lost == []


@pytest.mark.parametrize(
    "text",
    [
        "def é(ü):\n\tprint('ä', ü); print(ü)\n\tif ü: print(ü)\n\telif ü:\n\t\tprint(f'é{ü}')\n",
        "class A:\n    @b(  # c\n        d\n    )\n    # e\n    def f(self):\n        '''\n  é'''; g(x)\n",
        "class A:\n  x = f(1); y = g(2)\n  if z: pass\n  else: h(3)\n  try: i()\n  except j: k()\n",
        "async def f(x):\n  async for a in x:\n    await a(b, \\\nc)\n  async with x: pass\n",
        "x = (1,\n2); y = f(\n3)\n",
        "for a in b:\n\n  # c\n\n# d\n  e()\n  match f:\n    case g(): h()\n",
        "def f():\n\x0c\n    x = '''\n\x0c'''; y()\nz = lambda: (\n  a(b))\n",
        'def f(x):\n    return f"""\n{x}\n  é{g(x, \'é\')!r:>{w(x)}} {{}}""" f"{h(x)}"\n',
    ],
)
def test_whatever_is_proposed_is_found_in_a_slice(text: str) -> None:
    project, module = indexed(text)
    strings = [n for n in ast.walk(module.tree) if isinstance(n, ast.JoinedStr)]
    inside = {id(n) for string in strings for n in ast.walk(string) if n is not string}
    formats = [n.format_spec for n in ast.walk(module.tree) if isinstance(n, ast.FormattedValue)]
    for node in nodes_in(module):
        found = flagged(project, "a.py", [node])
        assert id(node) in found or node in formats, ast.dump(node)
        if id(node) not in inside:
            assert found[id(node)].span == span_of(node, module.lines)


def test_a_call_in_an_f_string_stands_where_it_is_written() -> None:
    """Before Python 3.12 ``ast`` counted wrongly in strings of several lines."""
    project, module = indexed('é = f"""\n  {f(1)}\n é {f(2)}"""\n')
    calls = [node for node in ast.walk(module.tree) if isinstance(node, ast.Call)]
    found = flagged(project, "a.py", calls)
    assert {tuple(found[id(call)].span) for call in calls} == {(2, 4, 2, 8), (3, 5, 3, 9)}


def test_slices_are_no_larger_than_needed_and_never_overlap() -> None:
    text = "x = 1\nclass A:\n    def f(self):\n        def g():\n            a()\n        b()\n    c()\n"
    _, module = indexed(text)
    calls = {node.func.id: node for node in ast.walk(module.tree) if isinstance(node, ast.Call)}  # type: ignore[attr-defined]
    assert [s[:2] for s in slices_around(module, [calls["a"]])] == [(4, 5)]
    assert [s[:2] for s in slices_around(module, [calls["b"], calls["a"]])] == [(3, 6)]
    assert [s[:2] for s in slices_around(module, calls.values())] == [(3, 6), (7, 7)]
    assert excerpt(module, slices_around(module, calls.values())) == Excerpt(
        "if 1:\n    def f(self):\n        def g():\n            a()\n        b()\nif 1:\n    c()\n",
        [0, 3, 4, 5, 6, 0, 7],
    )
    assert [*whole(module).numbers] == [*range(1, 9)]


def test_where_libcst_fails_the_place_is_that_of_the_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    text = HEADER + "@tf.function\ndef f(x):\n    print(x)\n"
    before = found_in(text)
    monkeypatch.setattr(flagging, "_parsed", lambda text: None)
    assert found_in(text) == before != []


def test_what_libcst_can_not_parse_costs_other_functions_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = "@tf.function\ndef f{0}(x):\n    print(\n        x  # noqa\n    )\n    y = {0}\n"
    parsed = flagging._parsed
    monkeypatch.setattr(flagging, "_parsed", lambda t: None if "y = 3\n" in t else parsed(t))
    found = found_in(HEADER + "".join(one.format(number) for number in range(6)))
    assert [finding.noqa_lines for finding in found] == [(5,), (11,), (17,), (), (29,), (35,)]


def test_slices_are_parsed_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many functions have findings, in classes, tabs or spaces, and strings that look odd."""
    texts: list[str] = []
    parsed = flagging._parsed
    monkeypatch.setattr(flagging, "_parsed", lambda text: texts.append(text) or parsed(text))
    text = (
        f"{HEADER}@tf.function\ndef f(x):\n    print(x)\n    return '''\n# noqa '''\n"
        "@tf.function\ndef g(x):\n\tprint(x)  # noqa\n# noqa\n\tprint(1, x)\n"
        "class A:\n  if A:\n        @tf.function\n        def h(self, x):\n         print(x)\n"
        "  @tf.function\n  def i(self, x): print(x)\n"
    )
    found = {finding.span.line: finding.noqa_lines for finding in found_in(text)}
    assert found == {4: (), 9: (9,), 11: (10,), 16: (), 18: ()}
    assert len(texts) == 1


@pytest.mark.parametrize("most", [2, 100])
def test_slices_are_divided_where_there_are_many(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = HEADER + "".join(f"@tf.function\ndef f{i}(x):\n    print(x)  # noqa\n" for i in range(7))
    whole = found_in(text)
    texts: list[str] = []
    parsed = flagging._parsed
    monkeypatch.setattr(flagging, "_parsed", lambda text: texts.append(text) or parsed(text))
    monkeypatch.setattr(flagging, "_WORTH_DIVIDING", 3)
    monkeypatch.setattr(flagging, "_MOST_DIVISIONS", most)
    assert found_in(text) == whole
    assert len(texts) == (2 if most == 2 else 3)


WITHOUT = [
    ("    a = {}\n    print(x)  # noqa\n", "    pass\n    print(x)  # noqa\n"),
    ("    # why\n    a = [\n        {}]\n    print(x)\n", "    # why\n    pass\n    print(x)\n"),
    ("    print(x); a = {}\n", None),
    ("    a = [\n        {}]; print(x)\n", None),
    (
        "    if x:\n        a = 1\n        b = {}\n    else:\n        print(x)\n    return a\n",
        "    if x:\n        pass\n    else:\n        print(x)\n    pass\n",
    ),
    (
        "    try:\n        a = {}\n    except E:\n        a = 1\n    else:\n        print(x)\n"
        "    finally:\n        b = {}\n",
        "    try:\n        pass\n    except E:\n        pass\n    else:\n        print(x)\n"
        "    finally:\n        pass\n",
    ),
    (
        "    match x:\n        case 1:\n            print(x)\n        case 2: a = {}\n",
        None,
    ),
    (
        "    @g\n    def h():\n        return {}\n    for i in x:\n        class A:\n            b = 1\n"
        "        print(\n            x\n        )\n",
        "    pass\n    for i in x:\n        pass\n        print(\n            x\n        )\n",
    ),
]
"""Bodies with something large (``{}``), and what of them is parsed; None where all would have to be."""


@pytest.mark.parametrize(("body", "parsed"), WITHOUT)
def test_of_what_is_too_much_for_libcst_statements_are_left_out(
    body: str, parsed: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lists of half a million numbers would take gigabytes; what is left is found where it stands."""
    texts: list[str] = []
    parse = flagging._parsed
    monkeypatch.setattr(flagging, "_parsed", lambda text: texts.append(text) or parse(text))
    large = f"[{'0, ' * slices.MOST_NODES}]"
    head = HEADER + "@tf.function\ndef f(x):\n"
    whole = found_in(head + body.replace("{}", "[0]"))
    assert [finding.code for finding in whole] == ["TFL301"]
    texts.clear()
    cut = found_in(head + body.replace("{}", large))
    if parsed is None:
        assert texts == []
        assert [(f.code, f.span.line) for f in cut] == [("TFL301", whole[0].span.line)]
    else:
        assert cut == whole
        assert texts == [f"0\n@tf.function\ndef f(x):\n{parsed}"]


def test_lines_of_comments_may_be_too_much_for_libcst(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is a node to it, though not to Python."""
    texts: list[str] = []
    monkeypatch.setattr(flagging, "_parsed", texts.append)
    text = HEADER + "@tf.function\ndef f(x):\n" + "    #\n" * slices.MOST_NODES
    found = found_in(f"{text}    print(x)\n")
    assert [(f.code, f.span.line) for f in found] == [("TFL301", slices.MOST_NODES + 4)]
    assert texts == []


def test_what_is_too_much_for_libcst_together_is_parsed_in_parts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = "@tf.function\ndef f{0}(x):\n    print(x)  # noqa\n    return [{1}]\n"
    text = HEADER + "".join(one.format(number, "0, " * 20) for number in range(5))
    whole = found_in(text)
    texts: list[str] = []
    parse = flagging._parsed
    monkeypatch.setattr(flagging, "_parsed", lambda text: texts.append(text) or parse(text))
    monkeypatch.setattr(flagging, "MOST_NODES", 100)
    assert found_in(text) == whole
    assert [text.count("def") for text in texts] == [2, 2, 1]


def test_what_nests_too_deep_for_libcst_is_flagged_all_the_same() -> None:
    text = HEADER + f"@tf.function\ndef f(x):\n    print(x)\n    return {'x + ' * 5000}x\n"
    assert [(f.code, f.span.line) for f in found_in(text)] == [("TFL301", 4)]


SILENT = [
    "    print(x)  # noqa: TFL301\n",
    "    # noqa: TFL301\n    print(x)\n",
    "    # noqa\n    print(x)\n",
    "    # noqa: TFL301\n    # as intended\n    print(\n        x\n    )\n",
    "# noqa: TFL301\n    print(x)\n",
    "    print(  # noqa: TFL301\n        x,\n        x\n    )\n",
    "    print(\n        x,\n        # noqa: TFL301\n        x\n    )\n",
    "    print(\n        x,\n        x\n    )  # noqa: TFL301\n",
    "    y = [\n        1,\n        print(x),\n        2,\n    ]  # noqa: TFL301\n",
    "    # noqa: TFL301\n    y = [\n        1,\n        print(x),\n    ]\n",
    '    print(x, """\n    é\n    """)  # noqa: TFL301\n',
    "    # noqa: TFL301\n    y = 1; print(x)\n",
    "    # noqa: TFL301\n    if print(x):\n        pass\n",
    "    if (\n        print(x)\n    ):  # noqa: TFL301\n        pass\n",
    "    y = 1\n    # noqa: TFL301\n    if x is None: print(x)\n",
]
HEARD = [
    "    # noqa: TFL301\n\n    print(x)\n",
    "    # noqa: TFL302\n    print(x)\n",
    "    # print(y)  # noqa: TFL301\n    print(x)\n",
    "    y = 1  # noqa: TFL301\n    print(x)\n",
    "    print(x)\n    # noqa: TFL301\n",
    "    with x:\n        y = 1\n        # noqa: TFL301\n    print(x)\n",
    "    # noqa: TFL301\n    with x:\n        print(x)\n",
    "    '''\n    # noqa: TFL301\n    '''\n    print(x)\n",
]


@pytest.mark.parametrize("body", SILENT)
def test_comments_of_a_statement_silence_what_is_found_in_it(body: str, tmp_path: Path) -> None:
    write(tmp_path, {"a.py": f"{HEADER}@tf.function\ndef f(x):\n{body}    return x\n"})
    for options in (["--extend-select", "TFL002"], ["--extend-select", "TFL002", "--no-cache"]):
        assert places("a.py", *options, cwd=tmp_path) == [], "and none of them is unused"
    assert [code for _, _, code in places("a.py", "--ignore-noqa", cwd=tmp_path)] == ["TFL301"]


@pytest.mark.parametrize("body", HEARD)
def test_other_comments_do_not(body: str, tmp_path: Path) -> None:
    write(tmp_path, {"a.py": f"{HEADER}@tf.function\ndef f(x):\n{body}    return x\n"})
    assert [code for _, _, code in places("a.py", cwd=tmp_path)] == ["TFL301"]


def test_a_decorator_has_comments_of_its_own() -> None:
    project, module = indexed(
        "# noqa: A1\n@a  # noqa: A2\n# noqa: A3\n@b  # noqa: A4\n"
        "# noqa: A5\ndef f(x):  # noqa: A6\n    # noqa: A7\n    return x  # noqa: A8\n"
    )
    (function,) = module.tree.body
    assert isinstance(function, ast.FunctionDef)
    heard = {
        ast.unparse(node).split("\n")[0]: flagged(project, "a.py", [node])[id(node)].noqa_lines
        for node in (function, *function.decorator_list, *function.body)
    }
    assert heard == {"@a": (1, 2, 3, 4, 5, 6), "a": (1, 2), "b": (3, 4), "return x": (7, 8)}


@pytest.mark.parametrize(("levels", "count"), [(3, 1), (4, 1), (5, 0), (200, 0)])
@pytest.mark.parametrize("pattern", ["(x,)", "{1: x}", "[x]", "C(a=x)", "(x)"])
def test_patterns_that_libcst_takes_long_for_are_not_given_to_it(
    pattern: str, levels: int, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What stands in such a function is where the tree says, and in others nothing changes."""
    if levels == 200 and pattern != "(x)":
        levels = 60  # of those Python itself takes no more
    start, end = pattern.split("x")
    text = (
        f"{HEADER}@tf.function\ndef f(x):\n    match (((((x))))):\n"
        f"        case {start * levels}y{end * levels} if g(h(y)):\n            print(f(g(h(i(j())))))\n"
        "        case _:\n            print(1)\n"
    )
    texts: list[str] = []
    parsed = flagging._parsed
    monkeypatch.setattr(flagging, "_parsed", lambda text: texts.append(text) or parsed(text))
    found = found_in(text)
    assert {(f.code, tuple(f.span)) for f in found} >= {("TFL301", (8, 13, 8, 21))}
    assert len(texts) == count
