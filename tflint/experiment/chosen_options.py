"""What a program asks of its command line before it calls a function: ``if args.mode == "video":``."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Any

from tflint.experiment.parsed_file import ParsedFile
from tflint.finding import FunctionRef
from tflint.syntax.model import Block, Function, Module
from tflint.syntax.path_conditions import certain_parts, conditions_around

_DEEP = 8
"""How many calls one under another are followed."""


def chosen_options(
    sources: Iterable[ParsedFile | None], functions: Iterable[FunctionRef], line: int
) -> dict[str, Any]:
    """What the attributes are to be that conditions ask for on the way to some functions, or to a line.

    Args:
        sources: the files of the program.
        functions: what is to be called.
        line: where the way ends, in a file whose statements are the function themselves.
    """
    modules = [source.index for source in sources if source is not None]
    found: dict[str, Any] = {}
    waiting = [function.qualname.rpartition(".")[2] for function in functions]
    for name in waiting:  # which grows meanwhile
        places = (place for module in modules for place in _places(module, name, line))
        ways = (
            (function, list(conditions_around(node, block, function)))
            for node, block, function in places
        )
        way = min(ways, key=lambda one: len(one[1]), default=None)
        if way is None:
            continue
        holder, conditions = way
        for test, expected in conditions:
            for part, outcome in certain_parts(test, expected, holder):
                for option, value in _asked(part, outcome):
                    found.setdefault(option, value)
        if not holder.is_module and holder.name not in waiting and len(waiting) < _DEEP:
            waiting.append(holder.name)
    return found


def _places(
    module: Module, name: str, line: int
) -> Iterator[tuple[ast.AST, Block | None, Function]]:
    """Where something of a name is called, or the line of a module whose body it is."""
    for function in module.functions:
        for site in function.calls:
            if site.name == name:
                yield site.node, site.block, function
    if name == "<module>":
        for statement, block in module.body.statements:
            if statement.lineno == line:
                yield statement, block, module.body


def _asked(test: ast.expr, expected: bool) -> Iterator[tuple[str, bool | int | float | str]]:
    """Attributes, or keys, and what they are to be for a test to come out as expected."""
    match test:
        case ast.BoolOp(values=[first, *_]):  # one of several that would do
            yield from _asked(first, expected)
        case ast.Compare(left=left, ops=[op], comparators=[ast.Constant(value=value)]) if (
            isinstance(op, ast.Eq if expected else ast.NotEq)
        ):
            yield from _option(left, value)
        case ast.Compare(
            left=left,
            ops=[ast.In()],
            comparators=[ast.Tuple(elts=[first, *_]) | ast.List(elts=[first, *_])],
        ) if expected and isinstance(first, ast.Constant):
            yield from _option(left, first.value)
        case _:
            yield from _option(test, expected)


def _option(node: ast.expr, value: object) -> Iterator[tuple[str, bool | int | float | str]]:
    """A value for what may be an option of the command line: ``args.mode``, ``args["mode"]``."""
    if not isinstance(value, (bool, int, float, str)):
        return
    match node:
        case ast.Attribute(attr=name) | ast.Subscript(slice=ast.Constant(value=str(name))):
            yield name, value
