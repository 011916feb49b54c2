"""TFL702."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from tflint.change import Change
from tflint.claims import Differs, Raises
from tflint.facts.expressions.values import Container, members
from tflint.facts.graphs.symbolic import deciding, is_converted, is_tensor_loop
from tflint.facts.shapes.dtypes import dtype_before
from tflint.finding import Applicability, Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import Binding, Block, CallSite, outward
from tflint.syntax.reaching import reaching
from tflint.syntax.scopes import holder_of, imported_as

if TYPE_CHECKING:
    import libcst as cst

_GROWING = frozenset({"append", "extend", "insert"})

_SAID = "out of scope and cannot be used here|same nested structure after one iteration"
"""What AutoGraph and TensorFlow say of what leaves a loop."""


@register
class ListInTensorLoop(TracedRule):
    """A Python list grows in a loop or branch that is part of the graph.

    ## What it does

    Finds `append`, `extend`, `insert` and `+=` on a local list inside a loop over a tensor, over
    `tf.range` or over a dataset, inside a `while` on a tensor, or under an `if` on a tensor.

    ## Why is this bad?

    The body of such a loop is traced once, so the list gets one symbol that belongs to the inside
    of the loop. Using the list afterwards raises `InaccessibleTensorError` (or gives a list of
    the wrong length). Eager code appends at every turn.

    ## Example

    ```python
    @tf.function
    def squares(n):
        results = []
        for i in tf.range(n):
            results.append(i * i)
        return tf.stack(results)
    ```

    Use instead:

    ```python
    @tf.function
    def squares(n):
        results = tf.TensorArray(tf.int32, size=n)
        for i in tf.range(n):
            results = results.write(i, i * i)
        return results.stack()
    ```

    ## When it is fine

    Python loops (`range`, `enumerate(self.layers)`, `tf.unstack`); a list made and used up inside
    the loop; `tf.TensorArray`.

    ## What confirm shows

    The exception of the graph, or the different length, where eager code has the whole list.

    ## References

    - [tf.function: accumulating values in a loop](https://www.tensorflow.org/guide/function#accumulating_values_in_a_loop)
    """

    code = "TFL702"
    name = "list-in-tensor-loop"
    summary = "A list that grows in a tensor loop holds one symbol of the loop's inside"
    harm = Harm.RAISES
    claims = (Raises(_SAID, tensors=True), Differs())
    fix = Applicability.UNSAFE
    statements = (ast.AugAssign,)
    call_names = _GROWING

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for lists that grow."""
        func = site.node.func
        if site.name not in _GROWING or not isinstance(func, ast.Attribute):
            return
        if isinstance(func.value, ast.Name):
            yield from self._told(site.node, func.value, site.block, context)

    def visit_statement(
        self, node: ast.stmt, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look for lists extended with ``+=``."""
        match node:
            case ast.AugAssign(target=ast.Name() as name, value=ast.List() | ast.ListComp()):
                yield from self._told(node, name, block, context)

    def _told(
        self, node: ast.AST, name: ast.Name, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        function = context.function
        if holder_of(name.id, function) is not function or not is_converted(context):
            return
        made = [b for b in reaching(name.id, name, function) if b.written is not None]
        for around in outward(block):
            what = _graph_part(around, context)
            if what is None:
                continue
            outside = [b for b in made if around.node not in [o.node for o in outward(b.block)]]
            inside = [b for b in made if b not in outside]
            lists = [m for b in outside if b.written for m in members(context.symbol(b.written))]
            if inside or not lists or not all(_is_list(m) for m in lists):
                return
            end = getattr(around.node, "end_lineno", 0)
            if any(
                use.lineno > end and not set(outside).isdisjoint(reaching(name.id, use, function))
                for use in context.uses(name.id)
            ):
                yield Proposal(
                    node,
                    f"`{name.id}` grows {what}, whose inside is traced once: using the list later "
                    "raises",
                    "Collect with `tf.TensorArray`, or work on the whole tensor.",
                    change=_as_array(name.id, outside, context),
                )
            return


_STACKS = frozenset({"tensorflow.stack", "tensorflow.convert_to_tensor"})
_REDUCTIONS = frozenset(
    f"tensorflow.reduce_{what}" for what in ("sum", "mean", "max", "min", "prod", "any", "all")
)
"""What takes a list for the tensor that stacking it makes."""
_SUM = "tensorflow.add_n"
_CONCAT = "tensorflow.concat"


def _as_array(name: str, made: list[Binding], context: Context) -> Change | None:
    """The list as a ``tf.TensorArray``: how it is made, what fills it, and what makes a tensor of it.

    The name may be that of the tensor then. None where the list is anything else to somebody, where its
    dtype can't be told, and under XLA, where arrays don't grow.
    """
    function = context.function
    framework = imported_as(("tensorflow",), function)
    compiled = context.tracing is not None and context.tracing.jit_compile
    if framework is None or compiled or len(made) != 1 or isinstance(function.node, ast.Lambda):
        return None
    assignment = context.parent(made[0].value) if made[0].value is not None else None
    match assignment:
        case ast.Assign(targets=[ast.Name()], value=ast.List(elts=first)):
            pass
        case _:
            return None
    use = _use_of(name, made[0], context)
    if use is None:
        return None
    put_in, fillings, readings = [*first, *use.put_in], use.fillings, use.readings
    if not readings or any(isinstance(value, ast.Starred) for value in put_in):
        return None
    types = [dtype_before(v, assignment.lineno, context, framework) for v in put_in]
    told = {dtype for dtype in types if dtype}
    if len(told) != 1:
        return None
    again = len(readings) > 1 or _is_repeated(readings[0], context)
    made_by = f"{framework}.TensorArray({told.pop()}, size=0, dynamic_size=True"
    made_by += ", clear_after_read=False)" if again else ")"  # else each element is read once
    to = partial(_with_array, name=name, framework=framework, made_by=made_by, fills=len(fillings))
    return Change(to, function.node, parts=(assignment, *fillings, *readings))


class _Use(NamedTuple):
    """What becomes of a list.

    Attributes:
        put_in: what it is filled with.
        fillings: the statements that do so.
        readings: the calls that make a tensor of it.
    """

    put_in: list[ast.expr]
    fillings: list[ast.stmt]
    readings: list[ast.Call]


def _use_of(name: str, made: Binding, context: Context) -> _Use | None:
    """What becomes of the list that a name is given; None for all that an array can't do."""
    found = _Use([], [], [])
    later: set[Binding] = set()
    for binding in context.function.bindings[name]:
        match binding.node:
            case ast.AugAssign(op=ast.Add(), value=ast.List(elts=[value])) as filling:
                found.put_in.append(value)
                found.fillings.append(filling)
            case _ if binding is not made:
                later.add(binding)
    for use in context.uses(name):
        before = set(reaching(name, use, context.function))
        if before <= later:
            continue
        filled, reading = _filling(use, context), _reading(use, context)
        if before & later or (filled is None and _is_inside_another(use, context)):
            return None
        if filled is not None:
            found.put_in.append(filled[0])
            found.fillings.append(filled[1])
        elif reading is not None:
            found.readings.append(reading)
        elif not any(use in ast.walk(f) for f in found.fillings):
            return None
    return found if all(binding.value in found.readings for binding in later) else None


def _filling(use: ast.Name, context: Context) -> tuple[ast.expr, ast.stmt] | None:
    """What ``name.append(value)`` puts into a list, and the statement; None for another use."""
    attribute = context.parent(use)
    call = attribute and context.parent(attribute)
    statement = call and context.parent(call)
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="append") as func, args=[value])):
            return (value, statement) if func is attribute else None
    return None


