"""What a model is asked at each turn of a loop: one item, a part of the data, or the same all over."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from tflint.facts.expressions.values import ARRAY, DATASET, ClassValue, FunctionValue, members
from tflint.facts.graphs.context import Context
from tflint.facts.graphs.plain_loops import has_plain_loops
from tflint.facts.graphs.repetition import (
    ChainOrder,
    call_reason,
    loop_reason,
    receiver_of,
    schedule_reason,
)
from tflint.facts.graphs.setting_propagation import SettingPropagation
from tflint.facts.keras.drawn_rows import draws_few_rows, may_draw_few_rows
from tflint.facts.keras.filled_lists import holds_filled_rows, put_into
from tflint.facts.keras.kept_items import is_kept_as_one_item, kept_for, object_of, seen_from
from tflint.facts.keras.large_tiles import takes_large_tiles
from tflint.facts.keras.single_items import holds_one_item, holds_rows_of_numbers, is_constant
from tflint.facts.keras.turn_counts import least_turns, turns_before_end, turns_over
from tflint.facts.keras.turns import (
    calls_of,
    data_of,
    is_carried,
    is_changed_by,
    is_changed_by_run,
    is_epoch,
    is_kept_up,
    is_told,
    takes_slices,
    trains_on_batches,
)
from tflint.facts.order.lifetimes import root_name
from tflint.facts.programs.dead_ends import DeadEnds
from tflint.facts.programs.intervals import Interval, interval
from tflint.facts.programs.loop_dependence import (
    changing_attributes,
    changing_names,
    flags_around,
    is_for_one_item,
    is_left_after,
    is_of_last_turn,
    reads_any,
    reads_attribute,
    runs_once_in_loop,
)
from tflint.facts.programs.nondeterminism import draws_anew
from tflint.facts.programs.slow_turns import draws_or_waits, is_given_by_hand
from tflint.finding import Reason
from tflint.syntax.expressions import key_of
from tflint.syntax.model import Binding, Block, CallSite, Class, Function, loops_around, outward
from tflint.syntax.path_conditions import tests_around
from tflint.syntax.reaching import reaching
from tflint.syntax.scopes import is_only_a_parameter
from tflint.syntax.trees import called_name, walk

if TYPE_CHECKING:
    from tflint.facts.expressions.callers import Callers
    from tflint.facts.expressions.inference import Inference
    from tflint.facts.graphs.project import Project
    from tflint.facts.programs.schedules import Schedule

_SELDOM = 10
"""A remainder that is asked for from so many turns on makes a line rare."""
_OF_ONE = frozenset({"argmax", "argmin", "amax", "max", "float", "int"})
"""Functions whose result for a whole batch would be of no use."""
_OVER_ALL = frozenset({"numpy.argmax", "numpy.argmin"})
"""Functions whose result, for a batch of which they are told no axis, is a place in none of its rows."""
_FEW = 25
"""Calls whose set-up, 53 ms each as measured, does not matter: for a figure, or a look at the data."""
FEW_CALLS = "as far as is known the loop asks one model a few times only"
"""Why the set-up of so many calls does not matter."""
_SLOW = "each turn draws a picture or waits, beside which one call is short"
_SELDOM_CALLED = "nothing tells that it is called again within a second"
_FEW_EACH = 10
"""Such calls at each run of a function of which it is not known that it runs more than once."""
_OUT_OF_LAYERS = "keras.Model"
_OUTPUTS = frozenset({"output", "outputs"})
_MANY = 100
"""Steps of training beside which the set-up of one call does not matter."""
_STEPS = ("apply_gradients", "train_on_batch")
_COUNTED = (ast.For, ast.AsyncFor, ast.comprehension)


class RepeatedModelCall(NamedTuple):
    """How a call is repeated.

    Attributes:
        reasons: the loop, and the calls between.
        is_small: whether a turn is known to bring little, beside which the set-up of a call matters.
        is_step: whether one turn waits for another, or for what comes meanwhile, so that there is no
            asking for all at once.
        is_perhaps_rare: whether it may be one turn of many, by a remainder of nobody knows what.
        is_in_some_turns: whether a test of a remainder leaves turns out, few or many.
        excuse: why the set-up does not matter, though a turn brings little; "" where that is not known.
    """

    reasons: tuple[Reason, ...]
    is_small: bool
    is_step: bool = False
    is_perhaps_rare: bool = False
    is_in_some_turns: bool = False
    excuse: str = ""

    def unless(self, excuse: str) -> RepeatedModelCall:
        """The same, where something may excuse what is small."""
        return self._replace(is_small=False, excuse=excuse) if self.is_small and excuse else self


def loop_around_model_call(
    site: CallSite, model: ast.expr, context: Context
) -> RepeatedModelCall | None:
    """The loop that gives one model another argument at each turn; None where none is known.

    Followed up the calls together with the model and the argument, which the callers may give. A loop
    that turns once is none, nor is one that makes a new model, or gives the same data, at each turn.
    """
    data = data_of(site.node)
    if data is None:
        return None
    is_small = _is_read_as_one(site.node, context)
    has_batches = _has_batches(site.node) or holds_filled_rows(data, site, context.project)
    asking = _Asking(site, model, data, is_small, has_batches)
    return _asked(asking, context.project, {})


def loop_that_takes_parts(site: CallSite, model: ast.expr, context: Context) -> tuple[Reason, ...]:
    """The loop that makes, at each turn, the model that is asked, out of the layers of another.

    Such a model is there to be asked; one that has layers of its own is there to be trained, too.
    """
    made = _made_of_parts(model, site, context)
    rare = remainders_around(site, context.project.inference)
    if made is None or not rare <= {False} or runs_once_in_loop(site):
        return ()
    return context.project.repetition.why_site(site)


def comes_few_times(site: CallSite, context: Context, most: int = _FEW) -> bool:
    """True where a program is known to come to a call a few times in all."""
    calls = _turns_together(loops_around(site.block), site, context.project)
    return calls is not None and calls <= most and _runs_once(site.function, context.project)


def runs_few_times(function: Function, most: int, project: Project) -> bool:
    """True for a function of which a program is known to come to all calls so many times at most.

    Another that nothing is known to run repeatedly counts for one that runs once.
    """
    runs = _runs(function, project, frozenset())
    return runs is not None and runs <= most


def _runs(function: Function, project: Project, above: frozenset[Function]) -> int | None:
    """How often a program runs a function at most; None where nobody knows."""
    if function.is_module or not project.repetition.why(function):
        return 1
    sites = project.repetition.sites(function)
    if function in above or not sites or project.repetition.is_called_back(function):
        return None
    total = 0
    for site in sites:
        turns = _turns_together(loops_around(site.block), site, project)
        runs = _runs(site.function, project, above | {function})
        if turns is None or runs is None:
            return None
        total += turns * runs
    return total


def takes_parts_of_turn(site: CallSite, model: ast.expr, context: Context) -> bool:
    """True where the layers of such a model are those of one that the same turn of the loop makes."""
    made = _made_of_parts(model, site, context)
    given = [] if made is None else [k.value for k in made.keywords if k.arg == "inputs"]
    inputs = [*given, *(made.args[:1] if made is not None else ())]
    loops = loops_around(site.block)
    bound = (
        changing_names(loops[-1])
        if loops
        else context.function.bindings.keys() - {p.arg for p in context.function.parameters}
    )
    return any(reads_any(node, bound) for node in inputs)


def _made_of_parts(model: ast.expr, site: CallSite, context: Context) -> ast.Call | None:
    """The call that makes a model out of the layers of another, beside the call that asks it."""
    made = model
    if isinstance(model, ast.Name):
        bindings = context.function.bindings.get(model.id, ())
        if len(bindings) != 1 or bindings[0].value is None:
            return None
        if loops_around(bindings[0].block) != loops_around(site.block):
            return None
        made = bindings[0].value
    if not isinstance(made, ast.Call) or _OUT_OF_LAYERS not in context.names(made.func):
        return None
    given = [part for part in walk(made) if part is not made]
    if not any(isinstance(part, ast.Attribute) and part.attr in _OUTPUTS for part in given):
        return None
    if any(isinstance(p, ast.Call) and called_name(p.func) != "get_layer" for p in given):
        return None
    return made


class _Asking(NamedTuple):
    """A call that asks a model, or leads to one that does.

    Attributes:
        site: the call.
        model, argument: what stands there for the model, and for what it is given.
        is_small: whether that is known to be little.
        has_batches: whether it may be several batches.
        receiver: the class of ``self`` there, where the call came from a method of a class below.
        is_drawn: whether each run of what is called draws the argument anew.
        has_numbers: whether what is drawn are rows of numbers.
    """

    site: CallSite
    model: ast.expr
    argument: ast.expr
    is_small: bool
    has_batches: bool
    receiver: Class | None = None
    is_drawn: bool = False
    has_numbers: bool = False

    @property
    def key(self) -> Hashable:
        """What two equal questions have in common."""
        return (
            id(self.site.node),
            key_of(self.model),
            key_of(self.argument),
            self.is_small,
            self.has_batches,
            self.receiver,
            self.is_drawn,
            self.has_numbers,
        )


def _asked(
    question: _Asking, project: Project, known: dict[Hashable, RepeatedModelCall | None]
) -> RepeatedModelCall | None:
    """The same of a call further up; ``known`` are those that were asked about, at first without answer."""
    if question.key not in known:
        known[question.key] = None
        rare = remainders_around(question.site, project.inference)
        found = None if True in rare else _find(question, project, known)
        if found and rare:
            found = found._replace(is_in_some_turns=True)
        if found and None in rare:
            found = found._replace(is_perhaps_rare=True)
        known[question.key] = found
    return known[question.key]


def _find(
    question: _Asking, project: Project, known: dict[Hashable, RepeatedModelCall | None]
) -> RepeatedModelCall | None:
    site, model, argument, is_small, has_batches, receiver, is_drawn, has_numbers = question
    function = site.function
    if others := _other_names(model, function):
        each = [_asked(question._replace(model=other), project, known) for other in others]
        return each[0] if all(each) else None
    settings = SettingPropagation(project.inference)
    if runs_once_in_loop(site) or settings.is_left_out(site):
        return None
    if has_plain_loops(function.module, project):
        return None
    flags = flags_around(site)
    if is_of_last_turn(site, flags) or project.remember(DeadEnds).is_behind(site):
        return None
    sources = sources_of(argument, function)
    draws_few = draws_few_rows(argument, function, project)
    draws_some = not draws_few and may_draw_few_rows(argument, function, project)
    has_batches = has_batches or draws_some
    is_small = (
        is_small
        or draws_few
        or holds_one_item(argument, function, project.inference.callers)
        or is_kept_as_one_item(argument, project)
    )
    around = loops_around(site.block)
    loops, model = _beyond_models(around, _picked(model, function))
    if loops and loops[0] is around[0] and is_for_one_item(site):
        loops = loops[1:]
    if loops:
        loop = _beyond_same(loops, question._replace(model=model), project)
        is_small = is_small or _takes_of_array(loop, argument, function, project)
        asking = question._replace(model=model, is_small=is_small, has_batches=has_batches)
        here = _in_loop(loop, asking, sources, project)
        if here is None or not here.is_small:
            return here
        here = here._replace(is_step=here.is_step or draws_few)
        return here.unless(_excuse(loop, loops, model, sources, site, project))
    if function.is_module or _is_made_here(model, function, project):
        return None
    read = parameters_behind(argument, function)
    if project.inference.classes.is_batch_callback(function):
        return RepeatedModelCall(project.repetition.why(function), is_small) if read else None
    callers = project.inference.callers
    has_numbers = (
        has_numbers
        or draws_few
        or (
            any(_gives_drawn(source, function, project, set()) for source in sources)
            and holds_rows_of_numbers(argument, function, project.inference)
        )
    )
    is_drawn = is_drawn or has_numbers or draws_some
    makes_rows = trains_on_batches(function.node) and (
        has_numbers or holds_rows_of_numbers(argument, function, project.inference)
    )
    is_small = is_small or makes_rows
    is_of_turn = any(is_changed_by_run(source, function, callers) for source in sources)
    goes_on = _goes_on(function, read, receiver, project)
    follows = (
        makes_rows or draws_few or (is_small and (is_of_turn or goes_on or is_told(site, sources)))
    )
    is_fresh = is_drawn or (
        is_small and any(_asks_an_object(source, function, project) for source in sources)
    )

    # What else may be in an attribute than one item, nobody sees where it is set.
    kept = kept_for(sources, function) if is_small else []

    def order(asked: RepeatedModelCall) -> tuple[bool, bool, ChainOrder]:
        """What is known comes first, then the order of chains."""
        order = project.repetition.order(asked.reasons)
        return not asked.is_small, asked.is_perhaps_rare, order

    found = [
        asked._replace(reasons=(*asked.reasons, call_reason(function, caller)))
        for caller in project.repetition.sites_anywhere(function, receiver)
        if not is_of_last_turn(caller, _given_flags(flags, caller, function, callers))
        if settings.leads_to(caller, function, site.node, site.block)
        for owner, given in _given(
            caller, function, model, _Read(read, kept), is_fresh or follows, project
        )
        if (
            asked := _asked(
                _Asking(
                    caller,
                    owner,
                    given,
                    is_small,
                    has_batches,
                    receiver_of(caller, function, receiver),
                    is_drawn and given is caller.node,
                    has_numbers and given is caller.node,
                ),
                project,
                known,
            )
        )
    ]
    is_new = is_drawn or (is_small and (is_fresh or follows))
    found += [
        RepeatedModelCall(
            (schedule_reason(function, schedule),),
            is_small or not has_batches,
            is_step=True,
        ).unless(_why_seldom(schedule, project))
        for schedule in project.repetition.schedules.of(function)
        if not schedule.by.waits and (is_new or (schedule.by.brings and read))
    ]
    first = min(found, key=order, default=None)
    if first is None or not first.is_small:
        return first
    first = first._replace(is_step=first.is_step or follows)
    return first.unless(_SLOW if draws_or_waits(site, None, project.inference) else "")


def _why_seldom(schedule: Schedule, project: Project) -> str:
    """Why the set-up of what is scheduled does not matter; "" where it is called often."""
    if project.repetition.schedules.is_often(schedule):
        return ""
    return _SLOW if schedule.by.draws else _SELDOM_CALLED


def _excuse(
    loop: ast.AST,
    loops: list[ast.AST],
    model: ast.expr,
    sources: list[ast.expr],
    site: CallSite,
    project: Project,
) -> str:
    """Why the set-up of a call in loops does not matter, though each turn brings little; "" if it does.

    ``loop`` is the one of them whose turns bring that.
    """
    function = site.function
    if _are_few(loops, model, site, project):
        return FEW_CALLS
    if _trains_for_long(loop, site, project):
        return f"each turn trains {_MANY} steps or more, beside which one call is short"
    if _goes_over_data(loop, loops, function, project):
        return "each turn goes over a whole `tf.data.Dataset`, beside which one call is short"
    if takes_large_tiles(loops, sources, function, project):
        return "each turn takes a large tile of a picture, beside which the set-up is short"
    if _is_by_hand(loop, function, project):
        return "the loop goes over what somebody uploads or types, beside which one call is short"
    return _SLOW if draws_or_waits(site, loop, project.inference) else ""


def _has_batches(call: ast.Call) -> bool:
    """True for a call that says how large the batches are that it cuts its data into, and not that all
    are of one item."""
    return any(
        keyword.arg == "batch_size" and not is_constant(keyword.value, 1)
        for keyword in call.keywords
    )


def _given_flags(
    flags: frozenset[str], caller: CallSite, function: Function, callers: Callers
) -> set[str]:
    """The flags of a caller that it gives to a function for those which are true in there."""
    given = callers.arguments(caller, function) if flags else {}
    return {node.id for name, node in given.items() if name in flags and isinstance(node, ast.Name)}


def _gives_drawn(node: ast.expr, function: Function, project: Project, seen: set[Function]) -> bool:
    """True for an expression that draws random numbers, or calls a function that returns some it draws."""
    if draws_anew(node, function, project.inference):
        return True
    sites = map(function.site_of, walk(node))
    called = {f for site in sites if site for f in project.inference.callers.called(site)} - seen
    seen |= called
    return any(
        _gives_drawn(source, made, project, seen)
        for made in called
        for given, _ in made.returns
        if given is not None
        for source in sources_of(given, made)
    )


def _in_loop(
    loop: ast.AST, question: _Asking, sources: list[ast.expr], project: Project
) -> RepeatedModelCall | None:
    site, model, argument, is_small, has_batches, _, _, has_numbers = question
    callers = project.inference.callers
    is_same = not _is_anew(loop, question, project)
    if is_same and not (is_small and isinstance(argument, ast.Call)):
        return None
    if _is_of_other_model(model, loop, site):
        return None
    if _turns_once(loop, site, project) or is_epoch(
        loop, sources, site.function, project.inference
    ):
        return None
    waits = isinstance(loop, ast.While) and not (
        any(_calls(s, "next") for s in sources) or takes_slices(loop, sources)
    )
    trains = trains_on_batches(loop)
    worked_out = sources_of(argument, site.function, loop)
    is_chain = waits or is_carried(loop, site, worked_out, callers)
    is_small = (
        is_small
        or (is_chain and not has_batches)
        or (
            trains
            and (has_numbers or holds_rows_of_numbers(argument, site.function, project.inference))
        )
    )
    is_step = trains or is_chain or is_kept_up(loop, sources)
    return RepeatedModelCall((loop_reason(site.function, loop),), is_small, is_step)


def _is_anew(loop: ast.AST, question: _Asking, project: Project) -> bool:
    """True where a turn of a loop may bring another argument than the turn before."""
    site, argument, inference = question.site, question.argument, project.inference
    return (
        question.is_drawn
        or is_changed_by(loop, argument, site.function, inference.callers)
        or _gives_drawn(argument, site.function, project, set())
    )


def _beyond_same(loops: list[ast.AST], question: _Asking, project: Project) -> ast.AST:
    """The innermost loop that brings another argument; the innermost of all where none is known to.

    That is beyond those that ask the same model the same again, and do not train it in between:
    ``for number in range(times): model.predict(part)``.
    """
    for loop in loops:
        if _is_anew(loop, question, project):
            return loop
        if (
            not isinstance(loop, _COUNTED)
            or _is_of_other_model(question.model, loop, question.site)
            or any(_calls(loop, name) for name in (*_STEPS, "fit"))
        ):
            break
    return loops[0]


def _is_of_other_model(model: ast.expr, loop: ast.AST, site: CallSite) -> bool:
    """True for a loop of which each turn may ask another model."""
    return _is_another(model, loop, site) or reads_attribute(model, changing_attributes(loop))


def _is_another(model: ast.expr, loop: ast.AST, site: CallSite) -> bool:
    """True for a loop that comes to a call with another model at each turn."""
    return any(
        reads_any(model, {name}) and _is_bound_first(name, loop, site)
        for name in changing_names(loop)
    )


def _is_bound_first(name: str, loop: ast.AST, site: CallSite) -> bool:
    """False for a name that a turn of a loop may leave as it is, and then comes to a call.

    As ``best`` under a test that the call does not stand under, one arm of which alone binds it.
    """
    inside = [b for b in site.function.bindings.get(name, ()) if loop in loops_around(b.block)]
    here = _arms_in(loop, site.block)
    apart = [_arms_in(loop, binding.block) - here for binding in inside]
    arms = set().union(*apart)
    return not all(apart) or not arms or any({(n, "body"), (n, "orelse")} <= arms for n, _ in arms)


def _arms_in(loop: ast.AST, block: Block | None) -> set[tuple[ast.AST, str]]:
    """The arms of tests that a place in a loop stands in."""
    around = takewhile(lambda block: block.node is not loop, outward(block))
    return {(block.node, block.arm) for block in around if isinstance(block.node, ast.If)}


class _Read(NamedTuple):
    """What a function hands on to a model: its parameters, and what it does not own."""

    parameters: set[str]
    kept: list[ast.expr]


def _given(
    caller: CallSite,
    function: Function,
    model: ast.expr,
    read: _Read,
    is_fresh: bool,
    project: Project,
) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What stands for the model where a function is called, and what for each value it hands on.

    For an item that each call of the function finds out anew (``is_fresh``), that is the call itself.
    """
    given = project.inference.callers.arguments(caller, function)
    root = root_name(model)
    if root is not None and root.id == function.self_name:
        model = object_of(caller, function)
    elif root is not None:
        model = given.get(root.id, model)
    if is_fresh:
        yield model, caller.node
    for name in sorted(read.parameters & given.keys()):
        yield model, given[name]
    for part in read.kept:
        seen = seen_from(caller, function, part)
        if seen is not None:
            yield model, seen


