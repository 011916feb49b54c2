"""Which dimensions of a tensor are not known while a graph is built.

A signature leaves them open, a ``keras.Input`` does, or values of tensors say how long they are
(``tf.range(n)``).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from tflint.api.lookup import record
from tflint.api.records import Shape, words
from tflint.facts.expressions.values import is_number
from tflint.facts.graphs.context import Context
from tflint.facts.graphs.symbolic import is_given_symbol, is_mostly_symbolic
from tflint.facts.shapes.keras_inputs import given_to, input_dimensions
from tflint.facts.shapes.openings import BY_SIGNATURE, Dimension, Dimensions
from tflint.facts.shapes.rows import dimensions_by_values, has_rows_by_values, opened_by_mask
from tflint.syntax.blocks import part_at
from tflint.syntax.expressions import whole_number
from tflint.syntax.indexing import called_on
from tflint.syntax.model import Binding, CallSite, Function
from tflint.syntax.reaching import reaching
from tflint.syntax.scopes import is_only_a_parameter, returned, written_out

_OUT_OF_PYTHON = frozenset({"tensorflow.numpy_function", "tensorflow.py_function"})
_KEEP = words(
    """
    add concat divide expand_dims gather maximum minimum multiply negative pow reverse squeeze
    subtract tile transpose
    """
)
"""Operations beside those of ``Shape.SAME`` that leave open what their first argument does.

