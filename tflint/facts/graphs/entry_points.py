"""Where graphs start: ``tf.function`` under every spelling, datasets, Keras, Gluon.

``entry_point_names.py`` tells beforehand in which files that may be: what is added here has words there.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from tflint.api import knowledge
from tflint.api.lookup import dataset_tracers, record
from tflint.api.records import Effect
from tflint.facts.expressions.results import asked_for_rate
from tflint.facts.expressions.values import (
    DATASET,
    Container,
    External,
    FunctionValue,
    GraphDecorator,
    GraphFunction,
    Instance,
    Partial,
    Value,
    members,
)
from tflint.facts.graphs.constructions import Constructions
from tflint.facts.graphs.context_settings import (
    NO_SETTINGS,
    ContextSettings,
    Differing,
    constant_setting,
    flags_of,
    setting,
)
from tflint.facts.graphs.eager_models import EagerModels
from tflint.facts.graphs.entry_point_names import METHODS
from tflint.facts.graphs.estimators import Estimators
from tflint.facts.graphs.graph_sites import GraphSite, decorator_of, display, is_made_by
from tflint.facts.graphs.guards import is_skipped
from tflint.facts.graphs.making_tests import MakingTests
from tflint.facts.graphs.mode_switches import ModeSwitches, made_eager, switched_off
from tflint.facts.graphs.object_uses import ObjectsOfProject
from tflint.facts.graphs.orbit_steps import OrbitSteps
from tflint.facts.graphs.own_training import is_trained_by_hand
from tflint.facts.graphs.setting_propagation import SettingPropagation
from tflint.facts.graphs.tracing_context import Step, TracingContext, Way
from tflint.facts.programs.dead_ends import DeadEnds
from tflint.facts.programs.idle_files import IdleFiles
from tflint.facts.programs.made_objects import MadeObjects
from tflint.facts.programs.named_datasets import NamedDatasets
from tflint.facts.programs.option_flags import DYNAMIC, OptionFlags
from tflint.finding import EntryKind, Reason
from tflint.syntax.arguments import arguments_at
from tflint.syntax.definitions import default_of, needs_more_than, owner_of
from tflint.syntax.model import CallSite, Class, Function, Module
from tflint.syntax.trees import called_name

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inference, Inferred

_DATASET_ONLY_KEYWORDS = frozenset({"num_parallel_calls", "deterministic", "cycle_length"})
_GIVEN_TO_PARTS = frozenset({"x", "y", "y_pred", "sample_weight", "training"})
"""What steps give ``compute_loss`` and ``compute_metrics``."""
_MAP = "tensorflow.vectorized_map"
_OF_METRICS = frozenset({"result", "update_state"})
"""Methods of metrics that a step of Keras asks: ``result`` for what it logs."""
_LAMBDA = "keras.layers.Lambda"
_HYBRID_LAMBDA = "mxnet.gluon.nn.HybridLambda"


_OF_WHICH_OBJECT = "but of which of the objects made here is not known"
_NEVER_FITTED = "but nothing here fits or evaluates that model"
_REFUSED = "but no call gives it what it takes"
_LEFT_OUT = "but no call at hand turns that on"
_AS_RATE = "is the learning rate of the optimizer that `Model.compile` is given"
_BECOMES = {EntryKind.GLUON: "and becomes a symbolic graph after `hybridize()`"}


class _Passed(NamedTuple):
    """What a call is given that makes graphs.

    Attributes:
        argument: what the call is given.
        value: what of that is traced.
        how: the words for that.
        kind: what makes the graph.
        tensors: how many of its arguments are tensors; None for all.
    """

    argument: ast.expr
    value: Value
    how: str
    kind: EntryKind
    tensors: int | None = None


class EntryPoints:
    """The functions of a project that TensorFlow, Keras or Gluon turns into graphs by itself."""

    def __init__(self, program: Inferred) -> None:
        self._program = program
        self._inference: Inference = program.inference
        self._given = SettingPropagation(program.inference)
        self._making = MakingTests(program.inference)
        self._named = NamedDatasets(self._inference)
        self.graph_sites: list[GraphSite] = []
        """The places where ``tf.function`` is applied, once all functions are found."""
        self.mode_switches = ModeSwitches(program)
        """Which files only run in programs that have turned a switch: graphs off, or eager execution."""
        self._eager_models = EagerModels(program)
        self._options = OptionFlags(program)
        self._of_datasets: list[Function] = []
        """The functions that datasets trace, once all of them are found."""
        self._objects = ObjectsOfProject(program, self.graph_sites, self._of_datasets)
        self._idle = program.remember(IdleFiles)
        self._dead_ends = program.remember(DeadEnds)
        self._estimators = Estimators(program, self.graph_sites)
        self._orbit_steps = OrbitSteps(program)
        self._constructions = Constructions(program)
        self._made_objects = program.remember(MadeObjects)
        self._made_of: dict[int, list[Class]] = {}

    def find(self) -> Iterator[Step]:
        """The functions, each with how it is traced; one may come more than once."""
        modules = self._program.relevant_modules
        for entry in (
            self._graph_functions,
            self._datasets,
            self._keras,
            self._losses,
            self._orbit,
            self._gluon,
        ):
            for step in entry(modules):
                context = step.context._replace(
                    is_entry=True,
                    receiver=owner_of(step.function),
                    keras_2=self._program.uses_keras_2(step.function.module),
                )
                yield self._as_idle(step._replace(context=context))

    def _as_idle(self, step: Step) -> Step:
        """A step that is only assumed where no run of the program comes to its file."""
        if step.context.is_assumed or not self._idle.is_idle(step.function.module):
            return step
        text = f"{step.reason.text}, but nothing runs or imports this file"
        return step._replace(
            context=step.context._replace(is_assumed=True), reason=step.reason._replace(text=text)
        )

    def as_made(self, context: TracingContext, made: GraphFunction) -> TracingContext:
        """How a tf.function runs what is in it, called in a context: by its own options."""
        autograph = made.option("autograph")
        forbids = isinstance(autograph, ast.Constant) and autograph.value is False
        jit = made.option("jit_compile") or made.option("experimental_compile")
        compiled = isinstance(jit, ast.Constant) and jit.value is True
        return context._replace(
            kind=EntryKind.TF_FUNCTION,
            is_entry=True,
            autograph=not forbids,
            forbids_autograph=forbids,
            jit_compile=context.jit_compile or compiled,
        )

    def _graph_functions(self, modules: list[Module]) -> Iterator[Step]:
        for module in modules:
            for function in module.functions:
                yield from self._decorated(function)
        names = self._wrapper_names(modules)
        for module in modules:
            for name in sorted(names & module.calls.keys()):
                for site in sorted(module.calls[name], key=lambda s: s.node.lineno):
                    yield from self._wrapped(site)

    def _decorated(self, function: Function) -> Iterator[Step]:
        if not function.decorators:
            return
        for member in members(self._inference.decorated(function)):
            if isinstance(member, GraphFunction) and function in self._inference.functions_in(
                member.inner
            ):
                holder = function.parent or function.module.body
                node = decorator_of(function, member)
                self.graph_sites.append(
                    GraphSite(node, holder, function.block, function, member, True)
                )
                tested = self._given.by_tests(function.node, function.block, holder, function)
                tested |= self._by_making(node, holder, function)
                yield self._made(function, member, is_made_by(node, function), tested)

    def _wrapped(self, site: CallSite) -> Iterator[Step]:
        for member in members(self._inference.value(site.node, site.function)):
            if not isinstance(member, GraphFunction) or member.site is not site.node:
                continue
            functions = list(self._inference.functions_in(member.inner))
            functions = functions or list(self._of_subclasses(site))
            functions = functions or list(self._of_decorated_classes(site))
            first = functions[0] if functions else None
            self.graph_sites.append(
                GraphSite(
                    site.node, site.function, site.block, first, member, False, tuple(functions[1:])
                )
            )
            for function in functions:
                text = f"{display(function)} is passed to `tf.function`"
                reason = Reason(site.function.module.path, site.node.lineno, text)
                tested = self._given.by_tests(site.node, site.block, site.function, function)
                tested |= self._by_helpers(site, function)
                yield self._made(function, member, reason, tested, self._left_out(site))

    def _by_making(self, node: ast.expr, holder: Function, function: Function) -> ContextSettings:
        """What the tests say under which an expression makes a ``tf.function`` of a function."""
        return self._given.by_each_test(self._making.of(node, holder), node, function)

    def _by_helpers(self, site: CallSite, function: Function) -> ContextSettings:
        """The same of what gives a function to the helper that a call of ``tf.function`` stands in."""
        found = [
            self._by_making(node, holder, function)
            for node, holder in self._making.given_to(site.function, function)
        ]
        return frozenset.intersection(*found) if found else NO_SETTINGS

    def _of_subclasses(self, site: CallSite) -> Iterator[Function]:
        """The methods that ``tf.function(self.step)`` wraps in subclasses, where the class has none."""
        match site.node.args:
            case [ast.Attribute(value=ast.Name(id=owner), attr=attr), *_]:
                definition = owner_of(site.function)
                if definition is not None and owner == site.function.self_name:
                    for subclass in self.subclasses.get(id(definition), ()):
                        if attr in subclass.methods:
                            yield subclass.methods[attr]

    def _of_decorated_classes(self, site: CallSite) -> Iterator[Function]:
        """The methods that a class decorator wraps, as the options say that each class gives it."""
        for value in self._inference.in_class_decorators(site.node, site.function):
            for member in members(value):
                if isinstance(member, GraphFunction):
                    yield from self._inference.functions_in(member.inner)

    @cached_property
    def subclasses(self) -> dict[int, list[Class]]:
        """The classes that inherit from each one, by its ``id``; none that only skipped tests use."""
        found: dict[int, list[Class]] = {}
        for module in self._program.relevant_modules:
            for definition in module.classes:
                if self.is_for_skipped_tests(definition):
                    continue
                for base in self._inference.classes.bases(definition)[1:]:
                    if isinstance(base, Class):
                        found.setdefault(id(base), []).append(definition)
        return found

    def _made(
        self,
        function: Function,
        made: GraphFunction,
        reason: Reason,
        tested: ContextSettings,
        against: str | None = None,
    ) -> Step:
        """A tf.function, called as all calls at hand do; ``tested`` is what the tests around it tell.

        With the words for what tells ``against`` that it is made one.
        """
        context = self.as_made(TracingContext(EntryKind.TF_FUNCTION), made)
        settings = tested | self._given.by_every_call(function) | self._around(function)
        owner = owner_of(function)
        switches = self.mode_switches
        switch = switches.by(function.module)
        if switch is not None and switches.runs_before(function, switch):
            switch = None
        switch = switch or switches.before(function)
        if switch is None and owner is not None:
            switch = switches.by_making(owner)
        switch = switch or switches.at_each_call(function)
        is_refused = self._inference.callers.is_refused(function)
        but = _REFUSED if is_refused else against or self._dead_ends.before(function)
        if switch is not None:
            reason = reason._replace(text=f"{reason.text}, {switched_off(switch)}")
        elif but is not None:
            reason = reason._replace(text=f"{reason.text}, {but}")
        is_assumed = but is not None or switch is not None
        context = context._replace(settings=settings, is_assumed=is_assumed)
        return Step(function, context, reason, Way(None, None, None))

    def _around(self, function: Function) -> ContextSettings:
        return self._given.around(function, None, NO_SETTINGS)

    def _wrapper_names(self, modules: list[Module]) -> set[str]:
        """Names under which ``tf.function``, or a project's wrapper of it, may be called."""
        names = {"function", "partial"} | self._program.names.standing_for("partial")
        for module in modules:
            for name, bindings in module.body.bindings.items():
                for binding in bindings:
                    imported = getattr(binding.target, "name", None)
                    if binding.kind == "import" and imported == "function":
                        names.add(name)
                    if isinstance(binding.value, ast.Call) and called_name(binding.value.func) in (
                        "partial",
                        "function",
                    ):
                        value = self._inference.value(binding.value, module.body)
                        if isinstance(value, GraphDecorator):
                            names.add(name)
        for _ in range(2):
            for module in modules:
                for name in sorted(names & module.calls.keys()):
                    for site in module.calls[name]:
                        holder: Function | None = site.function
                        if holder is None or not self._returns_graph_function(site):
                            continue
                        while holder is not None and not holder.is_module:
                            names.add(holder.name)
                            holder = holder.parent
        return names - {"<lambda>"}

    def _returns_graph_function(self, site: CallSite) -> bool:
        """True when the function that holds a call may return what ``tf.function`` makes."""
        value = self._inference.value(site.node, site.function)
        if not any(isinstance(m, (GraphFunction, GraphDecorator)) for m in members(value)):
            return False
        returned = {id(expression) for expression, _ in site.function.returns}
        if id(site.node) in returned:
            return True
        made = members(self._inference.returns(site.function))
        return any(isinstance(m, (GraphFunction, GraphDecorator)) for m in made)

    def _datasets(self, modules: list[Module]) -> Iterator[Step]:
        for module in modules:
            for name, known in dataset_tracers().items():
                for site in module.calls.get(name, ()):
                    if not isinstance(site.node.func, ast.Attribute):
                        continue
                    if self._is_dataset(site):
                        given = arguments_at(site.node, known.takes)
                        to = f"Dataset.{name}"
                        for step in self._handed(site, given, to, EntryKind.DATASET):
                            if not step.context.is_assumed:
                                self._of_datasets.append(step.function)
                            yield step
            for site in module.calls.get(_MAP.rpartition(".")[2], ()):
                if self._calls(site, _MAP):
                    given = arguments_at(site.node, record(_MAP).takes)
                    yield from self._handed(site, given, "tf.vectorized_map", EntryKind.CALLBACK)

    def _is_dataset(self, site: CallSite) -> bool:
        assert isinstance(site.node.func, ast.Attribute)
        owner = site.node.func.value
        value = self._inference.value(owner, site.function)
        if DATASET in members(value):
            return True
        if not all(type(m).__name__ == "Unknown" for m in members(value)):
            return False
        keywords = {keyword.arg for keyword in site.node.keywords if keyword.arg is not None}
        if keywords & _DATASET_ONLY_KEYWORDS:
            return True
        if keywords - knowledge.DATASET_KEYWORDS:
            return False  # of another library's datasets
        return self._named.may_be(owner, site.function)

    def _calls(self, site: CallSite, name: str) -> bool:
        return External(name) in members(self._inference.value(site.node.func, site.function))

    def _handed(
        self,
        site: CallSite,
        given: Iterable[ast.expr],
        to: str,
        kind: EntryKind,
        against: str | None = None,
    ) -> Iterator[Step]:
        """What a call is given that makes graphs, with the words for what tells ``against`` that."""
        tensors = 1 if to == _LAMBDA else None  # all others are what its `arguments` say
        for argument in given:
            value = self._inference.value(argument, site.function)
            passed = _Passed(argument, value, f"is passed to `{to}`", kind, tensors)
            yield from self._passed(passed, site, against)

    def _passed(
        self, passed: _Passed, site: CallSite, against: str | None = None
    ) -> Iterator[Step]:
        against = against or self._left_out(site)
        kind = passed.kind
        for function, made in self._callables(passed.value):
            what = _BECOMES.get(kind, "which traces it")
            text = f"{display(function)} {passed.how}, {what}"
            but = against or self._not_in_graphs_as(kind, function, site.function.module)
            if but is not None:
                text += f", {but}"
            reason = Reason(site.function.module.path, site.node.lineno, text)
            converts = kind not in (EntryKind.KERAS, EntryKind.GLUON)
            context = TracingContext(kind, autograph=converts)
            if made is not None:
                context = self.as_made(context, made)._replace(kind=kind)
            settings = self._given.by_tests(site.node, site.block, site.function, function)
            settings |= self._given.by_framework(function, passed.value, passed.tensors)
            settings |= self._around(function)
            context = context._replace(settings=settings, is_assumed=but is not None)
            yield Step(function, context, reason, Way(site, passed.argument, None))

    def _left_out(self, site: CallSite) -> str | None:
        """The words for a call behind an option that nothing turns on; None for all others.

        Those who use a library call its functions as they like.
        """
        is_offered = self._program.is_library and self._program.layout.is_in_package(
            site.function.module.path
        )
        return None if is_offered or not self._given.is_left_out(site) else _LEFT_OUT

    def _not_in_graphs_as(self, kind: EntryKind, function: Function, module: Module) -> str | None:
        """The words for what keeps a function out of graphs that a file has it handed to; None without."""
        switches = self.mode_switches
        if kind is EntryKind.KERAS:
            switch = switches.before(function)
            return self._not_in_graphs(module) if switch is None else switched_off(switch)
        if kind is EntryKind.DATASET:
            switch = switches.by(module, Effect.EAGER_DATASETS)
            return None if switch is None else switched_off(switch)
        return None

    def _callables(self, value: Value) -> Iterator[tuple[Function, GraphFunction | None]]:
        for member in members(value):
            if isinstance(member, (FunctionValue, GraphFunction, Partial, Instance)):
                made = member if isinstance(member, GraphFunction) else None
                for function in self._inference.functions_in(member):
                    yield function, made
            elif isinstance(member, Container):
                for item in (*(member.items or ()), member.element):
                    if item is not None:
                        yield from self._callables(item)

    def _keras(self, modules: list[Module]) -> Iterator[Step]:
        overridden = self._overridden_in_models(modules)
        objects = self._objects
        for module in modules:
            for definition in module.classes:
                if self._eager_models.is_always_eager(definition):
                    continue
                if self.is_for_skipped_tests(definition):
                    continue
                is_layer = self._inference.classes.is_layer(definition)
                methods = [*self._keras_methods(definition)]
                but = self._not_known(definition) if methods else None
                for function, reason in methods:
                    if but is not None:
                        reason = reason._replace(text=f"{reason.text}, {but}")
                    context = TracingContext(
                        EntryKind.KERAS, autograph=False, is_assumed=but is not None
                    )
                    made = self._inference.decorated(function)
                    if isinstance(made, GraphFunction):
                        context = self.as_made(context, made)._replace(kind=EntryKind.KERAS)
                    tensors = self._given.by_keras(function, 1 if is_layer else 2)
                    settings = flags_of(function) - overridden | tensors
                    settings |= self._left_by_keras(function, definition)
                    if is_layer and all(map(objects.is_only_connected, self._made_as(definition))):
                        alike = self._given.by_every_call(function)
                        known = {setting.name for setting in alike}
                        settings = alike | {s for s in settings if s.name not in known}
                    context = context._replace(settings=settings)
                    step = Step(function, context, reason, Way(None, None, None))
                    yield from [step] if is_layer else self._by_objects(step, definition)
            for site in module.calls.get(_LAMBDA.rpartition(".")[2], ()):
                if self._calls(site, _LAMBDA):
                    given = arguments_at(site.node, record(_LAMBDA).takes)
                    yield from self._handed(site, given, _LAMBDA, EntryKind.KERAS)

    def _keras_methods(self, definition: Class) -> Iterator[tuple[Function, Reason]]:
        methods = (METHODS | _OF_METRICS) & definition.methods.keys()
        if not methods:
            return
        names: frozenset[str] = frozenset()
        objects = self._objects
        leaves_it_to_calls: Callable[[Class], bool] | None = None
        is_layer = self._inference.classes.is_layer(definition)
        bases = () if is_layer else self._inference.classes.base_names(definition)
        if is_layer:
            names, leaves_it_to_calls = knowledge.KERAS_METHODS, objects.is_only_called_by_hand
            if self._has_steps_of_keras(definition):
                names |= knowledge.KERAS_PARTS_OF_STEPS
            when = "when it is built, trained or asked to predict"
        elif any(knowledge.KERAS_LOSS_BASES.match(b) for b in bases):
            names, when = frozenset({"call"}), "as a loss"
        elif any(knowledge.KERAS_METRIC_BASES.match(b) for b in bases):
            # Where Keras never gets one, what calls its methods says where they run.
            names, leaves_it_to_calls = _OF_METRICS, objects.is_only_asked
            when = "as a metric"
        methods = (names & methods) - self._inference.classes.replaced_methods(definition)
        if not methods:
            return
        made = self._made_as(definition)
        is_never_made = self._inference.classes.is_never_made
        if all(is_never_made(one) or self._is_dynamic(one) for one in made):
            return
        if leaves_it_to_calls and all(map(leaves_it_to_calls, made)):
            return  # the calls say where it runs
        if is_layer and all(map(self._is_called_past_keras, made)):
            methods -= {"call"}  # for this too
        if is_layer and all(map(objects.is_trained_past_call, made)):
            methods -= {"call"}
        for name in sorted(methods):
            function = definition.methods[name]
            if _is_for_own_calls(function, is_layer):
                continue
            line = function.node.lineno if not isinstance(function.node, ast.Module) else 1
            text = f"Keras traces {display(function)} {when}"
            yield function, Reason(definition.module.path, line, text)

    def _left_by_keras(self, function: Function, definition: Class) -> ContextSettings:
        """What Keras leaves at its default where it gives the data alone to the ``call`` of a model."""
        if function.name != "call" or not self._inference.classes.is_layer(definition):
            return NO_SETTINGS
        left = self._given.left_by_keras(function)
        are_given_data = self._objects.is_given_data_alone
        return left if left and all(map(are_given_data, self._made_as(definition))) else NO_SETTINGS

    def _has_steps_of_keras(self, definition: Class) -> bool:
        """True for a model that trains by Keras's own ``train_step``."""
        bases = self._inference.classes.bases(definition)
        return self._inference.classes.is_model(Instance(definition)) and not any(
            isinstance(base, Class) and "train_step" in base.methods for base in bases
        )

    def _by_objects(self, step: Step, definition: Class) -> Iterator[Step]:
        """The method of a metric as Keras traces it of each of the objects that it may get.

        Objects that nothing is given are the program's own. Of others that are made with other settings
        those are traced that Keras is seen to get; where it is not known which, all may be.
        """
        objects = {
            settings: sites
            for settings, sites in self._constructions.differing(definition).items()
            if not all(self._made_objects.is_only_asked(site, definition) for site in sites)
        }
        if not objects:
            yield step
            return
        are_given = {
            settings: any(self._made_objects.is_given_to_keras(s, definition) for s in sites)
            for settings, sites in objects.items()
        }
        if len(objects) > 1 and not any(are_given.values()):
            names = {known.name for settings in objects for known in settings}
            yield _with(step, frozenset(setting(name, Differing.OBJECTS) for name in names))
        for settings, is_given in are_given.items():
            made = _with(step, settings)
            if len(objects) > 1 and not is_given:
                made = made._replace(
                    context=made.context._replace(is_assumed=True),
                    reason=made.reason._replace(text=f"{made.reason.text}, {_OF_WHICH_OBJECT}"),
                )
            yield made

    def _is_called_past_keras(self, definition: Class) -> bool:
        """True for a layer that is called past Keras's ``__call__``, and given to no model."""
        past_keras = self._inference.classes.is_called_past_keras(definition)
        return past_keras and not self._objects.is_in_model(definition)

    def _not_known(self, definition: Class) -> str | None:
        """The words for what tells against Keras tracing an object of a class; None where nothing does."""
        but = self._not_made(definition)
        if but is not None:
            return but
        made = self._made_as(definition)
        if self._inference.classes.is_layer(definition) and not any(
            map(self._objects.is_seen_to_be_traced, made)
        ):
            return "but nothing here is seen to do that"
        perhaps = self._eager_models.perhaps(definition)
        if perhaps is not None:
            return made_eager(perhaps, is_known=False)
        switches = self.mode_switches
        switch = switches.by_making(definition) or switches.before(definition)
        return self._not_in_graphs(definition.module) if switch is None else switched_off(switch)

    def _not_made(self, definition: Class) -> str | None:
        """The words for a class of which nothing makes an object; None for all others."""
        if all(map(self._objects.is_unused, self._made_as(definition))):
            return f"but nothing here makes a `{definition.name}`"
        return None

    def _not_in_graphs(self, module: Module) -> str | None:
        """The words for what keeps Keras from tracing the code of a file; None where nothing does."""
        switch = self.mode_switches.by(module)
        if switch is not None:
            return switched_off(switch)
        asking = self._eager_models.by(module)
        if asking is not None:
            return made_eager(asking, self._eager_models.is_known(asking))
        if self._estimators.make_the_graphs_of(module):
            return "but the graphs here are those of `tf.estimator`, which calls it once"
        return None

    def _is_dynamic(self, definition: Class) -> bool:
        """True where the constructor asks Keras 2 to run the class in eager code only.

        "Set this to True if your layer should only be run eagerly": ``dynamic`` of ``Layer``, its fourth
        argument, https://www.tensorflow.org/versions/r2.15/api_docs/python/tf/keras/layers/Layer.
        """
        return any(
            self._asks_for_eager_code(site, base)
            for base in self._inference.classes.bases(definition)
            if isinstance(base, Class) and "__init__" in base.methods
            for site in base.methods["__init__"].calls
            if site.name == "__init__"
        )

    def _asks_for_eager_code(self, site: CallSite, definition: Class) -> bool:
        """True where a constructor calls that above it with ``dynamic``, or hands it on and all give it."""
        given = site.node.args[3:4] if self._is_a_layer_itself(definition) else []
        given += [keyword.value for keyword in site.node.keywords if keyword.arg == DYNAMIC]
        return self._options.of_call(site, DYNAMIC) == {True} or any(
            _is_on(one, site.function) or self._options.of(one, site.function) == {True}
            for one in given
        )

    def _is_a_layer_itself(self, definition: Class) -> bool:
        """True for a class right below Keras's ``Layer``, whose constructor its own calls."""
        return self._inference.classes.bases(definition)[1:2] == ["keras.layers.Layer"]

    def is_never_hybridized(self, definition: Class) -> bool:
        """True for a Gluon block of which the project makes objects that nothing hybridizes."""
        return all(map(self._objects.is_never_hybridized, self._made_as(definition)))

    def _is_used_without_graphs(self, definition: Class) -> bool:
        """True for a Gluon block that programs of the project use, of which none hybridizes anything."""
        return self._objects.are_used_without_graphs(self._made_as(definition), definition)

    def _made_as(self, definition: Class) -> list[Class]:
        """A class, or the subclasses that objects are made of where none are made of it itself."""
        known = self._made_of.get(id(definition))
        if known is None:
            names = self._program.names
            all_of_it = (definition, *self.subclasses.get(id(definition), ()))
            known = [
                each for each in all_of_it if not names.calls.keys().isdisjoint(names.making(each))
            ] or [definition]
            self._made_of[id(definition)] = known
        return known

    @staticmethod
    def _overridden_in_models(modules: list[Module]) -> ContextSettings:
        """Flags that get another value where a model is made from a ``keras.Input``, whoever has them."""
        makers = {site.function for module in modules for site in module.calls.get("Input", ())}
        return frozenset(
            default
            for maker in makers
            for site in maker.calls
            for keyword in site.node.keywords
            if keyword.arg is not None
            for default in (setting(keyword.arg, True), setting(keyword.arg, False))
            if constant_setting(keyword.arg, keyword.value) != default
        )

    def is_for_skipped_tests(self, definition: Class) -> bool:
        """True for a class that only tests use, none of which runs where TensorFlow makes graphs."""
        value = self._inference.value
        if is_skipped(definition.parent, value):
            return True
        own = definition.module.calls.get(definition.name, ())
        if not own or not all(is_skipped(site.function, value) for site in own):
            return False
        return all(
            is_skipped(site.function, value)
            for site in self._program.names.calls.get(definition.name, ())
        )

    def _losses(self, modules: list[Module]) -> Iterator[Step]:
        for module in modules:
            for site in module.calls.get("compile", ()):
                if not isinstance(site.node.func, ast.Attribute):
                    continue
                keywords = {k.arg: k.value for k in site.node.keywords}
                if self._eager_models.runs_eagerly(site):
                    continue
                known = knowledge.COMPILE_KEYWORDS & keywords.keys()
                if not known and not self._is_model(site.node.func.value, site.function):
                    continue  # regular expressions and programs are compiled too
                # After the optimizer; what is no function is passed over.
                given = site.node.args[1:]
                given += [keywords[name] for name in knowledge.KERAS_LOSSES if name in keywords]
                optimizer = keywords.get("optimizer", site.node.args[0] if site.node.args else None)
                is_perhaps = self._eager_models.may_run_eagerly(site)
                against = made_eager(site, is_known=False) if is_perhaps else None
                if against is None and is_trained_by_hand(site, self._program):
                    against = _NEVER_FITTED
                yield from self._handed(site, given, "Model.compile", EntryKind.KERAS, against)
                if optimizer is not None:
                    rate = asked_for_rate(self._inference.value(optimizer, site.function))
                    passed = _Passed(optimizer, rate, _AS_RATE, EntryKind.KERAS)
                    yield from self._passed(passed, site, against)

    def _is_model(self, node: ast.expr, function: Function) -> bool:
        found = members(self._inference.value(node, function))
        return any(map(self._inference.classes.is_model, found))

    def _orbit(self, modules: list[Module]) -> Iterator[Step]:
        for module in modules:
            for definition in module.classes:
                for function, runner, is_known in self._orbit_steps.of(definition):
                    switches = self.mode_switches
                    switch = switches.by_making(definition) or switches.before(function)
                    switch = switch or switches.by_some(module)
                    but = self._not_made(definition) if switch is None else switched_off(switch)
                    if but is None and not is_known:
                        but = "unless its options say otherwise"
                    text = f"{display(function)} is a step of `{runner}`, which traces it"
                    reason = Reason(
                        module.path,
                        getattr(function.node, "lineno", 1),
                        text if but is None else f"{text}, {but}",
                    )
                    context = TracingContext(
                        EntryKind.TF_FUNCTION,
                        settings=self._given.by_every_call(function) | self._around(function),
                        is_assumed=but is not None,
                    )
                    yield Step(function, context, reason, Way(None, None, None))

    def _gluon(self, modules: list[Module]) -> Iterator[Step]:
        for module in modules:
            for definition in module.classes:
                function = definition.methods.get("hybrid_forward")
                if function is None or not self._inference.classes.is_hybrid_block(definition):
                    continue
                if self._inference.classes.refuses_to_hybridize(definition):
                    continue
                if self.is_never_hybridized(definition):
                    continue
                text = f"{display(function)} becomes a symbolic graph after `hybridize()`"
                line = function.node.lineno if not isinstance(function.node, ast.Module) else 1
                but = self._not_made(definition)
                is_not_made = but is None and self._is_used_without_graphs(definition)
                if is_not_made:
                    text += ", which no program here that uses it does"
                elif but is not None:
                    text += f", {but}"
                reason = Reason(module.path, line, text)
                context = TracingContext(
                    EntryKind.GLUON,
                    autograph=False,
                    is_assumed=but is not None,
                    is_not_made=is_not_made,
                )
                yield Step(function, context, reason, Way(None, None, None))
            for site in module.calls.get(_HYBRID_LAMBDA.rpartition(".")[2], ()):
                if site.node.args and self._calls(site, _HYBRID_LAMBDA):
                    given = site.node.args[:1]
                    yield from self._handed(site, given, "nn.HybridLambda", EntryKind.GLUON)


def _is_for_own_calls(function: Function, is_layer: bool) -> bool:
    """True for a method that needs more arguments than Keras has for it: only the project can call it.

    Steps get the data; losses and metrics what is true, what the model put out, and ``sample_weight``.
    """
    if function.name in knowledge.KERAS_PARTS_OF_STEPS:
        return needs_more_than(0, function, _GIVEN_TO_PARTS)
    if is_layer:
        return function.name != "call" and needs_more_than(1, function)
    return needs_more_than(2, function, frozenset({"sample_weight"}))


def _is_on(option: ast.expr, function: Function) -> bool:
    """True for ``True``, and for a parameter that is True where it is left out and is asserted to be."""
    if isinstance(option, ast.Name):
        default = default_of(function, option.id)
        asserted = any(
            isinstance(statement, ast.Assert)
            and isinstance(statement.test, ast.Name)
            and statement.test.id == option.id
            for statement in getattr(function.node, "body", ())
        )
        return asserted and default is not None and _is_on(default, function)
    return isinstance(option, ast.Constant) and option.value is True


def _with(step: Step, settings: ContextSettings) -> Step:
    """A step with more that is known of the object."""
    context = step.context._replace(settings=step.context.settings | settings)
    return step._replace(context=context)