def _is_inside_another(use: ast.Name, context: Context) -> bool:
    """Whether it is a function inside this one that reads a name."""
    part: ast.AST | None = context.parent(use)
    while part is not None and part is not context.function.node:
        if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            return True
        part = context.parent(part)
    return False


def _is_repeated(node: ast.AST, context: Context) -> bool:
    """Whether an expression stands in a loop or a comprehension."""
    loops = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    part: ast.AST | None = context.parent(node)
    while part is not None and not isinstance(part, loops):
        part = context.parent(part)
    return part is not None


def _reading(use: ast.Name, context: Context) -> ast.Call | None:
    """The call that makes a tensor of a list, where an array has the same: ``tf.stack(name)``."""
    call = context.parent(use)
    if not isinstance(call, ast.Call) or call.args[:1] != [use]:
        return None
    names = context.names(call.func)
    others = [*call.args[1:], *(k.value for k in call.keywords if k.arg == "axis")]
    along_first = all(isinstance(a, ast.Constant) and a.value == 0 for a in others)
    said = {k.arg for k in call.keywords} - {"name"}
    if names & (_STACKS | {_CONCAT}):
        if not along_first or said - {"axis"}:
            return None
        return call if names != {_CONCAT} or others else None
    return call if names and names <= _REDUCTIONS | {_SUM} else None


