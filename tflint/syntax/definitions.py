"""What the text of a definition says by itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.syntax.model import Binding, CallSite, Class, Function
from tflint.syntax.trees import walk

_PLAIN_DECORATORS = frozenset({"property", "cached_property", "abstractproperty"})


def comes_before(binding: Binding, use: ast.expr) -> bool:
    """True for a binding on a line above a use of its name."""
    return getattr(binding.node, "lineno", 0) < use.lineno


def is_property(function: Function) -> bool:
    """True for a method that is read like an attribute."""
    return not _PLAIN_DECORATORS.isdisjoint(_decorator_names(function))


def _decorator_names(function: Function) -> Iterator[str]:
    """The last parts of the names of decorators that are no calls."""
    for decorator in function.decorators:
        if isinstance(decorator, ast.Attribute):
            yield decorator.attr
        elif isinstance(decorator, ast.Name):
            yield decorator.id


def is_setter(function: Function) -> bool:
    """True for a method that runs when a property is assigned."""
    return any(isinstance(d, ast.Attribute) and d.attr == "setter" for d in function.decorators)


def owner_of(function: Function) -> Class | None:
    """The class whose method a function is, or is nested in."""
    scope: Function | None = function
    while scope is not None:
        if scope.owner is not None:
            return scope.owner
        scope = scope.parent
    return None


def own_attribute(node: ast.AST, function: Function) -> str | None:
    """The attribute of its object that an expression in a method names (``self.x``); None for others."""
    match node:
        case ast.Attribute(value=ast.Name(id=root), attr=attr) if root == function.self_name:
            return attr
    return None


def is_run_as_it_is(function: Function) -> bool:
    """True for what Python or a test runner runs, undecorated: the body of a module, or a test."""
    is_test = function.module.is_of_tests and function.name.startswith("test")
    return not function.decorators and (function.is_module or is_test)


def is_of_self(site: CallSite) -> bool:
    """True for a call of a method of the object at hand."""
    match site.node.func:
        case ast.Attribute(value=ast.Name(id=name)):
            return name == site.function.self_name
        case _:
            return False


def stands_in(function: Function, other: Function) -> bool:
    """True for a function itself, and for what is defined in it at any depth."""
    return any(scope is other for scope in function.scopes)


def default_of(function: Function, name: str) -> ast.expr | None:
    """The default expression of a parameter."""
    return function.defaults.get(name)


def needs_more_than(given: int, function: Function, named: frozenset[str] = frozenset()) -> bool:
    """True for a function that can't be called with so many arguments, beside ``self`` and those named."""
    optional = function.defaults.keys() | named
    needed = [a.arg for a in function.parameters if a.arg not in optional]
    return len(needed) > given + (function.self_name is not None)


def mentions(node: ast.expr, name: str, function: Function) -> bool:
    """True when an expression of a function reads ``name`` (``x``, or ``self.x`` of its object)."""
    owner, _, attr = name.rpartition(".")
    return any(
        own_attribute(part, function) == attr
        if owner
        else isinstance(part, ast.Name) and part.id == name
        for part in walk(node)
    )


def outer_parts(value: ast.expr) -> Iterator[ast.expr]:
    """What a returned expression is made of at its top: names, or a call with its arguments."""
    yield value
    if isinstance(value, ast.Call):
        yield value.func
        for argument in (*value.args, *(keyword.value for keyword in value.keywords)):
            yield argument.value if isinstance(argument, ast.Starred) else argument


def parts_as_given(value: ast.expr) -> Iterator[ast.Name]:
    """The names of which an expression gives the values as they are: alone, of branches, in displays."""
    match value:
        case ast.Name():
            yield value
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Dict(values=parts):
            for part in parts:
                yield from parts_as_given(part)
        case ast.BoolOp(values=parts):
            for part in parts:
                yield from parts_as_given(part)
        case ast.IfExp(body=body, orelse=orelse):
            yield from parts_as_given(body)
            yield from parts_as_given(orelse)


def is_abstract(function: Function) -> bool:
    """True for a method that does nothing itself, but raise."""
    return all(
        isinstance(statement, (ast.Raise, ast.Pass))
        or (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant))
        for statement in function.body
    )


def is_left_open(function: Function) -> bool:
    """True for a method that only says that the classes below have one: it raises, or is decorated so."""
    return is_abstract(function) and (
        any(isinstance(statement, ast.Raise) for statement in function.body)
        or "abstractmethod" in _decorator_names(function)
    )
