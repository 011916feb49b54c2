"""Fixtures and options for the whole suite."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import environments
import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

from tflint.experiment import settling

# Some thousand processes import tflint: where Python may keep no bytecode, each would compile all of it.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# As linting does: what it makes is let go without circles. Looking for them takes a tenth of the suite.
gc.set_threshold(200_000, 50, 50)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--slow", action="store_true", help="run all: what is slow or starts a framework, too"
    )
    parser.addoption("--renew", action="store_true", help="write the snapshots anew")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """A process for each processor where the suite is asked for as it is; none beside this one otherwise.

    Starting more takes longer than a few files do.
    """
    as_it_is = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    if not as_it_is or config.getoption("-k"):
        return 0
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return count if count and count > 1 else 0


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadFileScheduling | None:
    """With what is slow, a file at a time: its tests share the frameworks that it has started."""
    return LoadFileScheduling(config, log) if config.getoption("--slow") else None


FRAMEWORKS = frozenset({"tensorflow_python", "mxnet_python"})
"""Fixtures that name an interpreter to start a framework in."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what starts a framework; leave it out with what is slow, unless asked for it."""
    for item in items:
        if isinstance(item, pytest.Function) and FRAMEWORKS.intersection(item.fixturenames):
            item.add_marker("framework")
    if config.getoption("--slow") or config.getoption("-m"):
        return
    left_out = [
        item for item in items if {"framework", "slow"} & {m.name for m in item.iter_markers()}
    ]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.fixture(scope="session", autouse=True)
def no_fault_of_ours() -> Iterator[None]:
    """An error of the settling's own fails the test; users get it as the reason of a verdict."""

    def fail(error: Exception) -> NoReturn:
        raise error

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settling, "our_fault", fail)
        yield


@pytest.fixture(scope="session")
def mxnet_python() -> str:
    """Path of an interpreter with MXNet 1.9.1, made when it is first needed."""
    return available(environments.mxnet_python)


@pytest.fixture(scope="session")
def tensorflow_python() -> str:
    """Path of an interpreter with TensorFlow."""
    return available(environments.tensorflow_python)


@pytest.fixture(scope="session")
def keras_2_python(tensorflow_python: str) -> str:
    """Path of an interpreter with TensorFlow and Keras 2, made when it is first needed."""
    return available(environments.keras_2_python)


@pytest.fixture(scope="session")
def fixit_python() -> str:
    """Path of an interpreter with Fixit, made when it is first needed."""
    return available(environments.fixit_python)


@pytest.fixture(scope="session")
def jupyter_python() -> str:
    """Path of an interpreter with jupyter-lsp, made when it is first needed."""
    return available(environments.jupyter_python)


@pytest.fixture(scope="session")
def other_linters_python() -> str:
    """Path of an interpreter with flake8, Pylint and TorchFix, made when it is first needed."""
    return available(environments.other_linters_python)


@pytest.fixture(scope="session")
def bubblewrap() -> str:
    """Path of bubblewrap, installed when it is first needed in CI."""
    return available(lambda: environments.program("bubblewrap", "bwrap"))


def available(find: Callable[[], str]) -> str:
    """What ``find`` finds; a machine that can't have it skips the test, except in CI."""
    try:
        return find()
    except environments.UnavailableError as reason:
        if os.environ.get("CI", "").lower() in ("1", "true"):
            pytest.fail(str(reason))
        pytest.skip(str(reason))


@pytest.fixture
def tmp_path(tmp_path: Path) -> Path:
    """A folder so far from those of other tests that no project without a marker holds them all."""
    folder = tmp_path / "of" / "its_own"
    folder.mkdir(parents=True)
    return folder
