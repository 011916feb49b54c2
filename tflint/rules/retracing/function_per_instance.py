"""TFL106."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint.claims import SingleUse
from tflint.facts.expressions.values import (
    ClassValue,
    FunctionValue,
    GraphFunction,
    Instance,
    members,
)
from tflint.finding import Harm
from tflint.rules.base import Context, EagerRule, Proposal, register
from tflint.syntax.model import CallSite, Class, Function, loops_around

if TYPE_CHECKING:
    from tflint.facts import Project


@register
class FunctionPerInstance(EagerRule):
    """A class with tf.function methods is instantiated for each call.

    ## What it does

    Finds objects with methods that are tf.functions (decorated, or made in `__init__`) that are
    created at each turn of a loop, or in a function that a loop calls, have such a method called
    there, and are dropped.

    ## Why is this bad?

    Every object has its own cache of traces, so the method is traced for each object. Measured on a
    trivial method: 9 ms an object against 0.4 ms for a method already traced.

    ## Example

    ```python
    class Scaler:
        def __init__(self, factor):
            self.factor = factor

        @tf.function
        def scale(self, x):
            return x * self.factor

    for x in batches:
        scaler = Scaler(2.0)
        scaler.scale(x)
    ```

    Use instead:

    ```python
    class Scaler:
        def __init__(self, factor):
            self.factor = factor

        @tf.function
        def scale(self, x):
            return x * self.factor

    scaler = Scaler(2.0)
    for x in batches:
        scaler.scale(x)
    ```

    ## When it is fine

    Objects that are kept (in a list, an attribute, returned), and objects whose methods an inner
    loop calls many times, such as one trainer per experiment. A tf.function under `@staticmethod` or
    `@classmethod` is one for all objects.

    ## What confirm shows

    How many traces the objects made here bring, for how many calls of the method.

    ## References

    - [Rules of tracing](https://www.tensorflow.org/guide/function#rules_of_tracing)
    """

    code = "TFL106"
    name = "function-per-instance"
    summary = "An object with tf.function methods, made anew for each call, is traced anew"
    harm = Harm.COST
    claims = (SingleUse(),)

    def names(self, project: Project) -> frozenset[str]:
        """Names under which classes with tf.function methods are called."""
        return _class_names(project)

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look at one place where such a class may be instantiated."""
        definition = next(
            (m.definition for m in members(context.value(site.node.func))
             if isinstance(m, ClassValue) and m.definition in _classes(context.project)),
            None,
        )  # fmt: skip
        if definition is None:
            return
        why = context.project.repetition.why_site(site)
        if not why or not _calls_a_graph(definition, site, context):
            return
        yield Proposal(
            site.node,
            f"`{definition.name}` has tf.function methods and is made anew each time: they are "
            "traced "
            "again for each object",
            "Make one object, outside the loop, and call its methods.",
            reasons=why,
        )


def _classes(project: Project) -> set[Class]:
    """Classes whose objects have tf.functions of their own."""
    return project.remember(_found)[0]


def _class_names(project: Project) -> frozenset[str]:
    return project.remember(_found)[1]


def _found(project: Project) -> tuple[set[Class], frozenset[str]]:
    direct: set[Class] = set()
    for made in project.tracing.graph_sites:
        if made.is_decorator and made.function is not None and made.function.owner is not None:
            if not _is_shared(made.function):
                direct.add(made.function.owner)
        elif made.holder.owner is not None and made.holder.name == "__init__":
            direct.add(made.holder.owner)
    classes = set(direct)
    if direct:
        for module in project.relevant_modules:
            for definition in module.classes:
                if any(base in direct for base in project.inference.classes.bases(definition)):
                    classes.add(definition)
    names = {definition.name for definition in classes}
    for module in project.relevant_modules:
        names |= {other for name, other in module.aliases if name in names}
    return classes, frozenset(names)


def _calls_a_graph(definition: Class, site: CallSite, context: Context) -> bool:
    """True when the object is used for calls of its tf.functions, each time once, and dropped."""
    parent = context.parent(site.node)
    if isinstance(parent, ast.Attribute):
        call = context.parent(parent)
        return (
            isinstance(call, ast.Call)
            and call.func is parent
            and _is_graph_call(call, site.function, context)
        )
    if not isinstance(parent, ast.Assign) or len(parent.targets) != 1:
        return False
    target = parent.targets[0]
    if not isinstance(target, ast.Name) or target.id in site.function.global_names:
        return False
    made_in = loops_around(site.block)
    called = False
    for use in context.uses(target.id):
        around = context.parent(use)
        call = context.parent(around) if isinstance(around, ast.Attribute) else around
        if isinstance(around, ast.Attribute) and not (
            isinstance(call, ast.Call) and call.func is around
        ):
            continue
        if not isinstance(call, ast.Call) or call.func not in (use, around):
            return False
        use_site = site.function.site_of(call)
        if use_site is None:  # a function inside keeps the object, and calls it as often as it runs
            return False
        if len(loops_around(use_site.block)) > len(made_in):
            return False
        called = called or _is_graph_call(call, site.function, context)
    return called


def _is_shared(function: Function) -> bool:
    """True for a static method, or one of the class: all objects have the same tf.function."""
    return function.is_static or function.is_of_class


def _is_graph_call(call: ast.Call, function: Function, context: Context) -> bool:
    for member in members(context.value(call.func)):
        if isinstance(member, GraphFunction):
            return not any(map(_is_shared, context.project.inference.functions_in(member)))
        if isinstance(member, Instance):
            inference = context.project.inference
            found = inference.instance_attribute(member.definition, "__call__")
            if any(isinstance(m, GraphFunction) for m in members(found)):
                return True
        if isinstance(member, FunctionValue):
            for inner in member.function.calls:
                value = context.project.inference.value(inner.node.func, member.function)
                if any(isinstance(m, GraphFunction) for m in members(value)):
                    return not loops_around(inner.block)
    return False
