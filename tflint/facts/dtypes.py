"""The dtype of a tensor, as code that says it before a loop in which the tensor is made."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tflint.api.records import words
from tflint.facts.symbolic import is_mostly_symbolic
from tflint.facts.values import TENSOR, UNKNOWN, VARIABLE, members

if TYPE_CHECKING:
    from tflint.facts.context import Context
    from tflint.syntax.model import Binding

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
    "tensorflow.zeros": 1,
    "tensorflow.ones": 1,
    "tensorflow.random.normal": 3,
    "tensorflow.random.uniform": 3,
}
"""Operations that give float32 unless another dtype is asked for, each with the place of that."""


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
                return self.of(value) if self._is_tensor(value) else ""
            case ast.Compare():
                return f"{self._framework}.bool" if self._is_tensor(node) else ""
            case ast.Call():
                return self._of_call(node)
        return ""

    def _of_name(self, node: ast.Name, name: str) -> str:
        if name in self._asked:
            return ""
        self._asked.add(name)
        bindings = self._context.function.bindings.get(name, ())
        early = [b for b in bindings if getattr(b.node, "lineno", 0) < self._line]
        if early and (self._is_tensor(node) or (self._are_tensors and self._may_be(node, early))):
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

    def _of_part(self, iterated: ast.expr) -> str:
        """The dtype of what a loop takes out of something."""
        if isinstance(iterated, ast.Call) and self._context.names(iterated.func) == {
            "tensorflow.range"
        }:
            asked = [k.value for k in iterated.keywords if k.arg == "dtype"]
            if asked:
                return self._written(asked[0])
            found = {self.of(argument) for argument in iterated.args} - {""}
            whole = all(_is_whole(a) for a in iterated.args if isinstance(a, ast.Constant))
            if found:
                return found.pop() if len(found) == 1 else ""
            return f"{self._framework}.int32" if whole else ""
        return self.of(iterated) if self._is_tensor(iterated) else ""

    def _of_call(self, call: ast.Call) -> str:
        names = self._context.names(call.func)
        if len(names) != 1 or any(isinstance(a, ast.Starred) for a in call.args):
            return ""
        (name,) = names
        asked = [k.value for k in call.keywords if k.arg in ("dtype", "out_type", "output_type")]
        if name == "tensorflow.cast" and len(call.args) == 2:
            asked = [call.args[1]]
        if name in _GIVEN and len(call.args) > _GIVEN[name]:
            asked = [call.args[_GIVEN[name]]]
        if asked:
            return self._written(asked[0])
        if name in _GIVEN:
            return f"{self._framework}.float32"
        if name in ("tensorflow.shape", "tensorflow.size", "tensorflow.rank"):
            return f"{self._framework}.int32"
        if name in ("tensorflow.argmax", "tensorflow.argmin"):
            return f"{self._framework}.int64"
        last = name.rpartition(".")[2]
        like_first = name == f"tensorflow.{last}" or name.startswith(_ALSO_LIKE_FIRST)
        if like_first and call.args and (last in _LIKE_FIRST or last in _ACTIVATIONS):
            first = call.args[0]
            if isinstance(first, (ast.List, ast.Tuple)):
                found = {self.of(item) for item in first.elts} - {""}
                return found.pop() if len(found) == 1 else ""
            return self.of(first)
        return ""

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

    def _is_tensor(self, node: ast.expr) -> bool:
        found = members(self._context.symbol(node))
        return bool(found) and all(value in (TENSOR, VARIABLE) for value in found)


def _is_whole(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int)


def _is_fraction(*sides: ast.expr) -> bool:
    """Whether a side of a division is a float, with which only floats are divided."""
    return any(isinstance(side, ast.Constant) and isinstance(side.value, float) for side in sides)
