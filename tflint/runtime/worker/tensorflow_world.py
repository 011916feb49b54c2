"""TensorFlow as an experiment meets it: what is symbolic, what is traced, and both ways to run."""

# ruff: noqa: B905 - Python 3.8 has no strict zip

from __future__ import annotations

import contextlib
import functools
import gc
import inspect
import re
import sys
import types
from collections.abc import Callable
from typing import Any

from . import (
    argument_specs,
    devices,
    entropy,
    input_files,
    made_up_models,
    mutated_values,
    summaries,
    tensorflow_values,
)
from .meter import Meter
from .plain_functions import PlainFunction
from .variables_now import VariablesNow

_PIPELINE = (
    "map", "filter", "flat_map", "interleave", "scan", "take_while", "group_by_window", "apply",
    "bucket_by_sequence_length", "parallel_interleave", "map_with_legacy_function",
)  # fmt: skip


_WIDTH = 3
"""Numbers in a row of a model that is made up, as in those of tensors."""
_LAYERS = 4
"""Those of a made-up model that knows its inputs."""


class FunctionHandle:
    """One ``tf.function`` of the program, wherever and however it was made."""

    def __init__(self, site: str, call: Any, python: Any, signature: Any) -> None:
        self.site = site
        self.call = call
        self.python = python
        self.signature = signature
        self.options: Any = ((), {})