def _goes_on(function: Function, read: set[str], receiver: Class | None, project: Project) -> bool:
    """True for a function that calls itself about something else, as a search down a tree does.

    So it may come to another item each time, whatever it is given at first. ``read`` are the parameters
    that tell about which.
    """
    return any(
        not (isinstance(node, ast.Name) and node.id == name and is_only_a_parameter(name, function))
        for caller in project.repetition.sites_anywhere(function, receiver)
        if caller.function is function
        for name, node in project.inference.callers.arguments(caller, function).items()
        if name in read
    )


def _asks_an_object(source: ast.expr, function: Function, project: Project) -> bool:
    """True where an object of the project is asked for what it holds by now: ``game.state()``."""
    return any(
        isinstance(part, ast.Call)
        and not part.args
        and not part.keywords
        and isinstance(part.func, ast.Attribute)
        and any(
            isinstance(member, FunctionValue) and member.bound
            for member in members(project.inference.value(part.func, function))
        )
        for part in walk(source)
    )


def _beyond_models(loops: list[ast.AST], model: ast.expr) -> tuple[list[ast.AST], ast.expr]:
    """The loops that are not over models, asked one after the other, and what is asked in these.

    For ``model`` of ``for model in models``, and ``models[i]`` of ``for i in ...``, that is ``models``.
    """
    for number, loop in enumerate(loops):
        whole = _all_models(loop, model)
        if whole is None or any(reads_any(whole, changing_names(loop)) for loop in loops[number:]):
            return loops[number:], model
        model = whole
    return [], model


