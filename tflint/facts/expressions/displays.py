"""What lists, tuples, sets, dictionaries, comprehensions and f-strings make, where they are written out."""

from __future__ import annotations

import ast

from tflint.facts.expressions.results import Evaluate
from tflint.facts.expressions.values import UNKNOWN, Container, Text, Value, varying

_COMPREHENSIONS: dict[type[ast.expr], str] = {
    ast.ListComp: "list",
    ast.SetComp: "set",
    ast.GeneratorExp: "generator",
}


def displayed(node: ast.expr, evaluate: Evaluate) -> Value:
    """The value that ``node`` writes out; UNKNOWN for any other expression.

    Args:
        node: the expression.
        evaluate: says what one of its parts may be.
    """
    match node:
        case ast.List(elts=elts) | ast.Tuple(elts=elts) | ast.Set(elts=elts):
            kind = type(node).__name__.lower()
            if any(isinstance(e, ast.Starred) for e in elts):
                return Container(kind)
            return Container(kind, tuple(evaluate(e) for e in elts))
        case ast.Dict():
            return _dictionary(node, evaluate)
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
            made = next(kind for cls, kind in _COMPREHENSIONS.items() if isinstance(node, cls))
            return Container(made, element=evaluate(node.elt))
        case ast.DictComp():
            return Container("dict", element=evaluate(node.value))
        case ast.JoinedStr(values=values):
            parts = (v.value for v in values if isinstance(v, ast.FormattedValue))
            return Text(varying=next((w for p in parts if (w := varying(evaluate(p)))), None))
        case _:
            return UNKNOWN


def _dictionary(node: ast.Dict, evaluate: Evaluate) -> Value:
    if any(key is None for key in node.keys):
        return Container("dict")
    names = tuple(
        key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else None
        for key in node.keys
    )
    return Container("dict", tuple(evaluate(value) for value in node.values), names)
