"""Whether what is printed, logged or kept in traced code holds tensors."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from tflint.api.lookup import record
from tflint.api.records import Runs
from tflint.facts.expressions.command_line import holds_options
from tflint.facts.expressions.values import (
    BOOL,
    NONE,
    SHAPE,
    TENSOR,
    TENSORS,
    UNKNOWN,
    VARIABLE,
    Container,
    External,
    Number,
    Text,
    Value,
    Varying,
    holds,
    members,
)
from tflint.facts.graphs.context import Context
from tflint.facts.graphs.tracing_context import Way
from tflint.facts.order.creation import set_up_attributes
from tflint.facts.programs.keras_versions import is_of_tensorflow_1
from tflint.facts.shapes.number_requests import asks_for_numbers
from tflint.finding import EntryKind
from tflint.syntax.exits import ends_program
from tflint.syntax.model import LOOPS, Binding, Block, CallSite, Function, outward
from tflint.syntax.scopes import holder_of, is_only_a_parameter, written_name, written_out
from tflint.syntax.trees import children, walk

_OF_SHAPE = frozenset({"get_shape", "shape", "batch_shape", "event_shape", "dtype", "ndim"})
_NOT_KNOWN = (UNKNOWN, Text())
"""Values that may be another at each call, for all that is known."""
_DESCRIPTIONS = _OF_SHAPE | {"name", "__name__"}


def shows_tensors(site: CallSite, context: Context) -> bool:
    """True when a tensor is among the arguments of a call, or in the text it is given."""
    return any(holds_tensors(context.symbol(part)) for part in _shown(site))


def may_differ_between_calls(site: CallSite, context: Context) -> bool:
    """True for a line that is known to show another thing at each call, or to run at some calls only.

    What it shows are tensors then, what is worked out from them, or Python values that change; or tensors
    decide whether it runs.
    """
    if _is_run_by_control_flow(context):
        return True
    return any(not _is_left_to_python(block, context) for block in outward(site.block)) or any(
        _comes_of_tensors(part, context)
        or (_changes(context.symbol(part), context) and not _is_known(part, context))
        for part in _shown(site)
    )


def _is_given_to_graph(node: ast.AST, context: Context) -> bool:
    """True for an argument of what nothing calls by its name.

    That is the tf.function itself, a function that is handed to the framework, and ``*args`` of a wrapper.
    """
    if not isinstance(node, ast.Name) or node.id == context.function.self_name:
        return False
    arguments = getattr(context.function.node, "args", None)
    is_handed = context.is_entry or any(way.argument is not None for way in _ways(context))
    return any(
        binding.kind == "parameter"
        and (is_handed or (arguments is not None and binding.node is arguments.vararg))
        for binding in context.function.bindings.get(node.id, ())
    )


def _ways(context: Context) -> Sequence[Way]:
    """The calls that lead into what is asked about."""
    return () if context.traced is None else context.traced.ways


def _is_run_by_control_flow(context: Context) -> bool:
    """True for a branch that ``tf.cond`` chooses, and for what ``tf.map_fn`` runs for each element."""
    return any(
        isinstance(called, External) and record(called.name).runs is Runs.IN_GRAPH
        for way in _ways(context)
        if way.argument is not None and way.site is not None
        for called in members(
            context.project.inference.value(way.site.node.func, way.site.function)
        )
    )


def _is_left_to_python(block: Block, context: Context) -> bool:
    """True for a block that no tensor is known to decide about.

    What comes to a handler is raised while tracing, by Python: operations raise when the graph runs.
    """
    match block.node:
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            return not _comes_of_tensors(test, context)
        case ast.For(iter=iterated) | ast.comprehension(iter=iterated):
            return not _is_looped_in_graph(iterated, context)
        case _:
            return True


def _comes_of_tensors(node: ast.expr, context: Context) -> bool:
    """True for a tensor, and for what is not known but worked out from one: ``self.loss_of(x)``.

    An argument of a tf.function of which nothing is known is taken for one.
    """
    if _is_description(node):
        return False
    value = context.symbol(node)
    if holds_tensors(value):
        return True
    if not any(map(_is_not_known, members(value))):
        return False
    if isinstance(node, ast.Name):
        return _is_given_to_graph(node, context) or context.ask(
            ("comes of tensors", node.id), False, _is_made_of_tensors, node, context
        )
    return any(
        _comes_of_tensors(part.value if isinstance(part, ast.keyword) else part, context)
        for part in children(node)
        if isinstance(part, (ast.expr, ast.keyword))
    )


def _is_not_known(value: Value) -> bool:
    return value in _NOT_KNOWN or (
        isinstance(value, Container)
        and value.items is None
        and value.element in (None, *_NOT_KNOWN)
    )


def _is_made_of_tensors(name: ast.Name, context: Context) -> bool:
    """True where something that a name is given, wherever that is, comes of tensors."""
    return any(_comes_of_tensors(source, there) for source, there in _sources(name, context))


def _sources(name: ast.Name, context: Context) -> Iterator[tuple[ast.expr, Context]]:
    """What a name of a function is given, and what is put into it there, each with where that stands."""
    puts = context.project.inference.fillings_in(context.function)
    for put in (*puts.get((name.id, True), ()), *puts.get((name.id, False), ())):
        if put.value is not None:
            yield put.value, context
    for binding in context.function.bindings.get(name.id, ()):
        if binding.kind == "parameter":
            for given, caller in context.arguments_from_graphs(name.id):
                if given is not None:
                    yield given, caller
        elif binding.value is not None:
            yield binding.value, context


def _changes(value: Value, context: Context) -> bool:
    """True for a Python value that is known to be another one at each call."""
    return any(
        (isinstance(member, (Number, Text)) and not _varies_inside(member.varying, context))
        or (
            isinstance(member, Container)
            and any(_changes(item, context) for item in member.items or ())
        )
        for member in members(value)
    )


def fails_first(site: CallSite, context: Context) -> bool:
    """True for a message that no trace writes: a tensor of the graph is asked for its numbers first.

    That is by what it shows, or by a statement before it on the only way there. Or what should write it is
    not there: ``tf.logging`` in a program that is not for TensorFlow 1.
    """
    name = written_name(site.node.func, context.function)
    if name is not None and is_of_tensorflow_1(name):
        return not context.project.versions.run_tensorflow_1
    given = (*site.node.args, *(keyword.value for keyword in site.node.keywords))
    rows: list[object] = [block.siblings for block in outward(site.block)]
    for row in (*rows, getattr(context.function.node, "body", [])):
        if not isinstance(row, list):
            break  # it is a lambda's
        failing = _failing(row, context)
        if failing is not None and failing < (site.node.lineno, site.node.col_offset):
            return True
    return any(asks_for_numbers(part, context) for part in given)


def _failing(row: list[ast.stmt], context: Context) -> tuple[int, int] | None:
    """Where the first statement without branches in a row ends that raises; asked once a row."""
    if id(row) not in context.failing:
        plain = (ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign)
        context.failing[id(row)] = next(
            (
                (statement.end_lineno or statement.lineno, statement.end_col_offset or 0)
                for statement in row
                if isinstance(statement, plain) and asks_for_numbers(statement, context)
            ),
            None,
        )
    return context.failing[id(row)]


def is_last_word(site: CallSite, context: Context) -> bool:
    """True for what is shown before an error or the end of the program, while tracing as in eager code.

    So is the message of an ``assert``, and that of a handler which raises again what came while tracing: it
    comes so at each call. Under a condition on a tensor that is another matter: tracing goes into both
    branches.
    """
    is_before_end = site.block is not None and ends_program(site.block.siblings)
    if not is_before_end and not _is_of_failed_assert(site.node, context):
        return False
    if context.is_caught_in_vain(site.block):
        return False
    return not any(
        isinstance(block.node, LOOPS)
        or (isinstance(block.node, ast.Try) and block.arm != "handlers")
        or (isinstance(block.node, (ast.If, ast.IfExp)) and _is_of_tensor(block.node, context))
        for block in outward(site.block)
    )


def _is_of_failed_assert(call: ast.Call, context: Context) -> bool:
    """True in the message of an ``assert`` that asks no tensor."""
    node: ast.AST = call
    while not isinstance(node, ast.stmt):
        inner, around = node, context.parent(node)
        if around is None:
            return False
        node = around
        if isinstance(node, ast.Assert):
            return node.msg is inner and not _comes_of_tensors(node.test, context)
    return False


def _is_of_tensor(node: ast.If | ast.IfExp, context: Context) -> bool:
    return any(
        holds_tensors(context.symbol(part))
        for part in walk(node.test)
        if isinstance(part, ast.expr)
    )


def _is_looped_in_graph(iterated: ast.expr, context: Context) -> bool:
    """True for what may be a tensor; a list of tensors is looped over by Python."""
    match iterated:
        case ast.Call(func=ast.Name(id="enumerate" | "reversed" | "zip"), args=args):
            return any(_is_looped_in_graph(part, context) for part in args)
        case _:
            found = members(context.symbol(iterated))
            return any(member in (TENSOR, TENSORS, VARIABLE) for member in found)


def _is_known(node: ast.expr, context: Context) -> bool:
    """True for what is worked out from shapes, settings and static values alone."""
    if _is_description(node) or _is_static(context.symbol(node), context):
        return True
    match node:
        case ast.Compare(left=left, comparators=comparators):
            return all(_is_known(part, context) for part in (left, *comparators))
        case ast.BinOp(left=left, right=right):
            return _is_known(left, context) and _is_known(right, context)
        case ast.BoolOp(values=values):
            return all(_is_known(part, context) for part in values)
        case ast.UnaryOp(operand=operand):
            return _is_known(operand, context)
        case ast.Subscript(value=owner, slice=index):
            return _is_described(owner, context) and _is_known(index, context)
        case ast.Attribute(value=ast.Name(id=root) as holder, attr=attr):
            return (
                root == context.function.self_name
                and attr in context.project.remember(set_up_attributes)
                and not holds_tensors(context.symbol(node))
            ) or holds_options(context.value(holder))
        case ast.Name(id=name):
            return (
                _is_described(node, context)
                or _is_name_of_setting(name, node, context)
                or _is_given_around(node, context)
            )
        case _:
            return False


def _is_given_around(node: ast.expr, context: Context) -> bool:
    """True for what eager code gave the function that has made this one for the elements of a dataset.

    It would be the same for all of them: ``print("Parsing", path)`` in a function for ``Dataset.map``.
    """
    if context.tracing is None or context.tracing.kind is not EntryKind.DATASET:
        return False
    if not isinstance(node, ast.Name) or holds_tensors(context.symbol(node)):
        return False
    holder = holder_of(node.id, context.function)
    return (
        holder is not None
        and holder is not context.function
        and is_only_a_parameter(node.id, holder)
        and not context.project.tracing.is_traced(holder)
    )


def _is_name_of_setting(name: str, node: ast.Name, context: Context) -> bool:
    """True for a name that stands for a setting, or for each of several in turn."""
    if holds_tensors(context.symbol(node)):
        return False
    match context.function.bindings.get(name, ()):
        case [Binding(kind="assign" | "for", value=ast.Attribute() as value)]:
            return _is_known(value, context)
        case [
            Binding(
                kind="for",
                value=ast.Call(func=ast.Name(id="enumerate"), args=[ast.Attribute() as value]),
            )
        ]:
            return _is_known(value, context)
        case _:
            return False


def _is_described(node: ast.expr, context: Context) -> bool:
    """True for a description, or an item of one, also by a name."""
    written = written_out(node, context.function)
    match written:
        case ast.Subscript(value=owner, slice=ast.Constant() | ast.UnaryOp() | ast.Slice()):
            written = written_out(owner, context.function)
    return _is_description(written)


def _is_description(node: ast.expr) -> bool:
    """True for what describes a tensor or layer and is Python's: ``x.shape``, ``type(x)``."""
    match node:
        case ast.Call(func=ast.Attribute(value=shape, attr="as_list"), args=[]):
            return _is_description(shape)
        case ast.Call(func=ast.Attribute(attr="get_shape") as method, args=[]):
            return _is_description(method)
    return (isinstance(node, ast.Attribute) and node.attr in _DESCRIPTIONS) or _is_type(node)


