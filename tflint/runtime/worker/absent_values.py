"""What stands for values that are not here.

``Absent`` raises wherever it is used. ``Anything`` stands for what a package would give that is not
installed: it answers where nothing hangs on which value it is, and raises where something does: as the
operand of an operator, as a tensor or number, as a condition.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

SWITCHING = re.compile(r"eager|graph|debug", re.IGNORECASE)
"""What is called so, and is not here, may have switched graphs off."""
_STEERING = re.compile(rf"{SWITCHING.pattern}|seed|determinis", re.IGNORECASE)
"""Functions with such names may change how the program runs, or what it draws."""
_FRAMEWORKS = ("tensorflow", "keras", "tf_keras", "mxnet")
_OF_PROGRESS = frozenset({
    "alive_progress", "enlighten", "fastprogress", "ipypb", "keras_tqdm", "pkbar", "progressbar",
    "tqdm", "tqdm_loggable",
})  # fmt: skip
"""Packages that show how far a loop is: what they are given is gone through as it is."""
_OF_WINDOWS = frozenset({
    "arcade", "keyboard", "kivy", "pygame", "pyglet", "pynput", "PyQt5", "PyQt6", "PySide2", "PySide6",
    "PySimpleGUI", "tkinter", "turtle", "vpython", "wx",
})  # fmt: skip
"""Packages that open windows: nobody is there who does anything in them."""
_BESIDE = frozenset({
    "absl", "aim", "aiogram", "aiohttp", "altair", "bokeh", "bottle", "celery", "clearml", "click",
    "codecarbon", "colorama", "coloredlogs", "comet_ml", "discord", "dotenv", "fastapi", "fire", "flask",
    "flask_cors", "flask_restful", "flask_socketio", "gin", "google.colab", "gradio", "hydra", "icecream",
    "IPython", "ipywidgets", "livelossplot", "loguru", "matplotlib", "mlflow", "neptune", "omegaconf",
    "plotly", "prettytable", "quart", "rich", "sacred", "sanic", "seaborn", "slack_bolt", "socketio",
    "starlette", "streamlit", "tabulate", "telebot", "telegram", "tensorboard", "tensorboardX",
    "termcolor", "tornado", "uvicorn", "visdom", "wandb", "yacs",
})  # fmt: skip
"""Packages for what stands beside the work: pictures, logs, settings, servers, records of experiments."""


_OF_MODELS = frozenset({
    "compile", "evaluate", "fit", "predict", "predict_on_batch", "test_on_batch", "train_on_batch",
})  # fmt: skip
"""What is asked of models, in whose place there are others."""


_LOOKED_FOR = frozenset({"python_function"})
"""What we and frameworks look for in anything that may be a function, beside names with an underscore."""


class Absent:
    """Stands for what is not there; using it raises what the statement did that would bind it."""

    def __init__(self, error: BaseException) -> None:
        object.__setattr__(self, "_error", error)
        object.__setattr__(self, "_traceback", error.__traceback__)

    def use(self) -> Any:
        """Say why it is not there."""
        # As it was raised first: each time that it is raised, Python tells of more places.
        raise self._error.with_traceback(self._traceback)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self.use()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.use()

    def __mro_entries__(self, bases: Any) -> Any:
        return self.use()

    def _say(self, *_: Any, **__: Any) -> Any:
        return self.use()

    __bool__ = __eq__ = __ne__ = __str__ = __repr__ = __format__ = _say
    __hash__ = object.__hash__

    __iter__ = __next__ = __len__ = __getitem__ = __setitem__ = __contains__ = _say
    __enter__ = __exit__ = __fspath__ = __array__ = __int__ = __float__ = __index__ = _say
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _say
    __lt__ = __le__ = __gt__ = __ge__ = __neg__ = __matmul__ = __rmatmul__ = __pow__ = _say


class Anything(Absent):
    """Stands for a value of a package that is not installed.

    Args:
        error: what its import raised.
        package: the name of the package.
        name: how the value is spelled from there on.
        told: is told the package when something is asked of the value, and whether it has no answer.
        over: what a call that made it was given to go through.
    """

    autograph_info__: ClassVar[dict[str, Any]] = {}
    """AutoGraph calls it as it is."""

    def __init__(
        self,
        error: Exception,
        package: str,
        name: str,
        told: Callable[[str, bool], None],
        over: Any = None,
    ) -> None:
        super().__init__(error)
        vars(self).update(_package=package, _name=name, _told=told, _over=over, _kept={})

    def use(self) -> Any:
        """Something hangs on what it is: say why it is not there."""
        self._told(self._package, True)
        return super().use()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name in _LOOKED_FOR:
            raise AttributeError(name)
        if name in _OF_MODELS:
            return self.use()
        if name not in self._kept:
            self._kept[name] = self._made(f"{self._name}.{name}")
        return self._kept[name]

    def __setattr__(self, name: str, value: Any) -> None:
        self._kept[name] = value

    def __delattr__(self, name: str) -> None:
        self._kept.pop(name, None)

    def __getitem__(self, key: Any) -> Any:
        return self._made(f"{self._name}[...]")

    def __setitem__(self, key: Any, value: Any) -> None:
        self._told(self._package, False)

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: Any) -> None:
        return None

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        given = [*args, *kwargs.values()]
        called = self._name.rpartition(".")[2]
        beside = stands_beside(self._package)
        if _STEERING.search(called if beside else self._name) or any(map(is_framework, given)):
            return self.use()
        if args and isinstance(args[0], (type, types.FunctionType)):
            # Decorators of such packages note what they are given, mostly; what others do, nobody knows.
            return args[0] if beside and len(given) == 1 else self.use()
        over = kwargs.get("iterable", args[0] if args else None)
        if called == "trange":
            over = range(*args)
        return self._made(f"{self._name}()", over)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._gone_through())

    def __len__(self) -> int:
        return len(self._gone_through())

    def __repr__(self) -> str:
        return f"<{self._name}, which is not here>"

    def __copy__(self) -> Anything:
        return self

    def __deepcopy__(self, memo: Any) -> Anything:
        return self

    def _gone_through(self) -> Any:
        """What a bar of progress shows the way through; what comes of windows is nothing."""
        if self._package in _OF_WINDOWS:
            return ()
        if self._package in _OF_PROGRESS and hasattr(type(self._over), "__iter__"):
            return self._over
        return self.use()

    def _made(self, name: str, over: Any = None) -> Anything:
        self._told(self._package, False)
        return Anything(self._error, self._package, name, self._told, over)

    _say = Absent._say
    __hash__ = None  # type: ignore[assignment]
    __instancecheck__ = __subclasscheck__ = __tf_tensor__ = __tf_tracing_type__ = _say
    __mod__ = __rmod__ = __floordiv__ = __rfloordiv__ = __rpow__ = __and__ = __or__ = __abs__ = _say


def stands_beside(package: str) -> bool:
    """Whether a package is for what stands beside the work of a program."""
    return package in _BESIDE or package in _OF_PROGRESS or package in _OF_WINDOWS


def is_framework(value: Any) -> bool:
    """Whether a value is a module of a framework."""
    return isinstance(value, types.ModuleType) and value.__name__.partition(".")[0] in _FRAMEWORKS


def missing_package(error: BaseException, module: str) -> str:
    """The package for want of which an import failed; empty where it failed for another reason.

    Args:
        error: what it raised.
        module: the module that it names.
    """
    name = getattr(error, "name", None) or ""
    if type(error) is not ModuleNotFoundError or not f"{module}.".startswith(f"{name}."):
        return ""
    return name if name in _BESIDE or "." not in name else ""