def _other_names(model: ast.expr, function: Function) -> list[ast.expr]:
    """What a name is another name for, in whichever branch; empty where it may be something else.

    For ``net`` after ``if turn: net = black`` and ``else: net = white``, that is ``black`` and ``white``.
    """
    bindings = reaching(model.id, model, function) if isinstance(model, ast.Name) else []
    stands: list[ast.expr] = []
    for binding in bindings:
        match binding.written:
            case ast.Name() | ast.Attribute() as other:
                stands.append(other)
            case ast.IfExp(
                body=ast.Name() | ast.Attribute() as one,
                orelse=ast.Name() | ast.Attribute() as other,
            ):
                stands += [one, other]
            case _:
                return []
    return stands


def _picked(model: ast.expr, function: Function) -> ast.expr:
    """Where a name stands for one of several models, that one; where it is worked out which, all of them.

    For ``net`` after ``net = nets[i]`` that is ``nets[i]``, after ``net = nets[i % 2]`` it is ``nets``.
    """
    stands: list[ast.expr | None] = [model]
    if isinstance(model, ast.Name):
        stands = [b.value for b in reaching(model.id, model, function) if not b.path]
    match stands:
        case [ast.Subscript(slice=ast.Name() | ast.Constant()) as picked]:
            return picked
        case [ast.Subscript(value=models, slice=ast.BinOp())]:
            return models
        case _:
            return model


