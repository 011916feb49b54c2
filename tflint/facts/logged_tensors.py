"""Whether what is printed, logged or kept in traced code holds tensors."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import groupby

from tflint.api.lookup import doing
from tflint.api.records import Effect
from tflint.facts.command_line import holds_options
from tflint.facts.context import Context
from tflint.facts.creation import set_up_attributes
from tflint.facts.keras_versions import is_of_tensorflow_1
from tflint.facts.symbolic import is_symbolic, refuses_symbols
from tflint.facts.values import (
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
    varying,
)
from tflint.finding import EntryKind
from tflint.syntax.exits import ends_program
from tflint.syntax.model import LOOPS, Binding, Block, CallSite, Function, outward
from tflint.syntax.path_conditions import statements_of
from tflint.syntax.scopes import holder_of, is_only_a_parameter, written_name, written_out
from tflint.syntax.trees import children, walk

_OF_SHAPE = frozenset({"get_shape", "shape", "batch_shape", "event_shape", "dtype", "ndim"})
_DESCRIPTIONS = _OF_SHAPE | {"name", "__name__"}
_MOST_STEPS = 4
"""How many names are followed to what a shown value was worked out from."""


def shows_tensors(site: CallSite, context: Context) -> bool:
    """True when a tensor is among the arguments of a call, or in the text it is given."""
    return any(holds_tensors(context.symbol(part)) for part in _shown(site))


def is_same_at_each_call(site: CallSite, context: Context) -> bool:
    """True when a line is known to show the same at each call of one trace, so that once tells all.

    Shapes, dtypes, numbers and texts of Python are the same, and so are settings: attributes that only a
    constructor sets, and that are no tensors. What nothing is known of is not. Under a
    condition on a tensor, in a loop over one, and in a handler the graph differs from eager code in more
    than how often the line runs.
    """
    return all(_is_python(block, context) for block in outward(site.block)) and all(
        _is_known(part, context) for part in _shown(site)
    )


def may_differ_between_calls(site: CallSite, context: Context) -> bool:
    """True for a line that is known to show another thing at each call, or to run at some calls only.

    What it shows are tensors then, what is worked out from them, or Python values that change; or tensors
    decide whether it runs.
    """
    return any(not _is_left_to_python(block, context) for block in outward(site.block)) or any(
        _comes_of_tensors(part, context)
        or (_changes(context.symbol(part), context) and not _is_known(part, context))
        for part in _shown(site)
    )


def tells_of_the_set_up(site: CallSite, context: Context) -> bool:
    """True for a line that shows settings, or which way they take, and nothing that is known to change.

    An attribute that more than a constructor may set is no setting, and a number that a loop counts
    shows how far it is. Which way is taken is told where the other way has its message, too, or where
    settings and shapes are all that the condition asks for: ``if self.verbose:``.
    """
    parts = [
        part
        for part in _shown(site)
        if _is_description(part)
        or (
            not isinstance(part, ast.Constant)
            and (
                not isinstance(context.symbol(part), (Text, External))
                or _is_given_around(part, context)
            )
        )
    ]
    tests = [
        block.node.test
        for block in outward(site.block)
        if isinstance(block.node, (ast.If, ast.IfExp, ast.While))
    ]
    if may_differ_between_calls(site, context):
        return False
    if any(_may_be_set_anew(part, context) for part in (*parts, *tests)):
        return False
    return any(
        _is_known(part, context) and not _is_given_to_graph(part, context) for part in parts
    ) or any(
        isinstance(block.node, ast.If)
        and (
            (_has_message(block.node.body, context) and _has_message(block.node.orelse, context))
            or (
                _is_choice_of_settings(block.node.test, context)
                and is_same_at_each_call(site, context)
            )
        )
        for block in outward(site.block)
    )


def _is_choice_of_settings(test: ast.expr, context: Context) -> bool:
    """True for a condition on what others have set, or on shapes; a literal chooses nothing.

    That is what a caller gives, what stands in the module, and what a constructor keeps, but not a local
    flag or one that a method sets: ``if self.first: self.first = False``.
    """
    settings = [part for part in walk(test) if isinstance(part, (ast.Name, ast.Attribute))]
    return (
        bool(settings)
        and _is_known(test, context)
        and all(_is_set_by_others(part, context) for part in settings)
    )


def _is_set_by_others(node: ast.Name | ast.Attribute, context: Context) -> bool:
    if isinstance(node, ast.Attribute):
        return (
            _is_description(node)
            or node.attr in context.project.remember(set_up_attributes)
            or holds_options(context.value(node.value))
        )
    bindings = context.function.bindings.get(node.id, ())
    return not _is_given_to_graph(node, context) and all(
        binding.kind == "parameter" for binding in bindings
    )


def _may_be_set_anew(node: ast.expr, context: Context) -> bool:
    """True for what counts or varies, and for attributes of which nothing is known."""
    if _is_description(node):
        return False
    value = context.symbol(node)
    if isinstance(node, ast.Attribute) and UNKNOWN in members(value):
        return not _is_known(node, context)
    return varying(value) is not None or any(
        _may_be_set_anew(part, context) for part in children(node) if isinstance(part, ast.expr)
    )


def _is_given_to_graph(node: ast.AST, context: Context) -> bool:
    """True for an argument of the tf.function itself, which is no setting though it is a Python value."""
    return (
        context.is_entry
        and isinstance(node, ast.Name)
        and node.id != context.function.self_name
        and any(
            binding.kind == "parameter" for binding in context.function.bindings.get(node.id, ())
        )
    )


def _has_message(statements: list[ast.stmt], context: Context) -> bool:
    """True where one of these statements prints or logs."""
    return any(_message(statement, context) is not None for statement in statements)


def _is_left_to_python(block: Block, context: Context) -> bool:
    """True for a block that no tensor is known to decide about, and that is no handler."""
    match block.node:
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            return not _comes_of_tensors(test, context)
        case ast.For(iter=iterated) | ast.comprehension(iter=iterated):
            return not _is_looped_in_graph(iterated, context)
        case ast.Try():
            return False
        case _:
            return True


def _comes_of_tensors(node: ast.expr, context: Context, steps: int = _MOST_STEPS) -> bool:
    """True for a tensor, and for what is not known but worked out from one: ``self.loss_of(x)``.

    An argument of a tf.function of which nothing is known is taken for one.
    """
    if _is_description(node) or not steps:
        return False
    value = context.symbol(node)
    if holds_tensors(value):
        return True
    if UNKNOWN not in members(value):
        return False
    if isinstance(node, ast.Name):
        key = ("comes of tensors", node.id, steps)
        return _is_given_to_graph(node, context) or context.ask(
            key, False, _is_made_of_tensors, node, context, steps - 1
        )
    return any(
        _comes_of_tensors(part.value if isinstance(part, ast.keyword) else part, context, steps)
        for part in children(node)
        if isinstance(part, (ast.expr, ast.keyword))
    )


def _is_made_of_tensors(name: ast.Name, context: Context, steps: int) -> bool:
    """True where something that a name is given, wherever that is, comes of tensors."""
    return any(_comes_of_tensors(source, there, steps) for source, there in _sources(name, context))


def _sources(name: ast.Name, context: Context) -> Iterator[tuple[ast.expr, Context]]:
    """What a name of a function is given, each with where that stands."""
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


NEVER_CAUGHT = "never runs: operations raise when the graph runs, long after this `except`"
CATCH_OUTSIDE = "Catch it around the call of the traced function."
"""What to say of a message in a handler that no graph comes to."""


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
        if failing is not None and failing < site.node.lineno:
            return True
    return any(_asks_for_numbers(part, context) for part in given)


def _failing(row: list[ast.stmt], context: Context) -> int | None:
    """The last line of the first statement without branches in a row that raises; asked once a row."""
    if id(row) not in context.failing:
        plain = (ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign)
        context.failing[id(row)] = next(
            (
                statement.end_lineno or statement.lineno
                for statement in row
                if isinstance(statement, plain) and _asks_for_numbers(statement, context)
            ),
            None,
        )
    return context.failing[id(row)]


def _asks_for_numbers(node: ast.AST, context: Context) -> bool:
    """True where a tensor of the graph is asked for its numbers whenever this runs: it raises."""
    match node:
        case ast.Lambda() | ast.IfExp() | ast.BoolOp() | ast.ListComp() | ast.GeneratorExp():
            return False
        case ast.Call(func=ast.Attribute(value=owner, attr="numpy"), args=[]):
            if is_symbolic(context.symbol(owner)):
                return True
        case ast.Call() if refuses_symbols(node, context):
            return True
    return any(_asks_for_numbers(part, context) for part in children(node))


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


def shows_shapes(site: CallSite) -> bool:
    """True when a shape, a size taken from one, or a type is among what a call shows, also by a name."""
    return any(_asks_for_shape(given, site.function) for given in site.node.args)


def is_heading(site: CallSite, context: Context) -> bool:
    """True for a fixed text in one row with messages of shapes: ``print("-" * 40)`` above them."""
    if not all(isinstance(context.symbol(part), Text) for part in _shown(site)):
        return False
    row = statements_of(site.function) if site.block is None else site.block.siblings
    none: frozenset[CallSite] = frozenset()
    return site in context.ask(("around shapes", id(row)), none, _around_shapes, row, context)


def _around_shapes(row: list[ast.stmt], context: Context) -> frozenset[CallSite]:
    """The messages of a row that say the same at each call, next to each other and to one of shapes."""
    found: list[CallSite] = []

    def is_same(message: CallSite | None) -> bool:
        return message is not None and is_same_at_each_call(message, context)

    for are_same, together in groupby((_message(part, context) for part in row), is_same):
        messages = [message for message in together if message is not None]
        if are_same and any(map(shows_shapes, messages)):
            found += messages
    return frozenset(found)


def _message(statement: ast.stmt, context: Context) -> CallSite | None:
    """The call of a statement that only prints or logs."""
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        return None
    is_message = doing(context.names(statement.value.func), Effect.PRINTS, Effect.LOGS)
    return context.function.site_of(statement.value) if is_message else None


def is_chosen_by_shape(site: CallSite) -> bool:
    """True in a branch that a shape, a size taken from one, or a type chooses."""
    return any(
        isinstance(around.node, (ast.If, ast.IfExp))
        and _asks_for_shape(around.node.test, site.function)
        for around in outward(site.block)
    )


def _asks_for_shape(node: ast.expr, function: Function) -> bool:
    seen: set[ast.AST] = {node}
    waiting: list[ast.AST] = [node]
    for part in waiting:  # which grows meanwhile
        if (isinstance(part, ast.Attribute) and part.attr in _OF_SHAPE) or _is_type(part):
            return True
        written = [written_out(part, function)] if isinstance(part, ast.Name) else children(part)
        for other in written:
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return False


def _is_python(block: Block, context: Context) -> bool:
    """True for a block that Python enters while tracing as eager code does at each call."""
    match block.node:
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            return _is_known(test, context)
        case ast.For(iter=iterated) | ast.comprehension(iter=iterated):
            return not _is_looped_in_graph(iterated, context)
        case ast.With() | ast.AsyncWith():
            return True
        case _:
            return False


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