def _with_array(
    function: cst.FunctionDef,
    assignment: cst.Assign,
    *places: cst.CSTNode,
    name: str,
    framework: str,
    made_by: str,
    fills: int,
) -> cst.CSTNode | None:
    """A function with an array in place of a list.

    Args:
        function: the function.
        assignment: what makes the list.
        places: what fills it, and then what makes tensors of it.
        name: the name of the list.
        framework: that of TensorFlow.
        made_by: the code that makes the array.
        fills: how many places fill it.
    """
    import libcst as cst  # late: it takes longer to import than a file to check

    fillings, readings = set(places[:fills]), set(places[fills:])

    class AsArray(cst.CSTTransformer):
        """Changes these places, each known by its own node."""

        def leave_Assign(self, original_node: cst.Assign, updated_node: cst.Assign) -> cst.Assign:
            if original_node is not assignment or not isinstance(updated_node.value, cst.List):
                return updated_node
            made: cst.BaseExpression = cst.parse_expression(made_by)
            for place, element in enumerate(updated_node.value.elements):
                made = _call(made, "write", cst.Integer(str(place)), element.value)
            return updated_node.with_changes(value=made)

        def leave_AugAssign(
            self, original_node: cst.AugAssign, updated_node: cst.AugAssign
        ) -> cst.BaseSmallStatement:
            if original_node not in fillings or not isinstance(updated_node.value, cst.List):
                return updated_node
            value = updated_node.value.elements[0].value
            return self._written(value, updated_node.semicolon)

        def leave_Expr(
            self, original_node: cst.Expr, updated_node: cst.Expr
        ) -> cst.BaseSmallStatement:
            call = updated_node.value
            if original_node not in fillings or not isinstance(call, cst.Call):
                return updated_node
            size = cst.Arg(_call(cst.Name(name), "size"), comma=_comma())
            kept = call.with_changes(
                func=cst.Attribute(cst.Name(name), cst.Name("write")), args=[size, *call.args]
            )
            target = cst.AssignTarget(cst.Name(name))
            return cst.Assign([target], kept, updated_node.semicolon)

        def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.Call:
            if original_node not in readings:
                return updated_node
            called = cst.Module([]).code_for_node(updated_node.func).rpartition(".")[2]
            if called in ("stack", "convert_to_tensor", "concat"):
                to = "concat" if called == "concat" else "stack"
                return _call(cst.Name(name), to).with_changes(
                    lpar=updated_node.lpar, rpar=updated_node.rpar
                )
            stacked = updated_node.args[0].with_changes(value=_call(cst.Name(name), "stack"))
            if called != "add_n":
                return updated_node.with_changes(args=[stacked, *updated_node.args[1:]])
            axis = cst.Arg(cst.Integer("0"), keyword=cst.Name("axis"), equal=_equal())
            return updated_node.with_changes(
                func=cst.parse_expression(f"{framework}.reduce_sum"),
                args=[stacked.with_changes(comma=_comma()), axis],
            )

        def _written(
            self, value: cst.BaseExpression, semicolon: cst.Semicolon | cst.MaybeSentinel
        ) -> cst.Assign:
            written = _call(cst.Name(name), "write", _call(cst.Name(name), "size"), value)
            return cst.Assign([cst.AssignTarget(cst.Name(name))], written, semicolon)

    new = function.visit(AsArray())
    return new if isinstance(new, cst.FunctionDef) else None


def _call(owner: cst.BaseExpression, method: str, *given: cst.BaseExpression) -> cst.Call:
    import libcst as cst

    return cst.Call(cst.Attribute(owner, cst.Name(method)), [cst.Arg(value) for value in given])


def _comma() -> cst.Comma:
    import libcst as cst

    return cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))


def _equal() -> cst.AssignEqual:
    import libcst as cst

    nothing = cst.SimpleWhitespace("")
    return cst.AssignEqual(whitespace_before=nothing, whitespace_after=nothing)


def _is_list(value: object) -> bool:
    return isinstance(value, Container) and value.kind in ("list", "deque")


def _graph_part(block: Block, context: Context) -> str | None:
    """The graph's own control flow that a block belongs to."""
    node = block.node
    if isinstance(node, (ast.For, ast.While)) and block.arm == "body":
        return "in a loop of the graph" if is_tensor_loop(node, context) else None
    if isinstance(node, ast.If) and deciding(node.test, context) is not None:
        return "under a tensor condition"
    return None
