"""Which files are for a backend that makes no graphs, in programs that can do with one or another."""

from __future__ import annotations

from tflint.syntax.model import Module

_GRAPH_FRAMEWORKS = ("tensorflow", "keras", "mxnet")
"""What the names of packages begin with that make graphs."""
_OTHERS = frozenset({"cupy", "jax", "numpy", "torch"})
"""Packages whose arrays stand in for tensors, where a program can do without these."""


def imports_framework(module: Module) -> bool:
    """True for a file that imports a framework which makes graphs by its name."""
    return any(name.startswith(_GRAPH_FRAMEWORKS) for name, _, _ in module.imported)


def is_for_other_backend(module: Module) -> bool:
    """True for a file that imports another package for arrays, and no framework that makes graphs."""
    packages = {name.partition(".")[0] for name, _, _ in module.imported}
    return not imports_framework(module) and not packages.isdisjoint(_OTHERS)