class TensorFlowWorld:
    """TensorFlow and Keras."""

    name = "tensorflow"
    packages = ("tensorflow", "keras", "tf_keras")
    """Whose own messages are none of the program's."""
    lacking: tuple[str, ...] = ()
    """Dtypes of which there are no tensors."""
    plain_by_name = True
    """Whether plain values are passed by their names, where they are not the first."""

    def __init__(self) -> None:
        import tensorflow  # type: ignore[import-not-found, import-untyped, unused-ignore]

        self.tf: Any = tensorflow
        self.shapes: list[dict[str, Any]] = []
        """Those of any framework will do."""
        self.function: Any = tensorflow.function
        self._executing_eagerly = tensorflow.executing_eagerly
        self._baseline: set[str] | None = None
        self.handles: list[FunctionHandle] = []
        self.site_of: Callable[[Any], str] = lambda function: ""
        self.measured: Callable[..., Any] | None = None
        self._capturing = False
        self._datasets: list[Any] = []
        self._cloning = False
        self._switches: dict[str, bool] = {}
        self._writers: Any = None
        self.deprecated: list[str] = []
        self._hears = False
        self.records: Any = None
        self.on_line: Callable[[], bool] = lambda: False
        self.made_up_models: list[Any] = []
        self.outputs = made_up_models.Outputs()

    # Values.

    def seed(self) -> None:
        """The same random numbers on both sides."""
        entropy.seed()
        self.tf.random.set_seed(7)
        # The global generator, too, is made of what the machine has of chance, when first asked for.
        generator: Any = self.tf.random.Generator
        generator.from_non_deterministic_state = classmethod(
            lambda cls, alg="auto_select": cls.from_seed(7, alg)
        )

    def current_graph(self) -> Any:
        """The graph being traced, or None in eager code."""
        return None if self._executing_eagerly() else self.tf.compat.v1.get_default_graph()

    def graph_size(self, graph: Any) -> int:
        """Nodes in a graph."""
        return len(graph.get_operations())

    def wait(self, value: Any) -> None:
        """TensorFlow's results on the CPU are ready when the call returns."""

    def is_tensor(self, value: Any) -> bool:
        """A tensor or variable of any kind."""
        return bool(self.tf.is_tensor(value)) or isinstance(value, self.tf.Variable)

    def is_variable(self, value: Any) -> bool:
        """A variable, which calls may change."""
        return isinstance(value, self.tf.Variable)

    def symbolic(self, value: Any) -> str | None:
        """The name of a tensor that belongs to a graph and has no value here."""
        name = type(value).__name__
        if name == "KerasTensor":
            return "KerasTensor"
        if name in ("SymbolicTensor", "Tensor") and not hasattr(value, "_numpy"):
            return str(getattr(value, "name", name))
        return None

    def array(self, value: Any) -> Any:
        """The NumPy array that a value stands for, or None."""
        import numpy

        tf = self.tf
        if isinstance(value, (numpy.ndarray, numpy.generic)):
            return numpy.asarray(value)
        if isinstance(value, tf.Variable) or type(value).__name__ == "EagerTensor":
            if value.dtype in (tf.resource, tf.variant):
                return None
            return numpy.asarray(value.numpy())
        if isinstance(value, tf.RaggedTensor):
            return numpy.asarray(value.flat_values.numpy())
        if isinstance(value, tf.SparseTensor):
            return numpy.asarray(value.values.numpy())
        if hasattr(value, "value") and type(value).__module__.startswith("keras."):
            inner = getattr(value, "_value", None)  # a Keras variable
            return self.array(inner) if inner is not None else None
        return None

    def inherited_attributes(self, value: Any) -> set[str]:
        """Attributes that the framework's own base classes set; their change is not the user's."""
        if self._baseline is None:
            keras = self.tf.keras
            self._baseline = set()
            for make in (keras.layers.Layer, keras.Model, self.tf.Module):
                with contextlib.suppress(Exception):
                    made = make()
                    made.tracked = (
                        self.tf.Module()
                    )  # keeping track of what it holds begins with that
                    self._baseline |= set(vars(made)) - {"tracked"}
            self._baseline |= {
                "_call_context_args",
                "built",
                "optimizer",
                "history",
                "stop_training",
            }
        if isinstance(value, (self.tf.Module, *self.layers)):
            return self._baseline
        return set()

    def named_in(self, message: str) -> str:
        """Its messages tell of lines."""
        return ""

    def watch_making(self, variable: Callable[[], None], named: Callable[[str], None]) -> None:
        """Tell of each Variable that is about to be made outside of graphs, for good."""

        def made(make: Callable[..., Any], **options: Any) -> Any:
            variable()
            return make(**options)

        self._making = self.tf.variable_creator_scope(made)
        self._making.__enter__()

    # Both ways to run.

    def install(self, meter: Meter, side: str, capture: bool, kind: str) -> None:
        """Replace ``tf.function`` with an identity (eager, capture) or watch it (graph)."""
        self._meter = meter
        self._capturing = capture
        self._switch = self.tf.config.run_functions_eagerly
        self._writers = summaries.Writers(self.tf)
        self.records = input_files.Records(self.tf)
        # Which side runs how is ours to say.
        self._watch_switches()
        devices.stand_in(self.tf.config)
        self._graph_call = self._patch_calls()
        if side == "eager" or capture:
            for module in self._public_modules():
                module.function = self.plain_function
            self._run_keras_eagerly(True)
        if capture and kind == "dataset":
            self._switch(True)
            self._debug()
            self._watch_datasets()

    def _watch_switches(self) -> None:
        config, data = self.tf.config, self.tf.data.experimental
        keep = self._switches

        def functions(run_eagerly: bool) -> None:
            keep["run_functions_eagerly"] = bool(run_eagerly)

        def debug() -> None:
            keep["debug mode of tf.data"] = True

        old_name = config.experimental_run_functions_eagerly

        def by_old_name(run_eagerly: bool) -> None:
            functions(run_eagerly)
            old_name(config.functions_run_eagerly())  # changes nothing, and says what it has to say

        config.run_functions_eagerly = functions
        config.experimental_run_functions_eagerly = by_old_name
        self._debug = data.enable_debug_mode
        data.enable_debug_mode = debug
        with contextlib.suppress(Exception):
            from tensorflow.python.platform import (  # type: ignore[import-not-found, import-untyped, unused-ignore]
                tf_logging,
            )

            warn = tf_logging.warning

            def warning(message: str, *args: Any, **kwargs: Any) -> None:
                if "deprecated" in str(message) + str(args) and self.on_line():
                    said = str(message) % args if args else str(message)
                    self.deprecated.append(re.sub(r"^From \S+: ", "", said)[:300])
                warn(message, *args, **kwargs)

            tf_logging.warning = warning
            self._hears = True

    def tell_deprecated(self) -> bool:
        """Have TensorFlow warn of each old name, which it does once; whether that can be heard.

        Of some names it only warns once an operation has run.
        """
        with contextlib.suppress(Exception):
            from tensorflow.python.util import (  # type: ignore[import-not-found, import-untyped, unused-ignore]
                is_in_graph_mode,
            )

            is_in_graph_mode.IS_IN_GRAPH_MODE = lambda: True
        with contextlib.suppress(Exception):
            from tensorflow.python.util import (  # type: ignore[import-not-found, import-untyped, unused-ignore]
                deprecation,
            )

            deprecation._PRINTED_WARNING = _Forgetful()
            return self._hears
        return False

    def events(self) -> list[str] | None:
        """The summaries written so far; None if the program has no writer."""
        events: list[str] | None = self._writers.events()
        return events

    def outside(self) -> list[Any]:
        """TensorFlow has no mode that code asks for: Keras passes ``training``."""
        return []

    def modes(self, models: list[Any]) -> list[str]:
        """What the program has switched to plain Python and left so, one of its models for example."""
        on = [name for name, value in self._switches.items() if value]
        eager = [model for model in models if model.run_eagerly]
        return on + [f"run_eagerly of a {type(model).__name__}" for model in eager[:1]]

    def modes_at_call(self, kind: str) -> list[str]:
        """What has switched graphs off for a kind of functions: data sets have a mode of their own."""
        debug = {name for name in self._switches if name.startswith("debug")}
        return [
            name
            for name, value in self._switches.items()
            if value and (name in debug) is (kind == "dataset")
        ]

    def _public_modules(self) -> list[Any]:
        """Every module under whose name users find ``tf.function``."""
        names = [
            name
            for name in sys.modules
            if name == "tensorflow" or name.startswith(("tensorflow.compat", "tensorflow._api"))
        ]
        wanted = (self.function, self.plain_function)
        return [
            sys.modules[name]
            for name in names
            if any(vars(sys.modules[name]).get("function") == choice for choice in wanted)
        ]

    def _watch_datasets(self) -> None:
        cls: Any = self.tf.data.Dataset
        for name in _PIPELINE:
            method = getattr(cls, name, None)
            if method is None:
                continue

            def watched(*args: Any, _method: Any = method, **kwargs: Any) -> Any:
                try:
                    dataset = _method(*args, **kwargs)
                except Exception:
                    # Its graph is made at once, and failed: the functions have yet to run as Python.
                    _call_with_element(args[0], [*args[1:], *kwargs.values()])
                    raise
                self._datasets.append(dataset)
                return dataset

            setattr(cls, name, functools.wraps(method)(watched))

    def consume(self) -> None:
        """Draw from the datasets that the program built, newest last, as its training would."""
        for dataset in list(self._datasets):
            if isinstance(dataset, self.tf.data.Dataset):
                for _ in dataset.take(2):
                    pass

    def of_elements(self, function: Any) -> Any:
        """A function as a dataset calls it: with containers that nobody else has."""
        nest = self.tf.nest

        def of_elements(*args: Any, **kwargs: Any) -> Any:
            return function(*nest.map_structure(_same, args), **kwargs)

        return of_elements

    def stop_capture(self, side: str) -> None:
        """Back to graphs, once the arguments are known."""
        self._capturing = False
        self._switch(False)
        if side == "graph":
            for module in self._public_modules():
                module.function = self.function
            self._run_keras_eagerly(False)
            with contextlib.suppress(Exception):
                from tensorflow.python.data.ops import (  # type: ignore[import-not-found, import-untyped, unused-ignore]
                    debug_mode,
                )

                debug_mode.toggle_debug_mode(False)

    def _run_keras_eagerly(self, on: bool) -> None:
        for cls in self.tf.keras.Model.__mro__:
            if "run_eagerly" in vars(cls):
                if on:
                    self._run_eagerly = vars(cls)["run_eagerly"]
                    cls.run_eagerly = property(lambda model: True, lambda model, value: None)
                else:
                    cls.run_eagerly = self._run_eagerly

    def plain_function(self, func: Any = None, *args: Any, **options: Any) -> Any:
        """``tf.function`` as an identity, noting which functions were given to it."""
        if func is None:
            return lambda inner: self.plain_function(inner, *args, **options)
        if isinstance(func, (property, classmethod, staticmethod)) or not callable(func):
            return func
        site = self.site_of(func)
        real: list[Any] = []

        def graph(body: Any) -> Any:
            if not real:
                real.append(self.function(body, *args, **options))
            return real[0]

        def call(plain: PlainFunction, arguments: Any, keywords: Any) -> Any:
            body = plain.python_function
            # In a pipeline or another graph there is no plain Python call to make.
            if not self._executing_eagerly():
                return graph(body)(*arguments, **keywords)
            if self._capturing or self.measured is None:
                return body(*arguments, **keywords)
            return self.measured(handle, body, arguments, keywords)

        signature = options.get("input_signature") or (args[0] if args else None)
        plain = PlainFunction(func, call, signature)
        handle = FunctionHandle(site, plain, func, signature)
        self.handles.append(handle)
        self._meter.created[site] += 1
        return plain

    def _patch_calls(self) -> Callable[..., Any]:
        cls: Any = type(self.function(lambda: None))
        original_call, original_init, original_get = cls.__call__, cls.__init__, cls.__get__
        world = self

        def init(function: Any, /, *args: Any, **kwargs: Any) -> None:
            original_init(function, *args, **kwargs)
            if world._cloning:
                return
            site = world.site(function)
            world._meter.created[site] += 1
            handle = FunctionHandle(
                site, function, function.python_function, function.input_signature
            )
            handle.options = (args, kwargs)
            world.handles.append(handle)

        def call(function: Any, /, *args: Any, **kwargs: Any) -> Any:
            if world.measured is None or world._capturing or not world._executing_eagerly():
                return original_call(function, *args, **kwargs)
            handle = FunctionHandle(world.site(function), function, function.python_function, None)
            invoke = functools.partial(original_call, function)
            return world.measured(handle, invoke, args, kwargs)

        def get(function: Any, instance: Any, owner: Any) -> Any:
            # A method is bound here, and some objects can't be: that is part of the call.
            try:
                return original_get(function, instance, owner)
            except Exception:
                if world.measured is None:
                    raise
                handle = FunctionHandle(
                    world.site(function), function, function.python_function, None
                )
                invoke = functools.partial(original_get, function, instance, owner)
                return world.measured(handle, invoke, (), {})

        cls.__init__, cls.__call__, cls.__get__ = init, call, get
        return original_call  # type: ignore[no-any-return]

    def trace_counts(self) -> dict[str, list[int]]:
        """For each definition, how many ``tf.function`` objects there are and their traces."""
        counts: dict[str, list[int]] = {}
        for handle in self.handles:
            count = counts.setdefault(handle.site, [0, 0])
            count[0] += 1
            count[1] += self.traces_of(handle.call)
        return counts

    def traced_since(self, before: int, site: str) -> int:
        """How many functions of one definition have a trace, of those made after so many of any."""
        made = [handle for handle in self.handles[before:] if handle.site == site]
        return sum(self.traces_of(handle.call) > 0 for handle in made)

    def traces_of(self, function: Any) -> int:
        """How often one ``tf.function`` object was traced with success."""
        return int(function.experimental_get_tracing_count())

    def clone(self, handle: FunctionHandle, **changes: Any) -> Any:
        """A ``tf.function`` like this one that was never traced."""
        original = next(other for other in self.handles if other.call is handle.call)
        args, kwargs = original.options
        self._cloning = True
        try:
            return type(handle.call)(*args, **dict(kwargs, **changes))
        finally:
            self._cloning = False

    def watch_keras(self, called: Callable[..., Any]) -> None:
        """Report calls of ``fit``, ``evaluate`` and ``predict``."""
        cls: Any = self.tf.keras.Model
        for name in ("fit", "evaluate", "predict"):
            method = getattr(cls, name)

            def watched(
                model: Any, *args: Any, _name: str = name, _method: Any = method, **kwargs: Any
            ) -> Any:
                return called(model, _name, functools.partial(_method, model), args, kwargs)

            setattr(cls, name, functools.wraps(method)(watched))

    def watch_files(self) -> None:
        """Let ``tf.io.gfile`` raise audit events, as Python's own functions do."""
        module = self.tf.io.gfile
        for name, function in list(vars(module).items()):
            if not inspect.isfunction(function):
                continue

            def audited(*args: Any, _name: str = name, _call: Any = function, **kwargs: Any) -> Any:
                sys.audit(f"tf.io.gfile.{_name}", *(str(arg) for arg in args[:2]))
                return _call(*args, **kwargs)

            setattr(module, name, functools.wraps(function)(audited))

    def watch_compile(self, called: Callable[[Any], None]) -> None:
        """Report each model that is compiled."""
        cls: Any = self.tf.keras.Model
        method = cls.compile

        def watched(model: Any, *args: Any, **kwargs: Any) -> Any:
            called(model)
            return method(model, *args, **kwargs)

        cls.compile = functools.wraps(method)(watched)

    def watch_tapes(self, asked: Callable[[list[bool]], Any]) -> None:
        """Report for which Variables a tape has a gradient, each time that it is asked for some."""
        cls: Any = self.tf.GradientTape
        method = cls.gradient
        flatten = self.tf.nest.flatten

        def watched(tape: Any, target: Any, sources: Any, *args: Any, **kwargs: Any) -> Any:
            found = method(tape, target, sources, *args, **kwargs)
            pairs = zip(flatten(sources), flatten(found))
            # Those of Keras 3 are of a class of its own.
            asked([one is not None for source, one in pairs if hasattr(source, "assign")])
            return found

        cls.gradient = functools.wraps(method)(watched)

    def first_batch(self, data: Any) -> Any:
        """``(x, y)`` of the first batch of a dataset, or None."""
        if isinstance(data, self.tf.data.Dataset):
            for item in data.take(1):
                return item if isinstance(item, tuple) and len(item) == 2 else (item, None)
        return None

    def count_of_batches(self, data: Any) -> int:
        """How many batches a dataset has; 0 where that is not known, or there is no end of them."""
        return max(int(data.cardinality()), 0)

    def site(self, function: Any) -> str:
        """Where the Python function inside a ``tf.function`` is defined."""
        return self.site_of(function.python_function)

    def as_graph(self, function: Any, autograph: bool, open_axis: int = -1) -> Any:
        """A plain function as a graph, which does not know one dimension of its tensors."""
        made = self.function(function, autograph=autograph)
        if open_axis < 0:
            return made

        def opened(value: Any) -> Any:
            if not self._fed(value) or value.shape.rank is None:
                return value
            dims = [None if n == open_axis else size for n, size in enumerate(value.shape)]
            return self.tf.TensorSpec(dims, value.dtype)

        def call(*args: Any, **kwargs: Any) -> Any:
            specs, named = self.tf.nest.map_structure(opened, (args, kwargs))
            return made.get_concrete_function(*specs, **named)(*args, **kwargs)

        return call

    def inside_graph(self, function: Any, autograph: bool, open_axis: int = -1) -> Any:
        """A function as code in a graph calls it: its tensors are symbolic, all else is Python's."""
        nest = self.tf.nest
        made: dict[Any, Any] = {}
        traces: list[dict[int, Any]] = []
        """What each trace gave that is no tensor, by its place: code in a graph goes on with just that."""

        def call(*args: Any, **kwargs: Any) -> Any:
            leaves = nest.flatten((args, kwargs))
            inputs = [leaf for leaf in leaves if self._fed(leaf)]
            key = tuple(None if self._fed(leaf) else id(leaf) for leaf in leaves)

            def fill(tensors: Any) -> Any:
                rest = iter(tensors)
                filled = [next(rest) if self._fed(leaf) else leaf for leaf in leaves]
                return nest.pack_sequence_as((args, kwargs), filled)

            def traced(tensors: Any) -> Any:
                positional, named = fill(tensors)
                return outputs(function(*positional, **named))

            def outputs(given: Any) -> Any:
                results = nest.flatten(given)
                plain = {n: one for n, one in enumerate(results) if not self._is_output(one)}
                kept = [None if n in plain else one for n, one in enumerate(results)]
                traces.append(plain)
                return nest.pack_sequence_as(given, kept), len(traces) - 1

            fill.autograph_info__ = {}  # type: ignore[attr-defined]
            outputs.autograph_info__ = {}  # type: ignore[attr-defined]
            if key not in made:
                made[key] = self.as_graph(traced, autograph, open_axis)
            given, trace = made[key](inputs)
            plain = traces[-1 if self.symbolic(trace) else int(trace)]
            results = [plain.get(n, one) for n, one in enumerate(nest.flatten(given))]
            return nest.pack_sequence_as(given, results)

        return call

    def _is_output(self, value: Any) -> bool:
        """Whether a ``tf.function`` may return a value."""
        import numpy

        if value is None or isinstance(value, (bool, int, float, complex, str, bytes)):
            return True
        if isinstance(value, (numpy.ndarray, numpy.generic)):
            return value.dtype.kind in "biufcSU"
        return self.is_tensor(value) or isinstance(value, self.tf.__internal__.CompositeTensor)

    def _fed(self, value: Any) -> bool:
        return bool(self.tf.is_tensor(value)) and not self.is_variable(value)

    def owner_of(self, function: Any) -> Any:
        """The object a method is bound to; a ``tf.function`` holds it weakly, behind a stand-in."""
        plain = getattr(function, "python_function", function)
        # AutoGraph swaps ``__wrapped__`` for what it converted.
        plain = getattr(plain, "__original_wrapped__", plain)
        owner: Any = getattr(plain, "__self__", None)
        return getattr(owner, "target", None) if type(owner).__name__ == "TfMethodTarget" else owner

    def gradients(self, function: Any, invoke: Any, args: Any, kwargs: Any) -> dict[str, Any]:
        """What a tape among the arguments or in the closure gives for each tensor argument."""
        cells = getattr(self.unwrap(function), "__closure__", None) or ()
        held = [*args, *kwargs.values(), *(cell.cell_contents for cell in cells)]
        tapes = [value for value in held if isinstance(value, self.tf.GradientTape)]
        # Only eager code is given the object of a method, so tensors are counted by themselves.
        tensors = [value for value in args if self._has_gradient(value)]
        sources = {f"tensor {number}": value for number, value in enumerate(tensors, 1)}
        named = kwargs.items()
        sources.update({f"`{name}`": value for name, value in named if self._has_gradient(value)})
        if not tapes or not sources:
            return {}
        with tapes[0]:
            result = invoke(*args, **kwargs)
        return dict(zip(sources, tapes[0].gradient(result, list(sources.values()))))

    def _has_gradient(self, value: Any) -> bool:
        return self.is_tensor(value) and bool(value.dtype.is_floating)

    def unwrap(self, function: Any) -> Any:
        """The function under decorators, partials and binding."""
        for _ in range(20):
            if isinstance(function, functools.partial):
                function = function.func
            elif isinstance(function, (types.MethodType, classmethod, staticmethod)):
                function = function.__func__
            elif hasattr(function, "_tf_decorator"):
                function = function._tf_decorator.decorated_target
            elif hasattr(function, "python_function"):
                function = function.python_function
            elif hasattr(function, "__wrapped__"):
                function = function.__wrapped__
            elif inspect.isfunction(function):
                return function
            elif isinstance(function, self.layers):
                function = type(function).call
            elif callable(function) and callable(type(function)):
                inner = type(function).__call__
                if not inspect.isfunction(inner):
                    return function
                function = inner
            else:
                return function
        return function

    def captured(self, frame: Any, name: str, args: list[Any], kwargs: Any) -> Any:
        """A method as it is called from outside: ``(function, args, kwargs, autograph)``."""
        owner = args[0] if args else None
        layer = isinstance(owner, self.layers) and hasattr(type(owner), name)
        if not layer or frame.f_code.co_name != name:
            return None
        rest = tuple(args[1:])
        if name == "call":
            # Keras takes everything that is no tensor by its name, and so what comes after.
            names = frame.f_code.co_varnames[1 : frame.f_code.co_argcount]
            count = next((i for i, v in enumerate(rest) if not self._has_tensor(v)), len(rest))
            count = max(count, 1)
            tensors = list(rest[:count])
            named = {key: v for key, v in list(zip(names, rest))[count:] if v is not None}
            # Keras 2 converts what its layers call, as far as the graph around them is converted.
            converted = self.converts(owner)
            return _with_losses(owner), tuple(tensors), dict(kwargs, **named), converted
        return getattr(owner, name), rest, kwargs, self.converts(owner)

    def converts(self, owner: Any) -> bool:
        """Whether Keras has AutoGraph convert the methods of an object: Keras 2 does, Keras 3 not."""
        return any(base.__module__.startswith("tf_keras.") for base in type(owner).__mro__)

    @property
    def layers(self) -> tuple[Any, ...]:
        """The layer classes of each Keras that is loaded."""
        return tuple(dict.fromkeys(module.layers.Layer for module in self._keras_modules))

    @property
    def _keras_modules(self) -> list[Any]:
        """Each Keras that is loaded: ``tf.keras``, ``keras``, ``tf_keras``."""
        loaded = [sys.modules[name] for name in ("keras", "tf_keras") if name in sys.modules]
        return [self.tf.keras, *loaded]

    def _has_tensor(self, value: Any) -> bool:
        if isinstance(value, (list, tuple)):
            return any(map(self._has_tensor, value))
        if isinstance(value, dict):
            return any(map(self._has_tensor, value.values()))
        return self.array(value) is not None or self.is_tensor(value)

    def way_in(self, target: Any, owner: Any, name: str) -> Any:
        """What to call so that a method gets called as its framework would."""
        trains = name in ("train_step", "test_step") and hasattr(owner, "compile")
        if trains and getattr(owner, "optimizer", None) is None:
            owner.compile(optimizer="sgd", loss="mse")
        if isinstance(owner, self.layers) and name == "call":
            return owner
        asked = self._as_optimizers_ask(owner) if name == "__call__" else None
        return asked or target

    def functional(self, cls: type) -> Any:
        """A small model of a class that says neither how it is made nor what it computes; else None.

        Its inputs and outputs say so, which whoever makes it gives.
        """
        by_name = {name: base for base in reversed(cls.__mro__) for name in vars(base)}
        for module in self._keras_modules:
            if not issubclass(cls, module.Model) or issubclass(cls, module.Sequential):
                continue
            base = module.Model.__module__.partition(".")[0]
            maker = by_name["__init__"].__dict__["__init__"]
            kinds = [one.kind for one in inspect.signature(maker).parameters.values()][1:]
            hands_on = kinds == [inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD]
            of_keras = by_name["__init__"].__module__.startswith(base)
            if by_name["call"].__module__.startswith(base) and (of_keras or hands_on):
                inputs = module.Input((_WIDTH,))
                return cls(inputs=inputs, outputs=module.layers.Dense(_WIDTH)(inputs))
        return None

    def _as_optimizers_ask(self, schedule: Any) -> Callable[[], Any] | None:
        """How an optimizer asks a schedule for its rate; None for any other object."""
        of_schedule = [
            module.optimizers
            for module in self._keras_modules
            if isinstance(schedule, module.optimizers.schedules.LearningRateSchedule)
        ]
        if not of_schedule:
            return None
        step = of_schedule[0].SGD().iterations

        def ask() -> Any:
            return schedule(step)

        ask.__signature__ = inspect.Signature()  # type: ignore[attr-defined]
        return ask

    def scope_here(self) -> contextlib.AbstractContextManager[None]:
        """A call needs nothing of what is around it."""
        return contextlib.nullcontext()

    # Inputs.

    def tensor(self, dtype: str, shape: list[int], turn: int = 0) -> Any:
        """A tensor with unremarkable values; others at another turn."""
        import numpy

        tf = self.tf
        size = 1
        for dimension in shape:
            size *= dimension
        if dtype == "string":
            words = [b"1", b"2", b"3", b"4"]
            values: Any = numpy.array([words[i % 4] for i in range(size)], dtype=object)
            return tf.constant(values.reshape(shape), tf.string)
        kind = getattr(tf, dtype)
        if kind == tf.bool:
            return tf.constant((numpy.arange(size) % 2 == 0).reshape(shape))
        numbers = numpy.arange(size) + turn
        if kind.is_integer:
            return tf.constant((numbers % 3).reshape(shape), kind)
        values = (numbers % 7 * 0.25 + 0.5).reshape(shape)
        return tf.constant(values, kind)

    def image(self, size: int) -> dict[str, Any]:
        """An image with colours, of this height and width."""
        return argument_specs.tensor("float32", 1, size, size, 3)

    def variables_now(self) -> VariablesNow:
        """All variables that there are, with their values."""
        known = [one for one in gc.get_objects() if isinstance(one, self.tf.Variable)]
        return VariablesNow(known)

    def variable(self, dtype: str, shape: list[int], turn: int = 0) -> Any:
        """A variable with unremarkable values; others at another turn."""
        return self.tf.Variable(self.tensor(dtype, shape, turn))

    def recorded(self, spec: dict[str, Any]) -> Any:
        """A tensor, array or variable as a recording describes it."""
        if spec["kind"] == "array":
            kind = object if spec["dtype"] == "string" else spec["dtype"]
            return argument_specs.numbers(spec).astype(kind)
        made = (
            self.tf.cast(argument_specs.numbers(spec), spec["dtype"])
            if spec["dtype"] != "string"
            else (self.tf.constant(argument_specs.numbers(spec), self.tf.string))
        )
        return self.tf.Variable(made) if spec["kind"] == "variable" else made

    def from_recording(self, spec: dict[str, Any], make: Callable[[dict[str, Any]], Any]) -> Any:
        """What TensorFlow or Keras made when it was recorded; ``make`` makes the parts of it."""
        return tensorflow_values.from_recording(self.tf, spec, make)

    def special(self, name: str) -> Any:
        """An object that training code passes around."""
        keras = self.tf.keras
        if name == "model":
            return self._made_up(made_up_models.of_any_width(self.tf, self.outputs.size))
        if name == "model for anything":
            return self.model_for_anything()
        if name == "tokenizer":
            return made_up_models.tokenizer(self.tf)
        if name == "built model":
            # Of several layers: some may be asked for by their numbers.
            layers = [keras.layers.Dense(3) for _ in range(_LAYERS)]
            return self._made_up(keras.Sequential([keras.Input([3]), *layers]))
        if name == "picture model":
            layers = [keras.layers.Conv2D(3, 3, padding="same") for _ in range(_LAYERS)]
            return self._made_up(keras.Sequential([keras.Input([None, None, 3]), *layers]))
        if name == "compiled model":
            model = self.special("model")
            model.compile("sgd", "mse")
            return model
        if name == "layer":
            return keras.layers.Dense(3)
        if name == "optimizer":
            return keras.optimizers.SGD(0.01)
        if name == "loss":
            return keras.losses.MeanSquaredError()
        if name == "metric":
            return keras.metrics.Mean()
        if name == "dataset":
            return self.tf.data.Dataset.from_tensor_slices(self.tensor("float32", [4, 3])).batch(2)
        if name == "strategy":
            return self.tf.distribute.get_strategy()
        if name == "callable":
            return lambda *args, **kwargs: args[0] if args else self.tf.constant(1.0)
        raise KeyError(name)

    def model_for_anything(self) -> Any:
        """A model that takes an array of any shape."""
        return self._made_up(made_up_models.for_anything(self.tf, self.outputs.size))

    def outputs_asked(self, message: str) -> int:
        """How many numbers made-up models should give for a row, by an error; 0 if it does not say."""
        return self.outputs.asked(message) if self.made_up_models else 0

    def resize_outputs(self, size: int) -> int:
        """Have made-up models, those to come too, give as many numbers for a row; as many as before."""
        before = self.outputs.size
        self.outputs.resize(size, self.made_up_models)
        return before

    def training_with(self, owner: Any) -> Callable[[], None] | None:
        """A tiny training run that runs the methods of a callback; None for any other object."""
        bases = tuple(module.callbacks.Callback for module in self._keras_modules)
        if not isinstance(owner, bases):
            return None
        model, rows = self.model_for_anything(), self.tf.ones([2, 3])

        def fit() -> None:
            model.compile("sgd", "mse")
            model.fit(rows, rows, validation_data=(rows, rows), callbacks=[owner], verbose=0)

        return fit

    def _made_up(self, model: Any) -> Any:
        self.made_up_models.append(model)
        return model

    def filled(self, value: Any) -> Any:
        """A tensor of the same shape and dtype in place of a symbol; anything else as it is."""
        if self.symbolic(value) is None:
            return value
        shape = [2 if size is None else size for size in value.shape]
        return self.tensor(self.tf.as_dtype(value.dtype).name, shape)

    def element(self, spec: Any) -> Any:
        """A value for a TensorSpec."""
        if isinstance(spec, (list, tuple)):
            return type(spec)(self.element(item) for item in spec)
        if isinstance(spec, dict):
            return {key: self.element(item) for key, item in spec.items()}
        if isinstance(spec, self.tf.TensorSpec):
            shape = [
                3 if size is None else size
                for size in (spec.shape.as_list() if spec.shape.rank is not None else [3])
            ]
            return self.tensor(spec.dtype.name, shape)
        raise TypeError(f"no value for {spec!r}")

    def like(self, value: Any, mutation: str) -> Any:
        """A value of the same sort on which operations may fail, if the mutation makes one."""
        import numpy

        if isinstance(value, (int, float, str)) and not isinstance(value, bool):
            return mutated_values.plain(value, mutation)
        array = self.array(value)
        if array is None or isinstance(value, self.tf.Variable):
            return None
        changed = mutated_values.array(array, mutation)
        if changed is None or isinstance(value, (numpy.ndarray, numpy.generic)):
            return changed
        return self.tf.constant(changed, value.dtype)

    def another(self, value: Any) -> Any:
        """A tensor, array or variable of the same type with other values, a longer data set, or None."""
        if isinstance(value, self.tf.data.Dataset):
            return value.repeat(2)
        array = self.array(value)
        if array is None or self.symbolic(value) is not None or array.dtype.kind not in "biuf":
            return None
        changed = ~array if array.dtype.kind == "b" else (array * 2 + 1).astype(array.dtype)
        if isinstance(value, self.tf.Variable):
            return self.tf.Variable(changed, trainable=value.trainable)
        if self.tf.is_tensor(value):
            return self.tf.constant(changed, value.dtype)
        return changed if type(value).__module__ == "numpy" else None

    def literal_as_tensor(self, value: Any, dtype: str = "") -> Any:
        """A Python number or text as the tensor it could have been."""
        return self.tf.constant(value, dtype or None)


