"""Where what an expression stands for goes next: the code right around it, and the reads of a name."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tflint.syntax.model import Function, Module
from tflint.syntax.trees import children


class Use(NamedTuple):
    """An expression, the function it stands in, and the node around each node there, by ``id``."""

    node: ast.expr
    function: Function
    parents: Mapping[int, ast.AST]

    @property
    def parent(self) -> ast.AST:
        """The node right around it; of what a keyword gives, the call."""
        parent = self.parents[id(self.node)]
        return self.parents[id(parent)] if isinstance(parent, ast.keyword) else parent

    def at(self, node: ast.expr) -> Use:
        """Another expression of the same function."""
        return self._replace(node=node)


class Uses:
    """The reads of names and attributes in a project's files; each function is gone through once."""

    def __init__(self) -> None:
        self._read: dict[int, list[Use]] = {}

    def of_name(self, name: str, scope: Function) -> Iterator[Use]:
        """The reads of a variable of a function or module, those in the functions inside included."""
        for use in self._own(scope):
            if isinstance(use.node, ast.Name) and use.node.id == name:
                yield use
        for inner in scope.functions:
            if name not in inner.bindings or name in inner.nonlocal_names | inner.global_names:
                yield from self.of_name(name, inner)

    def of_attribute(self, attr: str, module: Module) -> Iterator[Use]:
        """The reads of an attribute of whatever in a file."""
        for function in module.functions:
            if any(read.attr == attr for read in function.reads) or any(
                isinstance(site.node.func, ast.Attribute) and site.node.func.attr == attr
                for site in function.calls
            ):
                for use in self._own(function):
                    if isinstance(use.node, ast.Attribute) and use.node.attr == attr:
                        yield use

    def of_call(self, node: ast.Call, function: Function) -> Use | None:
        """A call that stands in a function; None for one in the body of a class."""
        return next((use for use in self._own(function) if use.node is node), None)

    def references(self, name: str, module: Module) -> Iterator[Use]:
        """The reads of a name, and of an attribute of that name, anywhere in a file."""
        for function in module.functions:
            for use in self._own(function):
                match use.node:
                    case ast.Name(id=found) | ast.Attribute(attr=found) if found == name:
                        yield use

    def _own(self, function: Function) -> list[Use]:
        """The names, attributes and calls that a function reads, without inner functions."""
        key = id(function)
        if key not in self._read:
            self._read[key] = list(_find(function))
        return self._read[key]


def _find(function: Function) -> Iterator[Use]:
    inner = {id(other.node) for other in function.functions}
    parents: dict[int, ast.AST] = {}
    waiting: list[ast.AST] = [function.node]
    for node in waiting:  # which grows meanwhile
        match node:
            case ast.Name(ctx=ast.Load()) | ast.Attribute(ctx=ast.Load()) | ast.Call():
                yield Use(node, function, parents)
        if id(node) not in inner:
            for child in children(node):
                parents[id(child)] = node
                waiting.append(child)


def is_mere_mention(use: Use) -> bool:
    """True for a read of a class or function that neither hands it on nor keeps it.

    It is called, inherited from, asked about, or stands in an annotation.
    """
    match use.parent:
        case ast.Call(func=func) if func is use.node:
            return True
        case ast.Call(func=ast.Name(id="isinstance" | "issubclass" | "super")):
            return True
        case ast.ClassDef(bases=bases):
            return use.node in bases
        case ast.arg():
            return True
        case ast.AnnAssign(annotation=annotation):
            return annotation is use.node
        case ast.FunctionDef(returns=returns) | ast.AsyncFunctionDef(returns=returns):
            return returns is use.node
        case _:
            return False
