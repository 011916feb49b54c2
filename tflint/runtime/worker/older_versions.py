"""Programs written for older versions of what is installed: names that were moved since, other answers.

Nothing here changes what a line does: it lets a program come as far as it came with its own versions.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import importlib
import importlib.abc
import importlib.machinery
import linecache
import os
import re
import sys
import time
import types
from typing import Any

from ..protocol import Job
from . import after_import

_KERAS = ("layers", "models", "utils", "backend", "optimizers", "initializers", "regularizers")
"""Public modules among which a name is looked for whose own module is gone."""
_NEWER = re.compile(r"[Uu]se `([\w/-]+)` instead")
_OLD_STEP = 4
_SEEN = (400, 600, 3)
_FIVE_VALUES = [0, 26]
"""How many values a step of an environment gave; the version of Gym that gives five."""


def install(framework: str, job: Job) -> None:
    """Have old names mean what they meant."""
    _name_in_numpy()
    _make_arrays_of_rows()
    vars(time).setdefault("clock", time.perf_counter)
    if framework == "tf_keras" and not any("tf_keras" in text for text in job.sources.values()):
        sys.meta_path.insert(0, _Keras2())
        _allow_decay()
        _allow_equal_names()
    after_import.change({"gym": _answer_as_before, "yaml": _load_without_a_loader})


# NumPy


def _name_in_numpy() -> None:
    import numpy

    old = {
        **{kind.__name__: kind for kind in (bool, int, float, complex, object, str)},
        "bool8": numpy.bool_,
        "float_": numpy.float64,
        "complex_": numpy.complex128,
        "unicode_": numpy.str_,
        "string_": numpy.bytes_,
        **dict.fromkeys(("NaN", "NAN"), numpy.nan),
        **dict.fromkeys(("Inf", "Infinity", "infty"), numpy.inf),
        "product": numpy.prod,
        "alltrue": numpy.all,
        "sometrue": numpy.any,
    }
    for name, value in old.items():
        vars(numpy).setdefault(name, value)


def _make_arrays_of_rows() -> None:
    """Until NumPy 1.24 rows of several lengths made an array of objects, which is an error now."""
    import numpy

    for name in ("array", "asarray"):
        vars(numpy)[name] = _of_rows(getattr(numpy, name))


def _of_rows(make: Any) -> Any:
    @functools.wraps(make)
    def made(*args: Any, **kwargs: Any) -> Any:
        try:
            return make(*args, **kwargs)
        except ValueError as error:
            caller = sys._getframe(1).f_code.co_filename
            typed = len(args) > 1 or kwargs.get("dtype") is not None
            if typed or "inhomogeneous" not in str(error) or "site-packages" in caller:
                raise
            return make(*args, **{**kwargs, "dtype": object})

    made.autograph_info__ = {}  # type: ignore[attr-defined]
    return made


# Keras 2


class _Keras2(importlib.abc.MetaPathFinder):
    """Has ``keras`` be Keras 2, which is installed as ``tf_keras``, with the modules that it once had."""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:
        """The module of this name in Keras 2, or what stands for one that is gone."""
        package, _, name = fullname.partition(".")
        if package != "keras":
            return None
        with contextlib.suppress(ImportError):
            module = importlib.import_module(f"tf_keras.{name}" if name else "tf_keras")
            return importlib.machinery.ModuleSpec(fullname, _Loaded(module))
        return importlib.machinery.ModuleSpec(fullname, _Loaded(_Moved(fullname)), is_package=True)


class _Loaded(importlib.abc.Loader):
    """Gives a module that is there already, as it is."""

    def __init__(self, module: types.ModuleType) -> None:
        self._module = module
        self._spec = module.__spec__

    def create_module(self, spec: Any) -> types.ModuleType:
        """The module itself."""
        return self._module

    def exec_module(self, module: types.ModuleType) -> None:
        """It has run."""
        module.__spec__ = self._spec


class _Moved(types.ModuleType):
    """A module that is gone: its names are those of the public modules now."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.__path__ = []

    def __getattr__(self, name: str) -> Any:
        around = self.__name__.split(".")[1:-1]
        for part in [*around[:1], *_KERAS]:
            with contextlib.suppress(ImportError, AttributeError):
                return getattr(importlib.import_module(f"tf_keras.{part}"), name)
        raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")


def _allow_decay() -> None:
    """Optimizers took a ``decay`` of the learning rate, which is an error now, until Keras 2.11."""
    with contextlib.suppress(ImportError, AttributeError):
        base = importlib.import_module("tf_keras.src.optimizers.optimizer")._BaseOptimizer
        process = base._process_kwargs

        def process_kwargs(optimizer: Any, kwargs: dict[str, Any]) -> None:
            kwargs.pop("decay", None)
            process(optimizer, kwargs)

        base._process_kwargs = process_kwargs


