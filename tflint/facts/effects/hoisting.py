"""Where could stand what need not run each time: before a loop, at module level, or in an attribute."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING

from tflint.api.keras import ATTRIBUTES
from tflint.change import Keep, Move
from tflint.facts.programs.loop_dependence import changing_names, filled_names
from tflint.syntax.model import Class
from tflint.syntax.scopes import holder_of
from tflint.syntax.trees import walk

if TYPE_CHECKING:
    from tflint.facts.graphs.context import Context

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


_REPEATING = (
    ast.For,
    ast.AsyncFor,
    ast.While,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
)


def before_loop(node: ast.expr, loop: ast.AST, context: Context) -> Move | None:
    """The move of what makes a node to before a loop, if nothing that it reads is of the loop.

    An expression that has no name gets one there.
    """
    if not isinstance(loop, ast.stmt):
        return None
    made = _maker(node, context) or node
    if made is loop or (made is node and _is_deferred(node, context)):
        return None
    bindings = list(_bindings(loop))
    bound = changing_names(loop) | {*bindings}
    name = _name_of(made, context)
    if bound & _reads(made) - {name} or (made is not node and bindings.count(name) > 1):
        return None
    return Move(made, loop, context.function.node, name)


def to_module(node: ast.expr, context: Context, *, has_state: bool) -> Move | None:
    """The move of what makes a node to module level, above what holds the function that makes it.

    Only where all that it reads is the module's, and there already. An expression that has no name gets
    one, and a name that is taken there another.

    Args:
        node: what makes something.
        context: the function around it.
        has_state: whether each of what is made has a state of its own: one for several, or for several
            objects, would share it.
    """
    made = _maker(node, context) or node
    function, module = context.function, context.function.module
    if function.is_module or isinstance(function.node, ast.Lambda):
        return None
    if _is_made_for_this(made, node, context):
        return None
    if has_state and (function.owner is not None or _is_shared(made, context)):
        return None
    top = next((s for s in module.tree.body if _holds(s, made)), None)
    name = _name_of(made, context)
    if top is None or (made is not node and len(function.bindings.get(name, ())) != 1):
        return None
    uses: tuple[ast.Name, ...] = ()
    if made is not node and _is_taken(name, context):
        if name in _reads(made) or _is_bound_elsewhere(name, context):
            return None
        uses = tuple(context.uses(name))
    at_once = set(_evaluated_at_once(made))
    for read in _reads(made) - {name}:
        holder = holder_of(read, function)
        if holder is None and hasattr(builtins, read):
            continue
        if holder is not module.body:
            return None
        bound = module.body.bindings.get(read, ())  # none where only functions say ``global``
        lines = [getattr(b.node, "lineno", 0) for b in bound]
        if read in at_once and max(lines, default=top.lineno) >= top.lineno:
            return None
    new_name = _unused(name, context) if uses else name
    return Move(made, top, function.node, new_name, uses=uses)


def to_attribute(node: ast.expr, context: Context, *, has_state: bool) -> Keep | None:
    """What a method makes as an attribute that ``__init__`` sets, or ``build`` where a shape is read.

    Only where it reads nothing else of the call: names from around the class, and attributes that the
    constructor has set.

    Args:
        node: what makes something.
        context: the method.
        has_state: whether each of what is made has a state of its own: one for several would share it.
    """
    method, owner = context.function, context.function.owner
    if owner is None or method.self_name is None or method.name in ("__init__", "build", "__new__"):
        return None
    made = _maker(node, context) or node
    if _is_made_for_this(made, node, context):
        return None
    if has_state and _is_repeated(made, context):
        return None
    match context.parent(node):
        case ast.Assign(targets=[ast.Attribute(value=ast.Name(id=target), attr=attr)]) as setting:
            if target != method.self_name or len(owner.stores.get(attr, ())) != 1:
                return None
            return _kept(setting, node, "", attr, owner, context)
    name = "" if made is node else _name_of(made, context)
    if name and (len(method.bindings.get(name, ())) != 1 or _is_bound_elsewhere(name, context)):
        return None
    attribute = _free_attribute(name or _described(node), owner, context)
    return None if attribute is None else _kept(made, node, name, attribute, owner, context)


def _kept(
    made: ast.stmt | ast.expr,
    node: ast.expr,
    name: str,
    attribute: str,
    owner: Class,
    context: Context,
) -> Keep | None:
    """What keeps it in that attribute; None where what is read is of the call."""
    method, self_name = context.function, context.function.self_name
    is_layer = context.project.inference.classes.is_layer(owner)
    if self_name is None or not _can_construct(owner, is_layer, context):
        return None
    code = node if isinstance(made, ast.Assign) else made
    shapes: list[ast.expr] = []
    at_once = set(_evaluated_at_once(code))
    for read in _reads(code) - {name}:
        holder = holder_of(read, method)
        if holder is None and not hasattr(builtins, read):
            return None
        if holder is not method:
            continue
        if read == self_name:
            if not _is_set_up(code, read, owner, read in at_once):
                return None
        elif (
            is_layer and method.name == "call" and (found := _shapes(code, read, method.parameters))
        ):
            shapes += found
        else:
            return None
    uses = tuple(context.uses(name)) if name else ()
    by = "build" if shapes else "__init__"
    base = bool(owner.node.bases)
    return Keep(owner.node, made, uses, attribute, self_name, by, tuple(shapes), base)


def _is_repeated(made: ast.AST, context: Context) -> bool:
    """Whether a loop or a comprehension in the function makes something again and again."""
    part = context.parent(made)
    while part is not None and not isinstance(part, _REPEATING):
        part = context.parent(part)
    return part is not None


def _is_shared(made: ast.AST, context: Context) -> bool:
    """Whether one call of the program comes to what is made here more than once."""
    calls = context.project.inference.callers.of(context.function)
    return _is_repeated(made, context) or not (context.is_entry or len(list(calls)) == 1)


def _is_made_for_this(made: ast.AST, node: ast.expr, context: Context) -> bool:
    """Whether each run needs one of its own: it is filled, made at another time, or of no use to any."""
    if made is not node:
        name = _name_of(made, context) if isinstance(made, (ast.stmt, ast.expr)) else ""
        return name in filled_names(context.function.node)
    return _is_deferred(node, context) or isinstance(context.parent(node), ast.Expr)


def _is_deferred(node: ast.AST, context: Context) -> bool:
    """Whether an expression stands in a lambda or a comprehension, which have names of their own.

    Or decorates a function below its definition: what that is wrapped by means nothing without it.
    """
    if any(node in inside.decorators_below for inside in context.function.functions):
        return True
    part = context.parent(node)
    kinds = (*_DEFINITIONS, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    while part is not None and part is not context.function.node:
        if isinstance(part, kinds):
            return True
        part = context.parent(part)
    return False


def _is_bound_elsewhere(name: str, context: Context) -> bool:
    outside = context.function.global_names | context.function.nonlocal_names
    inside = (inner for inner in context.function.functions if name in inner.bindings)
    return name in outside or any(inside)


def _described(node: ast.expr) -> str:
    """A name for what a call makes: that of its class in small letters, or of the graph's function."""
    match node:
        case ast.Call(func=func, args=[ast.Name(id=given) | ast.Attribute(attr=given), *_]) if (
            _last(func) == "function"
        ):
            return f"graph_{given.strip('_')}"
        case ast.Call(func=func):
            if _last(func) == "function":
                return "graph_function"
            words = r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])"
            return re.sub(words, "_", _last(func)).lower()
    return "made"


