"""Which arrays reach the blocks of a Gluon network, those inside a hybridized one included."""

# ruff: noqa: B905 - Python 3.8 has no strict zip

from __future__ import annotations

import functools
from typing import Any

from .describing import UNKNOWN, leaves


def watch(mx: Any, recording: Any) -> None:
    """Note what each block is called with."""
    gluon = mx.gluon
    call, forward = gluon.Block.__call__, gluon.HybridBlock.forward
    note = recording.note
    inputs = LastArrays(mx)

    @functools.wraps(call)
    def called(block: Any, *args: Any) -> Any:
        if isinstance(block, gluon.HybridBlock):
            note(type(block).forward, (block, *args), {})
        return call(block, *args)

    @functools.wraps(forward)
    def forwarded(block: Any, *args: Any) -> Any:
        # ``F`` is nothing that anybody passes.
        note(type(block).hybrid_forward, (block, UNKNOWN, *inputs.seen(args)), {})
        return forward(block, *args)

    gluon.Block.__call__, gluon.HybridBlock.forward = called, forwarded


class Shaped:
    """What is known of an array while there is only a symbol of it."""

    def __init__(self, shape: Any, dtype: Any) -> None:
        self.shape = shape
        self.dtype = dtype


class LastArrays:
    """The arrays that a hybridized block got last: what the symbols inside of it are made from."""

    def __init__(self, mx: Any) -> None:
        self._array: Any = mx.nd.NDArray
        self._symbol: Any = mx.sym.Symbol
        self._shapes: dict[str, Any] = {}
        self._dtypes: dict[str, Any] = {}

    def seen(self, args: Any) -> Any:
        """The arguments of a block, with shapes and dtypes in place of its symbols."""
        arrays = [leaf for leaf in leaves(args) if isinstance(leaf, self._array)]
        if arrays:
            # The names that MXNet gives to the inputs of the graph that it makes of the block.
            names = ["data"] if len(arrays) == 1 else [f"data{n}" for n in range(len(arrays))]
            self._shapes = {name: array.shape for name, array in zip(names, arrays)}
            self._dtypes = {name: array.dtype for name, array in zip(names, arrays)}
            return args
        return self._inferred(args)

    def _inferred(self, value: Any) -> Any:
        if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
            items = [self._inferred(item) for item in value]
            return items if isinstance(value, list) else tuple(items)
        if not isinstance(value, self._symbol):
            return value
        try:
            named = set(value.list_inputs())
            shapes = {name: shape for name, shape in self._shapes.items() if name in named}
            dtypes = {name: dtype for name, dtype in self._dtypes.items() if name in named}
            shape = value.infer_shape_partial(**shapes)[1][0]
            dtype = value.infer_type_partial(**dtypes)[1][0]
        except Exception:
            return UNKNOWN
        return Shaped(shape, dtype) if shape and all(n > 0 for n in shape) else UNKNOWN