def _allow_equal_names() -> None:
    """Until TensorFlow 2.2 layers of a ``Sequential`` could have equal names, which is an error now."""
    with contextlib.suppress(ImportError, AttributeError):
        cls = importlib.import_module("tf_keras.src.engine.sequential").Sequential
        is_unique = cls._is_layer_name_unique

        def is_layer_name_unique(model: Any, layer: Any) -> bool:
            if not is_unique(model, layer):
                layer._name = f"{layer.name}_{len(model.layers)}"
            return bool(is_unique(model, layer))

        cls._is_layer_name_unique = is_layer_name_unique


# PyYAML


def _load_without_a_loader(yaml: Any) -> None:
    """Until PyYAML 6 what reads YAML could be called without saying how."""
    read = yaml.load

    @functools.wraps(read)
    def load(stream: Any, Loader: Any = yaml.FullLoader) -> Any:
        return read(stream, Loader)

    yaml.load = load


# Gym


def _answer_as_before(gym: Any) -> None:
    """Have environments answer code that takes four values of a step as they did when it was written."""
    version = [int(part) for part in str(getattr(gym, "__version__", "0")).split(".")[:2]]
    if version < _FIVE_VALUES:
        return
    make, adapted = gym.make, adapter(gym.Wrapper)
    with contextlib.suppress(AttributeError):
        vars(gym.wrappers).setdefault("Monitor", lambda env, *_, **__: env)  # which films episodes

    @functools.wraps(make)
    def made(*args: Any, **kwargs: Any) -> Any:
        # What checks environments at each step asks NumPy for names that are gone.
        kwargs = {"disable_env_checker": True, **kwargs}
        try:
            return adapted(make(*args, **kwargs))
        except gym.error.DeprecatedEnv as error:
            newer = _NEWER.search(str(error))
            if newer is None:
                raise
            return adapted(make(newer[1], *args[1:], **kwargs))

    gym.make = made


def adapter(wrapper: Any) -> Any:
    """A class of environments that answer as of old where the code that asks them was written for that."""

    class Adapted(wrapper):  # type: ignore[misc]
        def __init__(self, env: Any, is_inside: bool = False) -> None:
            super().__init__(env)
            self._as_it_is = env
            if isinstance(env, wrapper):
                self.env = type(self)(env.env, True)  # the one inside, without a limit of steps
            elif not is_inside:
                self.env = type(self)(env, True)  # where nothing is around it, it is the one inside

        def reset(self, **kwargs: Any) -> Any:
            found = self._as_it_is.reset(**kwargs)
            return found[0] if _written_for_old_steps() else found

        def step(self, action: Any) -> Any:
            found = self._as_it_is.step(action)
            if not _written_for_old_steps():
                return found
            observation, reward, over, cut, info = found
            return observation, reward, over or cut, info

        @property
        def unwrapped(self) -> Any:
            return type(self)(self._as_it_is.unwrapped)

        def seed(self, seed: Any = None) -> list[Any]:
            self._as_it_is.reset(seed=seed)
            return [seed]

        def render(self, *args: Any, **kwargs: Any) -> Any:
            # How is said to ``make`` now, which code of then does not do.
            if not args and not kwargs:
                # Without a way to show it there is nothing to see; before an episode that is an error now.
                return self._as_it_is.render() if self._as_it_is.render_mode else None
            return _picture() if "rgb_array" in (*args, *kwargs.values()) else None

    return Adapted


def _picture() -> Any:
    """A made-up picture in the size of most environments', in which no two neighbours are alike."""
    import numpy

    return (numpy.indices(_SEEN).sum(axis=0) % 256).astype("uint8")


def _written_for_old_steps() -> bool:
    """Whether the nearest code on the stack that unpacks steps takes four values of each."""
    frame: Any = sys._getframe(2)
    while frame is not None:
        counts = _steps_unpacked(frame.f_code.co_filename)
        if counts:
            return counts == {_OLD_STEP}
        frame = frame.f_back
    return False


@functools.lru_cache(maxsize=256)
def _steps_unpacked(path: str) -> frozenset[int]:
    """How many values a file takes of the steps of environments."""
    text = "".join(linecache.getlines(path))
    with contextlib.suppress(OSError, UnicodeDecodeError):
        if os.path.isfile(path) and path.endswith(".py"):
            with open(path, encoding="utf-8") as stream:  # all of it: what runs may be a part
                text = stream.read()
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return frozenset()
    return frozenset(
        len(node.targets[0].elts)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], (ast.Tuple, ast.List))
        and isinstance(node.value, ast.Call)
        and getattr(node.value.func, "attr", "") == "step"
    )
