"""TFL709."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.claims import LineDiffers
from tflint.facts.expressions.inference import Inference
from tflint.facts.expressions.values import ClassValue, External, FunctionValue, Value, members
from tflint.facts.graphs.graph_sites import GraphSite
from tflint.finding import Harm
from tflint.rules.base import Context, EagerRule, Proposal, register
from tflint.syntax.model import CallSite, Class, Function
from tflint.syntax.scopes import written_out
from tflint.syntax.trees import walk


@register
class ShortLivedOwner(EagerRule):
    """The object that owns a `tf.function` method is gone, or can't be held, when it is called.

    ## What it does

    Finds calls of a `tf.function` method on an object made on the spot (`Model().step(x)`), methods
    taken from such an object (`step = Model().step`), `tf.function` methods of classes whose
    objects can't be hashed (`__eq__` without `__hash__`, a plain dataclass) or weakly referenced
    (`__slots__`), and methods that read what the `__eq__` of their class leaves out: equal objects
    share one graph, which has the attribute of the first.

    ## Why is this bad?

    A `tf.function` method holds its object by a weak reference, in a table by hash. An object
    that nothing else keeps is gone before the call: `self` is `None` and the first attribute
    raises `AttributeError`. An unhashable or slotted object raises `TypeError` at the call. Plain
    methods do not mind.

    ## Example

    ```python
    class Model:
        def __init__(self):
            self.scale = tf.constant(2.0)

        @tf.function
        def step(self, x):
            return x * self.scale

    Model().step(tf.constant(1.0))
    ```

    Use instead:

    ```python
    class Model:
        def __init__(self):
            self.scale = tf.constant(2.0)

        @tf.function
        def step(self, x):
            return x * self.scale

    model = Model()
    model.step(tf.constant(1.0))
    ```

    ## When it is fine

    An object kept in a variable or attribute for as long as its method is used; Keras layers and
    models, which keep themselves alive; methods that never read `self`.

    ## What confirm shows

    The exception of the call, where the plain method has none.

    ## References

    - [tf.function](https://www.tensorflow.org/api_docs/python/tf/function)
    """

    code = "TFL709"
    name = "short-lived-owner"
    summary = "The object of a `tf.function` method is gone or unusable when it is called"
    harm = Harm.RAISES
    claims = (LineDiffers(),)

    def visit_graph_site(self, site: GraphSite, context: Context) -> Iterator[Proposal]:
        """Look at methods of classes whose objects can't be held."""
        function = site.function
        if not site.is_decorator or function is None or function.owner is None:
            return
        if not function.is_method or _is_of_the_class(function):
            return
        why = _unusable(function.owner, context.project.inference)
        if why is not None:
            yield Proposal(
                site.node,
                f"`{function.owner.name}` objects {why}: calling this `tf.function` method raises "
                "TypeError",
                "Give the class `__hash__` (`@dataclass(eq=False)`) and no `__slots__`, or make "
                "the function outside the class.",
                function=function,
            )
            return
        left_out = _left_out_of_equality(function)
        if left_out is not None:
            yield Proposal(
                site.node,
                f"`{function.owner.name}` objects that are equal share one graph, and `__eq__` does "
                f"not look at `{left_out}`, which this method reads: it is that of the first object",
                "Compare it in `__eq__`, or leave `__eq__` out.",
                function=function,
                harm=Harm.SILENT,
            )

    def visit_graph_call(
        self, site: CallSite, function: Function, context: Context
    ) -> Iterator[Proposal]:
        """Look at methods called on an object made on the spot."""
        yield from self._on_the_spot(site.node.func, function, context)

    def _on_the_spot(
        self, func: ast.expr, function: Function, context: Context
    ) -> Iterator[Proposal]:
        if isinstance(func, ast.Name):
            bindings = context.function.bindings.get(func.id, [])
            if len(bindings) != 1 or bindings[0].kind != "assign" or bindings[0].path:
                return
            if bindings[0].value is None:
                return
            func = bindings[0].value
        owner = function.owner
        inference = context.project.inference
        if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Call):
            made = _made_on_the_spot(context.value(func.value.func), inference)
        elif isinstance(func, ast.Call):
            made = _made_by_builder(context.value(func.func), function.name, inference)
        else:
            return
        if owner is None or made is None or not _reads_itself(function):
            return
        if not _decorates(function, inference) or _is_kept(made, inference):
            return
        yield Proposal(
            func,
            f"the `{made.name}` made here is gone before `{function.name}` runs: "
            "`self` is None, and its first use raises AttributeError",
            "Keep the object in a variable for as long as its method is used.",
            function=function,
        )


def _made_on_the_spot(made: Value, inference: Inference) -> Class | None:
    """The class of the object that a call makes: a constructor's, or that of a factory."""
    if isinstance(made, ClassValue):
        return made.definition
    if not isinstance(made, FunctionValue) or made.function.decorators:
        return None
    found = set()
    for returned, _ in made.function.returns:
        value = returned and written_out(returned, made.function)
        if not isinstance(value, ast.Call):
            return None
        inner = inference.value(value.func, made.function)
        if not isinstance(inner, ClassValue):
            return None
        found.add(inner.definition)
    return found.pop() if len(found) == 1 else None


