"""Which class to make an object of: what an annotation says, or a subclass that is finished."""

from __future__ import annotations

import ast
import inspect
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .experiment import Experiment


def annotated_class(x: Experiment, parameter: inspect.Parameter, function: Any) -> type | None:
    """The project's own class that a parameter is said to be an object of."""
    annotation = parameter.annotation
    if isinstance(annotation, str):
        body = x.world.unwrap(
            inspect.getattr_static(function, "__init__") if isinstance(function, type) else function
        )
        try:
            annotation = eval(annotation, getattr(body, "__globals__", {}))
        except Exception:
            return None
    for choice in (annotation, *getattr(annotation, "__args__", ())):
        if isinstance(choice, type) and x.program.is_project(choice):
            if not inspect.isabstract(choice):
                return choice
            return next(iter(_concrete(x, choice)), None)
    return None


def class_to_make(x: Experiment, cls: type, method: str) -> type:
    """The class whose object runs the flagged line: a subclass, where the method is inherited."""
    function = x.job.function
    value: Any = x.module_of(function.path)
    for part in function.qualname.split(".")[:-1]:
        value = getattr(value, part, None)
    if isinstance(value, type) and issubclass(value, cls):
        cls = value
    if _unfinished(x, cls):
        for other in _concrete(x, cls):
            if inspect.getattr_static(other, method, None) is inspect.getattr_static(cls, method):
                return other
    return cls


def _unfinished(x: Experiment, cls: type) -> bool:
    """Whether subclasses are to fill in something: abstract methods, or such that say no more than so."""
    return inspect.isabstract(cls) or any(
        _only_raises(x.definition_of(method)) for method in vars(cls).values() if callable(method)
    )


def _only_raises(node: Any) -> bool:
    # Docstrings and our own markers are expressions.
    body = [s for s in getattr(node, "body", ()) if not isinstance(s, ast.Expr)] if node else []
    return len(body) == 1 and "NotImplementedError" in ast.dump(body[0])[:120]


def _concrete(x: Experiment, cls: type) -> list[type]:
    """The project's subclasses of a class of which objects can be made."""
    return [
        other
        for other in _subclasses(cls)
        if not _unfinished(x, other) and x.program.is_project(other)
    ]


def _subclasses(cls: type) -> list[type]:
    found: list[type] = list(cls.__subclasses__())
    for other in list(found):
        found += [inner for inner in _subclasses(other) if inner not in found]
    return found
