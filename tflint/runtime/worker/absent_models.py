"""Models and weights that are in no file here: a stand-in, or the weights that a model was made with.

What a model costs, writes and raises hangs on what it is made of, hardly on which numbers it has learnt.
"""

from __future__ import annotations

import contextlib
import functools
import glob
import os
import re
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .flagged_lines import Lines

if TYPE_CHECKING:
    from .experiment import Experiment

_UNPACKING = ("untar", "extract")
_ARCHIVE = re.compile(r"\.(zip|tgz|tar(\.\w+)?)$")
MODELS = ("keras.src.models.model", "tf_keras.src.engine.training")
"""The modules of the classes ``Model``."""
_DOWNLOADS = ("keras.src.utils.file_utils", "tf_keras.src.utils.data_utils")
_SAVING = ("keras.src.saving.saving_api", "tf_keras.src.saving.saving_api")
_OF_TEXTS = ("keras.src.models.model", "tf_keras.src.saving.legacy.model_config")
"""The modules of ``model_from_json``."""
Load = Callable[..., Any]


def install(x: Experiment, provide: Callable[[str], None]) -> None:
    """Have programs do without what is in no file here, and say so.

    Args:
        x: the experiment.
        provide: copies a file of the program's to where it is looked for.
    """
    absent = _Absent(x, provide)
    for name in MODELS:
        cls = getattr(sys.modules.get(name), "Model", None)
        if cls is not None:
            cls.load_weights = absent.weights(cls.load_weights)
    for name in _DOWNLOADS:
        module = sys.modules.get(name)
        if module is not None:
            get_file = vars(module)["get_file"]
            replace("get_file", get_file, _naming(get_file))
    if x.job.watch.cost:
        for name in _SAVING:
            load = getattr(sys.modules.get(name), "load_model", None)
            if load is not None:
                replace("load_model", load, absent.model(load))
        for name in _OF_TEXTS:
            load = getattr(sys.modules.get(name), "model_from_json", None)
            if load is not None:
                replace("model_from_json", load, absent.model_of_text(load))


def replace(name: str, old: Load, new: Load) -> None:
    """Have a function be another one in each module that has it."""
    for module in list(sys.modules.values()):
        if getattr(module, "__dict__", {}).get(name) is old:
            vars(module)[name] = new


class _Absent:
    """Knows what is there, and tells of what is not."""

    def __init__(self, x: Experiment, provide: Callable[[str], None]) -> None:
        self._x = x
        self._provide = provide
        self._lines = Lines(x)

    def weights(self, load: Load) -> Load:
        """``load_weights`` that leaves a model as it is where the file is not there, or can't be read."""

        @functools.wraps(load)
        def load_weights(model: Any, filepath: Any, *args: Any, **kwargs: Any) -> Any:
            if self._is_there(filepath) or self._lines.from_line():
                try:
                    return load(model, filepath, *args, **kwargs)
                except OSError:
                    if self._lines.from_line():
                        raise  # else it is what a checkout without large files has in its place
            self._x.tell_made_up(_name(filepath))
            return None

        return load_weights

    def model(self, load: Load) -> Load:
        """``load_model`` that gives a made-up model where the file is not there, or can't be read."""

        @functools.wraps(load)
        def load_model(filepath: Any, *args: Any, **kwargs: Any) -> Any:
            if self._is_there(filepath):
                # What another version has written, or a checkout without large files, is no model here.
                with contextlib.suppress(Exception):
                    return load(filepath, *args, **kwargs)
            self._x.tell_made_up(_name(filepath))
            made = self._x.world.model_for_anything()
            if kwargs.get("compile", True):
                made.compile("sgd", "mse")  # as it was kept, mostly
            return made

        return load_model

    def model_of_text(self, load: Load) -> Load:
        """``model_from_json`` that gives a made-up model for what describes none here."""

        @functools.wraps(load)
        def model_from_json(*args: Any, **kwargs: Any) -> Any:
            with contextlib.suppress(Exception):
                return load(*args, **kwargs)
            self._x.tell_made_up("a model's description")
            return self._x.world.model_for_anything()

        return model_from_json

    def _is_there(self, filepath: Any) -> bool:
        path = os.fspath(filepath)
        self._provide(path)
        # Of a checkpoint there are several files, with longer names.
        return bool(glob.glob(glob.escape(path) + "*"))


def _name(filepath: Any) -> str:
    return os.path.basename(str(os.fspath(filepath)))


def _naming(get_file: Load) -> Load:
    """``get_file`` that, where nothing can be downloaded, says where the file would be."""

    @functools.wraps(get_file)
    def named(fname: Any = None, origin: Any = None, *args: Any, **kwargs: Any) -> Any:
        try:
            return get_file(fname, origin, *args, **kwargs)
        except Exception:
            name = os.path.basename(str(fname or origin or ""))
            if not name:
                raise
            unpacked = any(kwargs.get(option) for option in _UNPACKING)
            return os.path.join(os.getcwd(), _ARCHIVE.sub("", name) if unpacked else name)

    return named
