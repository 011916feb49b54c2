"""The project's own tests as the program: those that were chosen, until one made the call we want."""

from __future__ import annotations

import contextlib
import unittest
from collections.abc import Callable, Iterator
from typing import Any

from . import command_lines

_MOST = 24
"""Tests that run at most: one that is parameterised counts as many."""

_USAGE = 4


def run(path: str, module: Any, names: list[str], over: Callable[[], bool]) -> None:
    """Run the tests whose names begin so (``Class::test_x``), however they end.

    With pytest if the interpreter has it, for its fixtures; else what ``unittest`` finds.
    """
    command_lines.parse_flags()
    try:
        import pytest  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        _run_unittest(module, names, over)
        return

    class Loaded(pytest.Module):  # type: ignore[misc, unused-ignore]
        """The file as it was loaded already, instead of once more by pytest."""

        def _getobj(self) -> Any:
            return module

    chosen = _Chosen(names, over, Loaded)
    options = ["-s", "--assert=plain", "--import-mode=importlib", "--override-ini=addopts="]
    for plugin in ("terminal", "cacheprovider", "xdist", "cov", "randomly", "faulthandler"):
        options += ["-p", "no:" + plugin]
    if pytest.main([*options, path], plugins=[chosen]) == _USAGE:
        # A ``conftest.py`` that does not load.
        pytest.main([*options, "--noconftest", path], plugins=[chosen])


class _Chosen:
    """A pytest plugin: leaves only the chosen tests, and ends the session when there is enough."""

    def __init__(self, names: list[str], over: Callable[[], bool], loaded: Any) -> None:
        self._names = names
        self._loaded = loaded
        self._over = over

    def pytest_pycollect_makemodule(self, parent: Any, module_path: Any) -> Any:
        """The file's collector."""
        return self._loaded.from_parent(parent, path=module_path)

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Leave only the chosen tests, best first."""
        ranks = [_rank(item.nodeid.partition("::")[2], self._names) for item in items]
        pairs = sorted(zip(ranks, range(len(items))))  # noqa: B905 - Python 3.8
        items[:] = [items[number] for rank, number in pairs if rank < len(self._names)][:_MOST]

    def pytest_runtest_makereport(self, item: Any, call: Any) -> None:
        """See whether that was enough."""
        if self._over():
            item.session.shouldstop = "enough"


def _rank(name: str, names: list[str]) -> int:
    # A parameterised test goes by longer names than the one it was written under.
    return next((i for i, wanted in enumerate(names) if name.startswith(wanted)), len(names))


def _run_unittest(module: Any, names: list[str], over: Callable[[], bool]) -> None:
    tests: dict[str, Any] = {}
    for test in _flat(unittest.defaultTestLoader.loadTestsFromModule(module)):
        tests[f"{type(test).__name__}::{test.id().rpartition('.')[2]}"] = test
    chosen = sorted((_rank(name, names), name) for name in tests)
    for rank, name in chosen[:_MOST]:
        if rank == len(names) or over():
            break
        test = tests[name]
        with contextlib.suppress(Exception):
            type(test).setUpClass()
            test.debug()


def _flat(suite: Any) -> Iterator[Any]:
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from _flat(test)
        else:
            yield test
