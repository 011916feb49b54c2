"""What a project does with the objects of a class: what it asks of them, and whether it calls them.

Keras traces the ``call`` of a model once something trains it, and Gluon makes a graph of a block once
something hybridizes it. Where the project makes objects of a class and shows all that becomes of them,
that is known; elsewhere it is not.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from tflint.api import knowledge
from tflint.facts.expressions.functional_inputs import holds_input, may_hold_input
from tflint.facts.expressions.values import (
    UNKNOWN,
    External,
    ExternalInstance,
    Value,
    members,
)
from tflint.facts.graphs.graph_sites import GraphSite
from tflint.facts.graphs.mapped_models import MappedModels
from tflint.facts.graphs.setting_propagation import SettingPropagation
from tflint.facts.programs.following_objects import (
    ObjectSearch,
    ObjectUses,
    importing,
    is_only_to_build,
    is_switched_off,
    uses_of_program,
)
from tflint.facts.programs.made_objects import MadeObjects
from tflint.syntax.definitions import needs_more_than, owner_of
from tflint.syntax.model import CallSite, Class, Function
from tflint.syntax.scopes import is_of_script
from tflint.syntax.trees import walk
from tflint.syntax.uses import Use

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inferred

_TRACE = knowledge.KERAS_TRACERS - {"compile"}
"""What traces a model by itself."""
_NO_MERE_TOOLS = knowledge.KERAS_TRACERS - {"save"}
"""What traces a model. Much is saved that is no model: of the unknown, the others tell."""
_KEEPING_ARGUMENTS = frozenset({"export", "save"})
"""Methods of a model that trace its `call` with all that it has been called with before."""
_RUN_CALL = knowledge.KERAS_METHODS | {"__call__"}
"""Methods that run the `call` of a model, if the model does not say otherwise."""
_TAPE = "tensorflow.GradientTape"
_RECORD = "mxnet.autograd.record"


class ObjectsOfProject:
    """What becomes of the objects of a project's classes."""

    def __init__(
        self, program: Inferred, graph_sites: Sequence[GraphSite], of_datasets: Sequence[Function]
    ) -> None:
        self._program = program
        self._graph_sites = graph_sites
        self._mapped_models = MappedModels(program, of_datasets)
        self._uses = program.remember(uses_of_program)
        self._seen_uses: dict[int, ObjectUses | None] = {}
        self._all_uses: dict[int, ObjectUses | None] = {}
        self._searches: dict[int, ObjectSearch] = {}

    def is_only_asked(self, definition: Class) -> bool:
        """True when the project makes objects of a class, and only ever uses their attributes."""
        uses = self._of(definition)
        return uses is not None and not uses.calls

    def is_only_called_by_hand(self, definition: Class) -> bool:
        """True for a Keras layer or model that nothing trains, exports, or connects to a ``keras.Input``.

        Then its ``call`` runs where the project calls it.
        """
        if self._is_offered(definition) and self._has_steps_for_keras(definition):
            return False  # whoever the library is for trains it
        if self._trains_by_hand:
            return True
        uses = self._of(definition)
        return (
            uses is not None
            and not uses.is_lost
            and not self._is_asked_to_train(uses, definition)
            and not self._may_connect(uses)
        )

    def is_trained_past_call(self, definition: Class) -> bool:
        """True for a model that Keras runs by steps of the project only, none of which calls the model.

        Then ``fit`` never comes to its ``call``, with Keras 2 as with Keras 3.
        """
        uses, steps = self._of(definition), {step.name for step in self._steps(definition)}
        if uses is None or uses.is_lost or uses.is_in_model or not steps:
            return False
        asked = _TRACE & (uses.attributes | self._asked_of_attributes)
        needed = {knowledge.KERAS_STEP_OF.get(name) for name in asked}
        if any(map(_may_validate, self._program.names.calls.get("fit", ()))):
            needed.add("test_step")
        return (
            needed <= steps
            and not self._is_offered(definition)
            and not self._may_connect(uses)
            and not self._may_call_itself(definition)
        )

    @cached_property
    def _asked_of_attributes(self) -> set[str]:
        """The methods that trace a model and are asked of ``self.model``, as callbacks do of any model."""
        return {
            name
            for name in _TRACE
            for site in self._program.names.calls.get(name, ())
            if isinstance(site.node.func, ast.Attribute)
            and isinstance(site.node.func.value, ast.Attribute)
            and site.node.func.value.attr == "model"
        }

    def _may_call_itself(self, definition: Class) -> bool:
        """True for a class with methods that call their object, hand it on, or leave a step to Keras."""
        return any(
            _may_call_object(method)
            for base in self._program.inference.classes.bases(definition)
            if isinstance(base, Class)
            for method in base.methods.values()
        )

    def _may_connect(self, uses: ObjectUses) -> bool:
        """True where a model that becomes a graph may be made of what calls of the object give."""
        mapped = self._mapped_models.makers if self._connecting_inputs else frozenset()
        return any(
            (self._trains_functional_models or call.function in mapped)
            and self._may_see_inputs(call.function)
            for call in uses.calls
            if not self._is_left_out(call)
        )

    def is_only_connected(self, definition: Class) -> bool:
        """True for a Keras layer or model that is called as the calls in sight say, and not otherwise.

        Nothing trains or exports it by itself, and it is given to no model that calls it.
        """
        uses = self._of(definition)
        return (
            uses is not None
            and not uses.is_lost
            and not uses.is_in_model
            and not self._is_asked_to_train(uses, definition)
        )

    def is_given_data_alone(self, definition: Class) -> bool:
        """True for a model to whose ``call`` Keras gives no more than the data and the mode.

        It is part of no other layer or model, and nothing keeps the arguments that the project calls it
        with: what is called with a ``keras.Input`` does, and what saves or exports it.
        """
        uses = self._of(definition)
        return (
            uses is not None
            and not (uses.is_lost or uses.is_in_model)
            and _KEEPING_ARGUMENTS.isdisjoint(uses.attributes)
            and not self._is_offered(definition)
            and not self._may_connect(uses)
        )

    def _is_left_out(self, call: Use) -> bool:
        """True for a call behind an option that no call of the function around it turns on."""
        function, classes = call.function, self._program.inference.classes
        site = None if call.parent is None else function.site_of(call.parent)
        if site is None or (
            classes.is_method_of_layer(function, knowledge.KERAS_METHODS)
            and not (function.owner is not None and self.is_only_connected(function.owner))
        ):
            return False
        return SettingPropagation(self._program.inference).is_left_out(site)

    def is_in_model(self, definition: Class) -> bool:
        """True where an object of a class is seen to be given to a layer or model of Keras."""
        uses = self._seen(definition)
        return uses is not None and uses.is_in_model

    def is_seen_to_be_traced(self, definition: Class) -> bool:
        """False where the project makes objects of a Keras class, and nothing in sight trains one.

        What becomes of those that a library's users make is not to be seen.
        """
        if self._is_offered(definition):
            return True
        uses = self._seen(definition)
        return (
            uses is None
            or (uses.is_in_model and not self._is_only_run_by_eager_code(definition))
            or self._has_steps_for_keras(definition)
            or self._is_asked_to_train(uses, definition)
            or self._is_seen_to_connect(uses)
        )

    def _is_only_run_by_eager_code(self, definition: Class) -> bool:
        """True for layers of models that scripts do no more than call, as far as is known."""
        search, objects = self._search(definition), self._program.remember(MadeObjects)
        return search.is_only_mentioned and all(
            objects.is_for_eager_code(site, definition) for site in search.made
        )

    def _is_offered(self, definition: Class) -> bool:
        """True for a class of a library, of which others make objects."""
        program = self._program
        return program.is_library and program.layout.is_in_package(definition.module.path)

    def _has_steps_for_keras(self, definition: Class) -> bool:
        """True for a model with a ``train_step`` that the project does not call: its ``fit`` does."""
        return any(
            not self._program.inference.callers.of(step) and not needs_more_than(1, step)
            for step in self._steps(definition)
        )

    def _takes_steps_itself(self, definition: Class) -> bool:
        """True for a model with a ``train_step`` that the project calls."""
        return any(
            self._is_by_hand(site)
            for step in self._steps(definition)
            for site in self._program.inference.callers.of(step)
        )

    def _steps(self, definition: Class) -> Iterator[Function]:
        """What the project wrote of a model's ``train_step`` and its like."""
        for base in self._program.inference.classes.bases(definition):
            if isinstance(base, Class):
                names = base.methods.keys() & {*knowledge.KERAS_STEPS}
                yield from (base.methods[name] for name in sorted(names))

    def _is_asked_to_train(self, uses: ObjectUses, definition: Class) -> bool:
        """True where something seen trains or exports an object, or may after it was compiled.

        Where the project takes the steps itself, that is what it was compiled for.
        """
        asked = uses.attributes - self._program.inference.classes.method_names(definition)
        tracing = _TRACE if self._takes_steps_itself(definition) else knowledge.KERAS_TRACERS
        return not tracing.isdisjoint(asked)

    def _is_seen_to_connect(self, uses: ObjectUses) -> bool:
        """True where a model that becomes a graph is seen to be made of what calls of the object give."""
        return any(
            (self._traces_what_connects or call.function in self._mapped_models.makers)
            and self._is_seen_to_see_inputs(call.function)
            for call in uses.calls
        )

    def _may_see_inputs(self, function: Function) -> bool:
        """True for a function that may have what a ``keras.Input`` gave, or that one who may comes to."""
        return self._program.inference.ask(
            ("may see inputs", function), False, self._sees_inputs, function, False
        )

    def _is_seen_to_see_inputs(self, function: Function) -> bool:
        """True for a function of which that is known, as far as it goes."""
        return self._program.inference.ask(
            ("sees inputs", function), False, self._sees_inputs, function, True
        )

    def _sees_inputs(self, function: Function, is_known: bool) -> bool:
        holders = self._known_holders_of_inputs if is_known else self._possible_holders_of_inputs
        if any(scope in holders for scope in function.scopes):
            return True
        if self._program.inference.classes.is_method_of_layer(function, knowledge.KERAS_METHODS):
            # A functional model may have that layer.
            assert function.owner is not None
            return (
                self.is_seen_to_be_traced(function.owner)
                if is_known
                else not self.is_only_called_by_hand(function.owner)
            )
        if function.is_module:
            return False
        sites = self._program.inference.callers.of(function)
        sees_inputs = self._is_seen_to_see_inputs if is_known else self._may_see_inputs
        return not (sites or is_known) or any(sees_inputs(site.function) for site in sites)

    @cached_property
    def _possible_holders_of_inputs(self) -> set[Function]:
        return self._holders_of_inputs(self._connecting_inputs, may_hold_input)

    @cached_property
    def _known_holders_of_inputs(self) -> set[Function]:
        """These, and what connects a model to the inputs of another."""
        connecting = [
            site
            for site in self._program.names.calls.get("Model", ())
            if External("keras.Model") in self._asked(site.node.func, site) and _is_functional(site)
        ]
        return self._holders_of_inputs([*self._connecting_inputs, *connecting], holds_input)

    def _holders_of_inputs(
        self, made: list[CallSite], is_one: Callable[[Value], bool]
    ) -> set[Function]:
        """The functions that make a ``keras.Input`` or are handed one back, and methods beside them."""
        found: set[Function] = set()
        waiting = [site.function for site in made]
        while waiting:
            function = waiting.pop()
            if function in found:
                continue
            found.add(function)
            if function.owner is not None:
                waiting += function.owner.methods.values()
            if not function.is_module and is_one(self._program.inference.returns(function)):
                waiting += [s.function for s in self._program.inference.callers.of(function)]
        return found

    def is_unused(self, definition: Class) -> bool:
        """True for a class of which the project makes no object, where whoever did would be part of it.

        What a library offers is made by others, and so may be what is in a file that stands alone. What
        only methods of such classes make is never made either.
        """
        found = [definition]
        for each in found:  # which grows meanwhile
            makers = {owner_of(site.function) for site in self._search(each).made}
            if None in makers or not self._is_for_nobody_else(each):
                return False
            found += [maker for maker in makers if maker is not None and maker not in found]
        return True

    def _is_for_nobody_else(self, definition: Class) -> bool:
        """True for a class of which others make no objects either, as far as that can be seen."""
        program = self._program
        return (
            not self._is_offered(definition)
            and (
                program.is_beside_programs
                or program.may_be_imported(definition.module.path)
                or self._is_program
                or self._is_imported_by_script(definition)
            )
            and self._search(definition).is_only_mentioned
        )

    def _is_imported_by_script(self, definition: Class) -> bool:
        """True for a class that a file imports which is there to be run."""
        return any(
            is_of_script(site.block)
            for module in importing(definition.name, definition.module, self._uses)
            for site in module.body.calls
        )

    def is_never_hybridized(self, definition: Class) -> bool:
        """True for a Gluon block that nothing hybridizes, nor what it is made part of."""
        return self._hybridizes_nothing or self._is_never_hybridized(definition, set())

    @cached_property
    def _hybridizes_nothing(self) -> bool:
        """True where there are steps of a training, and nothing is ever hybridized."""
        return bool(self._calls("record", _RECORD)) and all(
            is_switched_off(site.node)
            for name in knowledge.GLUON_HYBRIDIZERS
            for site in self._program.names.calls.get(name, ())
        )

    def are_used_without_graphs(self, made_as: list[Class], definition: Class) -> bool:
        """True for blocks that programs use, which hybridize nothing.

        These are the programs that make objects of the classes. Where nobody is seen to, or a class is
        handed on to who may, they are those that train by hand and may use the file of ``definition``.
        """
        searches = [self._search(each) for each in made_as]
        programs = self._programs(site for search in searches for site in search.made)
        if not programs or not all(search.is_only_mentioned for search in searches):
            used, path = self._program.imports.used, definition.module.path
            programs |= {program for program in self._training if path in used([program])}
        return (
            bool(programs)
            and programs.isdisjoint(self._hybridizing)
            and not any(self._is_seen_to_be_hybridized(each, set()) for each in made_as)
        )

    def _is_seen_to_be_hybridized(self, definition: Class, asked: set[int]) -> bool:
        """True for a block that some function hybridizes, or what it is made part of, called or not."""
        uses = None if id(definition) in asked else self._seen(definition)
        asked.add(id(definition))
        return uses is not None and (
            not knowledge.GLUON_HYBRIDIZERS.isdisjoint(uses.attributes)
            or any(self._is_seen_to_be_hybridized(holder, asked) for holder in uses.holders)
        )

    @cached_property
    def _training(self) -> set[str]:
        """The programs that come to steps of a training."""
        return self._programs(self._calls("record", _RECORD))

    @cached_property
    def _hybridizing(self) -> set[str]:
        """The programs that come to a call which hybridizes something."""
        return self._programs(
            site
            for name in knowledge.GLUON_HYBRIDIZERS
            for site in self._program.names.calls.get(name, ())
            if not is_switched_off(site.node)
        )

    def _programs(self, sites: Iterable[CallSite]) -> set[str]:
        """The files whose own code comes to some calls, directly or through others; tests are left out."""
        reached = {site.function: None for site in sites}
        waiting = [*reached]
        for function in waiting:  # which grows meanwhile
            for site in self._program.inference.callers.of(function):
                if site.function not in reached:
                    reached[site.function] = None
                    waiting.append(site.function)
        modules = [function.module for function in waiting if function.is_module]
        return {module.path for module in modules if not module.is_of_tests}

    def _is_never_hybridized(self, definition: Class, asked: set[int]) -> bool:
        if id(definition) in asked:
            return True
        asked.add(id(definition))
        uses = self._of(definition)
        return (
            uses is not None
            and knowledge.GLUON_HYBRIDIZERS.isdisjoint(uses.attributes)
            and all(
                self._is_plain(holder) or self._is_never_hybridized(holder, asked)
                for holder in uses.holders
            )
        )

    def _is_plain(self, definition: Class) -> bool:
        """True for a class of Python alone, which is no block of Gluon: its objects have no children."""
        return all(
            isinstance(base, Class) or base == "builtins.object"
            for base in self._program.inference.classes.bases(definition)
        )

    def _of(self, definition: Class) -> ObjectUses | None:
        """What the project does with the objects of a class; None where it makes none, or not all is known.

        What tests and demonstrations make tells nothing of those who use the class.
        """
        key = id(definition)
        if key not in self._all_uses:
            self._all_uses[key] = self._search(definition).found(only_all=True)
        return self._all_uses[key]

    def _seen(self, definition: Class) -> ObjectUses | None:
        """What the project is seen to do with the objects of a class; None where it makes none.

        None also where they go too far to follow.
        """
        key = id(definition)
        if key not in self._seen_uses:
            self._seen_uses[key] = self._of(definition) or self._search(definition).found()
        return self._seen_uses[key]

    def _search(self, definition: Class) -> ObjectSearch:
        """The one search for a class: who makes its objects is asked for once."""
        key = id(definition)
        if key not in self._searches:
            self._searches[key] = ObjectSearch(definition, self._program)
        return self._searches[key]

    @cached_property
    def _is_program(self) -> bool:
        """True where a model is trained or used when a file is run: these do more than offer classes."""
        trained = [
            *(site for site in self._calls("GradientTape", _TAPE) if self._is_by_hand(site)),
            *self._calls("record", _RECORD),
            *self._program.names.calls.get("hybridize", ()),
        ]
        asked = chain(
            self._asking(_NO_MERE_TOOLS, self._may_be_functional),
            self._asking(_NO_MERE_TOOLS, self._program.inference.classes.leaves_to_keras),
        )
        is_run = self._program.inference.callers.is_run
        return any(is_run(site.function) for site in chain(trained, asked))

    @cached_property
    def _trains_by_hand(self) -> bool:
        """True where there are steps of a training, and nothing that may trace a model, whichever it is."""
        return any(map(self._is_by_hand, self._calls("GradientTape", _TAPE))) and not (
            self._graph_sites
            or self._traces_functional_models
            or any(
                self._asking(
                    knowledge.KERAS_TRACERS, self._program.inference.classes.leaves_to_keras
                )
            )
        )

    @cached_property
    def _trains_functional_models(self) -> bool:
        """True where a layer that is called may become part of a functional model, which then is traced.

        A ``keras.Input`` that only builds weights, as in ``model(keras.Input((2,)))``, makes no such model.
        """
        return bool(self._connecting_inputs) and self._traces_what_connects

    @cached_property
    def _traces_what_connects(self) -> bool:
        return bool(self._graph_sites) or self._traces_functional_models

    @cached_property
    def _traces_functional_models(self) -> bool:
        return any(self._asking(_NO_MERE_TOOLS, self._may_be_functional))

    def _asking(
        self, methods: frozenset[str], is_one: Callable[[Value, str], bool]
    ) -> Iterator[CallSite]:
        """The calls of one of the methods; ``is_one`` tells an object, and the name, that are meant."""
        return (
            site
            for name in sorted(methods)
            for site in self._program.names.calls.get(name, ())
            if isinstance(site.node.func, ast.Attribute)
            and any(is_one(asked, name) for asked in self._asked(site.node.func.value, site))
        )

    def _calls(self, name: str, full_name: str) -> list[CallSite]:
        """The calls of an outside name; its last part is ``name``."""
        return [
            site
            for site in self._program.names.calls.get(name, ())
            if External(full_name) in self._asked(site.node.func, site)
        ]

    def _is_by_hand(self, site: CallSite) -> bool:
        """True for a call that is in no method which Keras calls: its steps are given the data alone."""
        is_method = self._program.inference.classes.is_method_of_layer
        return not is_method(site.function, knowledge.KERAS_METHODS) or (
            site.function.name != "call" and needs_more_than(1, site.function)
        )

    @cached_property
    def _connecting_inputs(self) -> list[CallSite]:
        """The calls of ``keras.Input`` that do more than build weights."""
        return [
            site
            for site in self._calls("Input", knowledge.KERAS_INPUT)
            if not self._is_only_to_build(site)
        ]

    def _is_only_to_build(self, site: CallSite) -> bool:
        use = self._uses.of_call(site.node, site.function)
        return use is not None and is_only_to_build(use)

    def _asked(self, node: ast.expr, site: CallSite) -> tuple[Value, ...]:
        return members(self._program.inference.value(node, site.function))

    @staticmethod
    def _may_be_functional(value: Value, _: str) -> bool:
        return value == UNKNOWN or (
            isinstance(value, ExternalInstance) and value.name.startswith("keras.")
        )


def _is_functional(site: CallSite) -> bool:
    """True for ``keras.Model(inputs, outputs)``."""
    return len(site.node.args) > 1 or any(k.arg == "outputs" for k in site.node.keywords)


def _may_validate(fit: CallSite) -> bool:
    """True for a call of ``fit`` that may also test."""
    named = {keyword.arg for keyword in fit.node.keywords}
    return (
        not named.isdisjoint({None, *knowledge.KERAS_VALIDATION})
        or len(fit.node.args) > len(knowledge.KERAS_BEFORE_VALIDATION)
        or any(isinstance(argument, ast.Starred) for argument in fit.node.args)
    )


def _may_call_object(method: Function) -> bool:
    """True where a method does more with its object than ask it for attributes that do not call it."""
    plain: list[ast.expr] = []
    for node in walk(method.node):
        match node:
            case ast.Attribute(attr=attr, value=owner):
                if attr in _RUN_CALL:
                    return True
                plain.append(owner)
            case ast.Call(func=ast.Name(id="super"), args=args):
                plain += args
    return any(
        isinstance(node, ast.Name) and node.id == method.self_name and node not in plain
        for node in walk(method.node)
    )