def _all_models(loop: ast.AST, model: ast.expr) -> ast.expr | None:
    """What holds the models that a loop asks one after the other; None where it goes over others."""
    if not isinstance(loop, _COUNTED):
        return None
    match model, loop.target, loop.iter:
        case ast.Subscript(value=models, slice=ast.Name(id=index)), _, _ if index in changing_names(
            loop
        ):
            return models
        case ast.Name(id=name), ast.Name(id=target), iterated if name == target:
            return iterated
        case ast.Name(id=name), ast.Tuple(elts=targets), ast.Call(
            func=ast.Name(id=func), args=args
        ):
            number = next((n for n, t in enumerate(targets) if getattr(t, "id", "") == name), None)
            place = None if number is None else number - (func == "enumerate")
            if func in ("enumerate", "zip") and place is not None and 0 <= place < len(args):
                return args[place]
    return None


def sources_of(node: ast.expr, function: Function, loop: ast.AST | None = None) -> list[ast.expr]:
    """An expression, and what the function assigns to the names it reads, directly or through others.

    Of a loop, what its turns assign, and other names for the same things.
    """
    found, seen = [node], set[str]()
    for source in found:  # which grows meanwhile
        for part in walk(source):
            if isinstance(part, ast.Name) and part.id not in seen:
                seen.add(part.id)
                found += [
                    binding.value
                    for binding in function.bindings.get(part.id, ())
                    if binding.kind == "assign" and binding.value is not None
                    if loop is None
                    or loop in loops_around(binding.block)
                    or isinstance(binding.value, (ast.Name, ast.Attribute))
                ]
    return found


