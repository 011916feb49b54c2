"""What stands for data sets that are downloaded: made-up values in the documented shapes.

An experiment waits for no download. What lies in the user's cache already is taken as it is.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import glob
import importlib
import os
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from . import after_import

if TYPE_CHECKING:
    from .experiment import Experiment

_CACHED = {
    "mnist": "mnist.npz",
    "fashion_mnist": "fashion-mnist",
    "cifar10": "cifar-10-batches-py",
    "cifar100": "cifar-100-python",
    "imdb": "imdb.npz",
    "reuters": "reuters.npz",
    "boston_housing": "boston_housing.npz",
}
"""Data sets, and how their files begin where they were downloaded."""
_PICTURES: dict[str, tuple[tuple[int, ...], int, int]] = {
    "mnist": ((28, 28), 60_000, 10),
    "fashion_mnist": ((28, 28), 60_000, 10),
    "cifar10": ((32, 32, 3), 50_000, 10),
    "cifar100": ((32, 32, 3), 50_000, 100),
}
"""The shape of one, how many are for training, and how many classes there are."""
_FOR_TESTS = 10_000
_TEXTS = {"imdb": (25_000, 25_000, 2), "reuters": (8_982, 2_246, 46)}
_WORDS = 1_000
"""Numbers of words, as far as they go."""
_DRAWN = 256
"""Pictures that are not black: memory that is never written to costs nothing."""


_USUAL_BATCHES = 6_400
"""What whole batches of the usual sizes (100, 128, 256) make up: as much less leaves the same last one."""
_NAMED = 2_000
"""A program that names a number above it may mean so many pictures; any other makes do with few."""


def install(x: Experiment) -> None:
    """Have the functions that load data sets give made-up ones, and say so."""
    after_import.change({"tensorflow_datasets": functools.partial(_make_up, x)})
    for name, module in list(sys.modules.items()):
        parts = name.split(".")
        if parts[-1] not in _CACHED or parts[-2:-1] != ["datasets"]:
            continue
        load = getattr(module, "load_data", None)
        if callable(load) and parts[0] in ("keras", "tf_keras", "tensorflow"):
            vars(module)["load_data"] = _standing_in(x, parts[-1], load)


_EXAMPLES = 256
_SPLITS = ("train", "test", "validation")
"""Of a data set whose files are not here nobody knows the splits."""


def _make_up(x: Experiment, tfds: Any) -> None:
    """Have TensorFlow Datasets make up the data sets that are not here, as it does for tests."""
    load, build = tfds.load, tfds.builder
    opened: list[Any] = []

    def pretend(name: Any) -> bool:
        """Whether a data set is made up."""
        plain = str(name).partition(":")[0].partition("/")[0]
        folder = os.path.join(os.path.expanduser("~"), "tensorflow_datasets", plain)
        # A download that failed leaves its folder behind.
        if glob.glob(os.path.join(glob.escape(folder), "**", "dataset_info.json"), recursive=True):
            return False
        x.tell_made_up(plain)
        if not opened:
            # It would ask the network which data sets there are.
            with contextlib.suppress(Exception):
                cloud = importlib.import_module("tensorflow_datasets.core.utils.gcs_utils")
                vars(cloud)["_is_gcs_disabled"] = True
            opened.append(tfds.testing.mock_data(num_examples=_EXAMPLES))
            opened[0].__enter__()
        return True

    @functools.wraps(load)
    def loaded(name: Any, *args: Any, **kwargs: Any) -> Any:
        if not pretend(name) or args or kwargs.get("split") is not None:
            return load(name, *args, **kwargs)
        kwargs.pop("split", None)
        with_info = kwargs.pop("with_info", False)
        parts = load(name, split=list(_SPLITS), with_info=with_info, **kwargs)
        parts, *info = parts if with_info else (parts,)
        held = dict(zip(_SPLITS, parts))  # noqa: B905 - Python 3.8 has no strict zip
        return (held, *info) if info else held

    @functools.wraps(build)
    def built(name: Any, *args: Any, **kwargs: Any) -> Any:
        pretend(name)
        return build(name, *args, **kwargs)

    tfds.load, tfds.builder = loaded, built


def _standing_in(x: Experiment, name: str, load: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(load)
    def load_data(*args: Any, **kwargs: Any) -> Any:
        if _is_cached(name):
            return load(*args, **kwargs)
        x.tell_made_up(name)
        if name in _PICTURES:
            shape, count, classes = _PICTURES[name]
            few = not _names_large_numbers(x.job.sources.values())
            sizes = [few_of(size) if few else size for size in (count, _FOR_TESTS)]
            return _pictures(shape, sizes, classes, column=name.startswith("cifar"))
        if name in _TEXTS:
            return _texts(*_TEXTS[name], kwargs.get("num_words") or _WORDS)
        return _houses()

    return load_data


def _is_cached(name: str) -> bool:
    home = os.environ.get("KERAS_HOME") or os.path.join(os.path.expanduser("~"), ".keras")
    folder = os.path.join(home, "datasets")
    # A download that failed leaves its folder behind.
    found = glob.glob(os.path.join(glob.escape(folder), _CACHED[name] + "*", "**"), recursive=True)
    found += glob.glob(os.path.join(glob.escape(folder), _CACHED[name]))
    return any(map(os.path.isfile, found))


def few_of(size: int) -> int:
    """Fewer examples than a data set has, with which batches come out the same."""
    return size - (size - _NAMED) // _USUAL_BATCHES * _USUAL_BATCHES


def _names_large_numbers(texts: Iterable[str]) -> bool:
    """Whether programs may count examples, as ``x.reshape(60000, 784)`` and ``x[:50000]`` do."""
    return any(
        isinstance(node, ast.Constant) and type(node.value) is int and node.value > _NAMED
        for text in texts
        for node in ast.walk(ast.parse(text))
    )


def _pictures(shape: tuple[int, ...], sizes: list[int], classes: int, column: bool) -> Any:
    import numpy

    def part(size: int) -> Any:
        pictures = numpy.zeros((size, *shape), "uint8")
        drawn = pictures[:_DRAWN]
        drawn[...] = (numpy.arange(drawn.size) % 251).reshape(drawn.shape)
        labels = (numpy.arange(size) % classes).astype("uint8")
        return pictures, labels[:, None] if column else labels

    return part(sizes[0]), part(sizes[1])


def _texts(training: int, tests: int, classes: int, words: int) -> Any:
    import numpy

    def part(size: int) -> Any:
        texts = numpy.empty(size, object)
        for number in range(size):
            texts[number] = [1, *((number + at) % (words - 3) + 3 for at in range(4 + number % 5))]
        return texts, (numpy.arange(size) % classes).astype("int64")

    return part(training), part(tests)


def _houses() -> Any:
    import numpy

    def part(size: int) -> Any:
        values = numpy.arange(size * 13, dtype="float64").reshape(size, 13) % 17
        return values, numpy.arange(size, dtype="float64") % 50

    return part(404), part(102)
