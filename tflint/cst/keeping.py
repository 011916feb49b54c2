"""Makes what a method makes at each call an attribute, which its object sets once."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import partial
from itertools import dropwhile, takewhile

import libcst as cst

from tflint.change import Change, Keep


def change_of(keep: Keep) -> Change:
    """The change of a class that keeps something in an attribute."""
    to = partial(_kept, keep=keep)
    parts = (keep.made, *keep.shapes, *keep.uses)
    return Change(to, keep.node, keep.applicability, parts, f"{keep.node.name}.{keep.binds}")


def _kept(
    definition: cst.ClassDef, made: cst.CSTNode, *parts: cst.CSTNode, keep: Keep
) -> cst.CSTNode | None:
    """The class with the attribute; None where its code has no place for it."""
    shapes, uses = set(parts[: len(keep.shapes)]), set(parts[len(keep.shapes) :])
    shape = _shape_name(definition) if keep.by == "build" else ""
    if shape is None:
        return None
    taking = _TakingOut(keep, made, uses, shapes, shape)
    body = definition.body.visit(taking)
    statements = taking.statements
    if not statements or not isinstance(body, cst.IndentedBlock):
        return None
    new = _set_by(keep.by, body, statements) or _set_by_new(keep, body, statements)
    return None if new is None else definition.with_changes(body=new)


class _TakingOut(cst.CSTTransformer):
    """Takes out of a method what makes something, and reads the attribute where its name was read."""

    def __init__(
        self,
        keep: Keep,
        made: cst.CSTNode,
        uses: set[cst.CSTNode],
        shapes: set[cst.CSTNode],
        shape: str,
    ) -> None:
        super().__init__()
        self.statements: list[cst.BaseStatement] = []
        """What sets the attribute."""
        self._keep = keep
        self._made = made
        self._uses = uses
        self._shapes = shapes
        self._shape = shape

    def on_leave(  # type: ignore[override]
        self, original_node: cst.CSTNode, updated_node: cst.CSTNode
    ) -> cst.CSTNode | cst.RemovalSentinel:
        """Change what is to be changed; each node is known by itself."""
        if original_node in self._uses and isinstance(updated_node, cst.Name):
            return self._attribute().with_changes(lpar=updated_node.lpar, rpar=updated_node.rpar)
        if original_node in self._shapes:
            return cst.Name(self._shape)
        if original_node is self._made and isinstance(updated_node, cst.BaseExpression):
            value = updated_node.with_changes(lpar=(), rpar=())
            self.statements = [_statement(self._attribute(), value)]
            return self._attribute().with_changes(lpar=updated_node.lpar, rpar=updated_node.rpar)
        if original_node is self._made and isinstance(updated_node, cst.FunctionDef):
            given = _statement(self._attribute(), updated_node.name)
            comments = [line for line in updated_node.leading_lines if line.comment is not None]
            self.statements = [
                updated_node.with_changes(leading_lines=[_EMPTY, *comments]),
                given.with_changes(leading_lines=[_EMPTY]),
            ]
            return cst.RemoveFromParent()
        if isinstance(original_node, cst.IndentedBlock) and isinstance(
            updated_node, cst.IndentedBlock
        ):
            first = original_node.body[:1]
            inner = first[0].body if first and isinstance(first[0], cst.SimpleStatementLine) else ()
            if self._made in (*first, *inner) and len(updated_node.body) < len(original_node.body):
                return _without_gap(updated_node)
        if isinstance(original_node, cst.SimpleStatementLine) and self._made in original_node.body:
            assert isinstance(updated_node, cst.SimpleStatementLine)
            (assignment, *others) = updated_node.body
            if others or not isinstance(assignment, cst.Assign):
                return updated_node
            target = assignment.targets[0].with_changes(target=self._attribute())
            self.statements = [
                updated_node.with_changes(body=[assignment.with_changes(targets=[target])])
            ]
            return cst.RemoveFromParent()
        return super().on_leave(original_node, updated_node)  # type: ignore[return-value]

    def _attribute(self) -> cst.Attribute:
        return cst.Attribute(cst.Name(self._keep.owner), cst.Name(self._keep.binds))


_EMPTY = cst.EmptyLine(indent=False)


def _without_gap(block: cst.IndentedBlock) -> cst.IndentedBlock:
    """A block that does not begin with an empty line."""
    if not block.body:
        return block
    first = block.body[0]
    lines = list(dropwhile(lambda line: line.comment is None, getattr(first, "leading_lines", ())))
    return block.with_changes(body=[first.with_changes(leading_lines=lines), *block.body[1:]])


def _statement(target: cst.Attribute, value: cst.BaseExpression) -> cst.SimpleStatementLine:
    return cst.SimpleStatementLine([cst.Assign([cst.AssignTarget(target)], value)])


def _shape_name(definition: cst.ClassDef) -> str | None:
    """What ``build`` calls the shape that it is given; None where it takes more or less than that."""
    for method in definition.body.body:
        if isinstance(method, cst.FunctionDef) and method.name.value == "build":
            parameters = method.params
            plain = not (parameters.star_kwarg or parameters.kwonly_params)
            if not plain or len(parameters.params) != 2:
                return None
            return parameters.params[1].name.value
    return "input_shape"


def _set_by(
    name: str, body: cst.IndentedBlock, statements: Sequence[cst.BaseStatement]
) -> cst.IndentedBlock | None:
    """A class body whose method of a name ends with these statements; None where it has no such method."""
    for place, method in enumerate(body.body):
        if isinstance(method, cst.FunctionDef) and method.name.value == name:
            inner = method.body
            if not isinstance(inner, cst.IndentedBlock):
                return None
            kept = list(inner.body)
            if len(kept) == 1 and _is_pass(kept[0]):
                kept = []
            new = method.with_changes(body=inner.with_changes(body=[*kept, *statements]))
            return body.with_changes(body=[*body.body[:place], new, *body.body[place + 1 :]])
    return None


def _set_by_new(
    keep: Keep, body: cst.IndentedBlock, statements: Sequence[cst.BaseStatement]
) -> cst.IndentedBlock | None:
    """A class body with a method of its own for these statements, above its first."""
    methods = (p for p, s in enumerate(body.body) if isinstance(s, cst.FunctionDef))
    place = next(methods, None)
    if place is None or any(
        isinstance(s, ast.FunctionDef) and s.name == keep.by for s in keep.node.body
    ):
        return None
    first = body.body[place]
    assert isinstance(first, cst.FunctionDef)
    above = list(takewhile(lambda line: line.comment is None, first.leading_lines))
    rest = first.leading_lines[len(above) :]
    if keep.by == "build":
        head = f"def build({keep.owner}, input_shape):\n    pass\n"
    elif keep.calls_super:
        head = (
            f"def __init__({keep.owner}, *args, **kwargs):\n    super().__init__(*args, **kwargs)\n"
        )
    else:
        head = f"def __init__({keep.owner}):\n    pass\n"
    method = cst.parse_statement(head)
    assert isinstance(method, cst.FunctionDef)
    inner = method.body
    kept = [s for s in inner.body if not _is_pass(s)]
    new = method.with_changes(
        body=inner.with_changes(body=[*kept, *statements], indent=body.indent),
        leading_lines=above,
    )
    second = first.with_changes(leading_lines=[_EMPTY, *rest])
    return body.with_changes(body=[*body.body[:place], new, second, *body.body[place + 1 :]])


def _is_pass(statement: cst.BaseStatement | cst.BaseSmallStatement) -> bool:
    return isinstance(statement, cst.SimpleStatementLine) and [
        isinstance(s, cst.Pass) for s in statement.body
    ] == [True]
