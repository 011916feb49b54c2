"""Change the code in small ways, one at a time, and count how many changes a test notices.

    python -m benchmarks.mutation [--sample 100] [--seed 1] [--seconds 30] [--folder FOLDER]
        [--only TEXT] [PART ...]

PART is a folder of Python code under ``tflint/`` (the default: rules, facts). The first run records
which lines each fixture, spelling, snippet and test of rules and facts runs (``recording.py``). Then
each mutant of the sample gets a process that imports tflint with that one change, and asks those that
run the changed line, the likely ones first, until one notices: says something else, fails, raises, or
takes ten times as long. A mutant in a line that nothing runs survives, and one that nobody notices
of those asked in SECONDS: the score is at least what is printed.

Prints each mutant that nothing noticed, and the score. Results are written to FOLDER (``build/mutation``)
as they come, and a run begins where the last one ended: what was noticed stays so while its file is the
same, what was not is asked again when tests or code have changed. A larger sample of the same seed
holds the smaller one. ``--only`` takes all mutants whose description has a text in it, to look at one
again.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import functools
import hashlib
import importlib
import importlib.abc
import importlib.machinery
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import ModuleType

from benchmarks.mutation.mutants import ROOT, Mutant, mutants, mutated
from benchmarks.mutation.noticing import Tests, bound, questions, run_tests
from benchmarks.mutation.recording import Lines, Noticing, Recording, read, record, repeat, state

KILLED, SURVIVED, TIMEOUT = "killed", "survived", "timeout"
BESIDE = ("click", "hypothesis", "jinja2", "libcst", "nbformat", "rich")
"""What tflint and its tests import, imported once for all mutants."""
LONGEST = 1800
"""Seconds for one mutant, if it waits and takes no time of the processor."""
MEMORY = 8 << 30


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives one module its changed code."""

    def __init__(self, mutant: Mutant) -> None:
        parts = Path(mutant.path).with_suffix("").parts
        self.name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        self.path = ROOT / mutant.path
        self.tree = mutated(self.path.read_text(encoding="utf-8"), mutant)

    def find_spec(
        self, fullname: str, path: object, target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.name:
            return None
        package = self.path.name == "__init__.py"
        spec = importlib.machinery.ModuleSpec(
            fullname, self, origin=str(self.path), is_package=package
        )
        if package:
            spec.submodule_search_locations = [str(self.path.parent)]
        spec.has_location = True
        return spec

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.tree, str(self.path), "exec"), module.__dict__)


def noticed(mutant: Mutant, who: Noticing, recording: Recording) -> str:
    """Who notices a change; empty if nobody does. Imports tflint."""
    assert not any(name.partition(".")[0] == "tflint" for name in sys.modules)
    finder = _Finder(mutant)
    sys.meta_path.insert(0, finder)
    bound(10)
    try:
        importlib.import_module(finder.name)  # before pytest, which imports its plugins itself
        ask = questions()
    except Exception as error:
        return f"import: {error!r}"
    for name in who.questions:
        bound(recording.questions[name])
        try:
            if ask[name]() != recording.answers[name]:
                return name
        except Exception as error:
            return f"{name}: {error!r}"
    if who.tests:
        tests = Tests({name: recording.tests[name] for name in who.tests})
        if run_tests(tests, "-x"):
            missed = [name for name in who.tests if name not in tests.passed]
            return f"{missed[0] if missed else 'pytest'}"
    return ""