def parameters_behind(node: ast.expr, function: Function) -> set[str]:
    """The parameters, but for its object, that reach an expression of a function, by names or directly."""
    found, seen = set[str](), set[Binding]()
    names = _names_in(node)
    for name, use in names:  # which grows meanwhile
        for binding in reaching(name, use, function) if name in function.bindings else ():
            if binding in seen:
                continue
            seen.add(binding)
            if binding.kind == "parameter":
                found.add(name)
            elif binding.kind in ("assign", "augment") and binding.value is not None:
                names += _names_in(binding.value)
            if isinstance(binding.written, ast.List):
                names += [pair for put in put_into(name, function) for pair in _names_in(put)]
            if binding.kind == "augment":  # of what it was before
                names.append((name, binding.node))
    return found - {function.self_name}


def _names_in(node: ast.expr) -> list[tuple[str, ast.AST]]:
    return [(part.id, part) for part in walk(node) if isinstance(part, ast.Name)]


def _is_made_here(node: ast.expr, function: Function, project: Project) -> bool:
    """True for a model that each run of the function makes: then the making costs more."""
    match node:
        case ast.Name(id=name):
            bindings = function.bindings.get(name, ())
            return any(b.kind == "assign" and isinstance(b.value, ast.Call) for b in bindings)
        case ast.Call(func=func):
            called = members(project.inference.value(func, function))
            return any(isinstance(member, ClassValue) for member in called)
        case ast.Attribute(attr=attr):
            return any(
                store.node.attr == attr and isinstance(store.binding.value, ast.Call)
                for store in function.stores
            )
        case _:
            return False