def _is_type(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="type" | "len"), args=[_], keywords=[]):
            return True
        case _:
            return False


def _is_static(value: Value, context: Context) -> bool:
    """True for what each call of a trace holds alike: no tensor, and nothing unknown."""
    return all(
        member in (SHAPE, BOOL, NONE)
        or (isinstance(member, (Number, Text)) and _varies_inside(member.varying, context))
        or isinstance(member, External)
        or (
            isinstance(member, Container)
            and all(_is_static(item, context) for item in member.items or (UNKNOWN,))
        )
        for member in members(value)
    )


def _varies_inside(why: Varying | None, context: Context) -> bool:
    """True for what varies in the function itself only, the same way at each call: the index of a loop."""
    node = context.function.node
    return why is None or (
        why.path == context.module.path
        and not (why.is_drawn or why.is_kept)
        and not isinstance(node, ast.Module)
        and node.lineno <= why.line <= (node.end_lineno or 0)
    )


def holds_tensors(value: Value) -> bool:
    """True for what may be a tensor, or a container with one."""
    return holds(value, TENSOR, TENSORS, VARIABLE)


def _shown(site: CallSite) -> Iterator[ast.expr]:
    """What a call shows: its arguments, and what texts are made of, those that have a name included."""
    for argument in (*site.node.args, *(keyword.value for keyword in site.node.keywords)):
        yield from _shown_parts(_behind(argument, site.function))


