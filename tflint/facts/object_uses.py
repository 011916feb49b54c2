"""What a project does with the objects of a class: what it asks of them, and whether it calls them.

Keras traces the ``call`` of a model once something trains it, and Gluon makes a graph of a block once
something hybridizes it. Where the project makes objects of a class and shows all that becomes of them,
that is known; elsewhere it is not.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from tflint.api import knowledge
from tflint.facts.class_names import is_of_other_class
from tflint.facts.graph_sites import GraphSite
from tflint.facts.values import (
    NONE,
    UNKNOWN,
    ClassValue,
    Container,
    External,
    ExternalInstance,
    Instance,
    ModuleValue,
    Number,
    Text,
    Value,
    members,
)
from tflint.files.test_files import is_of_tests
from tflint.syntax.definitions import is_property, needs_more_than
from tflint.syntax.model import CallSite, Class, Function, Module
from tflint.syntax.scopes import holder_of, is_of_script, is_only_a_parameter
from tflint.syntax.trees import walk
from tflint.syntax.uses import Use, Uses, is_mere_mention

if TYPE_CHECKING:
    from tflint.facts.inference import Inferred

_TAKE_NOTHING = frozenset(
    {
        *(
            f"builtins.{name}"
            for name in ("hasattr", "id", "isinstance", "len", "print", "repr", "str")
        ),
        "builtins.type",
        "tensorflow.train.Checkpoint",
    }
)
"""What is given an object and neither calls it nor asks it for more than its state."""
_REGISTERS_TO_LOAD = ".register_keras_serializable"
"""What remembers a class for models that are loaded, which were made before."""
_TRACE = knowledge.KERAS_TRACERS - {"compile"}
"""What traces a model by itself."""
_NO_MERE_TOOLS = knowledge.KERAS_TRACERS - {"save"}
"""What traces a model. Much is saved that is no model: of the unknown, the others tell."""
_TAPE = "tensorflow.GradientTape"
_RECORD = "mxnet.autograd.record"
_GO_THROUGH = frozenset(
    f"builtins.{name}" for name in ("enumerate", "iter", "list", "reversed", "tuple", "zip")
)
"""What gives, one by one, what is in what it is given."""

_KERAS_MAKERS = re.compile(r"keras\.(?:models\.)?Sequential|keras\.layers\.(?:\w+\.)*[A-Z]\w*")

_FILL_LISTS = frozenset({"append", "extend", "insert"})
_HAND_OUT = frozenset({"get", "items", "pop", "values"})
"""Methods of containers that give what is in them."""


class ObjectUses:
    """All that a project does with the objects of one class.

    Attributes:
        attributes: what is asked of them, methods included.
        calls: the calls of them, as ``model(x)``.
        is_all: whether the code shows all that comes of them.
        is_lost: whether one is called where nobody knows what is called, so that nothing follows it there.
        is_in_model: whether one is given to a layer or model of Keras.
        holders: the classes whose objects keep one in an attribute, or are made to hold one.
    """

    def __init__(self) -> None:
        self.attributes: set[str] = set()
        self.calls: list[Use] = []
        self.is_all = True
        self.is_lost = False
        self.is_in_model = False
        self.holders: list[Class] = []


class ObjectsOfProject:
    """What becomes of the objects of a project's classes."""

    def __init__(self, program: Inferred, graph_sites: Sequence[GraphSite]) -> None:
        self._program = program
        self._graph_sites = graph_sites
        self._uses = program.remember(_uses)
        self._attributes = program.remember(_AttributeReads)
        self._seen_uses: dict[int, ObjectUses | None] = {}
        self._all_uses: dict[int, ObjectUses | None] = {}
        self._searches: dict[int, _Search] = {}

    def is_only_asked(self, definition: Class) -> bool:
        """True when the project makes objects of a class, and only ever uses their attributes."""
        uses = self._of(definition)
        return uses is not None and not uses.calls

    def is_only_called_by_hand(self, definition: Class) -> bool:
        """True for a Keras layer or model that nothing trains, exports, or connects to a ``keras.Input``.

        Then its ``call`` runs where the project calls it.
        """
        if self._trains_by_hand:
            return True
        uses = self._of(definition)
        return (
            uses is not None
            and not uses.is_lost
            and not self._is_asked_to_train(uses, definition)
            and not (
                self._trains_functional_models
                and any(self._may_see_inputs(call.function) for call in uses.calls)
            )
        )

    def is_in_model(self, definition: Class) -> bool:
        """True where an object of a class is seen to be given to a layer or model of Keras."""
        uses = self._seen(definition)
        return uses is not None and uses.is_in_model

    def is_seen_to_be_traced(self, definition: Class) -> bool:
        """False where the project makes objects of a Keras class, and nothing in sight trains one.

        What becomes of those that a library's users make is not to be seen.
        """
        program = self._program
        if program.is_library and program.layout.is_in_package(definition.module.path):
            return True
        uses = self._seen(definition)
        return (
            uses is None
            or uses.is_in_model
            or self._has_steps_for_keras(definition)
            or self._is_asked_to_train(uses, definition)
            or (self._traces_what_connects and self._is_seen_to_connect(uses))
        )

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
                names = base.methods.keys() & knowledge.KERAS_METHODS - {"call"}
                yield from (base.methods[name] for name in sorted(names))

    def _is_asked_to_train(self, uses: ObjectUses, definition: Class) -> bool:
        """True where something seen trains or exports an object, or may after it was compiled.

        Where the project takes the steps itself, that is what it was compiled for.
        """
        asked = uses.attributes - self._program.inference.classes.method_names(definition)
        tracing = _TRACE if self._takes_steps_itself(definition) else knowledge.KERAS_TRACERS
        return not tracing.isdisjoint(asked)

    def _is_seen_to_connect(self, uses: ObjectUses) -> bool:
        return any(self._is_seen_to_see_inputs(call.function) for call in uses.calls)

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
        scope: Function | None = function
        while scope is not None:
            if scope in holders:
                return True
            scope = scope.parent
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
        return self._holders_of_inputs(self._connecting_inputs, _may_hold_input)

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
        """True for a class of which the project makes no object, where who else may would be seen.

        What a library offers is made by others, and so may be what is in a file that stands alone.
        """
        program, search = self._program, self._search(definition)
        return (
            not (program.is_library and program.layout.is_in_package(definition.module.path))
            and (
                program.is_beside_programs
                or self._is_program
                or self._is_imported_by_script(definition)
            )
            and not search.made
            and search.is_only_mentioned
        )

    def _is_imported_by_script(self, definition: Class) -> bool:
        """True for a class that a file imports which is there to be run."""
        return any(
            is_of_script(site.block)
            for module in _importing(definition.name, definition.module, self._uses)
            for site in module.body.calls
        )

    def is_never_hybridized(self, definition: Class) -> bool:
        """True for a Gluon block that nothing hybridizes, nor what it is made part of."""
        return self._hybridizes_nothing or self._is_never_hybridized(definition, set())

    @cached_property
    def _hybridizes_nothing(self) -> bool:
        """True where there are steps of a training, and nothing is ever hybridized."""
        return bool(self._calls("record", _RECORD)) and all(
            _is_switched_off(site.node)
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
            if not _is_switched_off(site.node)
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
        files = {function.module.path for function in waiting if function.is_module}
        return {path for path in files if not is_of_tests(path)}

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
        """What the project is seen to do with the objects of a class; None where it makes none."""
        key = id(definition)
        if key not in self._seen_uses:
            self._seen_uses[key] = self._of(definition) or self._search(definition).found()
        return self._seen_uses[key]

    def _search(self, definition: Class) -> _Search:
        """The one search for a class: who makes its objects is asked for once."""
        key = id(definition)
        if key not in self._searches:
            self._searches[key] = _Search(definition, self._program, self._uses, self._attributes)
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
        """True for a call that is in no method which Keras calls."""
        return not self._program.inference.classes.is_method_of_layer(
            site.function, knowledge.KERAS_METHODS
        )

    @cached_property
    def _connecting_inputs(self) -> list[CallSite]:
        """The calls of ``keras.Input`` that do more than build weights."""
        return [
            site
            for site in self._program.names.calls.get("Input", ())
            if any(
                getattr(member, "name", "") in knowledge.KERAS_INPUTS
                for member in self._asked(site.node.func, site)
            )
            and not self._is_only_to_build(site)
        ]

    def _is_only_to_build(self, site: CallSite) -> bool:
        use = self._uses.of_call(site.node, site.function)
        return use is not None and _is_only_to_build(use)

    def _asked(self, node: ast.expr, site: CallSite) -> tuple[Value, ...]:
        return members(self._program.inference.value(node, site.function))

    @staticmethod
    def _may_be_functional(value: Value, _: str) -> bool:
        return value == UNKNOWN or (
            isinstance(value, ExternalInstance) and value.name.startswith("keras.")
        )


def _is_in_eager_code(call: Use) -> bool:
    """True for a call by a script, or a test, which is given no symbolic input of Keras there."""
    function = call.function
    is_test = is_of_tests(function.module.path) and function.name.startswith("test")
    if function.decorators or not (function.is_module or is_test):
        return False
    is_given_kept = isinstance(call.parent, ast.Call) and any(
        isinstance(part, ast.Name) and part.id == function.self_name for part in walk(call.parent)
    )
    return not is_given_kept and all(site.name != "Input" for site in function.calls)


def _may_hold_input(value: Value) -> bool:
    """True for all but what is known to be, or to hold, no symbolic tensor of Keras."""
    for member in members(value):
        if isinstance(member, Container):
            parts = _parts(member)
            if not parts or any(map(_may_hold_input, parts)):
                return True
        elif isinstance(member, ExternalInstance):
            if member.name in knowledge.KERAS_INPUTS:
                return True
        elif member != NONE and not isinstance(member, (Instance, Number, Text)):
            return True
    return False


def _parts(container: Container) -> list[Value]:
    return [*(container.items or ()), *([container.element] if container.element else [])]


def holds_input(value: Value) -> bool:
    """True for what is known to be, or to hold, a symbolic tensor of Keras."""
    return any(
        any(map(holds_input, _parts(member)))
        if isinstance(member, Container)
        else isinstance(member, ExternalInstance) and member.name in knowledge.KERAS_INPUTS
        for member in members(value)
    )


class MadeObjects:
    """What becomes of the objects that single calls make."""

    def __init__(self, program: Inferred) -> None:
        self._program = program
        self._uses = program.remember(_uses)
        self._attributes = program.remember(_AttributeReads)

    def uses_of(self, site: CallSite, definition: Class | None) -> tuple[ObjectUses, bool]:
        """What is done with a layer or model that a call makes, and whether that is known to be all.

        ``definition`` is its class, where the project defines it. What is done to a layer is done to
        those that it is made with.
        """
        following = _Following(
            self._program,
            self._uses,
            self._attributes,
            definition,
            _goes_through_or_wraps,
            in_methods=True,
        )
        following.follow_made(site)
        return following.found, following.found.is_all

    def are_never_called(self, sites: Iterable[CallSite], definition: Class) -> bool:
        """True for layers or models of which all is seen, and that nothing calls, builds or trains."""
        found = [self.uses_of(site, definition) for site in sites]
        return all(
            is_all and not uses.calls and uses.attributes.isdisjoint(knowledge.KERAS_BUILDERS)
            for uses, is_all in found
        )

    def is_only_called(self, function: Function) -> bool:
        """True for a function that nothing hands on: calls of it are all there is."""
        following = _Following(
            self._program, self._uses, self._attributes, function.owner, _goes_through
        )
        return following.is_only_mentioned(function.name, function)

    def is_for_eager_code(self, site: CallSite, definition: Class) -> bool:
        """True for a layer that tests or scripts do no more than call, with what is at hand there."""
        if ClassValue(definition) not in members(
            self._program.inference.value(site.node.func, site.function)
        ):
            return False
        uses, is_all = self.uses_of(site, definition)
        methods = self._program.inference.classes.method_names(definition)
        return (
            is_all
            and not uses.is_lost
            and uses.attributes.isdisjoint(knowledge.KERAS_TRACERS | methods)
            and all(map(_is_in_eager_code, uses.calls))
        )


def _uses(program: Inferred) -> Uses:
    return Uses(program.relevant_modules, program.names.calls)


class _AttributeReads:
    """The reads of attributes, by whose they may be; those of one name are sorted once for all classes."""

    def __init__(self, program: Inferred) -> None:
        self._program = program
        self._uses = program.remember(_uses)
        self._sorted: dict[str, _Owned] = {}

    def of(self, attr: str, owner: Class) -> list[Use]:
        """The reads from what may be an object of a class, of one it inherits from, or of one below it."""
        if attr not in self._sorted:
            self._sorted[attr] = self._sort(attr)
        reads, of_any, of_class, below = self._sorted[attr]
        found = {*of_any, *below.get(owner, ())}
        for base in self._program.inference.classes.bases(owner):
            if isinstance(base, Class):
                found.update(of_class.get(base, ()))
        return [reads[number] for number in sorted(found)]

    def _sort(self, attr: str) -> _Owned:
        found = _Owned([], [], {}, {})
        inference = self._program.inference
        for number, use in enumerate(self._uses.of_attribute(attr)):
            assert isinstance(use.node, ast.Attribute)
            found.reads.append(use)
            for member in members(inference.value(use.node.value, use.function)):
                if not isinstance(member, Instance):
                    found.of_any.append(number)
                    continue
                found.of_class.setdefault(member.definition, []).append(number)
                for base in inference.classes.bases(member.definition):
                    if isinstance(base, Class):
                        found.below.setdefault(base, []).append(number)
        return found


class _Owned(NamedTuple):
    """The reads of one attribute, and their places there by what they are read from.

    Attributes:
        reads: all of them, in order.
        of_any: those from what is of no class of the project, or not known.
        of_class: those from objects of a class.
        below: those from objects of a class or of one that inherits from it.
    """

    reads: list[Use]
    of_any: list[int]
    of_class: dict[Class, list[int]]
    below: dict[Class, list[int]]


class _Following:
    """Follows objects from where they are made.

    Args:
        definition: their class, where the project defines it.
        goes_through: what gives what it is given, or something that does with it what is done to it.
        only_all: whether what is found is worth nothing unless it is all: then the search ends early.
        in_methods: whether to follow an object into the methods of it that are asked for.
    """

    def __init__(
        self,
        program: Inferred,
        uses: Uses,
        attributes: _AttributeReads,
        definition: Class | None,
        goes_through: Callable[[Value], bool],
        only_all: bool = False,
        in_methods: bool = False,
    ) -> None:
        self._only_all = only_all
        self._in_methods = in_methods
        self._definition = definition
        self._goes_through = goes_through
        self._program = program
        self._value = program.inference.value
        self._reads = uses
        self._attributes = attributes
        self.found = ObjectUses()
        self._asked: set[tuple[int, str]] = set()

    @property
    def is_over(self) -> bool:
        """Whether nothing is to be won by going on."""
        return self._only_all and not self.found.is_all

    def follow_made(self, site: CallSite) -> None:
        if self.is_over:
            return
        use = self._reads.of_call(site.node, site.function)
        if use is None:
            self.found.is_all = False  # it is made in the body of a class
        else:
            self._follow(use)

    def _follow(self, use: Use) -> None:
        """Where an object goes that an expression stands for."""
        if self.is_over or self._is_for_others(use):
            return
        whole = _passed_on(use)
        if whole is not None:
            self._follow(use.at(whole))
            return
        match use.parent:
            case ast.Attribute(attr=attr) as attribute:
                if not _is_switched_off(use.at(attribute).parent):
                    self.found.attributes.add(attr)
                if self._in_methods and self._definition is not None:
                    self._follow_into(attr, self._definition)
                if attr in _HAND_OUT:
                    self._follow_handed_out(use.at(attribute))
            case ast.Call(func=func) if func is use.node:
                self.found.calls.append(use)
                self.found.is_lost |= not self._may_be_it(use.node, use.function)
            case ast.Call() as call:
                self._follow_given(use, call)
            case ast.Return():
                self._follow_returned(use.function)
            case ast.Expr() | ast.Compare() | ast.If() | ast.FormattedValue():
                pass
            case ast.BinOp() as joined if self._holds_objects(use):
                self._follow(use.at(joined))
            case ast.Subscript() | ast.BinOp() | ast.ListComp() | ast.GeneratorExp():
                pass  # an index or a number that a loop gives beside the object
            case _:
                targets = _targets(use)
                self.found.is_all &= bool(targets)
                for target in targets:
                    self._follow_assigned(target, use)

    def _is_for_others(self, use: Use) -> bool:
        """True in a branch for objects of other classes, by what these are called."""
        return (
            self._definition is not None
            and isinstance(use.node, ast.Name)
            and is_of_other_class(use.node, self._definition.name, use.function)
        )

    def _follow_into(self, attr: str, definition: Class) -> None:
        """What a method does with its own object, and those that it overrides."""
        for base in self._program.inference.classes.bases(definition):
            method = base.methods.get(attr) if isinstance(base, Class) else None
            if method is not None:
                self.follow_own(method)

    def follow_own(self, method: Function) -> None:
        """What a method does with its own object."""
        if method.self_name is None or method.is_of_class or self._is_asked(method, "super"):
            return
        self.follow_name(method.self_name, method)
        for site in method.calls:
            if site.name == "super" and not site.node.args:
                self.follow_made(site)

    def _holds_objects(self, use: Use) -> bool:
        """True for a list or its like, and no object by itself."""
        return isinstance(use.node, (ast.List, ast.Tuple, ast.Set, ast.ListComp)) or any(
            isinstance(member, Container) for member in members(self._value(use.node, use.function))
        )

    def _follow_handed_out(self, method: Use) -> None:
        """What a container's method, if it is one, gives of what is in it."""
        call = method.parent
        if isinstance(call, ast.Call) and call.func is method.node:
            self._follow(method.at(call))

    def _may_be_it(self, node: ast.expr, function: Function) -> bool:
        if self._definition is None:
            return True
        found = self._value(node, function)
        classes = self._program.inference.classes
        return any(
            isinstance(member, Instance)
            and (
                member.definition is self._definition
                or self._definition in classes.bases(member.definition)
                or member.definition in classes.bases(self._definition)
            )
            for member in members(found)
        )

    def _follow_given(self, use: Use, call: ast.Call) -> None:
        """An object that is an argument: on in the functions that are called, if all are known."""
        site = use.function.site_of(call)
        if site is None:
            self.found.is_all = False
            return
        callee = members(self._value(call.func, use.function))
        if all(isinstance(m, External) and m.name in _TAKE_NOTHING for m in callee):
            return
        if all(map(self._goes_through, callee)):
            self._follow(use.at(call))
            return
        if isinstance(call.func, ast.Attribute) and call.func.attr in knowledge.GLUON_FILLERS:
            self._follow_container(call.func.value, use.function)
            return
        if isinstance(call.func, ast.Attribute) and call.func.attr in _FILL_LISTS:
            filled = call.func.value
            self._follow_target(filled, use.function, self._holds_objects(use.at(filled)))
            return
        called = self._program.inference.callers.called(site)
        if not called or UNKNOWN in callee or any(isinstance(m, External) for m in callee):
            self.found.is_all = False
            self.found.is_in_model |= any(map(_is_of_keras, callee))
        for function in called:
            arguments = self._program.inference.callers.arguments(site, function)
            names = [name for name, node in arguments.items() if node is use.node]
            if len(names) == 1 and is_only_a_parameter(names[0], function):
                self.follow_name(names[0], function)
            else:
                self.found.is_all = False

    def _follow_container(self, owner: ast.expr, function: Function) -> None:
        """The block that an object is made a child of: what happens to it happens to the child."""
        self.found.is_lost = True
        if isinstance(owner, ast.Name) and owner.id == function.self_name:
            assert function.owner is not None
            self.found.holders.append(function.owner)
        else:
            self._follow_target(owner, function)

    def _follow_target(
        self, target: ast.expr, function: Function, is_container: bool = False
    ) -> None:
        """What an assignment or a loop gives an object to, or one by one what is in something.

        An attribute that holds a container makes nothing in it a child of its block.
        """
        match target:
            case ast.Name(id=name):
                # The names of a comprehension are no variables of the function, and read in it alone.
                self.follow_name(name, holder_of(name, function) or function)
            case ast.Attribute(value=ast.Name(id=owner), attr=attr) if owner == function.self_name:
                assert function.owner is not None
                if not is_container:
                    self.found.holders.append(function.owner)
                self._follow_attribute(attr, function.owner)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for part in parts:
                    self._follow_target(part, function)
            case ast.Starred(value=container) | ast.Subscript(value=container):
                self._follow_target(container, function, is_container=True)
            case _:
                self.found.is_all = False

    def _follow_assigned(self, target: ast.expr, use: Use) -> None:
        """What a statement gives an object: a name until another one gives it something else."""
        name = target.id if isinstance(target, ast.Name) else ""
        holder = holder_of(name, use.function) or use.function
        reads = self._reads.of_binding(name, holder, use.parent) if name else None
        if reads is None:
            self._follow_target(target, use.function, self._holds_objects(use))
            return
        if self.is_over or self._is_asked(use.parent, name):
            return
        for read in reads:
            self._follow(read)
        if not self._is_asked(holder, f"in {name}"):
            for read in self._reads.of_name_inside(name, holder):
                self._follow(read)
            if holder.is_module:
                self._expect_no_import(name, holder.module)

    def follow_name(self, name: str, holder: Function) -> None:
        if self.is_over or self._is_asked(holder, name):
            return
        for use in self._reads.of_name(name, holder):
            self._follow(use)
        if holder.is_module:
            self._expect_no_import(name, holder.module)

    def _expect_no_import(self, name: str, module: Module) -> None:
        """That no other file takes a variable of a module."""
        if _is_imported(name, module, self._reads):
            self.found.is_all = False
            return
        word = _last(module.name)
        others = cache(lambda other: other is not module and self._reads.is_mentioned(word, other))
        for use in self._reads.of_attribute(name, others):
            assert isinstance(use.node, ast.Attribute)
            owner = members(self._value(use.node.value, use.function))
            if UNKNOWN in owner or any(
                isinstance(member, ModuleValue) and member.module is module for member in owner
            ):
                self.found.is_all = False
                return

    def _follow_attribute(self, attr: str, owner: Class) -> None:
        """The reads of an attribute of what may be an object of a class."""
        if self.is_over or self._is_asked(owner, attr):
            return
        for use in self._attributes.of(attr, owner):
            self._follow(use)

    def _follow_returned(self, function: Function) -> None:
        """The calls of a function that returns an object, if it does nothing but be called."""
        if self.is_over or self._is_asked(function, ""):
            return
        if function.owner is not None and is_property(function):
            self._follow_attribute(function.name, function.owner)
            return
        sites = self._program.inference.callers.of(function)
        is_changed = len(function.decorators) > (function.is_of_class or function.is_static)
        if not sites or is_changed or function.is_generator:
            self.found.is_all = False
        else:
            self.expect_only_mentions(function.name, function)
        for site in sites:
            self.follow_made(site)

    def expect_only_mentions(self, name: str, definition: Class | Function) -> None:
        """That nothing hands a class or function on: then its calls are all there is of it."""
        self.found.is_all &= self.is_only_mentioned(name, definition)

    def is_only_mentioned(self, name: str, definition: Class | Function) -> bool:
        """True where nothing hands a class or function on."""
        return all(
            is_mere_mention(use)
            or _is_for_method(use, definition)
            or not self._may_stand_for(use, definition)
            for use in self._reads.references(name)
        )

    def _may_stand_for(self, use: Use, definition: Class | Function) -> bool:
        found = members(self._value(use.node, use.function))
        if isinstance(definition, Class):
            return UNKNOWN in found or ClassValue(definition) in found
        return UNKNOWN in found or definition in self._program.inference.functions_in(
            self._value(use.node, use.function)
        )

    def _is_asked(self, place: Class | Function | ast.AST, name: str) -> bool:
        """Whether a place was followed before; it counts as followed from then on."""
        key = (id(place), name)
        if key in self._asked:
            return True
        self._asked.add(key)
        return False


class _Search:
    """Follows the objects of one class from where they are made."""

    def __init__(
        self, definition: Class, program: Inferred, uses: Uses, attributes: _AttributeReads
    ) -> None:
        self._definition = definition
        self._program = program
        self._value = program.inference.value
        self._reads = uses
        self._following = partial(_Following, program, uses, attributes, definition, _goes_through)

    def found(self, *, only_all: bool = False) -> ObjectUses | None:
        """What is seen to be done with the objects; None where there are none.

        With ``only_all`` also where not all is known.
        """
        definition = self._definition
        made = [site for site in self.made if not self._is_of_demo(site)]
        if not made:
            return None
        following = self._following(only_all=only_all)
        found = following.found
        found.is_all = not definition.node.decorator_list
        for base in self._program.inference.classes.bases(definition):
            if isinstance(base, Class):
                for method in base.methods.values():
                    following.follow_own(method)
        for site in made:
            following.follow_made(site)
        if not following.is_over:
            following.expect_only_mentions(definition.name, definition)
        return None if following.is_over else found

    @cached_property
    def made(self) -> list[CallSite]:
        """The calls that make objects of the class, but for those of tests, unless it is theirs."""
        definition = self._definition
        is_for_tests = is_of_tests(definition.module.path)
        names = {definition.name, *self._program.names.aliases.get(definition.name, ())}
        return [
            site
            for name in sorted(names)
            for site in self._program.names.calls.get(name, ())
            if ClassValue(definition) in members(self._value(site.node.func, site.function))
            and (is_for_tests or not is_of_tests(site.function.module.path))
        ]

    @property
    def is_only_mentioned(self) -> bool:
        """Whether nothing hands the class on, nor a decorator to where it is made under a name."""
        definition = self._definition
        if not all(
            getattr(member, "name", "").endswith(_REGISTERS_TO_LOAD)
            for node in definition.node.decorator_list
            for made_by in [node.func if isinstance(node, ast.Call) else node]
            for member in members(self._value(made_by, definition.parent))
        ):
            return False
        return self._following().is_only_mentioned(definition.name, definition)

    def _is_of_demo(self, site: CallSite) -> bool:
        """True for what the file of the class does when it is run by itself, where others import it."""
        own = self._definition.module
        return (
            site.function.module is own
            and is_of_script(site.block)
            and _is_imported(self._definition.name, own, self._reads)
        )


def _is_of_keras(callee: Value) -> bool:
    return isinstance(callee, (External, ExternalInstance)) and callee.name.startswith("keras.")


def _goes_through(callee: Value) -> bool:
    """True for what gives, one by one, what is in what it is given."""
    return isinstance(callee, External) and callee.name in _GO_THROUGH


def _goes_through_or_wraps(callee: Value) -> bool:
    """True also for the layers and models of Keras that are made of others."""
    return _goes_through(callee) or (
        isinstance(callee, External) and _KERAS_MAKERS.fullmatch(callee.name) is not None
    )


def _is_switched_off(call: ast.AST) -> bool:
    """True for ``net.hybridize(False)`` and ``net.hybridize(active=False)``, which make no graph."""
    match call:
        case ast.Call(func=ast.Attribute(attr="hybridize"), args=args, keywords=keywords):
            given = [*args[:1], *(k.value for k in keywords if k.arg == "active")]
            return any(isinstance(node, ast.Constant) and node.value is False for node in given)
    return False


def _is_for_method(use: Use, definition: Class | Function) -> bool:
    """True for a read of a class that asks for one of its methods, which makes no object by itself."""
    parent = use.parent
    if not isinstance(parent, ast.Attribute) or not isinstance(definition, Class):
        return False
    method = definition.methods.get(parent.attr)
    return method is not None and not method.is_of_class


def _is_functional(site: CallSite) -> bool:
    """True for ``keras.Model(inputs, outputs)``."""
    return len(site.node.args) > 1 or any(k.arg == "outputs" for k in site.node.keywords)


def _is_only_to_build(use: Use) -> bool:
    """True for what is given to a call of which nobody takes the result."""
    call = use.parent
    return isinstance(call, ast.Call) and isinstance(use.at(call).parent, ast.Expr)


def _is_imported(name: str, module: Module, reads: Uses) -> bool:
    """True where another file imports a name of a module, by itself or with all others."""
    return any(True for _ in _importing(name, module, reads))


def _importing(name: str, module: Module, reads: Uses) -> Iterator[Module]:
    """The other files that import a name of a module, by itself or with all others."""
    return (
        other
        for target, other in reads.imports_of(name)
        if other is not module
        and target.name in (name, None)
        and _last(target.module) in (_last(module.name), "")
    )


def _last(name: str) -> str:
    """The last part of a module's name."""
    return name.rpartition(".")[2]


def _passed_on(use: Use) -> ast.expr | None:
    """The expression around an object that stands for it as well, or for a container that holds it."""
    match use.parent:
        case ast.Call(func=ast.Name(id="super") as func) as above if func is not use.node:
            return above
        case ast.IfExp() as choice if choice.test is not use.node:
            return choice
        case ast.List() | ast.Tuple() | ast.Set() | ast.Dict() | ast.Starred() as container:
            return container
        case ast.ListComp(elt=made) | ast.GeneratorExp(elt=made) as container if made is use.node:
            return container
        case ast.Subscript(value=value) as item if value is use.node:
            return item
        case _:
            return None


def _targets(use: Use) -> list[ast.expr]:
    """What an object is assigned to, or what a loop over it gives its items to."""
    match use.parent:
        case ast.Assign(targets=targets):
            return targets
        case ast.AnnAssign(target=target) | ast.NamedExpr(target=target):
            return [target]
        case ast.AugAssign(target=target):
            return [target]
        case ast.For(iter=items, target=target) | ast.comprehension(iter=items, target=target) if (
            items is use.node
        ):
            return [target]
        case _:
            return []
