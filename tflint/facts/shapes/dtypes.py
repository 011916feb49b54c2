"""The dtype of a tensor: by name, or as code that says it before a loop in which the tensor is made."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from tflint.api.records import words
from tflint.api.tensorflow import DTYPES
from tflint.facts.expressions.values import SHAPE, TENSOR, UNKNOWN, VARIABLE, Number, members
from tflint.facts.graphs.symbolic import is_mostly_symbolic
from tflint.syntax.reaching import reaching
from tflint.syntax.scopes import holder_of

if TYPE_CHECKING:
    from tflint.facts.graphs.context import Context
    from tflint.syntax.model import Binding, Function

_LIKE_FIRST = words(
    """
    abs add add_n argsort boolean_mask broadcast_to ceil clip_by_value concat cos cumsum ensure_shape exp
    expand_dims floor gather gather_nd identity log matmul maximum minimum multiply negative
    ones_like pad pow reduce_max reduce_mean reduce_min reduce_prod reduce_sum repeat reshape reverse round
    scatter_nd sigmoid sign sin sqrt square squeeze stack stop_gradient subtract tanh tile transpose unstack
    zeros_like
    """
)
"""Operations of TensorFlow that give the dtype of their first argument, unless another is asked for."""
_ALSO_LIKE_FIRST = ("tensorflow.math.", "tensorflow.nn.", "tensorflow.linalg.")
"""Where others that bear these names, and some more, stand."""
_ACTIVATIONS = words("elu gelu leaky_relu log_softmax relu relu6 selu softmax softplus swish")
_GIVEN = {
    "tensorflow.zeros": (1, "float32"),
    "tensorflow.ones": (1, "float32"),
    "tensorflow.random.normal": (3, "float32"),
    "tensorflow.random.uniform": (3, "float32"),
    "tensorflow.shape": (1, "int32"),
    "tensorflow.size": (1, "int32"),
    "tensorflow.rank": (1, "int32"),
    "tensorflow.argmax": (2, "int64"),
    "tensorflow.argmin": (2, "int64"),
}
"""Operations that give one dtype unless another is asked for, each with the place of that."""
_ASKING = {
    "tensorflow.cast": 1,
    "tensorflow.constant": 1,
    "tensorflow.convert_to_tensor": 1,
    "tensorflow.ones_like": 1,
    "tensorflow.zeros_like": 1,
}
"""Other operations that may be asked for a dtype, each with the place of that."""
_OF_NUMBERS = frozenset(
    {"tensorflow.constant", "tensorflow.convert_to_tensor", "tensorflow.Variable"}
)
_TESTS = words(
    """
    equal greater greater_equal less less_equal logical_and logical_not logical_or not_equal reduce_all
    reduce_any
    """
)
"""Operations that give truth values."""
_PYTHON_TYPES = {"builtins.bool": "bool", "builtins.int": "int32", "builtins.float": "float32"}
_OF_CONSTANTS = {bool: "bool", int: "int32", float: "float32", str: "string", bytes: "string"}
_QUOTIENTS = {"int8": "float32", "int16": "float32", "int32": "float64", "int64": "float64"}
"""What dividing whole numbers gives; of floats it gives floats of their dtype."""
_WIDER = ("int32", "int64", "float32", "float64")
"""The dtypes of ``tf.range``, of which the last among those of its arguments holds."""


class Dtype(NamedTuple):
    """A dtype by its name.

    Attributes:
        name: as TensorFlow writes it.
        is_python: whether it is that of a Python value, which takes on another next to a tensor.
    """

    name: str
    is_python: bool = False


def dtype_of(
    node: ast.expr, context: Context, *, after_first: ast.stmt | None = None
) -> Dtype | None:
    """The dtype that an expression has as a tensor, or is to have as one; None where it can't be told.

    Args:
        node: the expression.
        context: its function.
        after_first: the assignment that it stands in, of which nothing has come round yet.
    """
    return _Known(context, after_first).of(node)


def together(left: Dtype | None, op: ast.operator, right: Dtype | None) -> Dtype | None:
    """The dtype of what an operator makes; None also where TensorFlow refuses its operands."""
    if left is None or right is None or (left.is_python and right.is_python):
        return None
    if left.is_python or right.is_python:
        number, tensor = (left, right) if left.is_python else (right, left)
        if number.name != "int32" and "float" not in tensor.name:
            return None
    elif left != right:
        return None
    else:
        tensor = left
    if isinstance(op, ast.Div):
        name = tensor.name if "float" in tensor.name else _QUOTIENTS.get(tensor.name)
        return None if name is None else Dtype(name)
    return tensor


def dtype_before(
    node: ast.expr, line: int, context: Context, framework: str, *, are_tensors: bool = False
) -> str:
    """The code of the dtype of an expression of this function; "" where it can't be told.

    Args:
        node: the expression, which is or becomes a tensor.
        line: where the code is to stand: it names nothing that is bound later.
        context: the function.
        framework: the name of TensorFlow there.
        are_tensors: whether parameters of which nothing is known are tensors, as they are meant to be in
            code that graphs are made of.
    """
    return _Dtypes(line, context, framework, are_tensors).of(node)


class _Dtypes:
    def __init__(self, line: int, context: Context, framework: str, are_tensors: bool) -> None:
        self._line = line
        self._are_tensors = are_tensors
        self._context = context
        self._framework = framework
        self._asked: set[str] = set()

    def of(self, node: ast.expr) -> str:
        match node:
            case ast.Name(id=name):
                return self._of_name(node, name)
            case ast.BinOp(left=left, op=op, right=right):
                found = {d for d in (self.of(left), self.of(right)) if d}
                if isinstance(op, ast.Div) and not _is_fraction(left, right):
                    return ""  # of whole numbers it gives others
                return found.pop() if len(found) == 1 else ""
            case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=value):
                return self.of(value)
            case ast.Subscript(value=ast.expr() as value):
                return self.of(value) if _is_tensor(value, self._context) else ""
            case ast.Compare():
                return f"{self._framework}.bool" if _is_tensor(node, self._context) else ""
            case ast.Call():
                return self._of_call(node)
        return ""

    def _of_name(self, node: ast.Name, name: str) -> str:
        if name in self._asked:
            return ""
        self._asked.add(name)
        bindings = self._bindings(node, name)
        early = [b for b in bindings if getattr(b.node, "lineno", 0) < self._line]
        if early and (
            _is_tensor(node, self._context) or (self._are_tensors and self._may_be(node, early))
        ):
            return f"{name}.dtype"
        found = set()
        for binding in bindings:
            if binding.kind == "for" and binding.value is not None:
                found.add(self._of_part(binding.value))
            elif binding.written is not None:
                found.add(self.of(binding.written))
            else:
                return ""
        return found.pop() if len(found) == 1 else ""

    def _bindings(self, node: ast.Name, name: str) -> Sequence[Binding]:
        """The bindings of this function that a name may stand for; all of them where it is bound."""
        function = self._context.function
        if isinstance(node.ctx, ast.Load) and holder_of(name, function) is function:
            return reaching(name, node, function)
        return function.bindings.get(name, ())

    def _of_part(self, iterated: ast.expr) -> str:
        """The dtype of what a loop takes out of something."""
        if isinstance(iterated, ast.Call) and self._context.names(iterated.func) == {
            "tensorflow.range"
        }:
            asked = [k.value for k in iterated.keywords if k.arg == "dtype"]
            if asked:
                return self._written(asked[0])
            found = {self.of(argument) for argument in iterated.args} - {""}
            if found:
                return found.pop() if len(found) == 1 else ""
            return f"{self._framework}.int32"
        return self.of(iterated) if _is_tensor(iterated, self._context) else ""

    def _of_call(self, call: ast.Call) -> str:
        made = _made_by(call, self._context)
        if made is None:
            return ""
        if made.asked is not None:
            return self._written(made.asked)
        if made.name:
            return f"{self._framework}.{made.name}"
        found = {self.of(part) for part in made.like} - {""}
        return found.pop() if len(found) == 1 else ""

    def _written(self, dtype: ast.expr) -> str:
        """The code of a dtype that is written out, where it names nothing that comes later."""
        for part in ast.walk(dtype):
            if isinstance(part, ast.Name):
                bindings = self._context.function.bindings.get(part.id, ())
                if any(getattr(b.node, "lineno", 0) >= self._line for b in bindings):
                    return ""
        return ast.unparse(dtype)

    def _may_be(self, name: ast.Name, bindings: list[Binding]) -> bool:
        """Whether a name is that of tensors, or of a parameter of which nothing is known."""
        value = self._context.symbol(name)
        if isinstance(name.ctx, ast.Store) and not is_mostly_symbolic(value):
            value = self._context.value_before(name)
        if value == UNKNOWN:
            return all(binding.kind == "parameter" for binding in bindings)
        return is_mostly_symbolic(value)


class _Known:
    """Dtypes of expressions where they stand, by the assignments that reach them."""

    def __init__(self, context: Context, after_first: ast.stmt | None) -> None:
        self._context = context
        self._asked: set[ast.AST] = set() if after_first is None else {after_first}

    def of(self, node: ast.expr) -> Dtype | None:
        match node:
            case ast.Constant(value=value):
                name = _OF_CONSTANTS.get(type(value))
                return None if name is None else Dtype(name, is_python=True)
            case ast.Name(id=name):
                return self._of_name(node, name)
            case ast.UnaryOp(op=ast.USub() | ast.UAdd() | ast.Invert(), operand=value):
                return self.of(value)
            case ast.BinOp(left=left, op=op, right=right):
                return together(self.of(left), op, self.of(right))
            case ast.IfExp(body=body, orelse=orelse):
                return _one_of([self.of(body), self.of(orelse)])
            case ast.Compare():
                return Dtype("bool") if _is_tensor(node, self._context) else None
            case ast.Subscript(value=ast.Attribute(attr="shape") as shape):
                is_number = self._context.symbol(shape) == SHAPE
                return Dtype("int32", is_python=True) if is_number else None
            case ast.Subscript(value=ast.expr() as value):
                return self.of(value) if _is_tensor(value, self._context) else None
            case ast.List(elts=items) | ast.Tuple(elts=items):
                return _one_of([self.of(item) for item in items])
            case ast.Call():
                return self._of_call(node)
        return None

    def _of_name(self, node: ast.Name, name: str) -> Dtype | None:
        function = self._context.function
        holder = holder_of(name, function)
        if holder is not function:
            return None if holder is None else self._of_outer(name, holder)
        found = []
        for binding in reaching(name, node, function):
            if binding.node in self._asked or (
                binding.kind == "augment"
                and isinstance(binding.node, ast.AugAssign)
                and not isinstance(binding.node.op, ast.Div)
            ):
                continue  # what a loop brings round, or what keeps the dtype of a tensor
            self._asked.add(binding.node)
            if binding.kind == "for" and binding.value is not None and not binding.path:
                found.append(self._of_item(binding.value))
            elif binding.kind == "parameter":
                found.append(self._of_parameter(name))
            else:
                found.append(None if binding.written is None else self.of(binding.written))
            self._asked.discard(binding.node)
        return _one_of(found)

    def _of_outer(self, name: str, holder: Function) -> Dtype | None:
        """The dtype of a variable of a function around, or the module, that one assignment alone binds."""
        bindings = holder.bindings.get(name, ())
        is_bound_elsewhere = name in holder.module.global_bindings or any(
            name in inner.nonlocal_names for inner in holder.module.functions
        )
        if len(bindings) != 1 or is_bound_elsewhere or bindings[0].written is None:
            return None
        return _Known(self._context.of(holder), None).of(bindings[0].written)

    def _of_parameter(self, name: str) -> Dtype | None:
        """The dtype of a tensor that a graph is given, by its signature or by all known calls."""
        context = self._context
        if not context.is_entry:
            return None
        spec = context.project.symbols.parameters.signed(context.function).get(name)
        if spec is not None:
            return self._of_spec(spec)
        given = [
            dtype_of(argument, context.of(caller))
            for argument, caller in context.arguments_from_eager_code(name)
        ]
        found = _one_of(given)
        return None if found is None or found.is_python else found

    def _of_spec(self, spec: ast.expr) -> Dtype | None:
        """The dtype that ``tf.TensorSpec(shape, dtype)`` says, ``tf.float32`` where it says none."""
        match spec:
            case ast.Call(func=func, args=args, keywords=keywords) if self._context.names(func) == {
                "tensorflow.TensorSpec"
            }:
                asked = [*args[1:2], *(k.value for k in keywords if k.arg == "dtype")]
                return self._named(asked[0]) if asked else Dtype("float32")
            case _:
                return None

    def _of_item(self, iterated: ast.expr) -> Dtype | None:
        """The dtype of what a loop takes out of something."""
        return self.of(iterated) if _is_tensor(iterated, self._context) else None

    def _of_call(self, call: ast.Call) -> Dtype | None:
        names = self._context.names(call.func)
        if names == {"builtins.len"}:
            is_number = isinstance(self._context.symbol(call), Number)
            return Dtype("int32", is_python=True) if is_number else None
        made = _made_by(call, self._context)
        if made is None:
            return None
        if made.asked is not None:
            return self._named(made.asked)
        if made.name:
            return Dtype(made.name)
        found = [self.of(part) for part in made.like]
        if names == {"tensorflow.range"}:
            told = [dtype.name for dtype in found if dtype is not None and dtype.name in _WIDER]
            return Dtype(max(told, key=_WIDER.index)) if len(told) == len(found) > 0 else None
        joined = _one_of(found)
        if joined is None or (joined.is_python and not names <= _OF_NUMBERS):
            return None
        return Dtype(joined.name)

    def _named(self, dtype: ast.expr) -> Dtype | None:
        """The dtype that an expression names: ``tf.int32``, ``"int32"``, ``np.int32``, ``x.dtype``."""
        match dtype:
            case ast.Constant(value=str(name)):
                return Dtype(name) if name in DTYPES else None
            case ast.Attribute(attr="dtype", value=value):
                found = self.of(value)
                return None if found is None or found.is_python else found
        names = self._context.names(dtype)
        if len(names) != 1:
            return None
        (full,) = names
        if full in _PYTHON_TYPES:
            return Dtype(_PYTHON_TYPES[full])
        package, _, name = full.rpartition(".")
        known = name in DTYPES and package.partition(".")[0] in ("tensorflow", "numpy")
        return Dtype(name) if known else None


class _Made(NamedTuple):
    """What decides on the dtype of what an operation makes: one that is asked for, one that it always has,
    or that of some of its arguments."""

    asked: ast.expr | None = None
    name: str = ""
    like: tuple[ast.expr, ...] = ()


def _made_by(call: ast.Call, context: Context) -> _Made | None:
    names = context.names(call.func)
    if len(names) != 1 or any(isinstance(a, ast.Starred) for a in call.args):
        return None
    (name,) = names
    asked = [k.value for k in call.keywords if k.arg in ("dtype", "out_type", "output_type")]
    place, given = _GIVEN.get(name, (_ASKING.get(name, len(call.args)), ""))
    if len(call.args) > place:
        asked = [call.args[place]]
    if asked:
        return _Made(asked=asked[0])
    if given:
        return _Made(name=given)
    last = name.rpartition(".")[2]
    if name == "tensorflow.range":
        return _Made(like=tuple(call.args))
    if name != f"tensorflow.{last}" and not name.startswith(_ALSO_LIKE_FIRST):
        return None
    if last in _TESTS:
        return _Made(name="bool")
    if not call.args or not (last in _LIKE_FIRST or last in _ACTIVATIONS or name in _OF_NUMBERS):
        return None
    first = call.args[0]
    return _Made(like=tuple(first.elts) if isinstance(first, (ast.List, ast.Tuple)) else (first,))


def _one_of(found: Sequence[Dtype | None]) -> Dtype | None:
    """The dtype that all have, which is a tensor's where any is."""
    known = [dtype for dtype in found if dtype is not None]
    if len(known) < len(found) or len({dtype.name for dtype in known}) != 1:
        return None
    return Dtype(known[0].name, all(dtype.is_python for dtype in known))


def _is_tensor(node: ast.expr, context: Context) -> bool:
    found = members(context.symbol(node))
    return bool(found) and all(value in (TENSOR, VARIABLE) for value in found)


def _is_fraction(*sides: ast.expr) -> bool:
    """Whether a side of a division is a float, with which only floats are divided."""
    return any(isinstance(side, ast.Constant) and isinstance(side.value, float) for side in sides)
