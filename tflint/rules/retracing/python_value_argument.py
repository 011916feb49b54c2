"""TFL101."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from tflint.change import Change
from tflint.claims import Retraces
from tflint.facts.expressions.values import (
    BOOL,
    NONE,
    TENSOR,
    ClassValue,
    Container,
    GraphFunction,
    Number,
    Partial,
    Simple,
    Text,
    Value,
    Varying,
    is_number,
    members,
    varying,
)
from tflint.facts.graphs.graph_sites import display
from tflint.facts.order.changing_numbers import changed_elsewhere, is_kept_from_start
from tflint.facts.order.earlier_calls import first_numbers
from tflint.facts.order.functions_of_turns import varies_with_function
from tflint.facts.programs.loop_dependence import changing_names
from tflint.facts.shapes.changing_shapes import growing_length
from tflint.facts.shapes.dtypes import dtype_before
from tflint.finding import Applicability, Harm, Reason
from tflint.rules.base import Context, EagerRule, Proposal, register
from tflint.syntax.model import LOOPS, CallSite, Function, loops_around
from tflint.syntax.scopes import imported_as, resolve, written_out
from tflint.syntax.showing import as_written
from tflint.syntax.trees import walk

if TYPE_CHECKING:
    import libcst as cst

_HELP = "Pass a tensor (`tf.constant(value)`, or loop over `tf.range`), or give `input_signature`."
_HELP_FOR_INDEX = (
    "There is a trace for each item; to have one, `tf.stack` the items and take one by `tf.gather`."
)


@register
class PythonValueArgument(EagerRule):
    """A Python number or formatted string that changes is passed to a tf.function.

    ## What it does

    Finds calls of tf.functions from eager code with an argument that is a Python value and differs
    from call to call: a loop index, the index of `enumerate`, what `next` takes from a counter or a cycle,
    a decayed rate, a counter, the length
    of a list that grows, a number read out of what a loop goes through or out of a request
    (`float(row[1])`), text with such a value in it, also inside a list, tuple or dict; a number kept in an
    object, a dictionary, the options of the command line or an optimizer, that other code
    sets again and again; and numbers written out that differ from call site to call site.

    ## Why is this bad?

    TensorFlow traces again for each new Python value. Measured: a training step of 0.7 ms takes 139
    to 156 ms at every call when its step number is a Python int. Annotations and
    `reduce_retracing=True` do not help.

    ## Example

    ```python
    @tf.function
    def step(x, i):
        return x * i

    for i in range(100):
        step(x, i)
    ```

    Use instead:

    ```python
    for i in tf.range(100):
        step(x, i)
    ```

    ## When it is fine

    Constants, a number that a variable has had since before the loop around the calls, `bool`, `None` and a
    few fixed strings (as many traces as there are values; items of a dict
    or list that is written out, with eight numbers at most, two numbers that calls write out, and indices
    of a Python list, which a tensor can't be, are information for that reason), numbers that calls write
    out for a parameter that only decides which way to take, NumPy scalars and arrays, tensors, indices of
    `ds.enumerate()`, what a loop counts or fills at a call above or below it that nothing repeats, and
    functions with an `input_signature`, which turns numbers into tensors.

    ## What confirm shows

    Traces after each call, and what they cost against one trace with tensors.

    ## References

    - [Rules of tracing](https://www.tensorflow.org/guide/function#rules_of_tracing)
    """

    code = "TFL101"
    name = "python-value-argument"
    summary = "A changing Python value as an argument traces a tf.function anew at each call"
    harm = Harm.COST
    claims = (Retraces(),)
    fix = Applicability.UNSAFE

    def visit_graph_call(
        self, site: CallSite, function: Function, context: Context
    ) -> Iterator[Proposal]:
        """Look at the arguments of one call."""
        if _signature(context.project.inference.callee(site)):
            return
        inference = context.project.inference
        named = inference.callers.arguments(site, function)
        positions = {id(expression): name for name, expression in named.items()}
        definition = Reason(
            function.module.path,
            getattr(function.node, "lineno", 1),
            f"{display(function)} is a `tf.function`",
        )
        arguments = [*site.node.args, *(k.value for k in site.node.keywords)]
        for argument in arguments:
            name = positions.get(id(argument), "")
            changes = _changes(context.value(argument))
            if changes is not None and (
                _is_worked_out_once(changes, site.function, context)
                or _is_counted_around(changes, site, context)
                or _is_given_before_loop(argument, site, context)
                or is_kept_from_start(argument, context)
                or varies_with_function(argument, site, function, context)
            ):
                continue
            why = (
                changes
                or _counts(argument, site, context)
                or _changes_inside(argument, context)
                or changed_elsewhere(argument, site, context)
            )
            is_written_out = why is None  # one of several: the others would be traced as before
            numbers = (
                _written_at_calls(argument, name, site, function, context) if why is None else []
            )
            why = why or _second_of(numbers, site, function, name, context)
            if why is None:
                continue
            is_index = _is_index(name, context.of(function))
            if is_index:
                information = (
                    "the function picks items of a Python container by it, as no tensor can"
                )
            elif len(numbers) == 2:
                information = (
                    "the calls in this file give it two numbers: one trace more than for one"
                )
            elif _is_one_of_few(argument, site):
                information = "all that it may be is written out: each of that is traced once"
            else:
                information = ""
            where = Reason(why.path, why.line, why.text) if why.path else None
            shown = as_written(argument)
            yield Proposal(
                argument,
                f"`{shown}` is a Python value that changes from call to call ({why.text}): each new "
                f"value traces {display(function)} again",
                _HELP_FOR_INDEX if is_index else _HELP,
                reasons=(definition, *((where,) if where else ())),
                claims=(Retraces(name),),
                information=information,
                change=None
                if is_written_out or is_index
                else _as_tensor(
                    argument,
                    _type_of(name, named, function, context, argument.lineno),
                    context,
                ),
            )


def _written_at_calls(
    argument: ast.expr, name: str, site: CallSite, function: Function, context: Context
) -> list[tuple[int | float, CallSite]]:
    """The first numbers that calls give a parameter, where this call gives it one written out."""
    value = context.value(argument)
    if not name or not isinstance(value, Number) or value.constant is None:
        return []
    return first_numbers(name, site.function.module, function, context)


def _second_of(
    found: list[tuple[int | float, CallSite]],
    site: CallSite,
    function: Function,
    name: str,
    context: Context,
) -> Varying | None:
    """Why a number written out differs from those of earlier call sites.

    Said once for a parameter and a file, where the second number appears.
    """
    if len(found) < 2 or found[1][1].node is not site.node:
        return None
    if _is_flag(name, context.of(function)):
        return None
    number, first = found[0]
    module, line = site.function.module, first.node.lineno
    return Varying(module.path, line, f"{module.line_name(line)} passes {number}")


def _is_flag(name: str, context: Context) -> bool:
    """True for a parameter that is only asked which of two ways to take."""
    uses = context.uses(name)
    return bool(uses) and all(_is_asked(use, context) for use in uses)


def _is_index(name: str, context: Context) -> bool:
    """True for a parameter that picks an item of a Python list or the like, which no tensor can."""
    return any(_picks(use, context) for use in context.uses(name))


def _picks(node: ast.expr, context: Context) -> bool:
    match context.parent(node):
        case ast.Subscript(value=owner, slice=index) if index is node:
            return isinstance(context.value(owner), Container)
        case ast.BinOp() | ast.UnaryOp() as part:
            return _picks(part, context)
        case _:
            return False


def _is_asked(node: ast.expr, context: Context) -> bool:
    match context.parent(node):
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            return test is node
        case ast.UnaryOp(op=ast.Not()) | ast.BoolOp() as part:
            return _is_asked(part, context)
        case ast.Compare(comparators=[ast.Constant()]) as part:
            return _is_asked(part, context)
        case _:
            return False


def _is_one_of_few(argument: ast.expr, site: CallSite) -> bool:
    """True for an item of a container that is written out: as many traces as it has numbers.

    What more than eight numbers may be is not known to be a number, so they are few.
    """
    item = written_out(argument, site.function)
    if not isinstance(item, ast.Subscript):
        return False
    match written_out(item.value, site.function):
        case ast.Dict(values=parts) | ast.List(elts=parts) | ast.Tuple(elts=parts):
            return all(isinstance(part, ast.Constant) for part in parts)
        case _:
            return False


def _type_of(
    parameter: str, named: Mapping[str, ast.expr], function: Function, context: Context, line: int
) -> str | None:
    """The type that a number takes on in arithmetic with another argument.

    It is "" where there is no such arithmetic, and None where there is, and its type can't be told.
    """
    inside = context.of(function)
    framework = imported_as(("tensorflow",), context.function) or ""
    is_told = True
    for use in inside.uses(parameter):
        match inside.parent(use):
            case ast.BinOp(left=left, right=right):
                other = right if left is use else left
                met = [part.id for part in walk(other) if isinstance(part, ast.Name)]
                types = [
                    _dtype(named[name], line, context, framework) for name in met if name in named
                ]
                if found := next(filter(None, types), ""):
                    return found
                is_told = is_told and is_number(inside.value(other))
    return "" if is_told else None


def _dtype(given: ast.expr, line: int, context: Context, framework: str) -> str:
    """The dtype of an argument at hand in a line; "" where it is not told."""
    if isinstance(given, ast.Name) and context.value(given) == TENSOR:
        return f"{given.id}.dtype"
    return dtype_before(given, line, context, framework)


def _as_tensor(argument: ast.expr, dtype: str | None, context: Context) -> Change | None:
    """``tf.constant(i, x.dtype)`` for a number: each value of it has the same trace."""
    framework = imported_as(("tensorflow",), context.function)
    if framework is None or dtype is None or not is_number(context.value(argument)):
        return None
    return Change(partial(_as_constant, framework=framework, dtype=dtype))


def _as_constant(number: cst.BaseExpression, framework: str, dtype: str) -> cst.Call:
    import libcst as cst  # late: it takes longer to import than a file to check

    function = cst.Attribute(cst.Name(framework), cst.Name("constant"))
    given = [cst.Arg(number), *([cst.Arg(cst.parse_expression(dtype))] if dtype else ())]
    return cst.Call(function, given)


def _counts(argument: ast.expr, site: CallSite, context: Context) -> Varying | None:
    """Why a number computed from the length of a list changes."""
    if not is_number(context.value(argument)):
        return None
    counted = growing_length(argument, site, context)
    if counted is None:
        return None
    text = f"`{counted}` grows from call to call"
    return Varying(site.function.module.path, site.node.lineno, text)


def _changes(value: Value) -> Varying | None:
    """Why an argument changes in time, when it is a Python value whatever happens."""
    if any(isinstance(m, Simple) and m not in (BOOL, NONE) for m in members(value)):
        return None
    return varying(value)


def _is_worked_out_once(value: Varying, caller: Function, context: Context) -> bool:
    """True for a value of a constructor, or of a function around the caller, that runs in no known loop.

    It is another one for another object, or in another closure, and stays the same in each of them.
    """
    module = context.project.module(value.path)
    holder = None if module is None else module.function_on(value.line)
    if holder is None:
        return False
    if holder is caller:
        return False
    if holder not in caller.scopes and not _is_of_constructor(holder, context):
        return False
    in_loop = any(
        isinstance(part, LOOPS) and _is_on(value.line, part) for part in walk(holder.node)
    )
    return not in_loop and not context.project.repetition.why(holder)


def _is_counted_around(value: Varying, site: CallSite, context: Context) -> bool:
    """True for what a loop of the same function counts, at a call beside it that no known loop repeats.

    Above the loop it has the value of before, and below it the last one, as do containers that it fills.
    """
    module = site.function.module
    if value.path != module.path or context.project.repetition.why_site(site):
        return False
    holder = module.function_on(value.line) or module.body
    return holder is site.function and any(
        isinstance(statement, LOOPS) and _is_on(value.line, statement)
        for statement, _ in holder.statements
    )


def _is_given_before_loop(argument: ast.expr, site: CallSite, context: Context) -> bool:
    """True for a number that a variable has had since before the loops around a call, which run once."""
    function, loops = site.function, loops_around(site.block)
    return (
        bool(loops)
        and isinstance(argument, ast.Name)
        and all(isinstance(m, (Number, Text)) for m in members(context.value(argument)))
        and (resolved := resolve(argument.id, function)) is not None
        and resolved[0] is function
        and not resolved[2]
        and not any(argument.id in changing_names(loop) for loop in loops)
        and not context.project.repetition.why(function)
    )


def _is_of_constructor(function: Function, context: Context) -> bool:
    """True for a constructor, and for a method that only constructors call."""
    sites = context.project.inference.callers.of(function)
    return function.name == "__init__" or (
        function.is_method
        and bool(sites)
        and all(site.function.name == "__init__" for site in sites)
    )


def _is_on(line: int, node: ast.AST) -> bool:
    first, last = getattr(node, "lineno", None), getattr(node, "end_lineno", None)
    return first is not None and last is not None and first <= line <= last


def _changes_inside(argument: ast.expr, context: Context) -> Varying | None:
    """Why a part of a named tuple made for the call changes."""
    made = written_out(argument, context.function)
    if not isinstance(made, ast.Call) or not _is_named_tuple(made.func, context):
        return None
    parts = (*made.args, *(keyword.value for keyword in made.keywords))
    return next((why for part in parts if (why := _changes(context.value(part)))), None)


def _is_named_tuple(node: ast.expr, context: Context) -> bool:
    inference = context.project.inference
    made = written_out(node, context.function)
    if isinstance(made, ast.Call) and "collections.namedtuple" in context.names(made.func):
        return True
    return any(
        isinstance(m, ClassValue)
        and "typing.NamedTuple" in inference.classes.base_names(m.definition)
        for m in members(context.value(node))
    )


def _signature(value: Value) -> bool:
    """True when an ``input_signature`` makes tensors of the arguments."""
    for member in members(value):
        while isinstance(member, Partial):
            member = member.inner
        if isinstance(member, GraphFunction):
            given = member.option("input_signature")
            if given is not None and not (isinstance(given, ast.Constant) and given.value is None):
                return True
    return False
