"""No finding stands in what nothing reaches."""

from __future__ import annotations

import ast

import pytest
from programs import lint_all

from tflint.rules.modes.predict_in_loop import PredictInLoop
from tflint.syntax.indexing import index_module
from tflint.syntax.path_conditions import is_dead

_LOOP = (
    "import tensorflow as tf\n"
    "def shown(paths):\n"
    "    model = tf.keras.models.load_model('m')\n"
    "    {above}\n"
    "    for path in paths:\n"
    "        print(model.predict(tf.ones((1, 3))))\n"
    "for turn in range(3):\n"
    "    shown(['a', 'b'])\n"
)


def dead(code: str) -> list[str]:
    """The calls of a function of this code that nothing reaches, in order."""
    text = "def f(x):\n" + "".join(f"    {line}\n" for line in code.split("\n"))
    function = index_module("m.py", "m", ast.parse(text), text).functions[1]
    sites = sorted(function.calls, key=lambda site: site.node.lineno)
    return [site.name for site in sites if is_dead(site.node, site.block, function)]


@pytest.mark.parametrize(
    ("code", "unreached"),
    [
        ("a()\nreturn b()\nc()\nif x:\n    d()", ["c", "d"]),
        ("raise ValueError\na()", ["a"]),
        ("sys.exit()\na()", ["a"]),
        ("if x:\n    return x\na()", []),
        ("if x:\n    return x\nelse:\n    raise x\na()", ["a"]),
        ("if x:\n    return x\nelif x.y:\n    return x\nelse:\n    b()\na()", []),
        ("for i in x:\n    break\n    a()\nb()", ["a"]),
        ("for i in x:\n    return i\nelse:\n    a()\nb()", []),
        ("while x:\n    if x:\n        continue\n    else:\n        break\n    a()", ["a"]),
        ("with x:\n    return x\na()", ["a"]),
        ("with suppress(KeyError):\n    return x[0]\na()", []),
        ("try:\n    return x\n    a()\nexcept KeyError:\n    b()\nfinally:\n    d()\nc()", ["a"]),
        ("if False:\n    a()\nelse:\n    b()", ["a"]),
        ("if True:\n    return x\na()", ["a"]),
        ("while True:\n    a()", []),
    ],
)
def test_what_stands_behind_a_way_out_of_its_row_is_dead(code: str, unreached: list[str]) -> None:
    assert dead(code) == unreached


def test_the_body_of_a_file_goes_on() -> None:
    text = "exit()\na()\n"  # people run notebooks and scripts part by part
    module = index_module("m.py", "m", ast.parse(text), text)
    (site,) = module.calls["a"]
    assert not is_dead(site.node, site.block, module.body)


@pytest.mark.parametrize(("above", "count"), [("pass", 1), ("return", 0), ("raise ValueError", 0)])
def test_rules_about_eager_code_leave_it_alone(above: str, count: int) -> None:
    text = _LOOP.format(above=above)
    assert len(lint_all({"m.py": text}, [PredictInLoop])) == count