def remainders_around(site: CallSite, inference: Inference) -> set[bool | None]:
    """Of each test of a remainder around a call, as in ``step % 100 == 0``, whether it lets few turns pass.

    None stands for one of which nobody knows of what number that is.
    """
    loop_line = next((getattr(x, "lineno", 0) for x in loops_around(site.block)), 0)
    return {
        _is_great(interval(part.right, site.function, inference))
        for test in tests_around(site.node, site.block, site.function)
        for part in walk(test)
        if isinstance(part, ast.BinOp) and isinstance(part.op, ast.Mod) and part.lineno >= loop_line
    }


def _is_great(every: Interval) -> bool | None:
    """Whether what comes once in so many turns is rare; None where nobody knows."""
    if every.least is not None and every.least >= _SELDOM:
        return True
    return False if every.most is not None and every.most < _SELDOM else None


def _turns_once(loop: ast.AST, site: CallSite, project: Project) -> bool:
    """True for a loop over one item, and for a turn that ends the loop once the call is made."""
    return (
        isinstance(loop, _COUNTED) and turns_over(loop.iter, site.function, project) == 1
    ) or is_left_after(site, loop)


def _are_few(loops: list[ast.AST], model: ast.expr, site: CallSite, project: Project) -> bool:
    """True where the loops around a call are all known to come to it a few times together.

    That tells how often the program does, unless the function is known to run repeatedly. What goes over
    models, or makes one at each turn, comes to each of these as often as the loops inside.
    """
    on_one = [loop for loop in loops if not _is_another(model, loop, site)]
    calls = _turns_together(on_one, site, project)
    if calls is None or calls > _FEW_EACH:
        return calls is not None and calls <= _FEW and _runs_once(site.function, project)
    return not _runs_on_one_model(site.function, model, project, set())


