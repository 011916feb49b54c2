"""What traced code runs: the calls of a function, in one tracing context, and the contexts they lead to."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from tflint.api import knowledge
from tflint.api.lookup import record, running
from tflint.api.records import Result, Runs
from tflint.facts.expressions.values import (
    NOTHING,
    UNKNOWN,
    ClassValue,
    Container,
    External,
    ExternalInstance,
    FunctionValue,
    GraphFunction,
    Instance,
    Parent,
    Partial,
    Value,
    join,
    members,
)
from tflint.facts.graphs.context_settings import (
    NO_SETTINGS,
    ContextSettings,
    is_excluded,
    is_unreachable,
)
from tflint.facts.graphs.eager_flags import is_out_of_graphs
from tflint.facts.graphs.graph_sites import display
from tflint.facts.graphs.guards import (
    arms_in_graph,
    has_own_creator,
    is_escape,
    once,
    runs_once,
)
from tflint.facts.graphs.held_elsewhere import HeldElsewhere
from tflint.facts.graphs.once import Once
from tflint.facts.graphs.optimizer_rates import rates_asked_for
from tflint.facts.graphs.setting_propagation import SettingPropagation
from tflint.facts.graphs.tracing_context import MOST_WAYS, Step, Traced, TracingContext, Way
from tflint.facts.graphs.vain_handlers import is_in_vain_handler
from tflint.facts.programs.chosen_together import may_be_called
from tflint.facts.programs.made_objects import MadeObjects
from tflint.finding import EntryKind, Reason
from tflint.syntax.definitions import (
    default_of,
    is_property,
    is_run_as_it_is,
    owner_of,
    stands_in,
)
from tflint.syntax.model import Binding, CallSite, Class, Function
from tflint.syntax.other_backends import imports_framework, is_for_other_backend
from tflint.syntax.parameter_uses import parameter_uses
from tflint.syntax.reaching import reaching
from tflint.syntax.scopes import holder_of, is_only_a_parameter, resolve
from tflint.syntax.trees import called_name

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inference, Inferred
    from tflint.facts.graphs.entry_points import EntryPoints

_NOT_CALLABLE = (
    *(ast.Constant, ast.BinOp, ast.Compare, ast.UnaryOp, ast.JoinedStr),
    *(ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp),
)
"""Expressions that stand for nothing that can be called, or for too much to say."""


class _Target(NamedTuple):
    """A function that a call may run.

    Attributes:
        function: the function.
        receiver: the class of its ``self``, None when that is not known.
        exact: whether ``self`` is of that very class, or may be of a subclass.
        made: the tf.function around it, None when it is called as it is.
        of_object: whether it runs because an object is called, as Keras calls ``call``.
    """

    function: Function
    receiver: Class | None = None
    exact: bool = False
    made: GraphFunction | None = None
    of_object: bool = False


_CONVERTERS = frozenset({"tensorflow.autograph.to_graph"})
"""What converts the function it is given by AutoGraph, wherever that is done."""


_FRAMEWORKS = ("tensorflow", "keras.", "mxnet.", "builtins.")
"""What names begin with of which functions call what they are given, or are known not to."""


class _Call:
    """What is known of a call, in whatever context the function is traced."""

    def __init__(self, site: CallSite, inference: Inference) -> None:
        self.site = site
        self.callee = inference.value(site.node.func, site.function)
        self._inference = inference
        names = {m.name for m in members(self.callee) if isinstance(m, External)}
        self.is_python = bool(running(names, Runs.PYTHON))
        self.converts = bool(names & _CONVERTERS)
        self.is_of_tensorflow = any(name.startswith("tensorflow.") for name in names)
        self.is_of_the_unknown = len(names) == len(members(self.callee)) and all(
            map(_is_of_unknown_package, names)
        )

    @cached_property
    def callables(self) -> list[tuple[ast.expr, Value]]:
        """The callables among the arguments that the call may run."""
        if _calls_nothing(self.callee):
            return []
        node = self.site.node
        return [
            (argument, callee)
            for argument in (*node.args, *(keyword.value for keyword in node.keywords))
            for callee in self._callables(argument)
            if not self._is_followed(argument, callee)
        ]

    def _is_followed(self, argument: ast.expr, given: Value) -> bool:
        """True for a callable of which the called functions show all they do with it.

        Where they call it, or hand it on, that is a call of theirs, followed like any other.
        """
        called = self._inference.callers.called(self.site)
        if not called or UNKNOWN in members(self.callee):
            return False
        functions = set(self._inference.functions_in(given))
        return all(self._shows_all(function, argument, functions) for function in called)

    def _shows_all(self, called: Function, argument: ast.expr, given: set[Function]) -> bool:
        name = self._inference.callers.parameter_for(argument, self.site, called)
        uses = None if name is None else parameter_uses(name, called)
        return uses is not None and all(
            given <= set(self._inference.callers.called(site)) for site in uses.calls
        )

    def calls_inside(self, argument: ast.expr) -> tuple[CallSite, ...]:
        """The calls of an argument by what is called, where that does no more with it; else none."""
        found: list[CallSite] = []
        for called in self._inference.callers.called(self.site):
            name = self._inference.callers.parameter_for(argument, self.site, called)
            uses = None if name is None else parameter_uses(name, called)
            if uses is None or uses.handed_to:
                return ()
            found += uses.calls
        return () if UNKNOWN in members(self.callee) else tuple(found)

    def _callables(self, node: ast.expr) -> Iterator[Value]:
        """What can be called of what an expression stands for; TensorFlow also looks into containers."""
        inside = self.is_of_tensorflow
        if isinstance(node, (ast.Tuple, ast.List, ast.Set, ast.Dict)):
            parts = node.values if isinstance(node, ast.Dict) else node.elts
            for part in parts if inside else ():
                yield from self._callables(part)
        elif inside or not isinstance(node, ast.Call):
            if not isinstance(node, _NOT_CALLABLE):
                yield from _callables_in(self._inference.value(node, self.site.function), inside)

    @cached_property
    def escapes(self) -> bool:
        """Whether it stands where code runs outside the graph."""
        site = self.site
        return is_escape(site.node, site.block, site.function, self._inference.value)

    @cached_property
    def has_own_creator(self) -> bool:
        """Whether the program itself makes the Variables that are created there."""
        return has_own_creator(self.site.block, self.site.function, self._inference.value)

    @cached_property
    def once(self) -> Once:
        """Whether a test around it lets it run once."""
        return once(self.site.node, self.site.block, self.site.function)

    @cached_property
    def is_on_new_object(self) -> bool | None:
        """Whether it calls a method of an object that the function has just made, or of another one.

        None when that does not change with the call: for methods of the same ``self`` and functions.
        """
        return _has_new_owner(self.site.node.func, self.site.function, self._inference)


class TracedCalls:
    """Answers ``steps(traced)`` for one project."""

    def __init__(self, program: Inferred, entries: EntryPoints) -> None:
        self._program = program
        self._inference = program.inference
        self._entries = entries
        self._given = SettingPropagation(program.inference)
        self._elsewhere = HeldElsewhere(program.inference)
        self._calls: dict[int, list[_Call]] = {}

    def steps(self, traced: Traced) -> Iterator[Step]:
        """What a function runs in a graph, in one of its contexts."""
        for call in self._calls_of(traced.function):
            yield from self._run_by_call(call, traced)
            yield from self._rates(call, traced)
        yield from self._properties(traced)
        yield from self._wrappers(traced)

    def _calls_of(self, function: Function) -> list[_Call]:
        known = self._calls.get(id(function))
        if known is None:
            sites = sorted(function.calls, key=lambda s: (s.node.lineno, s.node.col_offset))
            calls = (_Call(site, self._inference) for site in sites)
            known = self._calls[id(function)] = [call for call in calls if not call.is_python]
        return known

    def _run_by_call(self, call: _Call, traced: Traced) -> Iterator[Step]:
        site, context = call.site, traced.context
        callee = self._chosen(site.node.func, call, traced)
        refuses = self._inference.callers.refuses
        found = self._targets(site.node.func, callee, traced)
        targets = [target for target in found if not refuses(site, target.function)]
        if _is_what_it_is_put_around(site.node.func, traced):
            targets = []  # it is traced already; others that the decorator is put around are not
        targets = [
            target
            for target in self._of_this_backend(targets)
            if len(targets) == 1 or may_be_called(site, target.function, self._inference)
        ]
        is_elsewhere = self._elsewhere.is_held_elsewhere
        targets = [t for t in targets if not is_elsewhere(site.node.func, t.function, traced)]
        if not targets and not call.callables:
            return
        if call.escapes or is_out_of_graphs(
            site.node, site.block, traced.function, context, self._program
        ):
            return
        if is_in_vain_handler(site.block, site.function, self._inference.value):
            return
        known_once = _once(context, call.once)
        outer = self._known(call, site.node.func, traced)
        for target in targets:
            text = f"{display(target.function)} is called by {display(traced.function)}"
            onward = self._onward(outer, target)._replace(
                once=max(known_once, _decorated_once(target.function))
            )
            if call.is_on_new_object is not None:
                onward = onward._replace(self_is_new=call.is_on_new_object)
            settings = self._carried(site.node.func, target.function, traced)
            settings |= self._given.by_call(site, callee, target.function, context.settings)
            shares_self = self._shares_self(site.node.func, target.function, traced.function)
            settings |= self._given.around_call(site, target.function, shares_self)
            onward = onward._replace(settings=settings)
            yield Step(target.function, onward, _reason(site, text), Way(site, None, traced))
        for argument, callee in call.callables:
            given = self._given_by_ways(argument, traced)
            if given is None:
                given = self._given_to_graph(argument, traced)
            if given is not None and callee not in members(given):
                continue
            yield from self._callback(call, argument, callee, traced, known_once)

    def _rates(self, call: _Call, traced: Traced) -> Iterator[Step]:
        """What an optimizer that a call applies asks for its learning rate."""
        site, context = call.site, traced.context
        functions = rates_asked_for(site, self._inference)
        if not functions or call.escapes:
            return
        if is_out_of_graphs(site.node, site.block, traced.function, context, self._program):
            return
        for function in functions:
            text = f"{display(function)} is the learning rate of what {display(traced.function)} applies"
            onward = self._onward(context, _Target(function, None, False))
            onward = onward._replace(once=_once(context, call.once), settings=NO_SETTINGS)
            yield Step(function, onward, _reason(site, text), Way(site, None, traced))

    def _of_this_backend(self, targets: list[_Target]) -> list[_Target]:
        """The functions a traced call may run, without those that a program has for another backend.

        Of functions of one name, as the import of one file or another gives it, traced code runs those of
        files that import a framework, and none of a file that has NumPy alone, or another backend.
        """
        modules = {target.function.module for target in targets}
        names = {target.function.name for target in targets}
        if len(modules) < 2 or len(names) > 1 or any(t.function.owner for t in targets):
            return targets
        others = {module for module in modules if is_for_other_backend(module)}
        if not any(map(imports_framework, modules - others)):
            return targets
        return [target for target in targets if target.function.module not in others]

    def _callback(
        self, call: _Call, argument: ast.expr, callee: Value, traced: Traced, known_once: Once
    ) -> Iterator[Step]:
        site = call.site
        name = called_name(site.node.func) or "a call"
        outer = self._known(call, argument, traced)
        for target in self._targets(argument, callee, traced):
            text = f"{display(target.function)} is passed to `{name}` by {display(traced.function)}"
            if call.is_of_the_unknown:
                text += ", of which nothing is known"
            settings = self._carried(argument, target.function, traced)
            settings |= self._given_inside(call.calls_inside(argument), callee, target.function)
            onward = self._onward(outer, target)._replace(once=known_once, settings=settings)
            if call.is_of_the_unknown:
                onward = onward._replace(is_assumed=True)
            if call.converts:
                onward = onward._replace(autograph=True)
            if name == "do_not_convert":
                onward = onward._replace(autograph=False, forbids_autograph=True)
            yield Step(target.function, onward, _reason(site, text), Way(site, argument, traced))

    def _given_inside(
        self, sites: tuple[CallSite, ...], callee: Value, called: Function
    ) -> ContextSettings:
        """What the calls of a function by what it is handed to give its settings alike."""
        if not sites or called.owner is not None:
            return NO_SETTINGS
        given = (self._given.by_call(site, callee, called, NO_SETTINGS) for site in sites)
        return frozenset.intersection(*given)

    def _known(self, call: _Call, node: ast.expr, traced: Traced) -> TracingContext:
        """What is known of the context in which a callable runs.

        Where callers give a parameter different functions, nobody knows which of these XLA compiles.
        """
        context, function = traced.context, traced.function
        if call.has_own_creator:
            context = context._replace(own_creator=True)
        if context.jit_compile and _is_given(node, function):
            given = self._inference.functions_in(self._inference.value(node, function))
            if len(set(given)) > 1:
                return context._replace(jit_compile=False)
        return context

    def _onward(self, outer: TracingContext, target: _Target) -> TracingContext:
        """The context in which traced code runs a function, but for its settings."""
        function = target.function
        is_layer_call = self._inference.classes.is_call_of_layer(function)
        onward = outer._replace(is_entry=False, receiver=target.receiver, exact=target.exact)
        if target.made is not None:
            return self._entries.as_made(onward, target.made)
        if is_layer_call and target.of_object:
            onward = onward._replace(
                kind=EntryKind.KERAS,
                is_entry=True,
                keras_2=outer.keras_2 or self._program.uses_keras_2(function.module),
            )
        forbids = outer.forbids_autograph or self._forbids_autograph(function)
        return onward._replace(
            autograph=outer.autograph and not is_layer_call and not forbids,
            forbids_autograph=forbids,
        )

    def _forbids_autograph(self, function: Function) -> bool:
        """True under a decorator that keeps AutoGraph away."""
        holder = function.parent or function.module.body
        return any(
            called_name(decorator) == "do_not_convert"
            and isinstance(self._inference.value(decorator, holder), External)
            for decorator in function.decorators
        )

    # settings

    def _carried(self, func: ast.expr, called: Function, traced: Traced) -> ContextSettings:
        """The settings that hold in a called function too: those of variables and objects of both."""
        decorated = self._decorated(func, called)
        known = self._given.around(called, traced.function, traced.context.settings, decorated)
        if self._shares_self(func, called, traced.function):
            known |= {s for s in traced.context.settings if s.name.startswith("self.")}
        return known | _of_modules(traced.context)

    def _decorated(self, func: ast.expr, wrapper: Function) -> Function | None:
        """The function that is called by its name, where a decorator put another around it."""
        decorators = self._program.names.decorators.get(wrapper.outermost.name, ())
        found = [inner for _, inner in decorators if inner.name == called_name(func)]
        return found[0] if len(found) == 1 else None

    def _shares_self(self, func: ast.expr, called: Function, function: Function) -> bool:
        if called.owner is None:
            return called.parent is not None and stands_in(function, called.parent)
        return isinstance(func, ast.Attribute) and (
            _is_self(func.value, function)
            or isinstance(self._inference.value(func.value, function), Parent)
        )

    def _chosen(self, func: ast.expr, call: _Call, traced: Traced) -> Value:
        """What is called, where settings choose one of several, or the calls of a graph give another."""
        given = self._given_by_ways(func, traced)
        if given is None:
            given = self._given_to_graph(func, traced)
        if given is not None:
            return given
        function, settings = traced.function, traced.context.settings
        if not settings:
            return call.callee
        chosen = list(_choices(func, function, settings))
        if [func] == chosen:
            return call.callee
        return join(*(self._inference.value(choice, function) for choice in chosen))

    def depends_on_ways(self, traced: Traced) -> bool:
        """True for a function that calls, or hands on, what it is given: each way to it may give more."""
        return traced in self._elsewhere.asked or any(
            _is_own_parameter(node, traced.function)
            for call in self._calls_of(traced.function)
            for node in (call.site.node.func, *(argument for argument, _ in call.callables))
        )

    def _given_by_ways(
        self, node: ast.expr, traced: Traced, is_handed_on: bool = False
    ) -> Value | None:
        """What a parameter is by the calls in traced code that lead here, where others give something else.

        None where it is all that is known, where a way does not say, or where they are many. What
        ``is_handed_on`` from here is looked at no further up: then who calls the callers would have to be
        known.
        """
        function = traced.function
        if not isinstance(node, ast.Name) or not _is_own_parameter(node, function):
            return None
        if len(traced.ways) > MOST_WAYS:
            return None
        given = [self._given_by_way(node.id, way, function, is_handed_on) for way in traced.ways]
        found = {member for value in given for member in members(value)}
        known = set(members(self._inference.value(node, function)))
        return join(*given) if UNKNOWN not in found and found < known else None

    def _given_by_way(self, name: str, way: Way, function: Function, is_handed_on: bool) -> Value:
        """What a call gives a parameter of the function that it runs, or a partial that it is given."""
        callers, site = self._inference.callers, way.site
        if site is not None and way.argument is not None:
            return self._held(name, way.argument, site, function)
        if site is None or way.caller is None:
            return UNKNOWN
        unread = callers.unread(site, function)
        if function not in callers.called(site) or unread is None or name in unread:
            return UNKNOWN
        given = callers.arguments(site, function).get(name)
        if given is not None:
            further = None if is_handed_on else self._given_by_ways(given, way.caller, True)
            return self._inference.value(given, site.function) if further is None else further
        default = default_of(function, name)
        around = function.parent or function.module.body
        return UNKNOWN if default is None else self._inference.value(default, around)

    def _held(self, name: str, handed: ast.expr, site: CallSite, function: Function) -> Value:
        """What partials of a function, of which one is handed to a call, have for a parameter."""
        callers, value = self._inference.callers, self._inference.value
        is_partial = all(isinstance(m, Partial) for m in members(value(handed, site.function)))
        given = [
            (callers.arguments(begun, function).get(name), begun.function)
            for begun in callers.indirect(function)
            if is_partial
        ]
        found = [UNKNOWN if node is None else value(node, around) for node, around in given]
        return join(*found) if found else UNKNOWN

    def _given_to_graph(self, node: ast.expr, traced: Traced) -> Value | None:
        """What a parameter, or its attribute, is in the graph at hand, where eager calls give another.

        Calls in the body of a module and in tests are eager, so those of functions, or the default where
        there are none, give what the graph has.
        """
        if isinstance(node, ast.Attribute):
            owner = self._given_to_graph(node.value, traced)
            return None if owner is None else self._inference.attribute(owner, node.attr)
        holder = holder_of(node.id, traced.function) if isinstance(node, ast.Name) else None
        if not isinstance(node, ast.Name) or holder is None:
            return None
        if not is_only_a_parameter(node.id, holder):
            return None
        outer: Traced | None = traced
        while outer is not None and outer.function is not holder:
            outer = outer.before
        if outer is None:
            return None
        found = self._given_by_code(node.id, holder, outer.is_made_by_tf_function)
        known = members(self._inference.value(node, traced.function))
        return found if set(members(found)) < set(known) else None

    def _given_by_code(self, name: str, function: Function, is_made: bool = False) -> Value:
        """What other functions than tests give a parameter, or its default where none calls its function.

        Of what is made by ``tf.function`` (``is_made``) the calls of its Python function are others.
        """
        key = ("given by code", function, name, is_made)
        return self._inference.ask(key, NOTHING, self._find_given, name, function, is_made)

    def _find_given(self, name: str, function: Function, is_made: bool) -> Value:
        callers = self._inference.callers
        sites = callers.of_graph(function)
        if not is_made:
            others = (s for s in callers.of(function) if not is_run_as_it_is(s.function))
            sites += [site for site in others if site not in sites]
        sites += callers.indirect(function)
        default = default_of(function, name), function.parent or function.module.body
        given = [
            default if argument is None else (argument, site.function)
            for site in sites
            for argument in [callers.arguments(site, function).get(name)]
        ]
        return join(*(self._given_on(node, around) for node, around in given or [default]))

    def _given_on(self, node: ast.expr | None, function: Function) -> Value:
        """What an argument is, where it is a parameter of the function that gives it on, too."""
        if isinstance(node, ast.Name) and holder_of(node.id, function) is function:
            if is_only_a_parameter(node.id, function) and not function.is_module:
                return self._given_by_code(node.id, function)
        return UNKNOWN if node is None else self._inference.value(node, function)

    def _chosen_in_graph(self, node: ast.expr, traced: Traced) -> Value:
        """What an expression may be, without what only eager code chooses: ``if tf.executing_eagerly():``.

        Of an attribute that is known where the graph at hand has made its object.
        """
        function = traced.function
        given: list[tuple[Binding, Function]] = []
        match node:
            case ast.Name(id=name) if name in function.bindings:
                given = [(binding, function) for binding in reaching(name, node, function)]
            case ast.Attribute(value=owner, attr=attr) if _is_self(owner, function):
                definition = traced.context.receiver or owner_of(function)
                if traced.context.self_is_new and definition is not None:
                    stores = self._inference.classes.stores(definition, attr)
                    given = [(store.binding, store.function) for store in stores]
        left = self._left_in_graph(given)
        if left is None:
            return self._inference.value(node, function)
        return join(*left)

    def _left_in_graph(
        self, given: list[tuple[Binding, Function]], *, are_classes: bool = False
    ) -> list[Value] | None:
        """What bindings give that run in a graph; None where all they may give is left, or nobody knows."""
        found: list[Value] = []
        is_chosen = False
        for binding, function in given:
            if is_escape(
                binding.node, binding.block, function, self._inference.value, init_scope=False
            ):
                is_chosen = True
                continue
            if binding.written is None:
                return None
            left = list(arms_in_graph(binding.written, function, self._inference.value))
            is_chosen |= left != [binding.written]
            for arm in left:
                made = None if are_classes else self._made_in_graph(arm, function)
                is_chosen |= made is not None
                found.append(self._inference.value(arm, function) if made is None else made)
        return found if is_chosen and found else None

    def _made_in_graph(self, node: ast.expr, function: Function) -> Value | None:
        """What a call of a class makes that is chosen so: ``kind()`` after ``kind = A if eager else B``."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            return None
        name = node.func.id
        if name not in function.bindings:
            return None
        bindings = [(binding, function) for binding in reaching(name, node.func, function)]
        chosen = self._left_in_graph(bindings, are_classes=True)
        made = [member for value in chosen or () for member in members(value)]
        classes = [m.definition for m in made if isinstance(m, ClassValue)]
        if not made or len(classes) < len(made):
            return None
        return join(*map(Instance, classes))

    # what runs without a call of its own

    def _wrappers(self, traced: Traced) -> Iterator[Step]:
        """What the project's decorators put around a function, as far as it runs in the graph."""
        function, context = traced.function, traced.context
        made = self._inference.decorated(function) if context.is_entry else None
        site = made.site if isinstance(made, GraphFunction) else None
        for wrapper in self._inference.wrappers(function, site):
            line = getattr(function.node, "lineno", 1)
            text = f"{display(wrapper)} is put around {display(function)} by a decorator"
            settings = self._given.around(wrapper, None, NO_SETTINGS, function)
            settings |= _of_modules(context)
            onward = context._replace(is_entry=False, settings=settings)
            reason = Reason(function.module.path, line, text)
            yield Step(wrapper, onward, reason, Way(None, None, traced))

    def _properties(self, traced: Traced) -> Iterator[Step]:
        """Methods that run because an attribute is read."""
        function, context = traced.function, traced.context
        reads = (node for node in function.reads if node.attr in self._property_names)
        for node in sorted(reads, key=lambda node: node.attr):
            for definition, exact in self._owners(node.value, traced):
                getter = self._inference.classes.property_getter(definition, node.attr)
                if getter is None or not self._is_run(node, traced):
                    continue
                text = f"{display(getter)} is read by {display(function)}"
                here = _once(context, once(*function.statement_of(node), function))
                is_new = _is_new(node.value, function, self._inference)
                onward = context._replace(
                    is_entry=False,
                    once=max(here, _decorated_once(getter)),
                    receiver=definition,
                    exact=exact,
                    self_is_new=context.self_is_new if is_new is None else is_new,
                    settings=self._carried(node, getter, traced),
                )
                reason = Reason(function.module.path, node.lineno, text)
                yield Step(getter, onward, reason, Way(None, None, traced))

    def _is_run(self, node: ast.expr, traced: Traced) -> bool:
        """True for an expression that is part of the graph."""
        function = traced.function
        statement, block = function.statement_of(node)
        return not (
            is_escape(statement, block, function, self._inference.value)
            or is_out_of_graphs(statement, block, function, traced.context, self._program)
        )

    def _owners(self, node: ast.expr, traced: Traced) -> Iterator[tuple[Class, bool]]:
        """The classes of the object that an expression stands for, each with whether that is exact."""
        if _is_self(node, traced.function) and traced.context.receiver is not None:
            yield traced.context.receiver, traced.context.exact
            return
        for member in members(self._inference.value(node, traced.function)):
            if isinstance(member, Instance) and not member.declared:
                yield member.definition, True

    @cached_property
    def _property_names(self) -> set[str]:
        """Attributes that a class of the project computes."""
        return {
            name
            for module in self._program.relevant_modules
            for definition in module.classes
            for name, method in definition.methods.items()
            if method.decorators and is_property(method)
        }

    # what a call may run

    def _targets(self, func: ast.expr, callee: Value, traced: Traced) -> Iterator[_Target]:
        """What a callable may run."""
        context = traced.context
        if isinstance(func, ast.Attribute):
            if _is_self(func.value, traced.function):
                yield from self._on_self(func.attr, callee, traced)
                return
            owner = self._given_to_graph(func.value, traced)
            if owner is None:
                owner = self._chosen_in_graph(func.value, traced)
            if isinstance(owner, Parent):
                for function, made in self._functions(callee):
                    yield _Target(function, context.receiver, context.exact, made)
                return
            if any(isinstance(member, Instance) for member in members(owner)):
                yield from self._on_objects(func.attr, owner)
                return
        for member in members(callee):
            for function, made in self._functions(member):
                if function.name in knowledge.ONCE_ONLY_METHODS - {"__init__"}:
                    continue
                if isinstance(member, (ClassValue, Instance)):
                    yield _Target(
                        function, _known_class(member), True, made, isinstance(member, Instance)
                    )
                elif function.owner is None:
                    receiver = context.receiver if owner_of(function) else None
                    yield _Target(function, receiver, context.exact, made)
                else:
                    yield _Target(function, None, False, made)

    def _on_objects(self, attr: str, owner: Value) -> Iterator[_Target]:
        for member in members(owner):
            if isinstance(member, Instance):
                found = self._inference.attribute(member, attr)
                for target in self._run_by(found, _known_class(member), True):
                    if not self._is_below(target.function, member.definition):
                        yield target

    def _run_by(self, found: Value, receiver: Class | None, exact: bool) -> Iterator[_Target]:
        """What an attribute runs when it is called: a method of the receiver, or another object."""
        for member in members(found):
            if isinstance(member, ClassValue) and Instance(member.definition) in members(found):
                continue  # `cls() if isinstance(cls, type) else cls`: an object is called
            for function, made in self._functions(member):
                if isinstance(member, (ClassValue, Instance)):
                    yield _Target(
                        function, _known_class(member), True, made, isinstance(member, Instance)
                    )
                else:
                    yield _Target(function, receiver, exact, made)

    def _on_self(self, attr: str, callee: Value, traced: Traced) -> Iterator[_Target]:
        context = traced.context
        receiver = context.receiver
        if receiver is None:
            owner = owner_of(traced.function)
            for function, made in self._functions(callee):
                if owner is None or not self._is_below(function, owner):
                    yield _Target(function, None, False, made)
            return
        if attr in knowledge.ONCE_ONLY_METHODS:
            return
        found = self._given_to_objects(attr, receiver) if context.kind is EntryKind.KERAS else None
        if found is None:
            found = self._inference.instance_attribute(receiver, attr)
        for target in self._run_by(found, receiver, context.exact):
            if not self._is_below(
                target.function, receiver
            ):  # those come next, on objects of theirs
                yield target
        if not context.exact:
            for subclass in self._entries.subclasses.get(id(receiver), ()):
                if attr in subclass.methods and self._may_run(traced.function, subclass):
                    for function, made in self._functions(
                        self._inference.decorated(subclass.methods[attr])
                    ):
                        yield _Target(function, subclass, False, made)

    def _is_below(self, method: Function, definition: Class) -> bool:
        """True for a method of a class that inherits from one, which has objects of others, too."""
        owner = method.owner
        return (
            owner is not None
            and owner is not definition
            and definition in self._inference.classes.bases(owner)
        )

    def _given_to_objects(self, attr: str, definition: Class) -> Value | None:
        """What the objects of a layer that Keras may trace keep of what their constructor is given.

        None where all may be traced, or more than one assignment tells what they keep.
        """
        stores = self._inference.classes.stores(definition, attr)
        name = stores[0].binding.value if len(stores) == 1 else None
        constructor = stores[0].function if stores else None
        if constructor is None or constructor.name != "__init__" or not isinstance(name, ast.Name):
            return None
        if not is_only_a_parameter(name.id, constructor):
            return None
        callers, objects = self._inference.callers, self._program.remember(MadeObjects)
        sites = callers.of(constructor)
        traced = [site for site in sites if not objects.is_for_eager_code(site, definition)]
        if len(traced) == len(sites):
            return None
        given = [
            (callers.arguments(site, constructor).get(name.id), site.function) for site in traced
        ]
        return join(
            *(
                UNKNOWN if node is None else self._inference.value(node, function)
                for node, function in given
            )
        )

    def _may_run(self, method: Function, subclass: Class) -> bool:
        """False for a method that a subclass overrides: only `super()` runs it there, and is followed."""
        owner = method.owner
        having = (
            base
            for base in self._inference.classes.bases(subclass)
            if base is owner or (isinstance(base, Class) and method.name in base.methods)
        )
        return owner is None or next(having, owner) is owner

    def _functions(
        self, value: Value, made: GraphFunction | None = None
    ) -> Iterator[tuple[Function, GraphFunction | None]]:
        """The project's functions that calling a value runs, each with the tf.function around it."""
        for member in members(value):
            match member:
                case GraphFunction(inner=inner):
                    yield from self._functions(inner, made or member)
                case Partial(inner=inner):
                    yield from self._functions(inner, made)
                case Instance(definition=definition):
                    yield from self._functions(self._inference.called_method(definition), made)
                case ClassValue(definition=definition) if Instance(definition) in members(value):
                    continue  # `cls() if isinstance(cls, type) else cls`: an object is called
                case _:
                    for function in self._inference.functions_in(member):
                        yield function, made