def _made_by_builder(builder: Value, method: str, inference: Inference) -> Class | None:
    """The class of the object that a function makes to return a method of it."""
    if not isinstance(builder, FunctionValue) or builder.function.decorators:
        return None
    found = set()
    for value, _ in builder.function.returns:
        match value and written_out(value, builder.function):
            case ast.Attribute(value=ast.Call(func=made), attr=attr) if attr == method:
                found.add(_made_on_the_spot(inference.value(made, builder.function), inference))
            case _:
                return None
    return found.pop() if len(found) == 1 else None


def _is_of_the_class(function: Function) -> bool:
    return any(isinstance(d, ast.Name) and d.id == "classmethod" for d in function.decorators)


def _decorates(function: Function, inference: Inference) -> bool:
    """True when ``tf.function`` stands over the method in its class."""
    from tflint.facts.expressions.values import GraphFunction

    return function.is_method and isinstance(inference.decorated(function), GraphFunction)


def _reads_itself(function: Function) -> bool:
    name = function.self_name
    return name is not None and any(
        isinstance(part, ast.Attribute)
        and isinstance(part.value, ast.Name)
        and part.value.id == name
        for part in walk(function.node)
    )


def _is_kept(definition: Class, inference: Inference) -> bool:
    """True when objects of the class may be kept alive by themselves or by others."""
    for base in inference.classes.bases(definition):
        if isinstance(base, str):
            if base not in ("builtins.object", "tensorflow.Module"):
                return True
            continue
        made = base.methods.get("__init__")
        if made is not None and _hands_itself_on(made):
            return True
    return False


def _hands_itself_on(method: Function) -> bool:
    """True when a constructor gives the object itself, or a bound method, to something."""
    name = method.self_name
    used_as_owner: set[int] = set()
    for part in walk(method.node):
        match part:
            case ast.Attribute(value=ast.Name(id=read), attr=attr) if read == name:
                if method.owner is not None and attr not in method.owner.methods:
                    used_as_owner.add(id(part.value))
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute):
            used_as_owner.add(id(part.func.value))
    return any(
        isinstance(part, ast.Name) and part.id == name and id(part) not in used_as_owner
        for part in walk(method.node)
    )


def _unusable(definition: Class, inference: Inference) -> str | None:
    bases = inference.classes.bases(definition)
    if any(isinstance(base, str) and base != "builtins.object" for base in bases):
        return None
    if "__hash__" in definition.methods or "__hash__" in definition.bindings:
        return None
    if any(isinstance(base, Class) and base is not definition for base in bases):
        return None
    if "__eq__" in definition.methods:
        return "can't be hashed (`__eq__` without `__hash__`)"
    for decorator in definition.node.decorator_list:
        why = _unusable_dataclass(decorator, definition, inference)
        if why is not None:
            return why
    for binding in definition.bindings.get("__slots__", ()):
        if binding.value is not None and not any(
            isinstance(part, ast.Constant) and part.value == "__weakref__"
            for part in walk(binding.value)
        ):
            return "have `__slots__` and can't be weakly referenced"
    return None


def _unusable_dataclass(decorator: ast.expr, definition: Class, inference: Inference) -> str | None:
    """The same for what ``@dataclass`` makes of a class."""
    options: dict[str | None, ast.expr] = {}
    if isinstance(decorator, ast.Call):
        options = {keyword.arg: keyword.value for keyword in decorator.keywords}
        decorator = decorator.func
    names = members(inference.value(decorator, definition.parent))
    if External("dataclasses.dataclass") not in names:
        return None
    if _is_true(options.get("slots")) and not _is_true(options.get("weakref_slot")):
        return "have slots and can't be weakly referenced"
    if not options.keys() & {"eq", "frozen", "unsafe_hash"}:
        return "can't be hashed (a dataclass that compares by value)"
    return None


def _left_out_of_equality(method: Function) -> str | None:
    """An attribute that a method reads and by which its class's own ``__eq__`` tells no objects apart."""
    owner = method.owner
    assert owner is not None
    equal = owner.methods.get("__eq__")
    if equal is None or "__hash__" not in owner.methods or _calls(equal):
        return None
    compared = _attributes_of_self(equal)
    for attr in sorted(_attributes_of_self(method) & owner.stores.keys()):
        if compared and attr not in compared:
            return attr
    return None


def _calls(equal: Function) -> bool:
    """True for an ``__eq__`` that leaves the comparison to something else."""
    return any(site.name not in ("isinstance", "type", "bool") for site in equal.calls)


def _attributes_of_self(method: Function) -> set[str]:
    return {
        part.attr
        for part in ast.walk(method.node)
        if isinstance(part, ast.Attribute)
        and isinstance(part.value, ast.Name)
        and part.value.id == method.self_name
    }


def _is_true(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is True
