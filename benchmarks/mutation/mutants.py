"""Small changes of code: a comparison turned round, ``and`` for ``or``, a ``not`` or a statement left out.

Also another number, another text, another value returned.
"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_PRESELECTIONS = frozenset({"calls_of", "call_names", "statements"})
NOTHING = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.Pass)
"""Statements whose loss is no small change."""


@dataclass(frozen=True)
class Mutant:
    """One change.

    Attributes:
        path: the file, from the root.
        number: which node of the file, as ``ast.walk`` comes to them.
        kind: what is done to the node.
        lines: those of its statement, or of the head of one with a body: one of them is run where the
            changed code is. ``None`` for what is run once, when the module is imported.
        text: what stood there, and stands there now.
    """

    path: str
    number: int
    kind: str
    line: int
    lines: range | None
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.kind}: {self.text}"


def mutants(path: Path) -> Iterator[Mutant]:
    """Every mutant of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    left_out = _left_out(tree)
    lines = dict(_lines(tree, None))
    for number, node in enumerate(ast.walk(tree)):
        if id(node) not in left_out:
            for kind in _kinds(node):
                text = f"{_start(node)} -> {_start(_changed(node, kind))}"
                name, line = path.relative_to(ROOT).as_posix(), getattr(node, "lineno", 0)
                yield Mutant(name, number, kind, line, lines[id(node)], text)


def _start(node: ast.AST) -> str:
    return ast.unparse(ast.fix_missing_locations(node)).partition("\n")[0][:90]


def _lines(node: ast.AST, around: range | None) -> Iterator[tuple[int, range | None]]:
    """The lines of each node below this one that tell whether it is run; see ``Mutant.lines``."""
    yield id(node), around
    for field, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                inside = around
                if around is not None or (isinstance(node, ast.FunctionDef) and field == "body"):
                    inside = _head(child) or around
                yield from _lines(child, inside)


def _head(node: ast.AST) -> range | None:
    """The lines of a statement or a case, up to its body."""
    body = getattr(node, "body", None)
    match node:
        case ast.match_case():
            return range(node.pattern.lineno, max(node.body[0].lineno, node.pattern.lineno + 1))
        case ast.stmt() if isinstance(body, list):
            return range(node.lineno, max(body[0].lineno, node.lineno + 1))
        case ast.Match():
            return range(node.lineno, node.cases[0].pattern.lineno)
        case ast.stmt():
            return range(node.lineno, (node.end_lineno or node.lineno) + 1)
        case _:
            return None


def _left_out(tree: ast.AST) -> set[int]:
    """Nodes in which a change means nothing: documentation, types, imports for them, names of questions.

    Without what preselects the calls and statements that a rule is shown, it sees all of them, and a
    test holds that it finds no more then.
    """
    found: list[ast.AST] = []
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                found += ast.walk(node)
            case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.Assert():
                found += ast.walk(node)
            case ast.arg(annotation=note) | ast.AnnAssign(annotation=note) if note is not None:
                found += ast.walk(note)
            case ast.FunctionDef(returns=note) if note is not None:
                found += ast.walk(note)
            case ast.Call(func=ast.Name(id="cast")):
                found += ast.walk(node)
            case ast.Assign(value=ast.Call(func=ast.Name(id="TypeVar"))):
                found += ast.walk(node)
            case ast.Call(func=ast.Attribute(attr="ask"), args=[ast.Tuple() as key, *_]):
                found += ast.walk(key)
            case ast.ClassDef():
                found += [part for part in node.body if _is_preselection(part)]
    return {id(node) for node in found}


def _is_preselection(node: ast.AST) -> bool:
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name in _PRESELECTIONS
        case _:
            return False


def _kinds(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Compare(ops=[op, *_]) if type(op) in OPPOSITE:
            yield "comparison turned round"
        case ast.BoolOp():
            yield "`and` for `or`"
        case ast.UnaryOp(op=ast.Not()):
            yield "`not` left out"
        case ast.If() | ast.IfExp() | ast.While():
            yield "condition turned round"
        case ast.Constant(value=bool()):
            yield "`True` for `False`"
        case ast.Constant(value=int()):
            yield "another number"
        case ast.Constant(value=str(text)) if text.strip():
            yield "another text"
        case ast.Return(value=ast.Constant(value=bool())):
            pass  # the constant by itself is a mutant, and None is as false
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield "None returned"
            yield "True returned"
            yield "False returned"
        case ast.Expr() | ast.Assign() | ast.AugAssign() | ast.Continue() | ast.Break():
            yield "statement left out"
        case ast.Return(value=None):
            yield "statement left out"


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def mutated(source: str, mutant: Mutant) -> ast.Module:
    """The tree of a file with the change in it."""
    tree = ast.parse(source)
    node = next(node for number, node in enumerate(ast.walk(tree)) if number == mutant.number)
    new = _changed(node, mutant.kind)
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            if value is node:
                setattr(parent, field, new)
            elif isinstance(value, list) and any(item is node for item in value):
                value[:] = [new if item is node else item for item in value]
    return ast.fix_missing_locations(tree)


def _changed(node: ast.AST, kind: str) -> ast.AST:
    new = copy.deepcopy(node)
    match new:
        case ast.Compare():
            new.ops[0] = OPPOSITE[type(new.ops[0])]()
        case ast.BoolOp():
            new.op = ast.Or() if isinstance(new.op, ast.And) else ast.And()
        case ast.UnaryOp():
            new = new.operand
        case ast.If() | ast.IfExp() | ast.While():
            new.test = ast.copy_location(ast.UnaryOp(ast.Not(), new.test), new.test)
        case ast.Constant(value=bool(value)):
            new.value = not value
        case ast.Constant(value=int(value)):
            new.value = value + 1
        case ast.Constant(value=str(text)):
            new.value = re.sub(r"\w+", "mutant", text, count=1) if re.search(r"\w", text) else "?"
        case ast.Return(value=ast.expr()):
            new.value = ast.Constant({"N": None, "T": True, "F": False}[kind[0]])
        case _:
            new = ast.Pass()
    return ast.copy_location(new, node)