def _of_modules(context: TracingContext) -> ContextSettings:
    """What is known of variables of modules, which all functions share."""
    return frozenset(s for s in context.settings if s.is_of_module)


def _choices(node: ast.expr, function: Function, settings: ContextSettings) -> Iterator[ast.expr]:
    """The expressions that a callable may be with some settings; itself where these do not choose."""
    if isinstance(node, ast.IfExp):
        for outcome, arm in ((True, node.body), (False, node.orelse)):
            if not is_excluded(node.test, outcome, settings, function):
                yield from _choices(arm, function, settings)
        return
    if isinstance(node, ast.Name) and node.id in function.bindings:
        bindings = reaching(node.id, node, function)
        if all(b.kind == "assign" and b.value is not None and not b.path for b in bindings):
            chosen = [
                (binding.value, list(_choices(binding.value, function, settings)))
                for binding in bindings
                if binding.value is not None
                and not is_unreachable(binding.node, binding.block, function, settings)
            ]
            if len(chosen) < len(bindings) or any([value] != found for value, found in chosen):
                for _, found in chosen:
                    yield from found
                return
    yield node


def _is_given(node: ast.expr, function: Function, depth: int = 2) -> bool:
    """True for a parameter, of this function or one around it, also under another name."""
    found = resolve(node.id, function) if isinstance(node, ast.Name) else None
    if found is None:
        return False
    scope, bindings, _ = found
    return any(
        binding.kind == "parameter"
        or (depth and binding.value is not None and _is_given(binding.value, scope, depth - 1))
        for binding in bindings
    )