def _behind(node: ast.expr, function: Function) -> ast.expr:
    """The text that a name stands for; anything else as it is."""
    match written_out(node, function):
        case (ast.JoinedStr() | ast.Call(func=ast.Attribute(attr="format" | "join"))) as text:
            return text
    return node


def _shown_parts(node: ast.expr) -> Iterator[ast.expr]:
    """What an argument shows: itself, or what its text is made of."""
    match node:
        case ast.JoinedStr(values=values):
            yield from (part.value for part in values if isinstance(part, ast.FormattedValue))
        case ast.BinOp(left=left, op=ast.Mod() | ast.Add(), right=right):
            yield node
            yield from _shown_parts(left)
            yield from _shown_parts(right)
        case ast.Call(func=ast.Attribute(attr="format"), args=args, keywords=keywords):
            yield from (*args, *(keyword.value for keyword in keywords))
        case ast.Call(func=ast.Name(id="str" | "repr"), args=args):
            yield from args
        case ast.Call(func=ast.Attribute(value=ast.Constant(), attr="join"), args=[joined]):
            yield from _shown_parts(joined)
        case (
            ast.ListComp(elt=made, generators=loops) | ast.GeneratorExp(elt=made, generators=loops)
        ):
            yield from (loop.iter for loop in loops)
            yield from _shown_parts(made)
        case ast.Starred(value=value):
            yield value
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
            yield from parts
        case ast.Dict(values=parts):
            yield from parts
        case _:
            yield node
