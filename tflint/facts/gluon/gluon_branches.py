"""What the Gluon rules share: symbols, and branches that only arrays take."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from tflint.facts.expressions.chosen_namespaces import HYBRID_NAMESPACE
from tflint.facts.expressions.values import SYMBOL, External, Value, members
from tflint.facts.graphs.context import Context
from tflint.syntax.model import Block, Module, outward
from tflint.syntax.trees import called_name, walk

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inference, Inferred

MIXED = "not supported|must have NDArray|must be Symbol instances"
"""What MXNet says where an array meets a symbol."""


def is_symbol(value: Value) -> bool:
    """True for what is a symbol whatever happens."""
    return members(value) == (SYMBOL,)


def is_array_branch(block: Block | None, context: Context) -> bool:
    """True under a test or handler that tells symbols from arrays."""
    return any(isinstance(b.node, ast.Try) for b in outward(block)) or is_type_dispatched(
        block, context
    )


def is_type_dispatched(block: Block | None, context: Context) -> bool:
    """True under a test that tells symbols from arrays."""
    for around in outward(block):
        if isinstance(around.node, (ast.If, ast.IfExp)):
            if any(_asks_what(part, context) for part in walk(around.node.test)):
                return True
    return False


def _asks_what(part: ast.AST, context: Context) -> bool:
    """True for ``isinstance(x, ...)``, ``hasattr(x, ...)``, ``F is mx.nd``, ``F.__name__ == ...``."""
    match part:
        case ast.Call(func=func):
            return called_name(func) in ("isinstance", "hasattr")
        case ast.Compare(
            left=ast.Name() as asked, ops=[ast.Is() | ast.IsNot() | ast.Eq() | ast.NotEq()]
        ):
            return _is_namespace(asked, context)
        case ast.Attribute(value=asked, attr=attr) if attr.startswith("__"):
            return _is_namespace(asked, context)
        case _:
            return False


def _is_namespace(node: ast.expr, context: Context) -> bool:
    """True for ``F``, which is ``mx.nd`` or ``mx.sym``."""
    return HYBRID_NAMESPACE in members(context.value(node))


def namespace(context: Context) -> str | None:
    """The name under which ``hybrid_forward`` has ``F``; None elsewhere, and where it is bound anew."""
    function = context.function
    place = 0 if function.self_name is None else 1
    parameters = [parameter.arg for parameter in function.parameters[place : place + 1]]
    if not context.is_entry or not parameters or len(function.bindings[parameters[0]]) > 1:
        return None
    return parameters[0]


def uses_numpy_interface(context: Context) -> bool:
    """True for files written for MXNet's NumPy interface: they say a name of it.

    ``from mxnet import np``, ``mx.npx.set_np()``, ``@mx.util.use_np``, ``F.np``; names alone tell
    nothing, for NumPy itself is called ``np`` too. So are files that a program uses which calls ``set_np``.
    """
    inference, module = context.project.inference, context.module
    return inference.ask(
        ("numpy interface", module), False, _says_numpy, module, inference
    ) or module.path in context.project.remember(_switched_to_numpy)


def _switched_to_numpy(program: Inferred) -> frozenset[str]:
    """The files that programs use which switch the NumPy interface on, for all that they run."""
    switching = {
        site.function.module.path
        for site in program.names.calls.get("set_np", ())
        if _is_of_numpy(program.inference.value(site.node.func, site.function))
    }
    return frozenset(program.imports.used(switching))


def _says_numpy(module: Module, inference: Inference) -> bool:
    for function in module.functions:
        for name, bindings in function.bindings.items():
            if any(binding.kind == "import" for binding in bindings):
                if _is_of_numpy(inference.lookup(name, function)):
                    return True
    return any(
        _is_of_numpy(inference.value(node, function))
        for name in _SAYS_NUMPY
        for node, function in module.reads.get(name, ())
    )


_SAYS_NUMPY = ("np", "npx", "numpy", "numpy_extension", "use_np", "set_np")
_OF_NUMPY = re.compile(
    r"^mxnet\.(?:(?:F|nd|ndarray|sym|symbol)\.)?(?:np|npx|numpy|numpy_extension)(?:\.|$)"
    r"|^mxnet\.util\.(?:use_np|set_np)"
)


def _is_of_numpy(value: Value) -> bool:
    return any(isinstance(m, External) and _OF_NUMPY.match(m.name) for m in members(value))