Measured with TensorFlow 2. Others tell a shape whatever they are given: ``size``, ``shape``, ``stack``.
"""
_MOVE = words("reverse roll")
"""Operations that leave the whole shape as it is, and put the items elsewhere."""
_OF_A_SHAPE = words("zeros ones fill random.normal random.uniform random.truncated_normal")
"""Operations that make a tensor of the shape they are given first, or as ``shape`` or ``dims``."""
_DEEPEST = 3
"""How many helpers may stand between the signature and the dimension."""
_MOST_STEPS = 8
"""How many expressions may stand between a parameter and the dimension."""


def open_dimensions(node: ast.expr, context: Context) -> Dimensions | None:
    """The dimensions of a tensor, as far as an ``input_signature``, or what makes it, tells.

    None where nothing does.
    """
    return _of(node, context, _DEEPEST, _MOST_STEPS)


def has_unknown_shape(
    node: ast.expr, context: Context, depth: int = _DEEPEST, steps: int = _MOST_STEPS
) -> bool:
    """True for what comes out of ``tf.py_function`` or its like, or is as long as values of tensors say.

    No graph knows that shape, and a loop of the graph may change it.
    """
    if steps == 0:
        return False

    def of(part: ast.expr) -> bool:
        return has_unknown_shape(part, context, depth, steps - 1)

    match node:
        case ast.Name(id=name):
            found = reaching(name, node, context.function)
            return not _is_told(name, context.function) and (
                any(_is_unknown(name, binding, context, depth, steps) for binding in found)
                or any(map(of, _appended(name, context.function)))
            )
        case ast.Attribute(value=value):
            return of(value)
        case ast.Subscript(value=value, slice=index):
            is_sliced = any(not _is_known_slice(place, context) for place in _places(index))
            return of(value) or is_sliced or opened_by_mask(node, context) is not None
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            return any(map(of, parts))
        case ast.BinOp(left=left, right=right):
            return of(left) or of(right)
        case ast.ListComp(elt=part):
            return of(part)
        case ast.Call(func=func, args=args):
            site, callers = context.function.site_of(node), context.project.inference.callers
            for called in callers.called(site) if site is not None and depth else ():
                inner = context.of(called)
                if any(has_unknown_shape(r, inner, depth - 1) for r, _ in called.returns if r):
                    return True
            names = context.names(func)
            if not names.isdisjoint(_OUT_OF_PYTHON) or _has_length_of_values(node, names, context):
                return True
            return bool(names and args) and all(map(_keeps_unknown, names)) and of(args[0])
    return False


def _has_length_of_values(node: ast.Call, names: set[str], context: Context) -> bool:
    """True for ``tf.boolean_mask(x, mask)`` and its like, of tensors of the graph."""
    return (
        has_rows_by_values(node, names)
        and _repeats(node, names) is None
        and is_given_symbol(node, context)
    )


def _keeps_unknown(name: str) -> bool:
    owner, _, last = name.rpartition(".")
    return name.startswith("tensorflow.") and (
        record(name).shape is Shape.SAME
        or (owner in ("tensorflow", "tensorflow.math") and last in _KEEP)
    )


def _is_unknown(name: str, binding: Binding, context: Context, depth: int, steps: int) -> bool:
    if binding.kind == "assign" and binding.value is not None:
        return has_unknown_shape(binding.value, context, depth, steps - 1)
    if binding.kind != "parameter" or depth == 0:
        return False
    function, callers = context.function, context.project.inference.callers
    return any(
        has_unknown_shape(given, context.of(site.function), depth - 1)
        for site in callers.of(function)
        if (given := callers.arguments(site, function).get(name)) is not None
    )


def _appended(name: str, function: Function) -> list[ast.expr]:
    """What a function appends to a list of its own."""
    return [site.node.args[0] for site in _called_on(name, "append", function) if site.node.args]


def _is_told(name: str, function: Function) -> bool:
    """True for a tensor that is told its shape: ``x.set_shape([None, 3])``."""
    return any(_called_on(name, "set_shape", function))


def _called_on(name: str, method: str, function: Function) -> Iterator[CallSite]:
    """The calls of a method of what a variable holds."""
    for site in function.calls:
        if site.name == method and called_on(site.node.func) == name:
            yield site


def counts_batch(context: Context) -> bool:
    """True for a function that counts to the length of a batch, by the shape of what it is given.

    Keras leaves that dimension open in a graph, where ``range(None)`` is a TypeError.
    """
    function = context.function
    return any(
        _is_batch_length(written_out(given, function), context)
        for site in function.calls
        if site.name == "range" and "builtins.range" in context.names(site.node.func)
        for given in site.node.args
    )


def _is_batch_length(node: ast.expr, context: Context) -> bool:
    match node:
        case ast.Subscript(value=shape, slice=ast.Constant(value=0)):
            match written_out(shape, context.function):
                case ast.Attribute(value=ast.Name(id=name), attr="shape"):
                    return is_only_a_parameter(name, context.function)
                case ast.Call(func=func, args=[ast.Name(id=name)]):
                    is_asked = "keras.backend.int_shape" in context.names(func)
                    return is_asked and is_only_a_parameter(name, context.function)
    return False


def _of(node: ast.expr, context: Context, depth: int, steps: int) -> Dimensions | None:
    if steps == 0:
        return None

    def of(part: ast.expr) -> Dimensions | None:
        return _of(part, context, depth, steps - 1)

    match node:
        case ast.Name():
            key = ("open dimensions", node, depth, steps)
            return context.ask(key, None, _of_name, node, context, depth, steps)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return of(operand)
        case ast.BinOp(left=left, op=ast.MatMult()):
            rows = of(left)
            return None if rows is None else (*rows[:-1], None)
        case ast.BinOp(left=left, right=right):
            if is_number(context.value(right)):
                return of(left)
            return of(right) if is_number(context.value(left)) else None
        case ast.Subscript(value=owner, slice=index):
            below = of(owner)
            return None if below is None else _indexed(below, index, context)
        case ast.Call():
            made = _made(node, context)
            if made is None:
                made = dimensions_by_values(node, context)
            if made is None:
                made = input_dimensions(node, context)
            if made is None:
                made = _returned(node, (), context, depth)
            if made is None and node.args:
                return _of_call(node, node.args[0], context, of)
            return made
    return None


def _made(node: ast.Call, context: Context) -> Dimensions | None:
    """The dimensions of a tensor that is made in the sizes which a call is given: ``tf.zeros([n, 3])``."""
    names = context.names(node.func)
    if names == {"tensorflow.range"} and node.args:
        return (_open_by(node.args, context),)
    times = _repeats(node, names)
    if times is not None:
        return (_open_by([times], context),)
    if not names or any(name.removeprefix("tensorflow.") not in _OF_A_SHAPE for name in names):
        return None
    given = [*node.args[:1], *(k.value for k in node.keywords if k.arg in ("shape", "dims"))]
    match given:
        case [ast.List(elts=sizes) | ast.Tuple(elts=sizes)]:
            return tuple(_open_by([size], context) for size in sizes)
        case _:
            return None


def _repeats(node: ast.Call, names: set[str]) -> ast.expr | None:
    """How often ``tf.repeat`` repeats what it makes one row of; None for any other call."""
    named = {keyword.arg: keyword.value for keyword in node.keywords}
    if names != {"tensorflow.repeat"} or len(node.args) > 2 or "axis" in named:
        return None
    return node.args[1] if len(node.args) == 2 else named.get("repeats")


def _open_by(sizes: list[ast.expr], context: Context) -> Dimension:
    """False for a dimension of sizes that Python knows; None where tensors may say how long it is."""
    return False if all(_is_python(size, context) for size in sizes) else None


def _is_python(size: ast.expr, context: Context) -> bool:
    """True for a number of Python; what nobody knows is taken for one where no tensor is near."""
    return whole_number(size) is not None or not is_mostly_symbolic(context.symbol(size))


def _of_name(node: ast.Name, context: Context, depth: int, steps: int) -> Dimensions | None:
    found = reaching(node.id, node, context.function)
    return _agreed([_bound(node.id, binding, context, depth, steps) for binding in found])


def _bound(
    name: str, binding: Binding, context: Context, depth: int, steps: int
) -> Dimensions | None:
    if binding.kind == "parameter":
        return _of_parameter(name, context, depth)
    if binding.kind != "assign" or binding.value is None:
        return None
    if binding.path:
        is_call = isinstance(binding.value, ast.Call)
        return _returned(binding.value, binding.path, context, depth) if is_call else None
    return _of(binding.value, context, depth, steps - 1)


def _returned(
    call: ast.expr, path: tuple[int | None, ...], context: Context, depth: int
) -> Dimensions | None:
    """What all that functions of the project return to a call have in common, or the parts of that."""
    function = context.function
    site = function.site_of(call) if isinstance(call, ast.Call) and depth else None
    called = context.project.inference.callers.called(site) if site is not None else ()
    if any(each.is_generator for each in called):
        return None
    found: list[Dimensions | None] = []
    for each in called:
        for end in returned(each):
            part = part_at(path, end)
            inner = context.of(each)
            found.append(None if part is None else _of(part, inner, depth - 1, _MOST_STEPS))
    return _agreed(found)


def _of_parameter(name: str, context: Context, depth: int) -> Dimensions | None:
    """What the signature says of a parameter; of a helper's, what all its calls give it.

    Of the ``call`` of a layer, what one of its calls leaves open: there it is traced like this.
    """
    signed = context.project.symbols.parameters.signed(context.function)
    if signed or context.tracing is None:
        return _of_spec(signed[name]) if name in signed else None
    if depth == 0:
        return None
    found = [
        None if given is None else _of(given, caller, depth - 1, _MOST_STEPS)
        for given, caller in given_to(name, context)
    ]
    if context.is_entry:
        return next((one for one in found if one is not None and any(one)), None)
    return _agreed(found)


def _agreed(found: list[Dimensions | None]) -> Dimensions | None:
    """What all that a name may hold have in common."""
    known = [one for one in found if one is not None]
    if not known or len(known) < len(found) or len({len(one) for one in known}) != 1:
        return None
    return tuple(each[0] if len(set(each)) == 1 else None for each in zip(*known, strict=True))


def _of_spec(spec: ast.expr) -> Dimensions | None:
    if not isinstance(spec, ast.Call) or (not spec.args and not spec.keywords):
        return None
    shape = spec.args[0] if spec.args else None
    for keyword in spec.keywords:
        if keyword.arg == "shape":
            shape = keyword.value
    if not isinstance(shape, (ast.List, ast.Tuple)):
        return None
    return tuple(map(_of_size, shape.elts))


def _of_size(size: ast.expr) -> Dimension:
    """What leaves a dimension open of which a signature says this."""
    if not isinstance(size, ast.Constant):
        return None
    return BY_SIGNATURE if size.value is None else False


def _of_call(
    node: ast.Call,
    first: ast.expr,
    context: Context,
    of: Callable[[ast.expr], Dimensions | None],
) -> Dimensions | None:
    names = [name for name in context.names(node.func) if name.startswith("tensorflow.")]
    if len(names) == 1 and names[0].endswith(".placeholder_with_default"):
        return _of_spec(ast.copy_location(ast.Call(node.func, node.args[1:], node.keywords), node))
    below = of(first) if len(names) == 1 else None
    if below is None:
        return None
    if record(names[0]).shape is Shape.SAME:
        return below
    last = names[0].rpartition(".")[2]
    if last in _MOVE:
        return below
    given = {keyword.arg: keyword.value for keyword in node.keywords}
    if last == "reshape":
        shape = node.args[1] if len(node.args) > 1 else given.get("shape")
        return None if shape is None else _reshaped(below, shape)
    if last == "transpose":
        order = node.args[1] if len(node.args) > 1 else given.get("perm")
        return below[::-1] if order is None else _permuted(below, order)
    if last == "expand_dims":
        axis = node.args[1] if len(node.args) > 1 else given.get("axis")
        place = None if axis is None else whole_number(axis)
        if place is None or not -len(below) - 1 <= place <= len(below):
            return None
        place += len(below) + 1 if place < 0 else 0
        return (*below[:place], False, *below[place:])
    return None


def _reshaped(below: Dimensions, shape: ast.expr) -> Dimensions | None:
    """The dimensions of a new shape: what -1 stands for is open where part of the old one is."""
    if not isinstance(shape, (ast.List, ast.Tuple)):
        return None
    opened = next((one for one in below if one), None)
    rest: Dimension = opened if opened or None in below else False
    numbers = map(whole_number, shape.elts)
    return tuple(None if n is None else rest if n == -1 else False for n in numbers)


def _permuted(below: Dimensions, order: ast.expr) -> Dimensions | None:
    places = list(map(whole_number, order.elts)) if isinstance(order, (ast.List, ast.Tuple)) else []
    if sorted(place for place in places if place is not None) != list(range(len(below))):
        return None
    return tuple(below[place] for place in places if place is not None)


def _indexed(below: Dimensions, index: ast.expr, context: Context) -> Dimensions | None:
    """The dimensions of a part: a number takes one away, None adds one, ``:`` leaves one as it is."""
    found: list[Dimension] = []
    rest = list(below)
    for part in _places(index):
        match part:
            case ast.Constant(value=None):
                found.append(False)
            case ast.Slice() if rest:
                is_whole = part.lower is part.upper is part.step is None
                kept = rest.pop(0)
                is_known = is_whole or (kept is False and _is_known_slice(part, context))
                found.append(kept if is_known else None)
            case _ if rest and whole_number(part) is not None:
                rest.pop(0)
            case _:
                return None
    return (*found, *rest)


def _places(index: ast.expr) -> list[ast.expr]:
    """What stands between the brackets for each dimension."""
    return index.elts if isinstance(index, ast.Tuple) else [index]


def _is_known_slice(place: ast.expr, context: Context) -> bool:
    """False for a slice whose ends tensors may say: ``x[:n]``."""
    if not isinstance(place, ast.Slice):
        return True
    ends = (place.lower, place.upper, place.step)
    return all(_is_python(end, context) for end in ends if end is not None)
