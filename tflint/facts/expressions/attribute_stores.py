"""Where a program assigns to attributes of a name, whatever objects have them."""

from __future__ import annotations

from tflint.facts.expressions.program import Program
from tflint.syntax.model import AttributeStore


def attribute_stores(program: Program) -> dict[str, list[AttributeStore]]:
    """The assignments to attributes in the program, by their names."""
    found: dict[str, list[AttributeStore]] = {}
    for module in program.relevant_modules:
        for function in module.functions:
            for store in function.stores:
                found.setdefault(store.node.attr, []).append(store)
    return found
