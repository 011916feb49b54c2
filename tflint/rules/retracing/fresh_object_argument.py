"""TFL105."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.claims import Fresh, Retraces
from tflint.facts.expressions.classes import PLAIN_BASES
from tflint.facts.expressions.values import (
    NONE,
    ClassValue,
    Container,
    ExternalInstance,
    FunctionValue,
    Instance,
    Value,
    is_number,
    members,
    varying,
)
from tflint.facts.graphs.graph_sites import definition_of, display
from tflint.facts.graphs.repetition import call_reason
from tflint.facts.order.earlier_calls import earlier_arguments
from tflint.facts.programs.handing_on import given_by_callers, surely_goes_on
from tflint.facts.programs.loop_dependence import changing_names, reads_any
from tflint.facts.shapes.changing_shapes import option
from tflint.finding import Harm, Reason
from tflint.rules.base import Context, EagerRule, Proposal, register
from tflint.syntax.each_run import bound_in_each_run
from tflint.syntax.model import Block, CallSite, Class, Function, loops_around
from tflint.syntax.scopes import written_out
from tflint.syntax.showing import as_written
from tflint.syntax.trees import walk

_KEEP_IT = "Make it once, outside the loop, and pass the same object each time."
_TAPE = "tensorflow.GradientTape"
_DEEPEST = 3
"""Through how many helpers a new object is followed."""
_COPYING = {
    "copy.copy": "__copy__",
    "copy.deepcopy": "__deepcopy__",
    "dataclasses.replace": "__replace__",
}
"""What copies an object, unless its class has a method of its own for that."""

_SHARED = "the calls of one loop share an object and its trace, and how many these are is not known"


@register
class FreshObjectArgument(EagerRule):
    """A new object is made for each call of a tf.function and passed to it.

    ## What it does

    Finds lambdas, local functions, bound methods (`self.loss`), `functools.partial`, gradient tapes,
    objects of the project's own classes, copies of them (`dataclasses.replace(config)`), what helpers give
    that make such objects, and lists of Python numbers, where they are made anew for each call in code that
    runs repeatedly: there, in each branch before it, or by the caller of a helper that hands them on.

    ## Why is this bad?

    A trace belongs to the very object it was made with (and to the very numbers of a list), so
    each call traces again. Measured: 10 ms a call with `lambda` against 0.5 ms with one function
    kept outside. Equal frozen dataclasses do not help: TensorFlow holds the first one weakly, and
    it is gone by the next call.

    ## Example

    ```python
    @tf.function
    def apply(f, x):
        return f(x)

    for x in batches:
        apply(lambda v: v * 2, x)
    ```

    Use instead:

    ```python
    @tf.function
    def apply(f, x):
        return f(x)

    def double(v):
        return v * 2

    for x in batches:
        apply(double, x)
    ```

    and `tf.constant(values)` for a list of numbers.

    ## When it is fine

    The same object each time, as a method is whose object a name keeps; lists of tensors of one length;
    datasets, iterators and Variables; named tuples, extension types and classes with a tracing protocol. An
    object that is made once for each of several loops of calls is for information: how many calls share its
    trace, the loop decides.

    ## What confirm shows

    How often the calls of this line trace the function, and how often they would if each got the
    objects of the first call; lists of numbers, if each got a tensor.

    ## References

    - [Rules of tracing](https://www.tensorflow.org/guide/function#rules_of_tracing)
    """

    code = "TFL105"
    name = "fresh-object-argument"
    summary = "A new object as an argument traces a tf.function anew at each call"
    harm = Harm.COST
    claims = (Retraces(), Fresh())

    def visit_graph_call(
        self, site: CallSite, function: Function, context: Context
    ) -> Iterator[Proposal]:
        """Look at the arguments of one call."""
        if option(context.project.inference.callee(site), "input_signature"):
            return
        why = context.project.repetition.why_site(site)
        positions = {
            id(e): n for n, e in context.project.inference.callers.arguments(site, function).items()
        }
        for argument in (*site.node.args, *(k.value for k in site.node.keywords)):
            name = positions.get(id(argument), "")
            said = _fresh(argument, site, context) if why else None
            reasons = why
            if said is None:
                said, reasons = _handed_on(argument, site, context)
            advice = _KEEP_IT
            if said is None:
                numbers = _numbers(argument, site, context) if why else None
                reasons, advice = why, "Pass a tensor: `tf.constant(values)`."
                if numbers is None:
                    numbers, reasons = self._other_list(argument, name, site, function, context)
                said = numbers
            if said is None:
                said, reasons = self._other_object(argument, name, site, function, context)
                advice = _KEEP_IT
            is_for_loop = said is None
            if is_for_loop:
                said, reasons = _new_for_its_loop(argument, site, context)
            if said is not None:
                yield Proposal(
                    argument,
                    f"{said}: each one traces {display(function)} again",
                    advice,
                    reasons=(definition_of(function, context.project.inference), *reasons),
                    claims=(Retraces(name), Fresh()),
                    information=_SHARED if is_for_loop else "",
                )

    def _other_object(
        self, argument: ast.expr, name: str, site: CallSite, function: Function, context: Context
    ) -> tuple[str | None, tuple[Reason, ...]]:
        """A new object where an earlier call was given another one."""
        here = _new_object(argument, context)
        if here is None or not name:
            return None, ()
        for given, other in earlier_arguments(name, site, function, context):
            if other.function is site.function and _new_object(given, context) == here:
                module, line = other.function.module, other.node.lineno
                name = module.line_name(line)
                return (
                    f"{here} is another object than that of {name}",
                    (Reason(module.path, line, f"{name} makes its own"),),
                )
        return None, ()

    def _other_list(
        self, argument: ast.expr, name: str, site: CallSite, function: Function, context: Context
    ) -> tuple[str | None, tuple[Reason, ...]]:
        """A list of numbers written out where earlier calls have other numbers; said once."""
        here = _literal_numbers(argument)
        if here is None or not name:
            return None, ()
        earlier = [
            (numbers, other)
            for given, other in earlier_arguments(name, site, function, context)
            if (numbers := _literal_numbers(given)) is not None
        ]
        if len({numbers for numbers, _ in earlier}) != 1 or earlier[0][0] == here:
            return None, ()
        module, line = earlier[0][1].function.module, earlier[0][1].node.lineno
        where = module.line_name(line)
        return (
            f"the numbers of this list differ from those of {where}",
            (Reason(module.path, line, f"{where} passes other numbers"),),
        )


def _literal_numbers(node: ast.expr) -> tuple[object, ...] | None:
    if not isinstance(node, (ast.List, ast.Tuple)) or not node.elts:
        return None
    found = []
    for part in node.elts:
        inner = part.operand if isinstance(part, ast.UnaryOp) else part
        if not isinstance(inner, ast.Constant) or type(inner.value) not in (int, float):
            return None
        found.append(as_written(part))
    return tuple(found)


def _fresh(argument: ast.expr, site: CallSite, context: Context) -> str | None:
    """What is new about an argument whose identity makes the trace."""
    made = _made_for_this_call(argument, site, context)
    if all(isinstance(one, ast.Lambda) for one in made):
        return "this lambda is a new function at each call"
    new = [_new_object(one, context) for one in made]
    if known := list(filter(None, new)):
        return (
            f"{' or '.join(dict.fromkeys(known))} is a new object at each call"
            if len(known) == len(new)
            else None
        )
    if isinstance(argument, ast.Name):
        value = context.value(argument)
        if isinstance(value, FunctionValue) and any(
            binding.target is value.function and _is_anew(binding.block, site)
            for binding in site.function.bindings.get(argument.id, ())
        ):
            return f"`{argument.id}` is defined anew for each call"
    return None


def _handed_on(
    argument: ast.expr, site: CallSite, context: Context, depth: int = _DEEPEST
) -> tuple[str | None, tuple[Reason, ...]]:
    """What is new about an argument that a plain helper hands on, in calls that run again and again.

    ``depth`` says through how many more helpers.
    """
    project = context.project
    calls = given_by_callers(argument, site, project.inference) if depth else []
    if not calls or project.tracing.is_traced(site.function):
        return None, ()
    found: list[tuple[CallSite, str, tuple[Reason, ...]]] = []
    for given, call in calls:
        if given is None or project.tracing.is_traced(call.function):
            continue
        caller = context.of(call.function)
        why = project.repetition.why_site(call)
        said = _fresh(given, call, caller) if why else None
        if said is None:
            said, why = _handed_on(given, call, caller, depth - 1)
        if said is not None:
            found.append((call, said, (*why, call_reason(site.function, call))))
    is_sure = len(found) == len(calls)
    return next(
        ((said, why) for call, said, why in found if is_sure or surely_goes_on(call, site)),
        (None, ()),
    )


def _new_for_its_loop(
    argument: ast.expr, site: CallSite, context: Context
) -> tuple[str | None, tuple[Reason, ...]]:
    """A new object that is made again and again, each for a loop of calls of its own, and why."""
    bindings = site.function.bindings.get(argument.id, []) if isinstance(argument, ast.Name) else []
    made = bindings[0].written if len(bindings) == 1 else None
    if not isinstance(made, ast.Call):
        return None, ()
    maker, around = site.function.site_of(made), loops_around(site.block)
    new = None if maker is None or not around else _new_object(made, context)
    if new is None or maker is None or around[0] in loops_around(maker.block):
        return None, ()
    why = context.project.repetition.why_site(maker)
    return (f"{new} is a new object for each of these loops", why) if why else (None, ())


def _new_object(node: ast.expr, context: Context, depth: int = _DEEPEST) -> str | None:
    """What a call, or naming a method, makes that is another argument than any before, in words.

    ``depth`` says how many helpers may stand between.
    """
    if isinstance(node, ast.Attribute) and _is_bound_anew(node, context):
        return f"the bound method `{as_written(node)}`"
    if not isinstance(node, ast.Call) or depth < 0:
        return None
    names = context.names(node.func)
    if "functools.partial" in names:
        return "this partial"
    if _TAPE in names:
        return "this `tf.GradientTape`"
    if names & _COPYING.keys():
        return _copied(names, context.value(node), context)
    for member in members(context.value(node.func)):
        if isinstance(member, ClassValue) and is_keyed_by_identity(member.definition, context):
            return f"`{member.definition.name}(...)`"
    made = context.value(node)
    if isinstance(made, ExternalInstance) and made.name == "tensorflow.random.Generator":
        return "this `tf.random.Generator`"
    if made_by := _closure_made_by(node, context):
        return f"the function that {display(made_by)} gives"
    if helper := _made_by_helper(node, context, depth):
        return f"what {display(helper)} gives"
    return None


def _is_bound_anew(node: ast.Attribute, context: Context) -> bool:
    """True for a method of an object, which Python binds whenever it is named: measured, a trace each."""
    match context.value(node):
        case FunctionValue(function=method, bound=True):
            owner = method.owner
            return (
                owner is not None
                and method.name == node.attr
                and not method.decorators
                and not context.project.inference.classes.stores(owner, node.attr)
            )
    return False


def _made_by_helper(call: ast.Call, context: Context, depth: int) -> Function | None:
    """The function that a call runs, where all that it gives back is new at each run of it."""
    site = context.function.site_of(call)
    called = () if site is None else context.project.inference.callers.called(site)
    if len(called) != 1 or called[0].decorators or called[0].is_generator or not called[0].returns:
        return None
    (helper,) = called
    inside = context.of(helper)
    is_new = NONE not in members(context.value(call)) and all(
        given is not None
        and isinstance(made := written_out(given, helper), ast.Call)
        and helper.site_of(made) is not None  # it may stand outside
        and _new_object(made, inside, depth - 1) is not None
        for given, _ in helper.returns
    )
    return helper if is_new else None


def _copied(names: set[str], copied: Value, context: Context) -> str | None:
    """A copy of an object that is its own key, in words; None for what may copy itself its own way."""
    definitions = [m.definition for m in members(copied) if isinstance(m, Instance)]
    if len(definitions) < len(members(copied)):
        return None
    own = [_COPYING[name] for name in sorted(names & _COPYING.keys())]
    for definition in definitions:
        if not is_keyed_by_identity(definition, context):
            return None
        bases = context.project.inference.classes.bases(definition)
        if any(isinstance(b, Class) and b.binds(method) for b in bases for method in own):
            return None
    return f"this copy of an object of `{definitions[0].name}`" if definitions else None


def _closure_made_by(call: ast.Call, context: Context) -> Function | None:
    """The function that a call runs, where it gives back one that it defines anew each time."""
    site = context.function.site_of(call)
    called = () if site is None else context.project.inference.callers.called(site)
    if len(called) != 1 or called[0].decorators or not called[0].returns:
        return None
    (factory,) = called
    given = members(context.value(call))
    is_its_own = all(
        isinstance(member, FunctionValue) and member.function.parent is factory for member in given
    )
    is_named = all(isinstance(made, (ast.Name, ast.Lambda)) for made, _ in factory.returns)
    return factory if is_its_own and is_named and not factory.is_generator else None


def _made_for_this_call(argument: ast.expr, site: CallSite, context: Context) -> list[ast.expr]:
    """The argument, or what a local name holds that the same turn or run gives it: one a branch."""
    if not isinstance(argument, ast.Name):
        return [argument]
    if site.function.is_module and not loops_around(site.block):
        return [argument]
    bindings = bound_in_each_run(argument, site.block, site.function)
    made = [binding.value for binding in bindings if binding.value is not None and not binding.path]
    is_known = len(made) == len(bindings) > 0 and all(
        binding.kind == "assign" or (binding.kind == "with" and _gives_itself(argument, context))
        for binding in bindings
    )
    return made if is_known else [argument]


def _gives_itself(name: ast.Name, context: Context) -> bool:
    """True for what ``with`` calls by a name where that is what the expression makes, as a tape is."""
    return context.value(name) == ExternalInstance(_TAPE)


def _is_anew(block: Block | None, site: CallSite) -> bool:
    """True for what is made once for each run of the call, not once for many of them."""
    made_in, called_in = loops_around(block), loops_around(site.block)
    if called_in:
        return bool(made_in) and made_in[0] is called_in[0]
    return not made_in and not site.function.is_module


def is_keyed_by_identity(definition: Class, context: Context) -> bool:
    """True for a class of which each object is its own key, as far as its code tells."""
    inference = context.project.inference
    bases = inference.classes.bases(definition)
    if any(isinstance(base, str) and base not in PLAIN_BASES for base in bases):
        return False
    for base in bases:
        if isinstance(base, str):
            continue
        if base.node.keywords and any(k.arg == "metaclass" for k in base.node.keywords):
            return False
        if any(name.startswith("__tf_") for name in (*base.methods, *base.bindings)):
            return False
        for decorator in base.node.decorator_list:
            func = decorator.func if isinstance(decorator, ast.Call) else decorator
            last = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
            if last != "dataclass" or not _is_frozen(decorator):
                return False
    return "__hash__" not in definition.methods or "__eq__" in definition.methods


def _is_frozen(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Call) and any(
        k.arg in ("frozen", "unsafe_hash", "eq") for k in decorator.keywords
    )


def _numbers(argument: ast.expr, site: CallSite, context: Context) -> str | None:
    """A Python list of numbers taken from the data of the loop."""
    made = _made_for_this_call(argument, site, context)
    said = [_as_numbers(one, site, context) for one in made]
    return said[0] if all(said) else None


def _as_numbers(node: ast.expr, site: CallSite, context: Context) -> str | None:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr == "tolist" and not node.args:
            if reads_any(node.func.value, _changing(site)):
                return "`tolist()` gives a Python list of numbers"
    if isinstance(node, ast.ListComp) and varying(context.value(node)) is None:
        own = {n.id for g in node.generators for n in walk(g.target) if isinstance(n, ast.Name)}
        outer = _changing(site) - own
        value = context.value(node.elt)
        parts = [node.elt, *(generator.iter for generator in node.generators)]
        if is_number(value) and any(reads_any(part, outer) for part in parts):
            return "this is a Python list of numbers that change"
    if isinstance(node, ast.Name) and node.id in _changing(site):
        lists = [m for m in members(context.value(node)) if isinstance(m, Container)]
        if len(lists) > 1 and len(lists) == len(members(context.value(node))):
            if all(m.items and all(is_number(i) for i in m.items) for m in lists):
                return f"`{node.id}` is a Python list of numbers that change"
    return None


def _changing(site: CallSite) -> set[str]:
    """The names whose values may be others at the next run of a call."""
    loops = loops_around(site.block)
    if loops:
        return set().union(*map(changing_names, loops))
    return {p.arg for p in site.function.parameters} - {site.function.self_name or ""}
