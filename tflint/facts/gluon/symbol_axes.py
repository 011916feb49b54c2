"""How many axes a symbol of MXNet has, and how long they are, as far as code tells.

The shapes are those that arrays have in the same code. What is said of the result of an operation holds
wherever the operation does not raise itself. Measured with MXNet 1.9.1.
"""

from __future__ import annotations

import ast
import re
from typing import NamedTuple

from tflint.api.lookup import record
from tflint.api.records import Shape
from tflint.facts.expressions.values import ExternalInstance, Number
from tflint.facts.gluon.gluon_branches import is_symbol
from tflint.facts.gluon.gluon_parameters import AxisSizes, parameter_sizes, sizes_of
from tflint.facts.graphs.context import Context
from tflint.syntax.arguments import arguments_at, is_open
from tflint.syntax.definitions import own_attribute
from tflint.syntax.reaching import reaching

ONE_NUMBER: AxisSizes = (1,)
"""The shape of what a sum over all axes gives, for no legacy array has fewer axes."""
_OF_IMAGES = re.compile(r"\.nn\.(?:Conv|MaxPool|AvgPool)(\d)D(?:Transpose)?$")
_LAYERS_ON_ANY = re.compile(
    r"\.nn\.(?:Activation|BatchNorm|Dropout|ELU|GELU|GroupNorm|InstanceNorm|LayerNorm|LeakyReLU|"
    r"PReLU|SELU|Swish|SyncBatchNorm|Global(?:Avg|Max)Pool\dD)$"
)
_TWO_AXES = frozenset({"Flatten", "flatten", "FullyConnected"})
_FOUR_AXES = frozenset({"UpSampling", "AdaptiveAvgPooling2D", "BilinearResize2D"})
_KEEP_AXES = frozenset(
    {"slice", "slice_axis", "slice_like", "swapaxes", "SwapAxis", "transpose", "flip", "pad", "Pad"}
)
_LOSE_AXES = frozenset({"cumsum", "sort"})
"""Operations that make one axis of all when they are not told which one."""
_FLATTENING = (3, "flatten")
"""Where a ``Dense`` is told whether it makes two axes of what it gets."""
_MAKE = frozenset({"zeros", "ones"})


class Axes(NamedTuple):
    """The axes of a symbol.

    Attributes:
        least: how many there are at least.
        sizes: how long each of them is; None where nobody knows how many there are.
    """

    least: int = 1
    sizes: AxisSizes | None = None

    @classmethod
    def of(cls, sizes: AxisSizes) -> Axes:
        """Those of a known number."""
        return cls(len(sizes), sizes)

    @classmethod
    def exactly(cls, number: int) -> Axes:
        """So many, of any size."""
        return cls.of((None,) * number)

    def of_any_size(self) -> Axes:
        """As many axes."""
        return self if self.sizes is None else Axes.exactly(self.least)

    def with_more(self, number: int) -> Axes:
        """So many axes more, somewhere between them."""
        return (
            Axes(self.least + number) if self.sizes is None else Axes.exactly(self.least + number)
        )

    def differ_from(self, other: Axes) -> bool:
        """True for shapes that are known to be two."""
        if self.sizes is None or other.sizes is None:
            exact, open_ = (self, other) if other.sizes is None else (other, self)
            return exact.sizes is not None and len(exact.sizes) < open_.least
        return len(self.sizes) != len(other.sizes) or any(
            None not in (one, another) and one != another
            for one, another in zip(self.sizes, other.sizes, strict=True)
        )

    def __str__(self) -> str:
        """In words: ``the shape (1, ?)``, ``4 axes``, ``at least 2 axes``."""
        if self.sizes is None:
            return f"at least {_counted(self.least)}"
        if all(size is None for size in self.sizes):
            return _counted(self.least)
        written = ", ".join("?" if size is None else str(size) for size in self.sizes)
        return f"the shape ({written}{',' * (self.least == 1)})"


def _counted(number: int) -> str:
    return "1 axis" if number == 1 else f"{number} axes"


