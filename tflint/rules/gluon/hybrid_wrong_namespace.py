"""TFL805."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from tflint.api.lookup import record
from tflint.change import Change
from tflint.claims import Raises
from tflint.facts.expressions.values import External, Value, members
from tflint.facts.gluon.gluon_branches import MIXED, is_array_branch, is_symbol, namespace
from tflint.facts.gluon.gluon_symbols import is_single
from tflint.finding import Applicability, Harm
from tflint.rules.base import Context, GluonRule, Proposal, register
from tflint.syntax.definitions import owner_of
from tflint.syntax.model import Block, CallSite, Class
from tflint.syntax.scopes import holder_of, written_out
from tflint.syntax.showing import as_written

if TYPE_CHECKING:
    import libcst as cst

_F = re.compile(r"^mxnet\.(?:F|sym|symbol)\.")
_ARRAYS = re.compile(
    r"^mxnet\.(?:nd|ndarray|np|npx|numpy|numpy_extension)\.(?:\w+\.)*"
    r"(?!\w*NDArray$|CachedOp$)[A-Za-z]\w*$"
)
_NO_OPERATION = re.compile(
    r"\.(?:u?int\d*|float\d*|bool_?|waitall|set_np|reset_np|is_np_\w+|use_np|save|load|dtype|seed|"
    r"cpu|gpu|num_gpus|current_context)$"
)
_NUMPY = frozenset(
    f"numpy.{name}"
    for name in [
        "exp",
        "exp2",
        "expm1",
        "log",
        "log2",
        "log10",
        "log1p",
        "sqrt",
        "cbrt",
        "sin",
        "cos",
        "tan",
        "arcsin",
        "arccos",
        "arctan",
        "sinh",
        "cosh",
        "tanh",
        "maximum",
        "minimum",
        "fmax",
        "fmin",
        "arctan2",
        "hypot",
        "floor",
        "ceil",
        "rint",
    ]
)
_SAME_ARRAY = frozenset(
    {"reshape", "expand_dims", "astype", "as_in_context", "transpose", "copy", "flatten"}
)
"""Methods of arrays that give the array in another form."""


@register
class HybridWrongNamespace(GluonRule):
    """`hybrid_forward` uses the functions of arrays, or arrays themselves, instead of `F`.

    ## What it does

    Finds `mx.nd` and `mx.np` functions in `hybrid_forward` that get symbols or whose result meets
    one, functions that `F` has for arrays only (`F.array`, `F.concatenate`, `F.add`), also where
    code chooses `F` itself (`mx.nd if isinstance(x, mx.nd.NDArray) else mx.sym`), attributes of the
    block and variables of the module that hold such arrays, and functions of the official NumPy on
    symbols.

    ## Why is this bad?

    After `hybridize()` the inputs are symbols, and functions of arrays refuse them:
    `AssertionError: Argument data must have NDArray type`, or `TypeError: type ... not supported`
    where an array and a symbol are combined. Before, with arrays, all of it works.

    ## Example

    ```python
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return mx.nd.relu(x)
    ```

    Use instead:

    ```python
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return F.relu(x)
    ```

    and `self.params.get_constant` for an array that belongs to the block.

    ## When it is fine

    Python numbers and NumPy scalars; branches that only arrays take (`if isinstance(x,
    mx.nd.NDArray):`).

    ## What confirm shows

    After `hybridize()` this line raises, where it works before; or the array that it makes does,
    where it meets a symbol.

    ## References

    -
    [Hybridize](https://mxnet.apache.org/versions/1.9.1/api/python/docs/tutorials/packages/gluon/blocks/hybridize.html)
    """

    code = "TFL805"
    name = "hybrid-wrong-namespace"
    summary = "Functions of arrays, and arrays, fail on symbols after `hybridize()`"
    harm = Harm.RAISES
    fix = Applicability.SAFE
    claims = (Raises(here=MIXED + "|ufunc|has no attribute", later=MIXED + "|HybridBlock out"),)
    calls_of = (_ARRAYS, _NUMPY, _F)

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for functions of arrays."""
        if is_array_branch(site.block, context):
            return
        names = context.names(site.node.func)
        if len(names) < len(members(context.value(site.node.func))):
            return
        lacking = [name for name in names if record(name).symbolic is False]
        if lacking == list(names) and lacking[0].startswith("mxnet.F."):
            yield _missing(site, lacking[0])
            return
        if any(map(_F.match, names)):
            return  # a helper that is also given the module of symbols
        for name in sorted(names):
            if _ARRAYS.match(name) and not _NO_OPERATION.search(name):
                gets = any(is_symbol(context.value(a)) for a in _arguments(site.node))
                if gets or _meets_symbol(site.node, context, 3):
                    shown = as_written(site.node.func)
                    yield Proposal(
                        site.node,
                        f"`{shown}` is a function of arrays: with symbols, after `hybridize()`, "
                        "this raises",
                        f"Use `F.{name.rpartition('.')[2]}`.",
                        change=_from_namespace(name, context),
                    )
                return
            if name in _NUMPY and any(is_single(a, context) for a in site.node.args):
                shown = as_written(site.node.func)
                yield Proposal(
                    site.node,
                    f"`{shown}` of NumPy does not take symbols: this raises after `hybridize()`",
                    f"Use `F.{name.rpartition('.')[2]}`.",
                )
                return

    def visit_expression(
        self, node: ast.expr, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look for arrays kept in attributes."""
        match node:
            case ast.Attribute(value=ast.Name(id=owner), attr=attr, ctx=ast.Load()):
                definition = owner_of(context.function)
                if owner == context.function.self_name and definition is not None:
                    if _holds_array(definition, attr, context):
                        yield from self._kept(node, block, context)

    def visit_name(
        self, node: ast.Name, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look for arrays kept in variables of the module."""
        if _is_array_of_module(node, context):
            yield from self._kept(node, block, context)

    def _kept(
        self, node: ast.Attribute | ast.Name, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        if not is_array_branch(block, context) and _meets_symbol(node, context, 3):
            yield Proposal(
                node,
                f"`{as_written(node)}` holds an array: combined with symbols, after "
                "`hybridize()`, this raises",
                "Make it a constant of the block: `self.params.get_constant(name, value)`.",
            )


def _from_namespace(name: str, context: Context) -> Change | None:
    """The change to the function of ``F`` with the same name, where ``F`` is at hand and has it."""
    at_hand = namespace(context)
    family, _, last = name.removeprefix("mxnet.").rpartition(".")
    if at_hand is None or family not in ("nd", "ndarray"):
        return None
    if record(f"mxnet.F.{last}").symbolic is False:
        return None
    return Change(partial(_of_namespace, namespace=at_hand, name=last))


def _of_namespace(call: cst.Call, namespace: str, name: str) -> cst.Call:
    import libcst as cst  # late: it takes longer to import than a file to check

    function = cst.Attribute(cst.Name(namespace), cst.Name(name))
    return call.with_changes(func=function)


def _missing(site: CallSite, name: str) -> Proposal:
    """What to say of a function that `F` has for arrays only."""
    last = name.rpartition(".")[2]
    other = _OTHER_NAMES.get(last)
    function = site.node.func
    chosen = as_written(function.value) if isinstance(function, ast.Attribute) else "F"
    return Proposal(
        site.node,
        f"`{as_written(function)}` is there for arrays only: after `hybridize()` `{chosen}` has no "
        f"`{last}`, and this raises AttributeError",
        f"Use `{chosen}.{other}`."
        if other
        else "Do this outside the block, or with operations that `F` has for symbols too.",
    )


_OTHER_NAMES = {
    "concatenate": "concat",
    "add": "broadcast_add",
    "subtract": "broadcast_sub",
    "multiply": "broadcast_mul",
    "divide": "broadcast_div",
    "true_divide": "broadcast_div",
    "modulo": "broadcast_mod",
    "equal": "broadcast_equal",
    "not_equal": "broadcast_not_equal",
    "greater": "broadcast_greater",
    "greater_equal": "broadcast_greater_equal",
    "lesser": "broadcast_lesser",
    "lesser_equal": "broadcast_lesser_equal",
    "logical_and": "broadcast_logical_and",
    "logical_or": "broadcast_logical_or",
    "logical_xor": "broadcast_logical_xor",
    "moveaxis": "transpose",
    "empty": "zeros",
}
"""What symbols have in the place of functions that only arrays have."""


def _arguments(call: ast.Call) -> Iterator[ast.expr]:
    for argument in (*call.args, *(k.value for k in call.keywords)):
        if isinstance(argument, (ast.List, ast.Tuple)):
            yield from argument.elts
        yield argument.value if isinstance(argument, ast.Starred) else argument


def _meets_symbol(node: ast.expr, context: Context, depth: int) -> bool:
    """True when the value of an expression is combined with a symbol."""
    parent = context.parent(node)
    if depth == 0:
        return False
    if isinstance(parent, ast.keyword):
        parent = context.parent(parent)
    match parent:
        case ast.BinOp():
            return is_symbol(context.value(parent))
        case ast.Call(func=func) if node is not func:
            return any(
                name.startswith(("mxnet.F.", "mxnet.Symbol.")) for name in context.names(func)
            )
        case ast.Subscript(value=kept) if kept is node:
            return _meets_symbol(parent, context, depth - 1)
        case ast.Attribute():
            call = context.parent(parent)
            if isinstance(call, ast.Call) and call.func is parent:
                if parent.attr in _SAME_ARRAY:
                    return _meets_symbol(call, context, depth - 1)
        case ast.Assign(targets=[ast.Name(id=name)]):
            bindings = context.function.bindings.get(name, [])
            return len(bindings) == 1 and any(
                _meets_symbol(use, context, depth - 1) for use in context.uses(name)
            )
    return False


def _is_array_of_module(node: ast.Name, context: Context) -> bool:
    """True for a variable that the module gives an array, once."""
    inference, module = context.project.inference, context.function.module
    if holder_of(node.id, context.function) is not module.body:
        return False
    made = written_out(node, context.function)
    if node.id in module.global_bindings:
        return False
    return made is not None and _makes_array(made, lambda e: inference.value(e, module.body))


def _makes_array(made: ast.expr, value: Callable[[ast.expr], Value]) -> bool:
    """True for a call of a function of MXNet that makes arrays, whatever form it brings them in."""
    if not isinstance(made, ast.Call):
        return False
    if isinstance(made.func, ast.Attribute) and made.func.attr in _SAME_ARRAY:
        if isinstance(made.func.value, ast.Call):
            return _makes_array(made.func.value, value)
    names = [m.name for m in members(value(made.func)) if isinstance(m, External)]
    return bool(names) and all(_ARRAYS.match(n) and not _NO_OPERATION.search(n) for n in names)


def _holds_array(definition: Class, attr: str, context: Context) -> bool:
    """True when all that the class stores in an attribute are arrays made by MXNet."""
    inference = context.project.inference
    found = False
    for base in inference.classes.bases(definition):
        if not isinstance(base, Class):
            continue
        if attr in base.methods or attr in base.bindings:
            return False
        for store in base.stores.get(attr, ()):
            made = store.binding.value
            value = partial(inference.value, function=store.function)
            if made is None or store.binding.path or not _makes_array(made, value):
                return False
            found = True
    return found