def _turns_together(loops: list[ast.AST], site: CallSite, project: Project) -> int | None:
    """How often the loops around a call come to it at most, together; None where nobody knows."""
    calls = 1
    for loop in loops:
        counts = [turns_before_end(loop, site)]
        if isinstance(loop, _COUNTED):
            counts.append(turns_over(loop.iter, site.function, project))
        known = [count for count in counts if count is not None]
        if not known:
            return None
        calls *= min(known)
    return calls


def _runs_on_one_model(
    function: Function, model: ast.expr, project: Project, seen: set[Function]
) -> bool:
    """True for a function that is known to run again and again, and not with another model each time."""
    if not project.repetition.why(function) or function in seen:
        return False
    root = root_name(model)
    if root is None or root.id == function.self_name or project.repetition.is_called_back(function):
        return True
    seen.add(function)
    for site in project.repetition.sites(function):
        given = project.inference.callers.arguments(site, function).get(root.id, model)
        if not all(reads_any(given, changing_names(loop)) for loop in loops_around(site.block)):
            return True
        if _runs_on_one_model(site.function, given, project, seen):
            return True
    return False


def _runs_once(function: Function, project: Project) -> bool:
    """True for a module, and for a function that it calls in one place, directly or through others."""
    seen: set[Function] = set()
    while not function.is_module:
        sites = project.repetition.sites(function)
        if len(sites) != 1 or function in seen or loops_around(sites[0].block):
            return False
        if project.repetition.is_called_back(function):
            return False
        seen.add(function)
        function = sites[0].function
    return True


