"""Which framework: how it is imported before any fork, and the world an experiment meets it in."""

from __future__ import annotations

import contextlib
import importlib
import os
from collections.abc import Iterable
from typing import Any

_OF_KERAS_3 = "keras.src.models."
"""Where Keras 3 has its models; Keras 2 has them in ``engine``."""


def load(framework: str) -> Any:
    """Import the framework and what of it loads late, without running an operation."""
    if framework != "mxnet":
        os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
        os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")
        module = importlib.import_module("tensorflow")
        importlib.import_module("tensorflow.compat.v2")
        module.keras.Model  # noqa: B018 - Keras is imported at its first use
        return module
    module = importlib.import_module("mxnet")
    importlib.import_module("mxnet.gluon")
    return module


def load_beside(names: Iterable[str]) -> None:
    """Import modules of other packages that are installed; what fails here fails in the program as well."""
    for name in names:
        with contextlib.suppress(Exception):
            importlib.import_module(name)


def keras_of(module: Any) -> int:
    """Which Keras a framework has that is imported: 2 or 3, or 0 for none."""
    model = getattr(getattr(module, "keras", None), "Model", None)
    if model is None:
        return 0
    return 3 if model.__module__.startswith(_OF_KERAS_3) else 2


def world(framework: str) -> Any:
    """How this framework answers what an experiment asks."""
    if framework != "mxnet":
        from .tensorflow_world import TensorFlowWorld

        return TensorFlowWorld()
    from .mxnet_world import MXNetWorld

    return MXNetWorld()
