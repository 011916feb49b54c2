"""What can notice a change of the code, asked in the process that has imported tflint with it.

Either a question, whose answer is compared with the one of the unchanged code, or a test. Questions ask
what the snapshots of ``tests/snapshots`` hold, in smaller pieces: of each program by itself.
"""

from __future__ import annotations

import functools
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import pytest

from benchmarks.mutation.mutants import ROOT

TESTS = (
    *("tests/facts", "tests/rules", "tests/cst", "tests/api", "tests/test_bounds.py"),
    *("tests/test_fixes.py", "tests/test_fix_layout.py", "tests/test_possible.py"),
    *("tests/test_meta.py", "tests/test_hostile_programs.py", "tests/test_pins.py"),
)
"""Those that ask rules and facts in their own process, but for what the questions ask."""
OPTIONS = ("-q", "-n", "0", "-p", "no:cacheprovider", "-o", "addopts=")


def questions() -> dict[str, Callable[[], str]]:
    """Imports tflint."""
    sys.path.insert(0, str(ROOT / "tests"))
    import test_snippets  # type: ignore[import-not-found]
    import test_spellings  # type: ignore[import-not-found]
    import test_values  # type: ignore[import-not-found]
    from programs import Program, all_programs  # type: ignore[import-not-found]
    from words import snapshot, subjects  # type: ignore[import-not-found]

    def said(program: Program) -> str:
        alone = sorted(program.places(program.found_alone))
        tested = subjects([program]) if program.code else ""
        return f"{snapshot([program])}{tested}{alone}"

    return {
        "values": test_values.values,
        **{
            f"program {program.path.relative_to(ROOT / 'fixtures')}": functools.partial(
                said, program
            )
            for program in all_programs()
        },
        **{
            f"spellings {title}": functools.partial(test_spellings.said, *program)
            for title, program in test_spellings.programs().items()
        },
        **{
            f"snippet {number}, {title}": functools.partial(test_snippets.said_of, program)
            for number, (title, program) in enumerate(test_snippets.programs())
        },
    }


def forget() -> None:
    """Empty all caches of functions: what is asked next works everything out by itself."""
    for module in list(sys.modules.values()):
        if (getattr(module, "__file__", None) or "").startswith(f"{ROOT}{os.sep}"):
            for value in list(vars(module).values()):
                if isinstance(value, functools._lru_cache_wrapper):
                    value.cache_clear()


def run_tests(plugin: Tests, *options: str) -> int:
    """Exit code of the tests for which a plugin says so."""
    names = sorted({name.partition("::")[0] for name in plugin.seconds}) or TESTS
    return int(pytest.main([*OPTIONS, *options, *names], plugins=[plugin]))


@dataclass(eq=False)  # pytest wants plugins with a hash
class Tests:
    """Runs some tests, each in bounded time.

    Attributes:
        seconds: what each is to take, in the order in which they run; all of ``TESTS`` if empty.
        before: called with the name of each before it runs.
        passed: those that did, with what they took.
    """

    seconds: Mapping[str, float] = field(default_factory=dict)
    before: Callable[[str], None] = lambda name: None
    passed: dict[str, float] = field(default_factory=dict)
    __test__ = False

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self.seconds:
            order = {name: number for number, name in enumerate(self.seconds)}
            chosen = [item for item in items if item.nodeid in self.seconds]
            items[:] = sorted(chosen, key=lambda item: order[item.nodeid])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.before(item.nodeid)
        if item.nodeid in self.seconds:
            bound(self.seconds[item.nodeid])
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            self.passed[report.nodeid] = report.duration


def bound(seconds: float) -> None:
    """End this process if what takes so long by itself takes ten times as long, and five seconds more."""
    signal.setitimer(signal.ITIMER_PROF, 5 + 10 * seconds)


def timed(question: Callable[[], str]) -> tuple[str, float]:
    """An answer, with the seconds it took."""
    start = time.perf_counter()
    answer = question()
    return answer, time.perf_counter() - start