def _reason(site: CallSite, text: str) -> Reason:
    return Reason(site.function.module.path, site.node.lineno, text)


def _known_class(owner: ClassValue | Instance) -> Class | None:
    """The class of an object that is made or called, None when it is only declared somewhere."""
    return None if isinstance(owner, Instance) and owner.declared else owner.definition


def _calls_nothing(callee: Value) -> bool:
    """True for a function that does not call what it is given, or not now."""
    called = members(callee)
    if any(isinstance(m, External) and record(m.name).runs is Runs.NOT_NOW for m in called):
        return True
    return bool(called) and all(map(_only_computes, called))


def _is_of_unknown_package(name: str) -> bool:
    """True for what nothing is known of, and that nothing of TensorFlow, Keras or Gluon makes.

    It may call what it is given; it may as well ask for its name or its parameters.
    """
    return not name.startswith(_FRAMEWORKS) and record(name).runs is None


def _only_computes(called: Value) -> bool:
    """True for an operation, and for a layer, loss or metric."""
    match called:
        case External(name=name) if name.startswith("mxnet.F."):
            return not name.startswith("mxnet.F.contrib.")  # which has loops and branches
        case External(name=name):
            known = record(name)
            return known.runs is None and known.result in (Result.TENSOR, Result.SHAPE)
        case ExternalInstance(name=name):
            return name.startswith(("keras.", "mxnet.gluon."))
        case _:
            return False