def _is_by_hand(loop: ast.AST, function: Function, project: Project) -> bool:
    """True for a loop over what somebody uploads or types: ``for name in files.upload():``."""
    if not isinstance(loop, _COUNTED):
        return False
    return is_given_by_hand(sources_of(loop.iter, function), function, project.inference)


def _trains_for_long(loop: ast.AST, site: CallSite, project: Project) -> bool:
    """True for a loop that trains many steps at each turn, by a loop of its own beside the call."""
    around = loops_around(site.block)
    return any(
        isinstance(part, ast.For)
        and part not in around
        and (least_turns(part.iter, site.function, project) or 0) >= _MANY
        and any(_calls(part, name) for name in _STEPS)
        for part in walk(loop)
    )


def _goes_over_data(
    loop: ast.AST, loops: list[ast.AST], function: Function, project: Project
) -> bool:
    """True for a loop each turn of which goes over a whole dataset, by a loop of its own.

    ``loops`` are those that come to a call at each turn.
    """
    return any(
        isinstance(part, ast.For)
        and part not in loops
        and DATASET in members(project.inference.value(_without_numbers(part.iter), function))
        for part in walk(loop)
    )


def _without_numbers(items: ast.expr) -> ast.expr:
    """What a loop goes over: ``data`` of ``enumerate(data)``."""
    match items:
        case ast.Call(func=ast.Name(id="enumerate"), args=[inner, *_]):
            return inner
    return items


def _calls(node: ast.AST, name: str) -> bool:
    return any(True for _ in calls_of(node, name))


def _takes_of_array(
    loop: ast.AST, argument: ast.expr, function: Function, project: Project
) -> bool:
    """True where a loop takes what it gives from an array, which could be given as a whole."""
    if not isinstance(loop, (ast.For, ast.comprehension)) or not isinstance(loop.target, ast.Name):
        return False
    taken = project.inference.value(loop.iter, function)
    return members(taken) == (ARRAY,) and reads_any(argument, {loop.target.id})


def _is_read_as_one(call: ast.Call, context: Context) -> bool:
    """True where a result is read in the way of one item: ``argmax(result[0])``, ``result[0][1]``.

    Also one of several results, ``out, state = net.predict(x)``.
    """
    return any(_is_of_one(result, context) for result in _readings(call, context))


def _readings(node: ast.expr, context: Context) -> list[ast.AST]:
    """Where a value is read: the expression itself, or the uses of the names that it is given."""
    parent = context.parent(node)
    if not isinstance(parent, ast.Assign):
        return [node]
    return [
        use
        for target in parent.targets
        for part in (target.elts if isinstance(target, ast.Tuple) else [target])
        if isinstance(part, ast.Name)
        for use in context.uses(part.id)
        if any(b.value is node for b in reaching(part.id, use, context.function))
    ]


def _is_of_one(result: ast.AST, context: Context) -> bool:
    row = context.parent(result)
    if isinstance(row, ast.Call) and row.args == [result] and not row.keywords:
        return not context.names(row.func).isdisjoint(_OVER_ALL)
    if not isinstance(row, ast.Subscript) or row.value is not result:
        return False
    if isinstance(row.slice, ast.Tuple):
        return all(is_constant(part, 0) for part in row.slice.elts[:1])
    if not is_constant(row.slice, 0):
        return False
    around = context.parent(row)
    if isinstance(around, ast.Subscript):
        return around.value is row
    return any(_is_asked_for_one(reading, context) for reading in _readings(row, context))


def _is_asked_for_one(row: ast.AST, context: Context) -> bool:
    """True where a function makes one number of what may be the row of a batch."""
    around = context.parent(row)
    return (
        isinstance(around, ast.Call) and row in around.args and called_name(around.func) in _OF_ONE
    )
