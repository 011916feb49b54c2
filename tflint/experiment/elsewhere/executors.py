"""The executor that somebody has chosen: a client of Dask, or what a function of theirs makes."""

from __future__ import annotations

import importlib
import logging
import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

from tflint.linting.settings.model import ExecutorChoice
from tflint.refusal import RefusedError

_DASK = "dask://"
_SECONDS_TO_CONNECT = 10


class ExecutorError(RefusedError):
    """There is no such executor, or it does not run what it is given: why, in one line."""


@contextmanager
def executor_for(choice: ExecutorChoice) -> Iterator[Executor]:
    """The executor; what we have opened for it is closed in the end.

    Raises:
        ExecutorError: it can't be reached or made.
    """
    if choice.name.startswith(_DASK):
        with _dask(choice.name) as executor:
            yield executor
    else:
        yield _made(choice)


@contextmanager
def _dask(name: str) -> Iterator[Executor]:
    try:
        from distributed import Client
    except ImportError:
        raise ExecutorError(f"{name}: needs Dask: `pip install 'tflint[dask]'`") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what fails is told once, by us
    address = f"tcp://{name.removeprefix(_DASK)}"
    try:
        client: Any = Client(address, timeout=_SECONDS_TO_CONNECT, set_as_default=False)  # type: ignore[no-untyped-call]
    except Exception as error:  # of the network, of names, of other versions of Dask
        raise ExecutorError(f"{name}: cannot be reached: {_line(error)}") from None
    try:
        yield client.get_executor(pure=False)  # the same code may be other code an hour later
    finally:
        client.close(timeout=_SECONDS_TO_CONNECT)


def _made(choice: ExecutorChoice) -> Executor:
    module, _, function = choice.name.partition(":")
    sys.path += [folder for folder in choice.folders if folder not in sys.path]
    try:
        found = getattr(importlib.import_module(module), function)()
    except (Exception, SystemExit) as error:
        raise ExecutorError(f"{choice.name}: {_line(error)}") from error
    if not isinstance(found, Executor):
        kind = type(found).__name__
        raise ExecutorError(f"{choice.name}: gives no concurrent.futures.Executor, but a {kind}")
    return found


def _line(error: BaseException) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