def _callables_in(value: Value, inside: bool) -> Iterator[Value]:
    for member in members(value):
        if isinstance(member, (FunctionValue, GraphFunction, Partial)):
            yield member
        elif inside and isinstance(member, Container):
            for item in member.items or ():
                yield from _callables_in(item, inside)


def _has_new_owner(func: ast.expr, function: Function, inference: Inference) -> bool | None:
    """True for a class, or a method of an object that ``function`` has just made; False for other objects.

    None when that does not change with the call: for methods of the same ``self`` and functions.
    """
    if isinstance(func, ast.Attribute) and not _is_class(inference.value(func, function)):
        return _is_new(func.value, function, inference)
    called = inference.value(func, function)
    if _is_class(called):
        return True
    if any(isinstance(member, Instance) for member in members(called)):
        return _is_new(func, function, inference)
    return None


def _is_new(
    owner: ast.expr, function: Function, inference: Inference, depth: int = 3
) -> bool | None:
    """True for an object that ``function``, or each call of it, has just made.

    None for ``self``, of which its callers know.
    """
    if _is_self(owner, function) or isinstance(inference.value(owner, function), Parent):
        return None
    made: list[ast.expr | None] = [owner]
    if isinstance(owner, ast.Name):
        bindings = function.bindings.get(owner.id, ())
        if any(binding.kind == "parameter" for binding in bindings):
            if not _is_given_none(owner.id, function, inference):
                return depth > 0 and _is_given_new(owner.id, function, inference, depth - 1)
            bindings = [binding for binding in bindings if binding.kind != "parameter"]
        made = [binding.value for binding in bindings]
        made = [value for value in made if not _is_none(value)]
    return bool(made) and all(
        isinstance(value, ast.Call) and _is_class(inference.value(value.func, function))
        for value in made
    )