def in_a_process(work: Callable[[], str | None], longest: int = 0) -> tuple[str, str]:
    """What became of a mutant, and what noticed it, by what ``work`` says.

    Ended after ``longest`` seconds, if it is given.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.alarm(longest)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        os.chdir(ROOT)
        try:
            said = work() or ""
        except BaseException as error:
            said = f"crash: {error!r}"
        os.write(writing, said.encode()[:2000])
        os._exit(0)
    os.close(writing)
    _, status = os.waitpid(child, 0)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # what it started, which may still write
    with os.fdopen(reading, "rb") as answer:
        said = answer.read().decode(errors="replace")
    if os.WIFSIGNALED(status):
        late = os.WTERMSIG(status) in (signal.SIGPROF, signal.SIGALRM)
        return (TIMEOUT, "") if late else (KILLED, "crash of the interpreter")
    return (KILLED if said else SURVIVED), said


def recorded(folder: Path) -> Recording:
    """The recording of a folder, made if need be."""
    folder.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    if read(folder) is None:
        print("recording what runs which lines", flush=True)
        for step in (record, repeat):
            outcome, failed = in_a_process(functools.partial(step, folder))
            assert outcome == SURVIVED, failed or outcome
    found = read(folder)
    assert found is not None, "the code has changed"
    took = time.monotonic() - start
    print(f"{len(found.questions)} questions, {len(found.tests)} tests, {took:.0f} s")
    return found


def drawn(everything: Iterable[Mutant], size: int, seed: int) -> list[Mutant]:
    """A sample; in another state of the code, the same mutants of what is still there."""
    seen = collections.Counter[str]()

    def place(mutant: Mutant) -> str:
        name = f"{seed} {mutant.path} {mutant.kind} {mutant.text}"
        seen[name] += 1
        return hashlib.sha256(f"{name} {seen[name]}".encode()).hexdigest()

    return sorted(everything, key=place)[:size]


class Results:
    """What became of mutants, in a file that grows."""

    def __init__(self, path: Path) -> None:
        self.path, self.state = path, state()
        self._known: dict[tuple[str, str], tuple[str, str]] = {}
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            said = json.loads(line)
            if said["outcome"] != SURVIVED or said["state"] == self.state:
                key = (said["mutant"], said["file"])
                self._known[key] = (said["outcome"], said["by"])

    def of(self, mutant: Mutant, ask: Callable[[], tuple[str, str]]) -> tuple[str, str]:
        """The outcome of a mutant, asked for if it is not known."""
        text = (ROOT / mutant.path).read_bytes()
        key = (f"{mutant} ({mutant.number})", hashlib.sha256(text).hexdigest())
        if key not in self._known:
            start = time.monotonic()
            outcome, by = self._known[key] = ask()
            took = f"{time.monotonic() - start:.1f} s"
            said = {"mutant": key[0], "outcome": outcome, "by": by, "file": key[1]}
            said |= {"state": self.state, "took": took}
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(said) + "\n")
        return self._known[key]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("parts", nargs="*", default=["rules", "facts"])
    parser.add_argument("--sample", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "mutation")
    parser.add_argument("--only", default="")
    given = parser.parse_args(arguments)
    for module in BESIDE:
        importlib.import_module(module)
    recording = recorded(given.folder)
    lines = Lines(given.folder, recording)
    results = Results(given.folder / f"seed-{given.seed}.jsonl")
    files = sorted(path for part in given.parts for path in (ROOT / "tflint" / part).rglob("*.py"))
    everything = [mutant for path in files for mutant in mutants(path) if given.only in str(mutant)]
    size = len(everything) if given.only else given.sample
    chosen = drawn(everything, size, given.seed)
    print(f"{len(everything)} mutants of {len(files)} files; {len(chosen)} of seed {given.seed}")
    counts, start = collections.Counter[str](), time.monotonic()
    for mutant in chosen:

        def ask(mutant: Mutant = mutant) -> tuple[str, str]:
            who = lines.noticing(mutant, given.seconds)
            if not who.questions and not who.tests:
                return SURVIVED, ""
            return in_a_process(lambda: noticed(mutant, who, recording), LONGEST)

        outcome, by = results.of(mutant, ask)
        counts[outcome] += 1
        if outcome != KILLED or given.only:
            print(f"{counts.total()}. {outcome}{' by ' * bool(by)}{by}: {mutant}", flush=True)
    share = 100 * (counts.total() - counts[SURVIVED]) / max(counts.total(), 1)
    print(
        f"{counts[KILLED]} killed, {counts[TIMEOUT]} timeouts, {counts[SURVIVED]} survived: "
        f"{share:.1f} in 100 noticed, in {time.monotonic() - start:.0f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
