"""The function an experiment is about, with an object to call it on."""

from __future__ import annotations

import functools
import gc
import inspect
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from . import argument_specs, concrete_classes, frames, half_made, preparing, remaking
from .absent_values import Absent
from .call_arguments import attributes_asked_for
from .frames import leaves
from .search import again, search

if TYPE_CHECKING:
    from .experiment import Experiment

_OBJECTS = 3
"""Other objects to try, where no inputs fit the first."""
_RETRYING = 0.4
"""The share of the time in which to begin with another one."""


def resolve(x: Experiment) -> tuple[Any, Any]:
    """The entry by its qualified name; ``(function bound to its owner, owner)``, or two None."""
    try:
        return _resolve(x)
    except Exception as error:
        x.result.error = x.result.error or x.meter.describe(error)
        return None, None


def _resolve(x: Experiment) -> tuple[Any, Any]:
    qualname: str = x.job.entry.qualname
    module = x.entry_module()
    if module is None:
        return None, None
    owner: Any = None
    value: Any = module
    parts = qualname.split(".")
    for index, part in enumerate(parts):
        if isinstance(value, Absent):
            value.use()
        if part == "<locals>":
            # The entry is made by a function: call that, and look at what was made.
            value = _from_maker(x, value, parts[index + 1 :])
            return value, None
        if part.startswith("<"):
            return None, None
        if isinstance(value, type):
            raw = inspect.getattr_static(value, part, None)
            if raw is None:
                return None, None
            if isinstance(raw, (staticmethod, classmethod)):
                value = getattr(value, part)
                continue
            method = ".".join(parts[: index + 1])
            owner = remaking.owner_of(x, method, value)
            if owner is None:
                owner = instance_of(x, concrete_classes.class_to_make(x, value, part))
            if owner is None:
                return None, None
            x.owner = owner  # a tf.function method holds its owner weakly
            value = getattr(owner, part)
            continue
        value = getattr(value, part, None)
        if value is None:
            x.tell_no_inputs(f"{qualname} is not defined after loading {module.__name__}")
            return None, None
    return value, owner


def one_after_the_other(x: Experiment, target: Any, instance: Any) -> Iterator[tuple[Any, Any]]:
    """This object and its method; then, while nothing fits, some that were made in other ways."""
    yield target, instance
    cls = type(instance)
    key = cls.__qualname__
    result = x.result
    inputs, problem = result.inputs, result.no_inputs
    recipes = result.recipes
    for _ in range(_OBJECTS):
        if cls not in x.makers or key not in recipes or x.late(_RETRYING):
            break
        # As it was made before, but for one of its options.
        x.job.avoid.append([key, recipes.pop(key)])
        del x.makers[cls]
        result.inputs = result.no_inputs = None
        instance = _constructed(x, cls)
        if instance is None:
            break
        x.owner = instance
        yield getattr(instance, target.__name__), instance
    if key in [avoided[0] for avoided in filter(None, x.job.avoid)]:
        recipes.pop(key, None)
        result.inputs, result.no_inputs = inputs or result.inputs, problem or result.no_inputs


def _from_maker(x: Experiment, maker: Any, rest: list[str]) -> Any:
    made: list[Any] = []
    # Those that the program has made: with other arguments, and living as long as the collector lets them.
    before = frames.living(x.is_entry)

    def note(*args: Any, **kwargs: Any) -> Any:
        result = maker(*args, **kwargs)
        made.append(result)
        return result

    if search(x, maker, note, record=False) is None and not made:
        return None
    for handle in reversed(x.world.handles):
        if x.is_entry(handle.site):
            return handle.call
    for result in leaves(made[-1:]):
        if callable(result) and x.is_entry(x.site_of(result)):
            return result
    # Kept by what was made, as a function that is traced for export: never called, nor returned.
    if len(rest) > 1 or x.kind == "dataset":
        return None
    return next((f for f in frames.living(x.is_entry) if not any(f is b for b in before)), None)


def instance_of(x: Experiment, cls: type) -> Any:
    """An object of a class: one that the program made, or one that we can make.

    Where the flagged line asks for an object made in some way, our own comes first.
    """
    # Looked for once: later there may be some that failed while they were made.
    if cls not in x.existing:
        x.existing[cls] = _existing(x, cls)
    found = x.existing[cls]
    if found is None or cls.__qualname__ in x.job.requirements:
        found = _constructed(x, cls) or found
    return found


def _existing(x: Experiment, cls: type) -> Any:
    for module in x.program.modules:
        for value in vars(module).values():
            if type(value) is cls:
                return value
    failed = {id(one) for error in x.program.failures for one, _ in half_made.unfinished(error)}
    for value in gc.get_objects():
        if type(value) is cls and id(value) not in failed:
            return value
    return None


def _constructed(x: Experiment, cls: type) -> Any:
    if inspect.isabstract(cls):
        x.tell_no_inputs(f"{cls.__name__} is abstract")
        return None
    if cls in x.makers:
        return x.makers[cls]()
    if cls in x.making:
        return None
    by_parts = getattr(x.world, "functional", None)
    if by_parts is not None and by_parts(cls) is not None:
        x.makers[cls] = lambda: _set(x, by_parts(cls))
        return x.makers[cls]()
    made: list[Any] = []

    def construct(*args: Any, **kwargs: Any) -> Any:
        made.append(_set(x, cls(*args, **kwargs)))

    x.making.append(cls)
    try:
        found = search(x, cls, construct, record=False)
    finally:
        x.making.remove(cls)
    if found is None:
        return _as_far_as_it_goes(x, cls)
    x.makers[cls] = functools.partial(_made_again, x, cls, found)
    preparing.prepare(x, made[-1])
    return made[-1]


def _as_far_as_it_goes(x: Experiment, cls: type) -> Any:
    """An object whose constructor raises, in place of none, where no other way may lead to one."""
    found = half_made.made(x, cls) if x.job.fill else None
    if found is not None:
        x.result.no_inputs = None
        _set(x, found)
    return found


def _made_again(x: Experiment, cls: type, found: Any) -> Any:
    # With arguments of its own: a layer that was given may have been built by now.
    args, kwargs = again(x, cls, found)
    made = _set(x, cls(*args, **kwargs))
    preparing.prepare(x, made)
    return made


def _set(x: Experiment, made: Any) -> Any:
    """An object with the attributes that let its code come to the flagged line."""
    set_later(x, made)
    half_made.give_model(x, made)
    return made


def set_later(x: Experiment, made: Any) -> list[str]:
    """Give an object what it gets later, and what lets its code come to the flagged line; what that is."""
    given = []
    for cls in type(made).__mro__:
        for name, spec in attributes_asked_for(x.job.requirements, cls.__qualname__):
            setattr(made, name, spec["value"])
            given.append(f"{name}={argument_specs.describe(spec)}")
    return given
