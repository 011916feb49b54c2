"""What a number that becomes a tensor is used for, and so which dtype it has to have."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from tflint.api.records import words
from tflint.facts.expressions.values import is_number
from tflint.facts.shapes.dtypes import dtype_before
from tflint.syntax.trees import walk

if TYPE_CHECKING:
    from tflint.facts.graphs.context import Context

_OF_ONE_DTYPE = words("add clip_by_value divide maximum minimum multiply pow subtract")
"""Operations whose arguments all have the dtype of the tensors among them."""
_OF_ANY_DTYPE = words("as_string cast fill gather print saturate_cast")
"""Operations that take a number of whatever dtype it has."""
_REFUSING = ("tensorflow.constant", "tensorflow.keras.")
"""What takes a number, and in a graph no tensor in its place."""
_TESTS = (ast.If, ast.IfExp, ast.While)


class NumberUse(NamedTuple):
    """What becomes of a number.

    Attributes:
        dtype: the code of the dtype that it takes on where it meets tensors; "" where it meets none.
        is_computed_with: whether it is computed with before it meets any.
    """

    dtype: str
    is_computed_with: bool


def use_of_number(number: ast.expr, framework: str, context: Context) -> NumberUse | None:
    """What becomes of a number, or an array, of this function, if all of that is known.

    None where something is done with it that a tensor in its place would not do, or where the dtype of
    what it meets can't be told.
    """
    followed = _Followed(number.lineno, framework, context)
    if not followed.is_known(number) or len(followed.dtypes) > 1:
        return None
    return NumberUse("".join(followed.dtypes), followed.is_computed_with)


class _Followed:
    def __init__(self, line: int, framework: str, context: Context) -> None:
        self._line = line
        self._framework = framework
        self._context = context
        self.dtypes: set[str] = set()
        self.is_computed_with = False

    def is_known(self, part: ast.expr) -> bool:
        """Whether all is known that is done with a part of an expression; notes what it meets."""
        around = self._context.parent(part)
        match around:
            case ast.BinOp(left=left, right=right):
                return self._meets(part, [left, right], around)
            case ast.Compare(left=left, comparators=others):
                met = len(self.dtypes)
                return self._meets(part, [left, *others], None) and (
                    len(self.dtypes) > met or self._is_test(around)
                )
            case ast.UnaryOp(op=ast.USub() | ast.UAdd()):
                self.is_computed_with = True
                return self.is_known(around)
            case ast.AugAssign(target=ast.Name() as target):
                return self._meets(part, [target], None)
            case ast.Assign(targets=[ast.Name(id=name)]):
                return self._is_known_by_name(name)
            case ast.Return():
                return self._context.is_entry
            case ast.Lambda():
                return around is self._context.function.node and self._context.is_entry
            case ast.Tuple() | ast.List():
                return self.is_known(around)
            case ast.Call() if part is not around.func:
                return self._is_taken(part, around, None)
            case ast.keyword():
                call = self._context.parent(around)
                return isinstance(call, ast.Call) and self._is_taken(part, call, around.arg)
            case ast.Expr():
                return True
        return False

    def _meets(self, part: ast.expr, operands: list[ast.expr], result: ast.expr | None) -> bool:
        """Whether it is known what comes of a part with others; the result is followed on if a number."""
        others = [operand for operand in operands if operand is not part]
        dtypes = {
            dtype_before(other, self._line, self._context, self._framework, are_tensors=True)
            for other in others
        }
        if dtypes != {""}:
            self.dtypes |= dtypes
            return "" not in dtypes
        if not all(is_number(self._context.value(other)) for other in others):
            return False
        self.is_computed_with = True
        return result is None or self.is_known(result)

    def _is_test(self, comparison: ast.expr) -> bool:
        """Whether a comparison of numbers only decides what runs, as one of tensors does in graphs."""
        around = self._context.parent(comparison)
        match around:
            case ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                return self._is_test(around)
        return isinstance(around, _TESTS) and around.test is comparison

    def _is_known_by_name(self, name: str) -> bool:
        function = self._context.function
        outside = function.global_names | function.nonlocal_names
        if name in outside or len(function.bindings.get(name, ())) != 1:
            return False
        return all(self.is_known(use) for use in self._context.uses(name)) and not any(
            self._is_bound_later(part.id)
            for dtype in self.dtypes
            for part in ast.walk(ast.parse(dtype))
            if isinstance(part, ast.Name)
        )

    def _is_bound_later(self, name: str) -> bool:
        bindings = self._context.function.bindings.get(name, ())
        return any(getattr(binding.node, "lineno", 0) > self._line for binding in bindings)

    def _is_taken(self, part: ast.expr, call: ast.Call, keyword: str | None) -> bool:
        """Whether an operation takes a tensor for a number, and of which dtype is known."""
        names = self._context.names(call.func)
        if not names or not all(
            name.startswith("tensorflow.") and not name.startswith(_REFUSING) for name in names
        ):
            return False
        last = {name.rpartition(".")[2] for name in names}
        if keyword == "seed" or last <= _OF_ANY_DTYPE:
            return True
        others = [a for a in (*call.args, *(k.value for k in call.keywords)) if a is not part]
        if last <= _OF_ONE_DTYPE:
            return self._meets(part, others, call)
        return all(self._is_written_out(other) for other in others)

    def _is_written_out(self, node: ast.expr) -> bool:
        """Whether an argument holds nothing but constants and dtypes, so that it is no tensor to be met."""
        return not any(
            isinstance(part, ast.Call)
            or (isinstance(part, ast.Name) and part.id != self._framework)
            for part in walk(node)
        )
