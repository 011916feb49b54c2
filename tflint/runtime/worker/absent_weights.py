"""Weights that are not there: a model keeps those that it was made with.

What a model costs, writes and raises hangs on what it is made of, hardly on which numbers it has learnt.
"""

from __future__ import annotations

import functools
import glob
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .flagged_lines import Lines

if TYPE_CHECKING:
    from .experiment import Experiment

_SUFFIXES = (".h5", ".hdf5", ".keras")
_MODELS = ("keras.src.models.model", "tf_keras.src.engine.training")
_DOWNLOADS = ("keras.src.utils.file_utils", "tf_keras.src.utils.data_utils")


def install(x: Experiment, provide: Callable[[str], None]) -> None:
    """Have models do without weights that are in no file here, and say so.

    Args:
        x: the experiment.
        provide: copies a file of the program's to where it is looked for.
    """
    for name in _MODELS:
        cls = getattr(sys.modules.get(name), "Model", None)
        if cls is not None:
            cls.load_weights = _forgiving(x, cls.load_weights, provide)
    for name in _DOWNLOADS:
        module = sys.modules.get(name)
        if module is not None:
            vars(module)["get_file"] = _naming(vars(module)["get_file"])


def _forgiving(x: Experiment, load: Callable[..., Any], provide: Callable[[str], None]) -> Any:
    lines = Lines(x)

    @functools.wraps(load)
    def load_weights(model: Any, filepath: Any, *args: Any, **kwargs: Any) -> Any:
        path = os.fspath(filepath)
        provide(path)
        # Of a checkpoint there are several files, with longer names.
        if glob.glob(glob.escape(path) + "*") or lines.from_line():
            return load(model, filepath, *args, **kwargs)
        name = os.path.basename(path)
        if name not in x.result.made_up:
            x.result.made_up.append(name)
        return None

    return load_weights


def _naming(get_file: Callable[..., Any]) -> Any:
    """``get_file`` that, where nothing can be downloaded, says where the weights would be."""

    @functools.wraps(get_file)
    def named(fname: Any = None, *args: Any, **kwargs: Any) -> Any:
        try:
            return get_file(fname, *args, **kwargs)
        except Exception:
            if not str(fname).endswith(_SUFFIXES):
                raise
            return os.path.join(os.getcwd(), str(fname))

    return named