ANY = Axes()


def axes_of(node: ast.expr, context: Context, depth: int = 8) -> Axes:
    """What is known of the axes of a symbol."""
    if depth == 0 or not is_symbol(context.value(node)):
        return ANY
    return context.ask(("axes", node), ANY, _axes_of, node, context, depth)


def _axes_of(node: ast.expr, context: Context, depth: int) -> Axes:
    match node:
        case ast.Name(id=name):
            return _of_name(node, name, context, depth)
        case ast.Subscript(value=ast.Name(id=given), slice=ast.Constant(value=str(name))):
            arguments = getattr(context.function.node, "args", None)
            if arguments is not None and arguments.kwarg and arguments.kwarg.arg == given:
                return _declared(name, context)
        case ast.UnaryOp(operand=inner):
            return axes_of(inner, context, depth - 1)
        case ast.BinOp(left=left, right=right):
            parts = [part for part in (left, right) if not _is_number(part, context)]
            return _broadcast([axes_of(part, context, depth - 1) for part in parts])
        case ast.Call():
            return _of_call(node, context, depth - 1)
    return ANY


def _of_name(node: ast.Name, name: str, context: Context, depth: int) -> Axes:
    found = list(reaching(name, node, context.function))
    if len(found) != 1:
        return ANY
    if found[0].kind == "parameter":
        declared = _declared(name, context)
        return declared if declared != ANY else _as_layers_take(node, context)
    if found[0].kind != "assign" or found[0].path or found[0].value is None:
        return ANY
    return axes_of(found[0].value, context, depth - 1)


def _declared(name: str, context: Context) -> Axes:
    sizes = parameter_sizes(name, context)
    return ANY if sizes is None else Axes.of(sizes)


def _as_layers_take(use: ast.Name, context: Context) -> Axes:
    """The axes of what a function is given, by a layer that always gets it before it is used."""
    for site in context.function.calls:
        match site.node:
            case ast.Call(args=[ast.Name(id=use.id) as given]) if (
                site.block is None and site.node.lineno <= use.lineno
            ):
                number = _of_images(site.node.func, context)
                if number is not None and _is_as_given(given, context):
                    return Axes.exactly(number)
    return ANY


def _is_as_given(use: ast.Name, context: Context) -> bool:
    found = reaching(use.id, use, context.function)
    return [binding.kind for binding in found] == ["parameter"]


def _of_images(layer: ast.expr, context: Context) -> int | None:
    """How many axes a layer takes, and gives, that moves a window over all but two."""
    member = context.value(layer)
    found = _OF_IMAGES.search(member.name) if isinstance(member, ExternalInstance) else None
    return None if found is None else int(found[1]) + 2


def _is_number(node: ast.expr, context: Context) -> bool:
    return isinstance(context.value(node), Number)


def _broadcast(parts: list[Axes]) -> Axes:
    """What operands give that broadcast, or have one shape."""
    longer = [part for part in parts if part.sizes != ONE_NUMBER] or parts
    if len(longer) == 1:
        return longer[0]
    most = max(part.least for part in longer)
    return Axes(most) if any(part.sizes is None for part in longer) else Axes.exactly(most)


def _of_call(call: ast.Call, context: Context, depth: int) -> Axes:
    number = _of_images(call.func, context)
    if number is not None:
        return Axes.exactly(number)
    layer = context.value(call.func)
    if isinstance(layer, ExternalInstance):
        return _of_layer(layer.name, call, context, depth)
    names = context.names(call.func)
    if len(names) != 1 or is_open(call):
        return ANY
    (name,) = names
    if name.startswith("mxnet.Symbol.") and isinstance(call.func, ast.Attribute):
        return _of_operation(name, call.func.value, 0, call, context, depth)
    if not name.startswith("mxnet.F."):
        return ANY
    given = arguments_at(call, [0, "data"])
    return _of_operation(name, given[0] if given else None, 1, call, context, depth)


