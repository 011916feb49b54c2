"""Which lines each question and each test runs, how long it takes, and what is answered without a change.

A recording lies in a folder: ``lines`` is a database of coverage.py with a context for each question
and test, ``noticing.json`` the rest. It is made again when the code or the tests have changed.
"""

from __future__ import annotations

import collections
import hashlib
import itertools
import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path

import pytest
from coverage import Coverage, CoverageData

from benchmarks.mutation.mutants import ROOT, Mutant
from benchmarks.mutation.noticing import Tests, forget, questions, run_tests, timed

READ = ("tflint", "tests", "fixtures", "benchmarks/injection")
"""Folders whose files a recording depends on."""


@dataclass
class Recording:
    """What notices changes.

    Attributes:
        state: digest of the files that were there.
        answers: of each question, without a change.
        questions: seconds that each takes.
        tests: seconds that each takes.
    """

    state: str
    answers: dict[str, str] = field(default_factory=dict)
    questions: dict[str, float] = field(default_factory=dict)
    tests: dict[str, float] = field(default_factory=dict)

    def write(self, folder: Path) -> None:
        (folder / "noticing.json").write_text(json.dumps(asdict(self)), encoding="utf-8")


def read(folder: Path) -> Recording | None:
    """The recording of a folder, if it is one of the files as they are now."""
    path = folder / "noticing.json"
    found = Recording(**json.loads(path.read_text(encoding="utf-8"))) if path.exists() else None
    return found if found is not None and found.state == state() else None


def state() -> str:
    """Digest of all files that count."""
    digest = hashlib.sha256()
    for folder in READ:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                digest.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


def record(folder: Path) -> None:
    """Ask all questions and run all tests, noting lines; what passes counts. Imports tflint."""
    os.environ.setdefault("COVERAGE_CORE", "ctrace")  # the one that keeps contexts apart
    lines = folder / "lines"
    lines.unlink(missing_ok=True)
    sources = [str(ROOT / "tflint" / name / "*") for name in ("rules", "facts")]
    coverage = Coverage(data_file=str(lines), include=sources, config_file=False)
    coverage.start()
    found = Recording(state())
    for name, question in questions().items():
        forget()
        coverage.switch_context(name)
        found.answers[name], found.questions[name] = timed(question)

    def before(name: str) -> None:
        forget()
        coverage.switch_context(name)

    tests = Tests(before=before)
    code = run_tests(tests)
    assert code in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED), code
    coverage.stop()
    coverage.save()
    found.tests = tests.passed
    found.write(folder)


def repeat(folder: Path) -> None:
    """Do all of that once more, as for a mutant: what says the same counts. Imports tflint."""
    found = read(folder)
    assert found is not None
    asked = {name: timed(question) for name, question in questions().items()}
    found.questions = {
        name: took for name, (said, took) in asked.items() if said == found.answers[name]
    }
    tests = Tests(found.tests)
    run_tests(tests)
    found.tests = tests.passed
    found.write(folder)


@dataclass(frozen=True)
class Noticing:
    """What may notice one mutant, the likely first."""

    questions: list[str]
    tests: list[str]


class Lines:
    """Who runs which lines."""

    def __init__(self, folder: Path, recording: Recording) -> None:
        self._data = CoverageData(str(folder / "lines"))
        self._data.read()
        self._recording = recording

    def noticing(self, mutant: Mutant, limit: float) -> Noticing:
        """What runs a mutant; everything where it is run at import, first what runs its file.

        First comes what runs many lines of the file in little time; what comes when ``limit`` seconds
        are over, of questions or of tests, is left out.
        """
        by_line = self._data.contexts_by_lineno(str(ROOT / mutant.path))
        weights = collections.Counter(name for names in by_line.values() for name in names)
        del weights[""]  # what imports it
        lines = mutant.lines
        running = None if lines is None else {n for at in lines for n in by_line.get(at, ())}

        def chosen(seconds: dict[str, float]) -> list[str]:
            found = [name for name in seconds if running is None or name in running]
            found.sort(key=lambda name: seconds[name] / max(weights[name], 1))
            ends = itertools.accumulate(seconds[name] for name in found)
            return [name for name, end in zip(found, ends, strict=True) if end <= limit]

        return Noticing(chosen(self._recording.questions), chosen(self._recording.tests))