class _Forgetful(dict):  # type: ignore[type-arg]
    """Keeps nothing."""

    def __setitem__(self, key: Any, value: Any) -> None:
        pass


def _same(value: Any) -> Any:
    return value


_same.autograph_info__ = {}  # type: ignore[attr-defined]  # AutoGraph calls it as it is


def _call_with_element(dataset: Any, arguments: list[Any]) -> None:
    """Call the functions given to a step of a pipeline with an element of what it starts from."""
    for element in dataset.take(1):
        for function in filter(callable, arguments):
            function(*element) if isinstance(element, tuple) else function(element)


def _with_losses(layer: Any) -> Callable[..., Any]:
    """Call a layer; what it adds to the loss is a result as well."""

    # The user's own ``__call__``, if any, has come before: it may take other arguments.
    enter = next(
        vars(cls)["__call__"]
        for cls in type(layer).__mro__
        if "__call__" in vars(cls) and cls.__module__.partition(".")[0] in ("keras", "tf_keras")
    )

    def call(*args: Any, **kwargs: Any) -> Any:
        with contextlib.suppress(AttributeError):
            layer._clear_losses()  # as ``fit`` does before each step
        outputs = enter(layer, *args, **kwargs)
        losses = list(layer.losses)
        return (outputs, losses) if losses else outputs

    made: Any = call
    made.__self__ = layer
    made.autograph_info__ = {}  # AutoGraph calls it as it is, and Keras 2 by its own rules
    return made  # type: ignore[no-any-return]