def _new_name(node: ast.expr, context: Context) -> str:
    """A name for what a call makes that nothing in the file has."""
    return _unused(_described(node), context)


def _unused(name: str, context: Context) -> str:
    """The name, with a number if anything in the file has it."""
    text = context.function.module.text
    return next(
        tried
        for tried in _numbered(name)
        if not re.search(rf"\b{re.escape(tried)}\b", text) and not hasattr(builtins, tried)
    )


def _numbered(name: str) -> Iterator[str]:
    """The name, and then with numbers."""
    yield name
    yield from (f"{name}_{number}" for number in count(2))


def _last(func: ast.expr) -> str:
    match func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.strip("_") or "made"
    return "made"


def _free_attribute(name: str, owner: Class, context: Context) -> str | None:
    """The name as an attribute that objects of a class don't have yet; None where that is not known."""
    bases = context.project.inference.classes.bases(owner)
    own = [base for base in bases if isinstance(base, Class)]
    if "?" in bases:
        return None
    return next(
        tried
        for tried in _numbered(name)
        if tried not in ATTRIBUTES
        and not any(re.search(rf"\.{re.escape(tried)}\b", base.module.text) for base in own)
        and not any(tried in base.bindings or tried in base.methods for base in own)
    )


def _can_construct(owner: Class, is_layer: bool, context: Context) -> bool:
    """Whether a class has a constructor of its own that comes to its end, or may be given one."""
    constructor = owner.methods.get("__init__")
    if constructor is None:
        plain = not owner.node.keywords and not (owner.node.decorator_list and not is_layer)
        return plain and "__new__" not in owner.methods
    if constructor.self_name is None or constructor.returns:
        return False
    called = {site.name for site in constructor.calls}
    same_name = constructor.self_name == context.function.self_name
    return same_name and context.function.name not in called