def _is_own_parameter(node: ast.expr, function: Function) -> bool:
    """True for a parameter of this function, which holds nothing else."""
    return isinstance(node, ast.Name) and is_only_a_parameter(node.id, function)


def _is_given_none(name: str, function: Function, inference: Inference) -> bool:
    """True for a parameter that each call leaves out, or hands on to the function itself: ``at=None``."""
    default = default_of(function, name)
    sites = inference.callers.of(function)
    for site in sites:
        given = inference.callers.arguments(site, function).get(name, default)
        handed_on = site.function is function and isinstance(given, ast.Name) and given.id == name
        if _is_spread(site.node) or not (handed_on or _is_none(given)):
            return False
    return bool(sites) and _is_none(default)


def _is_given_new(name: str, function: Function, inference: Inference, depth: int) -> bool:
    """True for a parameter to which each call gives an object that its function has just made."""
    sites = inference.callers.of(function)
    given = [(inference.callers.arguments(site, function).get(name), site) for site in sites]
    return (
        bool(sites)
        and is_only_a_parameter(name, function)
        and all(
            argument is not None and _is_new(argument, site.function, inference, depth) is True
            for argument, site in given
        )
    )


def _is_spread(call: ast.Call) -> bool:
    return any(isinstance(arg, ast.Starred) for arg in call.args) or any(
        keyword.arg is None for keyword in call.keywords
    )


