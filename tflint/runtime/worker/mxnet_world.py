"""MXNet as an experiment meets it: blocks before and after ``hybridize()``, in both interfaces."""

# ruff: noqa: B905 - Python 3.8 has no strict zip

from __future__ import annotations

import contextlib
import functools
import inspect
import itertools
import re
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any

from ..protocol import BlockGraph
from . import argument_specs, entropy, mutated_values
from .gluon_blocks import Blocks
from .meter import Meter
from .variables_now import VariablesNow

_ABOUT = re.compile(r"(?:Error in operator|Unknown input to HybridBlock:) (\w+)")
_SHAPES = (
    (1, 2), (2, 4, 4), (2, 2, 2), (2, 1, 2, 2), (2, 3, 8, 8), (2, 2, 8, 8), (2, 2, 4, 8, 8),
    (1, 3, 64, 64), (1, 3, 224, 224), (1, 3, 8, 64, 64),
)  # fmt: skip
"""What layers get: sequences, and images and videos with the channels first."""


class BlockHandle:
    """A block that eager code calls, in the form in which graphs are measured."""

    def __init__(self, site: str, block: Any) -> None:
        self.site = site
        self.call = self.python = block
        self.signature = None


class MXNetWorld:
    """MXNet and Gluon."""

    name = "mxnet"
    packages = ("mxnet",)
    """Whose own messages are none of the program's."""
    lacking: tuple[str, ...] = ("bool", "string")
    """Dtypes of which there are no tensors."""
    plain_by_name = False
    """Whether plain values are passed by their names, where they are not the first."""

    def __init__(self) -> None:
        import mxnet  # type: ignore[import-not-found, import-untyped, unused-ignore]

        self.mx: Any = mxnet
        self.shapes = [argument_specs.tensor("float32", *shape) for shape in _SHAPES]
        self.handles: list[Any] = []
        self.site_of: Callable[[Any], str] = lambda function: ""
        self.measured: Callable[..., Any] | None = None
        self._baseline: set[str] | None = None
        self._symbol: Any = mxnet.sym.Symbol
        self._array: Any = mxnet.nd.NDArray
        self._block: Any = mxnet.gluon.HybridBlock
        self._numbers = itertools.count()
        self._blocks = Blocks(mxnet.gluon)
        self.on_line: Callable[[], bool] = lambda: False
        self.deprecated: list[str] = []

    # Values.

    def seed(self) -> None:
        """The same random numbers on both sides."""
        entropy.seed()
        self.mx.random.seed(7)

    def events(self) -> None:
        """MXNet writes no summaries."""

    def current_graph(self) -> Any:
        """Whether a body is run with symbols, seen from its own arguments."""
        frame: Any = sys._getframe(3)
        for _ in range(6):
            if frame is None:
                return None
            if any(isinstance(value, self._symbol) for value in list(frame.f_locals.values())):
                return self
            if frame.f_code.co_name == "hybrid_forward":
                return None
            frame = frame.f_back
        return None

    def graph_size(self, graph: Any) -> int:
        """Not known here."""
        return 0

    def wait(self, value: Any) -> None:
        """MXNet works behind our back; a result is a result when it can be read."""
        for item in value if isinstance(value, (list, tuple)) else [value]:
            if isinstance(item, self._array):
                item.wait_to_read()

    def is_tensor(self, value: Any) -> bool:
        """An array of either interface."""
        return isinstance(value, self._array)

    def is_variable(self, value: Any) -> bool:
        """MXNet has no variables apart from arrays."""
        return False

    def symbolic(self, value: Any) -> str | None:
        """The name of a symbol, which has no value."""
        if isinstance(value, self._symbol):
            return str(value.name)
        return None

    def stand_in(self, value: Any) -> Any:
        """Symbols of the same shapes in place of arrays; other values as they are."""
        if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
            items = [self.stand_in(item) for item in value]
            return items if isinstance(value, list) else tuple(items)
        if not isinstance(value, self._array):
            return value
        symbol = self.mx.sym.var(f"stand_in{next(self._numbers)}", shape=value.shape)
        return symbol.as_np_ndarray() if self._numpy_interface else symbol

    def array(self, value: Any) -> Any:
        """The NumPy array that a value stands for, or None."""
        import numpy

        if isinstance(value, (numpy.ndarray, numpy.generic)):
            return numpy.asarray(value)
        if isinstance(value, self._array):
            return value.asnumpy()
        return None

    def inherited_attributes(self, value: Any) -> set[str]:
        """Attributes that Gluon's own base classes set."""
        if not isinstance(value, self.mx.gluon.Block):
            return set()
        if self._baseline is None:
            self._baseline = set(vars(self._block())) | {"_cached_op", "_cached_graph"}
        return self._baseline

    def named_in(self, message: str) -> str:
        """The operation or parameter that a message is about."""
        found = _ABOUT.search(message)
        return found[1] if found else ""

    def watch_making(self, variable: Callable[[], None], named: Callable[[str], None]) -> None:
        """Tell of each name that is given to an operation or a block, for good."""
        scope, managers = self.mx.gluon.block._BlockScope, self.mx.name
        create = scope.create

        def of_block(*args: Any) -> Any:
            made = create(*args)
            named(made[0])
            return made

        scope.create = staticmethod(of_block)
        for manager in (managers.NameManager, managers.Prefix):

            def get(self: Any, *args: Any, _get: Any = manager.get) -> Any:
                name = _get(self, *args)
                named(name)
                return name

            manager.get = get

    # Both ways to run.

    def install(self, meter: Meter, side: str, capture: bool, kind: str) -> None:
        """While the program runs, the experiment decides what is hybridized.

        Where eager code is the subject, the graph side runs the program as it is.
        """
        self._meter = meter
        if capture or side == "eager":
            self._blocks.hold_back()
        self._blocks.watch(self._called)

    def _called(self, block: Any, invoke: Any, args: Any) -> Any:
        if self.measured is None:
            return invoke(*args)
        return self.measured(BlockHandle(self.site_of(block), block), invoke, args, {})

    def stop_capture(self, side: str) -> None:
        """From here on ``hybridize()`` is itself again."""
        self._blocks.let_go()

    def graph_made(self, function: Any, site: str) -> BlockGraph:
        """What ``hybridize()`` has made of a block, whose body stands at a site."""
        return self._blocks.graph_of(function, site)

    def converts(self, owner: Any) -> bool:
        """There is no AutoGraph here."""
        return False

    def as_graph(self, function: Any, autograph: bool, open_axis: int = -1) -> Any:
        """A block, hybridized."""
        owner = getattr(function, "__self__", function)
        if isinstance(owner, self._block):
            owner.hybridize()
        return function

    def owner_of(self, function: Any) -> Any:
        """The object a method is bound to."""
        return getattr(function, "__self__", None)

    def unwrap(self, function: Any) -> Any:
        """The function under binding; for a block, its ``hybrid_forward``."""
        while True:
            if isinstance(function, functools.partial):
                function = function.func
            elif isinstance(function, types.MethodType):
                function = function.__func__
            elif hasattr(function, "__wrapped__"):
                function = function.__wrapped__
            elif isinstance(function, self._block):
                function = type(function).hybrid_forward
            else:
                return function

    def captured(self, frame: Any, name: str, args: list[Any], kwargs: Any) -> Any:
        """The call that becomes a graph: of this block, or of the one around it."""
        owner = args[0] if args else None
        if name == "forward" and isinstance(owner, self.mx.gluon.Block):
            return owner, tuple(args[1:]), dict(kwargs), False
        if name != "hybrid_forward" or not isinstance(owner, self._block):
            return None
        call = self._blocks.outermost()
        if call is not None:
            return call.block, call.args, {}, False
        # Called by its name: without ``F`` and without its own parameters.
        names = list(frame.f_code.co_varnames[1 : frame.f_code.co_argcount])
        own = set(owner._reg_params)
        rest = [value for key, value in zip(names[1:], args[2:]) if key not in own]
        rest += args[2 + len(names[1:]) :]
        while rest and rest[-1] is None:
            rest.pop()
        return owner, tuple(rest), {}, False

    def outside(self) -> list[Any]:
        """MXNet's own modes, which code may ask for: whether it trains, and whether it records."""
        autograd = self.mx.autograd
        training = _Mode("the training mode", autograd.is_training, autograd.set_training)
        return [training, _Mode("recording", autograd.is_recording, autograd.set_recording)]

    def modes(self, models: list[Any]) -> list[str]:
        """There is nothing to switch here."""
        return []

    def modes_at_call(self, kind: str) -> list[str]:
        """Whether the program has hybridized none of the blocks under way, and taken it back for some."""
        return ["hybridize(active=False)"] if self._blocks.switched_off() else []

    def watch_keras(self, called: Callable[..., Any]) -> None:
        """There is no Keras here."""

    def watch_files(self) -> None:
        """MXNet has no file system of its own."""

    def watch_compile(self, called: Callable[..., Any]) -> None:
        """There is no Keras here."""

    def watch_tapes(self, asked: Callable[[list[bool]], Any]) -> None:
        """``autograd`` has no tapes."""

    def trace_counts(self) -> dict[str, list[int]]:
        """MXNet does not tell."""
        return {}

    def traced_since(self, before: int, site: str) -> int:
        """MXNet does not tell."""
        return 0

    def consume(self) -> None:
        """MXNet runs a block when it is called; nothing is left to consume."""

    def way_in(self, target: Any, owner: Any, name: str) -> Any:
        """Blocks are called as objects, once they have parameters."""
        if not isinstance(owner, self.mx.gluon.Block):
            return target

        @functools.wraps(target)
        def call(*args: Any) -> Any:
            owner.initialize(force_reinit=True)
            return owner(*args)

        call.__signature__ = _signature_of(owner, name)  # type: ignore[attr-defined]
        call.takes_arrays = True  # type: ignore[attr-defined]
        return call

    def scope_here(self) -> contextlib.AbstractContextManager[None]:
        """The modes of ``autograd`` that are in force, for a call that is made again later."""
        autograd = self.mx.autograd
        recording, training = autograd.is_recording(), autograd.is_training()

        @contextlib.contextmanager
        def scope() -> Iterator[None]:
            before = autograd.set_recording(recording), autograd.set_training(training)
            try:
                yield
            finally:
                autograd.set_recording(before[0])
                autograd.set_training(before[1])

        return scope()

    # Inputs.

    @property
    def _numpy_interface(self) -> bool:
        return bool(self.mx.util.is_np_array())

    def tensor(self, dtype: str, shape: list[int], turn: int = 0) -> Any:
        """An array, of the interface in force, with unremarkable values; others at another turn."""
        import numpy

        if dtype in ("string", "bool"):
            raise TypeError("MXNet has no arrays of " + dtype)
        size = 1
        for dimension in shape:
            size *= dimension
        values: Any = (numpy.arange(size) + turn).reshape(shape)
        values = values % 3 if "int" in dtype else values % 7 * 0.25 + 0.5
        if self._numpy_interface:
            return self.mx.np.array(values, dtype=dtype)
        if not shape:
            values = values.reshape(1)
        return self.mx.nd.array(values, dtype=dtype)

    def image(self, size: int) -> dict[str, Any]:
        """An image with colours, of this height and width."""
        return argument_specs.tensor("float32", 1, 3, size, size)

    def variables_now(self) -> VariablesNow:
        """None: the parameters of blocks change in no call of theirs."""
        return VariablesNow([])

    def variable(self, dtype: str, shape: list[int], turn: int = 0) -> Any:
        """MXNet has no variables apart from arrays."""
        return self.tensor(dtype, shape, turn)

    def recorded(self, spec: dict[str, Any]) -> Any:
        """An array as a recording describes it."""
        values = argument_specs.numbers(spec).astype(spec["dtype"])
        if spec["kind"] == "array":
            return values
        if self._numpy_interface:
            return self.mx.np.array(values, dtype=spec["dtype"])
        return self.mx.nd.array(values, dtype=spec["dtype"])

    def from_recording(self, spec: dict[str, Any], make: Any) -> Any:
        """Of what MXNet makes, only arrays are recorded."""
        raise TypeError(f"no value for {spec['kind']}")

    def special(self, name: str) -> Any:
        """An object that training code passes around."""
        gluon = self.mx.gluon
        if name == "model":
            net = gluon.nn.Dense(3)
            net.initialize()
            return net
        if name == "loss":
            return gluon.loss.L2Loss()
        if name == "callable":
            return lambda *args, **kwargs: args[0] if args else None
        raise KeyError(name)

    def filled(self, value: Any) -> Any:
        """MXNet's symbols have no shapes."""
        return value

    def element(self, spec: Any) -> Any:
        """MXNet has no signatures."""
        raise TypeError(f"no value for {spec!r}")

    def outputs_asked(self, message: str) -> int:
        """Models are made up for TensorFlow only."""
        return 0

    def training_with(self, owner: Any) -> None:
        """Nothing here is run by training alone."""

    def like(self, value: Any, mutation: str) -> Any:
        """A value of the same sort on which operations may fail."""
        if not self.is_tensor(value):
            return None
        changed = mutated_values.array(value.asnumpy(), mutation)
        if changed is None or not changed.shape:
            return None
        if self._numpy_interface:
            return self.mx.np.array(changed, dtype=value.dtype)
        return self.mx.nd.array(changed, dtype=value.dtype)

    def another(self, value: Any) -> Any:
        """An array with other values, or None."""
        return value * 2 + 1 if self.is_tensor(value) else None

    def literal_as_tensor(self, value: Any, dtype: str = "") -> Any:
        """A Python number as an array."""
        return self.mx.nd.array([value])


class _Mode:
    """A mode of MXNet's that is on or off."""

    def __init__(self, about: str, ask: Callable[[], bool], switch: Callable[[bool], bool]) -> None:
        self.about = self.shown = about
        self._switch = switch
        now = ask()
        self.values: list[Any] = [now, not now, now]

    def set(self, value: bool) -> None:
        """Switch it, for the next calls."""
        self._switch(value)


def _signature_of(owner: Any, name: str) -> Any:
    """What a block is called with: not ``F``, and not its own parameters."""
    parameters = list(inspect.signature(getattr(owner, name)).parameters.values())
    own = set(getattr(owner, "_reg_params", ()))
    if name == "hybrid_forward":
        parameters = [p for p in parameters[1:] if p.name not in own]
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return inspect.Signature([p for p in parameters if p.kind in positional])
