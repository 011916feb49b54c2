"""Find Python that means something else once TensorFlow or MXNet turns it into a graph.

What this module offers is a promise: ``lint``, ``confirm`` and what they give and raise. It is imported
where it is asked for, since every part of tflint imports this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint.version import __version__

if TYPE_CHECKING:
    from tflint.finding import Finding
    from tflint.public import confirm, lint
    from tflint.refusal import RefusedError

__all__ = ["Finding", "RefusedError", "__version__", "confirm", "lint"]
_MODULES = {
    "Finding": "finding",
    "RefusedError": "refusal",
    "confirm": "public",
    "lint": "public",
}


def __getattr__(name: str) -> object:
    """What is asked for by name.

    Raises:
        AttributeError: tflint offers nothing of that name.
    """
    if name not in _MODULES:
        raise AttributeError(f"module 'tflint' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"tflint.{_MODULES[name]}"), name)
