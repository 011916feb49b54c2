"""Classes whose constructor Python writes: dataclasses, those of attrs, and named tuples."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from tflint.syntax.trees import called_name

_DATACLASS = "dataclass"
_OF_ATTRS = frozenset({"define", "frozen", "mutable"})
_FACTORIES = frozenset({"attrib", "field", "ib"})
"""What says more of a field than its default: ``field(default_factory=list)``."""
_NAMED_TUPLE = "NamedTuple"
_MAKERS = frozenset({"namedtuple", _NAMED_TUPLE})
_PLAIN = frozenset({"ABC", "Generic", "Module", _NAMED_TUPLE, "Protocol", "object"})
"""The last names of base classes without fields of their own."""
_UNKNOWN = ...
"""What stands for a default of which only is known that there is one."""


class Field(NamedTuple):
    """What such a class says of one attribute.

    Attributes:
        node: where it says so.
        name: the attribute.
        annotation: its type; None where that is not written.
        default: what it is where nothing is given; None where something must be.
        is_given: whether the constructor takes it.
        is_kept: whether the object keeps it.
        by_name: whether it is given by its name only.
    """

    node: ast.AST
    name: str
    annotation: ast.expr | None = None
    default: ast.expr | None = None
    is_given: bool = True
    is_kept: bool = True
    by_name: bool = False


def fields_of(
    node: ast.ClassDef, known: Mapping[str, tuple[Field, ...]]
) -> tuple[Field, ...] | None:
    """The fields that the constructor of a class takes in this order, with those of its base classes.

    None where Python writes none, or where a base class is not among those ``known`` by their names.
    """
    decorator = next((d for d in node.decorator_list if _makes_constructor(d)), None)
    if decorator is None and not is_named_tuple(node):
        return None
    inherited: dict[str, Field] = {}
    for base in reversed(node.bases):
        name = called_name(base.value if isinstance(base, ast.Subscript) else base)
        if isinstance(base, ast.Name) and name in known:
            inherited |= {field.name: field for field in known[name]}
        elif name not in _PLAIN:
            return None
    by_name = isinstance(decorator, ast.Call) and _is_true(decorator, "kw_only")
    own = {field.name: field for field in _fields(node.body, by_name)}
    return tuple((inherited | own).values())


def kept_by_place(fields: tuple[Field, ...]) -> tuple[str, ...] | None:
    """The names of fields that are all given by their places, and kept; None where one is not."""
    plain = all(field.is_given and field.is_kept and not field.by_name for field in fields)
    return tuple(field.name for field in fields) if plain else None


def is_named_tuple(node: ast.ClassDef) -> bool:
    """True for a class of tuples with names for their items."""
    return any(called_name(base) in _MAKERS for base in node.bases)


def _makes_constructor(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    if isinstance(decorator, ast.Call) and _is_false(decorator, "init"):
        return False
    name = called_name(called)
    return name == _DATACLASS or name in _OF_ATTRS


def _fields(body: Iterable[ast.stmt], by_name: bool) -> Iterator[Field]:
    for statement in body:
        match statement:
            case ast.AnnAssign(annotation=annotation) if _is_typed(annotation, "KW_ONLY"):
                by_name = True
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value):
                if not _is_typed(annotation, "ClassVar"):
                    field = Field(statement, name, annotation, value, by_name=by_name)
                    field = field._replace(is_kept=not _is_typed(annotation, "InitVar"))
                    yield _as_told(field)


def _as_told(field: Field) -> Field:
    """A field as ``field(default=…)`` tells of it."""
    value = field.default
    if not isinstance(value, ast.Call) or called_name(value.func) not in _FACTORIES:
        return field
    told = {keyword.arg: keyword.value for keyword in value.keywords}
    default = told.get("default")
    factory = told.get("default_factory") or told.get("factory")
    if factory is not None:
        default = _made_by(factory)
    return field._replace(
        default=default,
        is_given=not _is_false(value, "init"),
        by_name=field.by_name or _is_true(value, "kw_only"),
    )


def _made_by(factory: ast.expr) -> ast.expr:
    """What a factory of defaults gives: ``[]`` of ``list``, ``Config(3)`` of ``lambda: Config(3)``."""
    match factory:
        case ast.Name(id="list"):
            made: ast.expr = ast.List([], ast.Load())
        case ast.Name(id="dict"):
            made = ast.Dict([], [])
        case ast.Lambda(body=body):
            return body
        case _:
            made = ast.Call(factory, [], [])
    return ast.copy_location(made, factory)


def _is_typed(annotation: ast.expr, name: str) -> bool:
    """True for ``ClassVar``, ``ClassVar[int]`` and ``typing.ClassVar``."""
    inner = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    return called_name(inner) == name


def _is_true(call: ast.Call, option: str) -> bool:
    return any(k.arg == option and _is_constant(k.value, True) for k in call.keywords)


def _is_false(call: ast.Call, option: str) -> bool:
    return any(k.arg == option and _is_constant(k.value, False) for k in call.keywords)


def _is_constant(node: ast.expr, value: bool) -> bool:
    return isinstance(node, ast.Constant) and node.value is value


def constructor(
    definition: ast.ClassDef, fields: tuple[Field, ...], methods: Mapping[str, object]
) -> ast.FunctionDef:
    """The constructor that Python writes for a class, with what each field is kept as where that stands."""
    given = [field for field in fields if field.is_given]
    by_place = [field for field in given if not field.by_name]
    by_name = [field for field in given if field.by_name]
    own = ast.copy_location(ast.arg("self"), definition)
    defaults = [field.default for field in by_place if field.default is not None]
    arguments = ast.arguments(
        posonlyargs=[],
        args=[own, *map(_argument, by_place)],
        vararg=None,
        kwonlyargs=[*map(_argument, by_name)],
        kw_defaults=[field.default for field in by_name],
        kwarg=None,
        defaults=defaults,
    )
    body: list[ast.stmt] = [_kept(field) for field in fields if _has_value(field)]
    if "__post_init__" in methods:
        body.append(_after(definition, [field.name for field in given if not field.is_kept]))
    return ast.FunctionDef(
        name="__init__",
        args=arguments,
        body=body or [ast.copy_location(ast.Pass(), definition)],
        decorator_list=[],
        returns=None,
        lineno=definition.lineno,
        col_offset=definition.col_offset,
        end_lineno=definition.lineno,
        end_col_offset=definition.col_offset + len("class"),
    )


def _argument(field: Field) -> ast.arg:
    return ast.copy_location(ast.arg(field.name, field.annotation), field.node)


def _has_value(field: Field) -> bool:
    return field.is_kept and (field.is_given or field.default is not None)


def _kept(field: Field) -> ast.stmt:
    """``self.name = name``."""
    own = ast.copy_location(ast.Name("self", ast.Load()), field.node)
    target = ast.copy_location(ast.Attribute(own, field.name, ast.Store()), field.node)
    value: ast.expr | None = field.default
    if field.is_given or value is None:
        value = ast.copy_location(ast.Name(field.name, ast.Load()), field.node)
    return ast.copy_location(ast.Assign([target], value), field.node)


def _after(definition: ast.ClassDef, given: list[str]) -> ast.stmt:
    """``self.__post_init__(…)``."""

    def at(node: ast.expr) -> ast.expr:
        return ast.copy_location(node, definition)

    method = at(ast.Attribute(at(ast.Name("self", ast.Load())), "__post_init__", ast.Load()))
    arguments = [at(ast.Name(name, ast.Load())) for name in given]
    return ast.copy_location(ast.Expr(at(ast.Call(method, arguments, []))), definition)


def as_class(assignment: ast.Assign) -> tuple[ast.ClassDef, tuple[Field, ...]] | None:
    """The class that ``Pair = namedtuple("Pair", "first second")`` makes, and its fields."""
    match assignment:
        case ast.Assign(
            targets=[ast.Name(id=name)],
            value=ast.Call(func=maker, args=[ast.Constant(value=str()), names, *_]) as call,
        ) if called_name(maker) in _MAKERS:
            pass
        case _:
            return None
    found = _names_in(names)
    if found is None:
        return None
    base = ast.copy_location(ast.Name(_NAMED_TUPLE, ast.Load()), maker)
    made = ast.ClassDef(name=name, bases=[base], keywords=[], body=[], decorator_list=[])
    ast.copy_location(made, assignment)
    fields = [Field(assignment, each) for each in found]
    defaults = next((k.value for k in call.keywords if k.arg == "defaults"), None)
    if defaults is not None:
        known = defaults.elts if isinstance(defaults, (ast.List, ast.Tuple)) else []
        if not known or len(known) > len(fields):
            unknown = ast.copy_location(ast.Constant(_UNKNOWN), defaults)
            known = [unknown] * len(fields)
        first = len(fields) - len(known)
        fields[first:] = [
            field._replace(default=default)
            for field, default in zip(fields[first:], known, strict=True)
        ]
    return made, tuple(fields)


def _names_in(names: ast.expr) -> list[str] | None:
    """The names of fields: ``"first second"``, ``["first", "second"]``, ``[("first", int)]``."""
    match names:
        case ast.Constant(value=str(text)):
            return text.replace(",", " ").split()
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            found = []
            for part in parts:
                match part:
                    case (
                        ast.Constant(value=str(name))
                        | ast.Tuple(elts=[ast.Constant(value=str(name)), _])
                    ):
                        found.append(name)
                    case _:
                        return None
            return found
        case _:
            return None
