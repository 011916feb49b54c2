"""Flags of ``self`` that let operations run once in eager code, and at every call of a graph or at none."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tflint.api.lookup import acting
from tflint.facts.values import Instance, members
from tflint.syntax.expressions import are_same
from tflint.syntax.model import AttributeStore, Block, Class, Function, outward
from tflint.syntax.path_conditions import certain_parts

if TYPE_CHECKING:
    from tflint.facts.context import Context


def decides_operations(store: AttributeStore, context: Context) -> bool:
    """True for ``self.first = False`` under ``if self.first:``, beside operations of the graph.

    Tracing decides for all calls of the graph: what its first trace came to runs at each, and where that
    made variables, so that TensorFlow traces once more, at none.
    """
    block, given = store.binding.block, store.binding.value
    if block is None or not isinstance(given, ast.Constant) or store.binding.path:
        return False
    held = _held(store, block, context.function)
    if held is None or bool(given.value) is held or not _starts(store.node, held, context):
        return False
    return any(
        block in outward(site.block)
        and acting(context.names(site.node.func))
        and not context.escapes(site.node, site.block)
        for site in context.function.calls
    )


def _held(store: AttributeStore, block: Block, function: Function) -> bool | None:
    """How the test of a block found the attribute that is assigned there; None where it asks for others."""
    if not isinstance(block.node, ast.If):
        return None
    parts = certain_parts(block.node.test, block.arm == "body", function)
    return next((held for part, held in parts if are_same(part, store.node)), None)


def _starts(attribute: ast.Attribute, held: bool, context: Context) -> bool:
    """True where a constructor, or the body of the class, gives an attribute such a constant first."""
    bases = context.project.inference.classes.bases
    return any(
        isinstance(binding.value, ast.Constant) and bool(binding.value.value) is held
        for member in members(context.value(attribute.value))
        if isinstance(member, Instance)
        for base in bases(member.definition)
        if isinstance(base, Class)
        for binding in (
            *base.bindings.get(attribute.attr, ()),
            *(
                s.binding
                for s in base.stores.get(attribute.attr, ())
                if s.function.name == "__init__"
            ),
        )
    )
