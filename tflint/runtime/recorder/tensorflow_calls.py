"""What reaches the traced functions of a TensorFlow program: from eager code, and while tracing."""

from __future__ import annotations

import contextlib
import functools
import sys
from collections.abc import Iterator
from typing import Any


def watch(tf: Any, recording: Any) -> None:
    """Note the arguments of functions, of layers, and of all that runs while a graph is made."""
    recording.out_of_graphs = tf.init_scope
    _watch_functions(tf, recording)
    _watch_layers(tf, recording)
    with contextlib.suppress(Exception):
        # Where a TensorFlow has its graphs elsewhere, only calls from eager code are seen.
        from tensorflow.python.framework.func_graph import (  # type: ignore[import-not-found, import-untyped, unused-ignore]
            FuncGraph,
        )

        _watch_tracing(FuncGraph, recording)


def _watch_functions(tf: Any, recording: Any) -> None:
    cls: Any = type(tf.function(lambda: None))
    eager = tf.executing_eagerly
    call, init = cls.__call__, cls.__init__

    @functools.wraps(call)
    def called(function: Any, /, *args: Any, **kwargs: Any) -> Any:
        if eager():
            recording.note(function.python_function, args, kwargs)
        return call(function, *args, **kwargs)

    @functools.wraps(init)
    def made(function: Any, /, *args: Any, **kwargs: Any) -> None:
        init(function, *args, **kwargs)
        recording.note_makers(function.python_function)

    cls.__call__, cls.__init__ = called, made


def _watch_layers(tf: Any, recording: Any) -> None:
    layer: Any = tf.keras.layers.Layer
    layer_call = layer.__call__

    @functools.wraps(layer_call)
    def layer_called(instance: Any, /, *args: Any, **kwargs: Any) -> Any:
        recording.note(type(instance).call, (instance, *args), kwargs)
        return layer_call(instance, *args, **kwargs)

    layer.__call__ = layer_called


def _watch_tracing(graphs: Any, recording: Any) -> None:
    """Look at each function of the project that starts to run while a graph is being made."""
    as_default = graphs.as_default

    @contextlib.contextmanager
    def watched(graph: Any) -> Iterator[Any]:
        outer = sys.getprofile()
        with as_default(graph) as entered:
            if outer is None:
                sys.setprofile(profile)
            try:
                yield entered
            finally:
                if outer is None:
                    sys.setprofile(None)

    def profile(frame: Any, event: str, _: Any) -> None:
        if event == "call":
            recording.note_frame(frame)

    graphs.as_default = watched