def _is_set_up(made: ast.AST, self_name: str, owner: Class, at_once: bool) -> bool:
    """Whether all that is read of the object is a method, or an attribute that its constructor sets."""
    attributes = [p for p in walk(made) if isinstance(p, ast.Attribute)]
    of_self = [p for p in attributes if isinstance(p.value, ast.Name) and p.value.id == self_name]
    names = [p for p in walk(made) if isinstance(p, ast.Name) and p.id == self_name]
    if len(of_self) < len(names):
        return False  # the object itself
    return not at_once or all(
        part.attr in owner.methods
        or any(
            store.function.name == "__init__" and store.binding.block is None
            for store in owner.stores.get(part.attr, ())
        )
        for part in of_self
    )


def _shapes(made: ast.AST, name: str, parameters: list[ast.arg]) -> list[ast.expr]:
    """What reads the shape of the first argument; nothing where something else of it is read."""
    if len(parameters) < 2 or parameters[1].arg != name:
        return []
    found: list[ast.expr] = [
        part
        for part in walk(made)
        if isinstance(part, ast.Attribute)
        and part.attr == "shape"
        and isinstance(part.value, ast.Name)
        and part.value.id == name
    ]
    reads = [p for p in walk(made) if isinstance(p, ast.Name) and p.id == name]
    indexed = [
        part.value for part in walk(made) if isinstance(part, ast.Subscript) and part.value in found
    ]
    return found if len(found) == len(reads) == len(indexed) else []


def _maker(node: ast.AST, context: Context) -> ast.stmt | None:
    """The statement that gives what a node makes a name of its own, and does nothing else."""
    part: ast.AST | None = node
    while part is not None and not isinstance(part, ast.stmt):
        part = context.parent(part)
    match part:
        case ast.Assign(targets=[ast.Name()], value=value) if value is node:
            return part
        case ast.FunctionDef() if node in part.decorator_list or node is part:
            return part
    return None


def _name_of(made: ast.stmt | ast.expr, context: Context) -> str:
    """The name that a statement gives what it makes; a new one for an expression."""
    match made:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.FunctionDef(name=name):
            return name
        case ast.expr():
            return _new_name(made, context)
    raise ValueError("it binds no name")


def _holds(outer: ast.stmt, inner: ast.stmt | ast.expr) -> bool:
    return outer.lineno <= inner.lineno and (inner.end_lineno or 0) <= (outer.end_lineno or 0)


def _is_taken(name: str, context: Context) -> bool:
    """True for a name that means something in the module, or to somebody else in it."""
    module = context.function.module
    return name in module.body.bindings or hasattr(builtins, name)


def _reads(statement: ast.stmt | ast.expr) -> set[str]:
    """The names that a statement reads, but for those that functions in it bind for themselves."""
    own = set(_bound_inside(statement))
    names = (part for part in walk(statement) if isinstance(part, ast.Name))
    read = {part.id for part in names if isinstance(part.ctx, ast.Load)}
    return (read - own) | set(_evaluated_at_once(statement))


def _bound_inside(statement: ast.stmt | ast.expr) -> Iterator[str]:
    """Names that functions in a statement bind: parameters, and what their bodies assign."""
    for part in walk(statement):
        if isinstance(part, ast.arg):
            yield part.arg
        elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            if not isinstance(statement, ast.Assign) or part not in statement.targets:
                yield part.id
        elif isinstance(part, (ast.FunctionDef, ast.ClassDef)) and part is not statement:
            yield part.name


def _evaluated_at_once(statement: ast.stmt | ast.expr) -> Iterator[str]:
    """Names that are read where the statement runs, and not only once a function in it is called."""
    waiting: list[ast.AST] = [statement]
    for part in waiting:  # which grows meanwhile
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load):
            yield part.id
        if isinstance(part, _DEFINITIONS):
            arguments = part.args
            waiting += arguments.defaults
            waiting += [default for default in arguments.kw_defaults if default is not None]
            waiting += getattr(part, "decorator_list", [])
            every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
            waiting += [a.annotation for a in every if a.annotation is not None]
        else:
            waiting += ast.iter_child_nodes(part)


def _bindings(loop: ast.AST) -> Iterator[str]:
    """The names that a loop binds, each as often as it does."""
    for part in walk(loop):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            yield part.id
        elif isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield part.name