def _of_layer(name: str, call: ast.Call, context: Context, depth: int) -> Axes:
    if len(call.args) != 1:
        return ANY
    if _LAYERS_ON_ANY.search(name):
        return axes_of(call.args[0], context, depth).of_any_size()
    if name.endswith(".nn.Flatten") or (name.endswith(".nn.Dense") and _flattens(call, context)):
        return Axes.exactly(2)
    return ANY


def _flattens(call: ast.Call, context: Context) -> bool:
    """True for a call of a dense layer of the block that is made without being told not to flatten."""
    owner, attr = context.function.owner, own_attribute(call.func, context.function)
    if owner is None or attr is None:
        return False
    made = [store.binding.value for store in context.project.inference.classes.stores(owner, attr)]
    return bool(made) and all(
        isinstance(maker, ast.Call) and not is_open(maker) and not arguments_at(maker, _FLATTENING)
        for maker in made
    )


def _of_operation(
    name: str, data: ast.expr | None, first: int, call: ast.Call, context: Context, depth: int
) -> Axes:
    """What an operation makes of ``data``, its further arguments coming from place ``first`` on."""
    known, last = record(name), name.rpartition(".")[2]
    options = {keyword.arg for keyword in call.keywords}
    if last in _MAKE and first:
        return _made(arguments_at(call, [0, "shape"]), context)
    if data is None:
        return ANY
    if last in _TWO_AXES:
        return ANY if "flatten" in options else Axes.exactly(2)
    if last in _FOUR_AXES:
        return Axes.exactly(4)
    if last == "batch_dot":
        return Axes(3)
    if last == "reshape":
        return _reshaped(arguments_at(call, [first, "shape"]), context)
    if last == "reshape_like" and "lhs_begin" in options:
        begins = [context.value(a) for a in arguments_at(call, ["lhs_begin"])]
        sizes = [b.constant for b in begins if isinstance(b, Number)]
        return Axes(max(sizes[0], 1)) if sizes and isinstance(sizes[0], int) else ANY
    before = axes_of(data, context, depth)
    if last == "expand_dims":
        return before.with_more(1)
    if last.startswith("broadcast_") and len(call.args) > first:
        other = axes_of(call.args[first], context, depth)
        is_alike = last == "broadcast_like" and len(call.args) + len(call.keywords) == first + 1
        return other if is_alike else _broadcast([before, other])
    if known.shape is Shape.REDUCED and last != "argmax_channel":
        return _reduced(before, call, first, context)
    if known.shape is Shape.SAME:
        return ANY if last in _LOSE_AXES else before
    return before.of_any_size() if last in _KEEP_AXES else ANY


def _made(shape: list[ast.expr], context: Context) -> Axes:
    sizes = sizes_of(shape[0], context.value) if len(shape) == 1 else None
    return ANY if sizes is None else Axes.of(sizes)


def _reshaped(shape: list[ast.expr], context: Context) -> Axes:
    """What ``reshape`` gives: -1 and 0 stand for one axis, -2 for some, -3 for two made one, and -4
    for one made the two that follow.
    """
    if len(shape) != 1 or not isinstance(shape[0], (ast.Tuple, ast.List)):
        return ANY
    values = [context.value(part) for part in shape[0].elts]
    codes = [value.constant if isinstance(value, Number) else None for value in values]
    if any(isinstance(part, ast.Starred) for part in shape[0].elts):
        return ANY
    number = len(codes) - codes.count(-4)
    if -2 in codes:
        return Axes(max(number - codes.count(-2), 1))
    if -4 in codes or -3 in codes:
        return Axes.exactly(number)
    return Axes.of(tuple(c if isinstance(c, int) and c > 0 else None for c in codes))


def _reduced(before: Axes, call: ast.Call, first: int, context: Context) -> Axes:
    """What a sum, a mean or a maximum leaves."""
    match arguments_at(call, [first + 1, "keepdims"]):
        case [ast.Constant(value=True | 1)]:
            return before.of_any_size()
    return ANY if call.args[first:] or call.keywords else Axes.of(ONE_NUMBER)
