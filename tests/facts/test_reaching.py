"""Which bindings of a name can be the last before it is read."""

from __future__ import annotations

import pytest
from snippets import calls_of, project_of, revealed

from tflint.facts.expressions.values import Text, members
from tflint.syntax.reaching import reaching


@pytest.mark.parametrize(
    ("body", "reach"),
    [
        ("y = 'a'; reveal(y)", "a"),
        ("y = 'a'; y = 'b'; reveal(y)", "b"),
        ("y = 'a'; reveal(y); y = 'b'", "a"),
        ("y = 'a'\nif c:\n    y = 'b'\nreveal(y)", "ab"),
        ("y = 'a'\nif c:\n    y = 'b'\n    reveal(y)", "b"),
        ("y = 'a'\nif c:\n    y = 'b'\nelse:\n    reveal(y)", "a"),
        ("if c:\n    y = 'a'\nelse:\n    y = 'b'\nreveal(y)", "ab"),
        ("y = 'a'\nif c:\n    y = 'b'\nelse:\n    y = 'c'\nreveal(y)", "bc"),
        ("y = 'a'\nif c:\n    y = 'b'\nelif d:\n    y = 'c'\nelse:\n    y = 'd'\nreveal(y)", "bcd"),
        ("y = 'a'\nif c:\n    y = 'b'\nelif d:\n    y = 'c'\nreveal(y)", "abc"),
        ("y = 'a'\nif c:\n    y = 'b'\nelse:\n    raise E\nreveal(y)", "b"),
        ("y = 'a'\nif c:\n    return\nelif d:\n    y = 'b'\nelse:\n    raise E\nreveal(y)", "b"),
        ("y = 'a'\nif c:\n    y = 'b'\nelse:\n    del y\nreveal(y)", "ab"),
        ("y = 'a'\nif c:\n    with c:\n        y = 'b'\nelse:\n    y = 'c'\nreveal(y)", "bc"),
        ("y = 'a'\nif c:\n    for i in c:\n        y = 'b'\nelse:\n    y = 'c'\nreveal(y)", "abc"),
        (
            "y = 'a'\nif c:\n  if d:\n    y = 'b'\n  else:\n    y = 'c'\nelse:\n  y = 'd'\nreveal(y)",
            "bcd",
        ),
        (
            "y = 'a'\nfor i in c:\n    if d:\n        y = 'b'\n    else:\n        y = 'c'\n    reveal(y)",
            "bc",
        ),
        (
            "y = 'a'\nfor i in c:\n    if d:\n        y = 'b'\n    else:\n        y = 'c'\nreveal(y)",
            "abc",
        ),
        (
            "y = 'a'\nfor i in c:\n    if d:\n        y = 'b'\n    else:\n        break\nreveal(y)",
            "ab",
        ),
        ("y = 'a'\nwhile c:\n    y = (reveal(y), 'b')[1]", "ab"),
        (
            "y = 'a'\nif c:\n  if d:\n    y = 'b'\n  else:\n    y = 'c'\n  reveal(y)",
            "bc",
        ),
        (
            "y = 'a'\nif c:\n  y = 'b'\nelse:\n  with c:\n    y = 'c'\n    reveal(y)\n  y = 'd'",
            "c",
        ),
        ("y = 'a'\nwith c:\n    y = 'b'\nreveal(y)", "b"),
        ("y = 'a'\nwith c(1) as d, d:\n    y = 'b'\nreveal(y)", "b"),
        ("y = 'a'\nwith c.suppress(E):\n    y = 'b'\nreveal(y)", "ab"),
        ("y = 'a'\nwith c.assertRaises(E):\n    y = 'b'\nreveal(y)", "ab"),
        ("y = 'a'\nwith c:\n    if c:\n        y = 'b'\nreveal(y)", "ab"),
        ("y = 'a'\nfor i in c:\n    y = 'b'\nreveal(y)", "ab"),
        ("y = 'a'\nfor i in c:\n    reveal(y)\n    y = 'b'", "ab"),
        ("y = 'a'\nwhile c:\n    reveal(y)\n    y = 'b'", "ab"),
        ("y = 'a'\nfor i in c:\n    y = 'b'\n    reveal(y)", "b"),
        ("y = 'a'\nfor i in c:\n    y = 'b'\n    reveal(y)\n    y = 'c'", "b"),
        ("for i in c:\n    y = 'b'\n    y = reveal(y)", "b"),
        ("for i in c:\n    with c:\n        y = 'b'\n    y = reveal(y)", "b"),
        ("for y in ['a']:\n    reveal(y)\n    y = 'b'", "a"),
        ("for i in c:\n    if c:\n        y = 'b'\n    reveal(y)\n    y = 'c'", "bc"),
        (
            "for i in c:\n    y = 'a'\n    for j in c:\n        y = reveal(y) or 'b'\n    y = 'c'",
            "ab",
        ),
        ("while (y := 'a'):\n    reveal(y)\n    y = 'b'", "a"),
        ("for i in (y := 'a'):\n    reveal(y)\n    y = 'b'", "ab"),
        ("y = 'a'\ntry:\n    y = 'b'\nexcept E:\n    pass\nreveal(y)", "ab"),
        ("y = 'a'\nreveal(y)\nfor i in c:\n    y = 'b'", "a"),
        ("y = 'a'; y = y; reveal(y)", "a"),
        ("y = 'a'; y = (reveal(y), 'b')[1]", "a"),
        ("[y for y in ['b']]\n[reveal(y) for y in ['a']]", "a"),
        ("for y in ['b']:\n    pass\n[reveal(y) for y in ['a']]", "a"),
        ("[y for y in ['b']]\ny = 'a'\nreveal(y)", "a"),
        ("y = 'a'\n[y for y in ['b']]\nreveal(y)", "a"),
        ("y = ['a']\n[c for y in reveal(y)]", ""),
        ("[[reveal(y) for y in ['a']] for y in ['b']]", "a"),
        ("[([y for y in ['b']], reveal(y)) for y in ['a']]", "a"),
        ("[reveal(y) for y in c for y in ['a']]", "a"),
    ],
)
def test_reaching(body: str, reach: str) -> None:
    text = "import tensorflow\ndef f(c):\n" + "".join(f"    {s}\n" for s in body.split("\n"))
    (value,) = revealed(project_of({"m.py": text}))
    assert {m.constant for m in members(value) if isinstance(m, Text)} == set(reach)


@pytest.mark.parametrize(("bindings", "known"), [(49, True), (50, False)])
def test_more_bindings_than_can_be_told_apart_are_no_knowledge(bindings: int, known: bool) -> None:
    body = "\n".join(f"if c({n}):\n    x = {n}" for n in range(bindings))
    (site,) = calls_of(project_of({"m.py": f"{body}\nuse(x)\n"}), "use")
    found = reaching("x", site.node.args[0], site.function)
    assert all(binding.kind == "assign" for binding in found) is known
