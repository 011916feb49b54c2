"""Which framework: how it is imported before any fork, and the world an experiment meets it in."""

from __future__ import annotations

import importlib
import os
from typing import Any


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


def world(framework: str) -> Any:
    """How this framework answers what an experiment asks."""
    if framework != "mxnet":
        from .tensorflow_world import TensorFlowWorld

        return TensorFlowWorld()
    from .mxnet_world import MXNetWorld

    return MXNetWorld()