def _is_class(value: Value) -> bool:
    found = members(value)
    return bool(found) and all(isinstance(member, ClassValue) for member in found)


def _is_none(value: ast.expr | None) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _is_what_it_is_put_around(called: ast.expr, traced: Traced) -> bool:
    """True for the parameter of a decorator, read in what that puts around a traced function."""
    if not isinstance(called, ast.Name):
        return False
    decorator = holder_of(called.id, traced.function)
    if decorator is None or not is_only_a_parameter(called.id, decorator):
        return False
    wrapper: Traced | None = traced
    while wrapper is not None and wrapper.function.parent is not decorator:
        wrapper = wrapper.before
    return wrapper is not None and all(
        way.site is None and way.caller is not None for way in wrapper.ways
    )


def _once(context: TracingContext, here: Once) -> Once:
    """Whether a line of a function runs once, of which ``here`` is what its tests say.

    What they ask of an object that the call has just made says nothing of the next call.
    """
    return max(context.once, min(here, Once.PERHAPS) if context.self_is_new else here)


def _decorated_once(function: Function) -> Once:
    """Surely under a decorator that lets a function run once, such as ``functools.cache``."""
    return Once.SURELY if any(map(runs_once, function.decorators)) else Once.NO


def _is_self(node: ast.expr, function: Function) -> bool:
    """True for the instance parameter of the method around."""
    scope: Function | None = function
    while scope is not None:
        if isinstance(node, ast.Name) and node.id in scope.bindings:
            return scope.is_method and node.id == scope.self_name
        scope = scope.parent
    return False
