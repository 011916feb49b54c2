"""Objects whose constructor raises before its end: what its other statements bind is there to be tried.

So it is of programs. What the statement that failed would have bound raises its error wherever it is
used, and the model that the flagged line asks is made up. Such an object can prove a finding, and never
disprove it.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from . import frames
from .absent_values import Absent, Anything
from .call_arguments import build, parameters_of

if TYPE_CHECKING:
    from .experiment import Experiment

_ERROR, _ABSENT = "__tflint_error__", "__tflint_absent__"


def made(x: Experiment, cls: type) -> Any:
    """An object made as far as it goes: with the program's own arguments, or those that came furthest."""
    definition = x.definition_of(cls)
    initialise: Any = vars(cls).get("__init__")
    code = getattr(initialise, "__code__", None)
    if definition is None or code is None or set(code.co_freevars) - {"__class__"}:
        return None
    failed: list[BaseException] = []

    def absent(error: BaseException, name: str) -> Any:
        failed.append(error)
        return x.model_instead(name) or Absent(error)

    lenient = _lenient(definition, cls, {**initialise.__globals__, _ABSENT: absent}, code)
    for args, kwargs in _arguments(x, cls):
        try:
            found = cls.__new__(cls, *args, **kwargs)
            lenient(found, *args, **kwargs)
        except Exception:
            continue
        if failed:
            x.half_made[x.meter.describe(failed[0]).type] = None
            _give_model(x, found)
            return found
    return None


def give_model(x: Experiment, instance: Any) -> None:
    """Have a model where the flagged line looks for one, and a package made it that is not here."""
    if isinstance(_held(x, instance), Anything):
        _give_model(x, instance)


def unfinished(error: BaseException) -> Iterator[tuple[Any, tuple[list[Any], dict[str, Any]]]]:
    """The objects whose constructors an exception came through, with what these were given."""
    trace = error.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        if frame.f_code.co_name == "__init__" and frame.f_code.co_argcount:
            args, kwargs = frames.arguments_of(frame)
            yield args[0], (args[1:], kwargs)
        trace = trace.tb_next


def _arguments(x: Experiment, cls: type) -> Iterator[tuple[Any, dict[str, Any]]]:
    for error in x.program.failures:
        for instance, given in unfinished(error):
            if type(instance) is cls:
                yield given
    missed = x.missed.get(cls.__qualname__)
    if missed is not None:
        yield build(x, parameters_of(cls, []), missed.specs)


def _give_model(x: Experiment, instance: Any) -> None:
    """Have a model where the flagged line looks for one and nothing, or what failed, is."""
    name = _own_model(x)
    held = _held(x, instance)
    if name and (held is None or isinstance(held, Absent)):
        setattr(instance, name, x.model_instead(x.job.model))


def _own_model(x: Experiment) -> str:
    """The attribute of its own object that the flagged line asks for a model; empty for none."""
    own, _, name = x.job.model.partition(".")
    return name if own == "self" and name.isidentifier() else ""


def _held(x: Experiment, instance: Any) -> Any:
    name = _own_model(x)
    return getattr(instance, name, None) if name else None


def _lenient(definition: Any, cls: type, namespace: dict[str, Any], code: Any) -> Any:
    """A constructor in which no statement that fails ends it, but that of a base class."""
    node = _Mangled(cls.__name__).visit(copy.deepcopy(definition))
    node.decorator_list, node.returns = [], None
    for argument in ast.walk(node.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    node.body = [_tried(statement) for statement in node.body]
    # ``super()`` looks for the class in a cell of this name.
    of_class = ast.arguments(
        posonlyargs=[], args=[ast.arg("__class__")], kwonlyargs=[], kw_defaults=[], defaults=[]
    )
    around = copy.copy(node)
    around.name, around.args = "__tflint_make__", of_class
    around.body = [node, ast.Return(ast.Name(node.name, ast.Load()))]
    tree = ast.fix_missing_locations(ast.Module([around], []))
    exec(compile(tree, code.co_filename, "exec"), namespace)
    return namespace["__tflint_make__"](cls)


def _tried(statement: ast.stmt) -> ast.stmt:
    """A statement after whose failure the next one runs."""
    if _calls_constructor(statement) or isinstance(statement, (ast.Return, ast.Raise)):
        return statement  # what a constructor refuses itself is no object of the program
    if isinstance(statement, ast.If):
        statement.body = [_tried(one) for one in statement.body]
        statement.orelse = [_tried(one) for one in statement.orelse]
    instead: list[ast.stmt] = [
        ast.Assign([copy.deepcopy(target)], _absent(ast.unparse(target)))
        for target in ast.walk(statement)
        if isinstance(target, (ast.Name, ast.Attribute)) and isinstance(target.ctx, ast.Store)
    ]
    nothing = ast.Expr(_absent(""))
    # A program that does not find what it needs may end itself.
    caught: list[ast.expr] = [ast.Name(name, ast.Load()) for name in ("Exception", "SystemExit")]
    handler = ast.ExceptHandler(ast.Tuple(caught, ast.Load()), _ERROR, instead or [nothing])
    return ast.copy_location(ast.Try([statement], [handler], [], []), statement)


def _absent(name: str) -> ast.Call:
    error = ast.Name(_ERROR, ast.Load())
    return ast.Call(ast.Name(_ABSENT, ast.Load()), [error, ast.Constant(name)], [])


def _calls_constructor(statement: ast.stmt) -> bool:
    call = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(call, ast.Call) and getattr(call.func, "attr", "") == "__init__"


class _Mangled(ast.NodeTransformer):
    """Names that begin with two underscores, as they are called inside of a class."""

    def __init__(self, cls: str) -> None:
        self._prefix = "_" + cls.lstrip("_")

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        """Attributes."""
        self.generic_visit(node)
        if node.attr.startswith("__") and not node.attr.endswith("__"):
            node.attr = self._prefix + node.attr
        return node
