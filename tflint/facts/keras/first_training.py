"""Where the objects of a Keras class are first called: by a training that is to build their weights."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple, TypeGuard

from tflint.facts.expressions.values import (
    UNKNOWN,
    ClassValue,
    FunctionValue,
    GraphFunction,
    Instance,
    members,
)
from tflint.facts.graphs.context import Context
from tflint.facts.keras.layer_state import layer_made
from tflint.facts.keras.same_data import are_given_the_same
from tflint.facts.programs.following_objects import Mentions
from tflint.facts.programs.loop_dependence import reads_any
from tflint.facts.programs.made_objects import MadeObjects
from tflint.syntax.expressions import names_in
from tflint.syntax.model import Block, CallSite, Class, Function, outward
from tflint.syntax.scopes import holder_of, tests_for_script, written_out
from tflint.syntax.trees import walk
from tflint.syntax.uses import Use

_BUILDERS = ("build", "summary", "load_weights")
_BUILT = frozenset({"built", "weights"})
_FLAGS = frozenset({"training"})
"""What Keras gives a ``call`` only where it has a parameter for it."""
_TAPE = "tensorflow.GradientTape"
_WEIGHTS = frozenset({"trainable_variables", "trainable_weights", "variables", "weights"})


class Training(NamedTuple):
    """What trains objects that have no weights yet.

    Attributes:
        function, node: where: a call of ``fit``, or one of the object under a gradient tape.
        is_fit: whether that is ``fit``.
        of: whose training it is: the class, or one whose objects keep the layer.
        layers: the attributes of the class whose layers get their weights there, in order.
        is_again: whether calls before it, with the same data, have made the weights.
        is_by_itself: whether it is one of its class's own, and nothing is seen to make the objects.
    """

    function: Function
    node: ast.expr
    is_fit: bool
    of: Class
    layers: tuple[str, ...] = ()
    is_again: bool = False
    is_by_itself: bool = False


def first_training(call: Function, context: Context) -> tuple[Class, Training] | None:
    """The training that first runs the ``call`` of a layer or model, which is to make weights there.

    With the class of these: the method's own, or one that inherits it.
    """
    for definition in _with_call(call, context):
        layers = _unbuilt_layers(definition, call, context)
        training = _first_training(definition, context, {}) if layers else None
        if training is not None:
            return definition, training._replace(layers=layers)
    return None


def _with_call(call: Function, context: Context) -> Iterator[Class]:
    """The class of a ``call``, and those that inherit it."""
    assert call.owner is not None
    yield call.owner
    for module in context.project.relevant_modules:
        for definition in module.classes:
            bases = context.project.inference.classes.bases(definition)
            having = (b for b in bases if not isinstance(b, Class) or "call" in b.methods)
            if definition is not call.owner and next(having, None) is call.owner:
                yield definition


def _unbuilt_layers(owner: Class, call: Function, context: Context) -> tuple[str, ...]:
    """The attributes with layers that a ``call`` calls, and the constructor makes without weights."""
    bases = [b for b in context.project.inference.classes.bases(owner) if isinstance(b, Class)]
    called = _called_attributes(call)
    if any("build" in base.methods for base in bases):
        return ()
    found = (
        name
        for base in bases
        if (made_in := base.methods.get("__init__")) is not None
        for name, value in _kept(made_in)
        if name in called and any(_is_unbuilt(made, made_in, context) for made in _parts(value))
    )
    return tuple(dict.fromkeys(found))


def _called_attributes(call: Function) -> set[str]:
    """The attributes of its object that a method calls, or of which it calls an item or each."""
    found: set[str] = set()
    for site in call.calls:
        func = site.node.func
        read: list[ast.expr | None] = [func]
        if isinstance(func, ast.Subscript):
            read = [func.value]
        elif isinstance(func, ast.Name):
            read = [b.value for b in call.bindings.get(func.id, ()) if b.kind == "for"]
        for node in read:
            for part in walk(node) if node is not None else ():
                match part:
                    case ast.Attribute(value=ast.Name(id=name), attr=attr) if (
                        name == call.self_name
                    ):
                        found.add(attr)
    return found


def _kept(constructor: Function) -> Iterator[tuple[str, ast.expr]]:
    """What a constructor sets attributes to, or appends to the lists that they are."""
    for store in constructor.stores:
        if store.binding.value is not None:
            yield store.node.attr, store.binding.value
    for site in constructor.calls:
        match site.node:
            case ast.Call(
                func=ast.Attribute(value=ast.Attribute(attr=name), attr="append"), args=[item]
            ):
                yield name, item


def _parts(value: ast.expr) -> list[ast.expr]:
    match value:
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return items
        case ast.ListComp(elt=item):
            return [item]
        case _:
            return [value]


def _is_unbuilt(made: ast.expr, function: Function, context: Context) -> bool:
    site = function.site_of(written_out(made, function))
    layer = layer_made(site, context.of(function)) if site is not None else None
    return layer is not None and not layer.is_at_once


def _first_training(
    owner: Class, context: Context, known: dict[Class, Training | None]
) -> Training | None:
    """``known`` holds what was found of classes on the way: layers may be kept by several others."""
    if owner not in known:
        known[owner] = None
        known[owner] = _find_first_training(owner, context, known)
    return known[owner]


def _find_first_training(
    owner: Class, context: Context, known: dict[Class, Training | None]
) -> Training | None:
    building = [site for name in _BUILDERS for site in _calls_on(owner, name, context)]
    if _raises_when_used(owner, context):
        return None
    training = _training_beside(building, owner, context, known)
    always = [site for site in building if not _is_left_out(site, context, {})]
    if training is not None and always and not _runs_without(always, training.function, context):
        return None
    return training


def _training_beside(
    building: list[CallSite],
    owner: Class,
    context: Context,
    known: dict[Class, Training | None],
) -> Training | None:
    """The same, whatever calls that build the objects may come first."""
    making = list(_makers(owner, context))
    if building:  # who is seen to run neither may run both
        is_run = context.project.inference.callers.is_run
        making = [site for site in making if is_run(site.function)]
        if not making:
            return None
    fit = next(_calls_on(owner, "fit", context), None)
    if fit is not None:
        called = _is_called_before(owner, fit, context)
        return None if called else Training(fit.function, fit.node, True, owner)
    if not making:
        return None if building else _own_training(owner, context)
    trainings = (_training_of(owner, site, context, known) for site in making)
    return next((training for training in trainings if training is not None), None)


def _is_left_out(site: CallSite, context: Context, known: dict[Function, bool]) -> bool:
    """True where some run of the program does without a call: a test leaves it out, or nothing leads there.

    ``known`` holds what was found of functions on the way.
    """
    if any(map(_may_be_passed_by, outward(site.block))):
        return True
    function = site.function
    if function not in known:
        known[function] = True
        sites = context.project.inference.callers.of(function)
        known[function] = (
            all(_is_left_out(outer, context, known) for outer in sites)
            if sites
            else _is_never_run(function, context)
        )
    return known[function]


def _runs_without(building: list[CallSite], training: Function, context: Context) -> bool:
    """True where a file comes to a training, when it is run, and neither it nor what it imports builds.

    As the one that trains beside another that loads what it has saved.
    """
    apart = {one for site in building for one in _roots_of(site.function, context)}
    if not all(one.is_module or _is_never_run(one, context) for one in apart):
        return False  # nobody knows who calls the others
    building_files = {one.module.path for one in apart if one.is_module}
    files = {one.module.path for one in _roots_of(training, context) if one.is_module}
    return not files <= context.project.imports.users(building_files)


def _roots_of(function: Function, context: Context) -> list[Function]:
    """The functions that lead to one, and that nothing is seen to call: the bodies of files among them."""
    roots, seen, waiting = list[Function](), {function}, [function]
    while waiting:
        one = waiting.pop()
        leading = {site.function for site in context.project.inference.callers.of(one)}
        if not leading:
            roots.append(one)
        waiting += leading - seen
        seen |= leading
    return roots


def _may_be_passed_by(block: Block) -> bool:
    """True under a test, but for one that asks whether there are weights, or whether a script is run."""
    if tests_for_script(block):
        return False
    asks_for_weights = isinstance(block.node, ast.If) and any(
        isinstance(part, ast.Attribute) and part.attr in _BUILT for part in walk(block.node.test)
    )
    return _may_be_left_out(block) and not asks_for_weights


def _is_never_run(function: Function, context: Context) -> bool:
    """True for a function, or a method of a plain class, that nothing calls or hands to what may."""
    if function.is_module or function.decorators:
        return False
    if context.project.inference.callers.is_refused(function):
        return False  # and whoever calls it gets no further
    if function.owner is not None:
        classes = context.project.inference.classes
        if not all(isinstance(base, Class) for base in classes.bases(function.owner)):
            return False
    return context.project.remember(Mentions).are_all_of(function)


def _raises_when_used(owner: Class, context: Context) -> bool:
    """True for a layer that is never set up, or whose constructor always makes one that is not."""
    classes = context.project.inference.classes
    made = {owner: None}
    waiting = [owner]
    for definition in waiting:  # which grows meanwhile
        if not classes.is_layer(definition):
            continue
        if classes.is_never_set_up(definition):
            return True
        constructor = definition.methods.get("__init__")
        new = {
            value.definition: None
            for site in (() if constructor is None else constructor.calls)
            if not any(map(_may_be_left_out, outward(site.block)))
            for value in [context.project.inference.value(site.node.func, site.function)]
            if isinstance(value, ClassValue) and value.definition not in made
        }
        made |= new
        waiting += new
    return False


def _training_of(
    owner: Class, made: CallSite, context: Context, known: dict[Class, Training | None]
) -> Training | None:
    """The same of the objects that one call makes; what is done to others of the class builds those."""
    uses, is_all = context.project.remember(MadeObjects).uses_of(made, owner, only_all=True)
    if not is_all:
        return None
    keepers = {_keeper(call, context) for call in uses.calls}
    if len(keepers) == 1 and (keeper := keepers.pop()) is not None:
        return _first_training(keeper, context, known)
    return _under_tape(owner, uses.calls, context)


def _own_training(owner: Class, context: Context) -> Training | None:
    """The training in a method of a class of which nothing is seen to make objects, by what it says itself.

    As of one that a function makes for others, who may build the objects first, or call them.
    """
    inference = context.project.inference
    for name in _BUILDERS:
        for site in context.project.names.calls.get(name, ()):
            asked = getattr(site.node.func, "value", None)
            if asked is not None and UNKNOWN in members(inference.value(asked, site.function)):
                return None
    calls = context.project.remember(MadeObjects).own_calls(owner)
    found = _under_tape(owner, calls, context)
    return None if found is None else found._replace(is_by_itself=True)


def _makers(owner: Class, context: Context) -> Iterator[CallSite]:
    """The calls that make objects of a class, by its name or by another: ``make_class()()``."""
    inference = context.project.inference
    constructors = inference.functions_in(inference.instance_attribute(owner, "__init__"))
    by_others = [site for function in constructors for site in inference.callers.of(function)]
    for site in dict.fromkeys([*context.project.names.calls.get(owner.name, ()), *by_others]):
        if ClassValue(owner) in members(inference.value(site.node.func, site.function)):
            yield site


def _keeper(call: Use, context: Context) -> Class | None:
    """The layer or model whose ``call`` makes a call."""
    function = call.function
    is_layer = context.project.inference.classes.is_method_of_layer(function, frozenset({"call"}))
    return function.owner if is_layer else None


def _under_tape(owner: Class, calls: list[Use], context: Context) -> Training | None:
    """The call under a gradient tape that is asked for its weights, each other coming after one.

    Or before it, with the same data: then the training runs the trace that has made the weights.
    """
    taped = [(call, tape) for call in calls if (tape := _tape_around(call, context)) is not None]
    before = [
        call
        for call in calls
        if not any(_comes_after(call, other, tape, context) for other, tape in taped)
    ]
    but = _dropped_keywords(owner, context)
    for call, tape in taped:
        if not all(_is_given_the_same(earlier, call, but, context) for earlier in before):
            continue
        asked = _weights_asked_for(tape, call.function, context)
        if not all(_is_of_another(node, function, call) for node, function in asked):
            return Training(call.function, call.node, False, owner, is_again=bool(before))
    return None


def _is_given_the_same(call: Use, taped: Use, but: frozenset[str], context: Context) -> bool:
    first, other = call.parent, taped.parent
    return (
        isinstance(first, ast.Call)
        and isinstance(other, ast.Call)
        and are_given_the_same(first, call.function, other, taped.function, context.project, but)
    )


def _dropped_keywords(owner: Class, context: Context) -> frozenset[str]:
    """What Keras does not hand on to the tf.function that a ``call`` is, where that does not take it."""
    found = context.project.inference.instance_attribute(owner, "call")
    inner = found.inner if isinstance(found, GraphFunction) else None
    if not isinstance(inner, FunctionValue) or isinstance(inner.function.node, ast.Module):
        return frozenset()
    taken = {parameter.arg for parameter in inner.function.parameters}
    return frozenset() if inner.function.node.args.kwarg else _FLAGS - taken


def _is_of_another(node: ast.Attribute, function: Function, call: Use) -> bool:
    """True for weights of another object that ``self`` holds than the one that a call asks."""
    match node.value, call.node:
        case (
            ast.Attribute(value=ast.Name(id=name), attr=one),
            ast.Attribute(value=ast.Name(id=other_name), attr=other),
        ):
            is_held = name == other_name == function.self_name and function is call.function
            return is_held and one != other
    return False


def _comes_after(call: Use, taped: Use, tape: ast.With, context: Context) -> bool:
    """True for a call at or below a tape, or below calls that come to it, whoever leads there."""
    sites = context.project.inference.callers.of
    leading: list[tuple[Function, ast.AST]] = [(call.function, call.parent)]
    asked: set[Function] = set()
    for function, node in leading:  # which grows meanwhile
        if function is taped.function:
            if getattr(node, "lineno", 0) < tape.lineno:
                return False
        elif not _comes_to(taped, function, node, context) and function not in asked:
            asked.add(function)
            leading += [(site.function, site.node) for site in sites(function)]
            if not sites(function) and not _is_left_alone(function, taped, context):
                return False
    return True


def _comes_to(taped: Use, function: Function, node: ast.AST, context: Context) -> bool:
    """True where a call of the same object above a line, on any way to it, comes to the training."""
    here = function.site_of(node)
    if here is None:
        return False
    called = context.project.inference.callers.called
    around = {(id(b.node), b.arm) for b in outward(here.block)}
    is_at_hand = not _objects_of(here.node).isdisjoint(_read_from_outside(taped))
    above = [
        site
        for site in function.calls
        if site.node.lineno < here.node.lineno
        and (is_at_hand or reads_any(site.node, _objects_of(here.node)))
        and all((id(b.node), b.arm) in around for b in outward(site.block) if _may_be_left_out(b))
    ]
    reached = list(dict.fromkeys(other for site in above for other in called(site)))
    known = set(reached)
    for other in reached:  # which grows meanwhile
        new = [f for site in other.calls for f in called(site) if f not in known]
        known.update(new)
        reached += new
    return taped.function in known


def _is_left_alone(function: Function, taped: Use, context: Context) -> bool:
    """True for what nothing is seen to call, while the program is seen to run the training."""
    if _is_never_called(function, context):
        return True
    is_run = context.project.inference.callers.is_run
    return is_run(taped.function) and _is_never_run(function, context)


def _is_never_called(function: Function, context: Context) -> bool:
    """True for the ``call`` of layers or models that nothing calls: all that becomes of them is seen."""
    if not context.project.inference.classes.is_call_of_layer(function):
        return False
    assert function.owner is not None
    made = list(_makers(function.owner, context))
    return bool(made) and context.project.remember(MadeObjects).are_never_called(
        made, function.owner
    )


def _read_from_outside(use: Use) -> set[str]:
    """The name of an object that a function reads, and neither makes nor is given."""
    return {
        name for name in names_in(use.node) if holder_of(name, use.function) is not use.function
    }


def _objects_of(call: ast.Call) -> set[str]:
    """The names of what a call asks: the object of a method, else all that it reads."""
    func = call.func
    return names_in(func.value if isinstance(func, ast.Attribute) else call)


def _may_be_left_out(block: Block) -> bool:
    return isinstance(block.node, (ast.If, ast.Try))


def _tape_around(call: Use, context: Context) -> ast.With | None:
    """The statement that opens the tape around a call, where the function asks it for weights."""
    node: ast.AST = call.node
    while (node := call.parents.get(id(node), call.function.node)) is not call.function.node:
        if isinstance(node, ast.With) and any(
            _opens_tape(item.context_expr, call.function, context) for item in node.items
        ):
            return node if _weights_asked_for(node, call.function, context) else None
    return None


def _opens_tape(node: ast.expr, function: Function, context: Context) -> bool:
    if not isinstance(node, ast.Call):
        return False
    found = members(context.project.inference.value(node.func, function))
    return any(getattr(member, "name", "") == _TAPE for member in found)


def _weights_asked_for(
    opened: ast.With, function: Function, context: Context
) -> list[tuple[ast.Attribute, Function]]:
    """The weights read where gradients are asked for, there or in what the tape is given to."""
    tapes = {part.id for item in opened.items for part in walk(item) if _is_stored(part)}
    asking = [(function, tapes)]
    for inside, names in asking:  # which grows meanwhile
        for site in inside.calls:
            for called in context.project.inference.callers.called(site):
                given = context.project.inference.callers.arguments(site, called)
                known = {n for n, node in given.items() if getattr(node, "id", None) in names}
                if known and all(called is not other for other, _ in asking):
                    asking.append((called, known))
    if not any(site.name == "gradient" for inside, _ in asking for site in inside.calls):
        return []
    return [
        (node, inside)
        for inside, _ in asking
        for node in walk(inside.node)
        if isinstance(node, ast.Attribute) and node.attr in _WEIGHTS
    ]


def _is_stored(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _calls_on(owner: Class, method: str, context: Context) -> Iterator[CallSite]:
    """Calls of a method on objects of the class."""
    inference = context.project.inference
    for site in context.project.names.calls.get(method, ()):
        target = getattr(site.node.func, "value", None)
        if target is None:
            continue
        value = inference.value(target, site.function)
        if any(isinstance(m, Instance) and m.definition is owner for m in members(value)):
            yield site


def _is_called_before(owner: Class, trained: CallSite, context: Context) -> bool:
    """True when something calls the model before it is trained, as far as one can see."""
    inference = context.project.inference
    return any(
        isinstance(member, Instance) and member.definition is owner
        for site in trained.function.calls
        if site.node.lineno < trained.node.lineno
        for member in members(inference.value(site.node.func, site.function))
    )
