"""How many files of a package an edit of one of them bears on, at the least: docs/performance.md.

    python benchmarks/dependence.py PACKAGE…

lints the largest group of files of each unpacked package, once, and notes which files' code each question
about values was answered by, directly and through other questions. A file's findings depend on the files
that answered for it, and on those its chains of reasons lead through. What names alone tell, and what rules
look up without a question, comes on top.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tflint.facts import Project
from tflint.facts.expressions.fixpoint import Fixpoint
from tflint.facts.graphs.reach import in_reach
from tflint.linting.codes import catalogue
from tflint.linting.flagging import flag_file
from tflint.linting.gathering import gather
from tflint.linting.grouping import project_of
from tflint.linting.settings import Settings
from tflint.rules import MODULES, WANTED, load
from tflint.rules.base import Rule
from tflint.syntax.model import Binding, Class, Module
from tflint.syntax.stack import on_deep_stack


class Witness:
    """Notes for each question the files, as bits of a number, whose code answers it."""

    def __init__(self, paths: list[str]) -> None:
        self._bit = {path: 1 << number for number, path in enumerate(paths)}
        self._files: dict[Hashable, int] = {}
        self._inside: list[int] = []

    def of(self, path: str) -> int:
        """The bit of a file."""
        return self._bit[path]

    def during(self, work: Callable[[], Any]) -> int:
        """The files that answer while something is done."""
        self._inside.append(0)
        work()
        return self._inside.pop()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Follow all questions."""
        followed = ("ask", "_answered", "_again", "_keep_circle")
        ask, answered, again, keep = methods = [vars(Fixpoint)[name] for name in followed]

        def asked(fixpoint: Any, key: Hashable, *rest: Any, **options: Any) -> Any:
            answer = ask(fixpoint, key, *rest, **options)
            if self._inside:
                self._inside[-1] |= self._files.get(key, 0)
            return answer

        def worked_out(fixpoint: Any, question: Any) -> Any:
            self._inside.append(self._homes(question.asking))
            self._files[question.key] = self._inside[-1]
            try:
                return answered(fixpoint, question)
            finally:
                self._files[question.key] |= self._inside.pop()

        def repeated(fixpoint: Any, question: Any) -> None:
            self._files[question.key] |= self.during(lambda: again(fixpoint, question))

        def kept(fixpoint: Any, start: int) -> None:
            circle = [question.key for question in fixpoint._finished[start:]]
            together = 0
            for key in circle:
                together |= self._files.get(key, 0)
            self._files.update(dict.fromkeys(circle, together))
            keep(fixpoint, start)

        for name, method in zip(followed, (asked, worked_out, repeated, kept), strict=True):
            setattr(Fixpoint, name, method)
        try:
            yield
        finally:
            for name, method in zip(followed, methods, strict=True):
                setattr(Fixpoint, name, method)

    def _homes(self, asking: tuple[Any, ...]) -> int:
        """The files of what a question is about."""
        found = 0
        for part in asking:
            if isinstance(part, Binding):
                continue  # which comes with its scope
            module = part if isinstance(part, Module) else getattr(part, "module", None)
            if isinstance(part, Class):
                module = part.module
            if isinstance(module, Module):
                found |= self._bit.get(module.path, 0)
        return found


def measure(package: Path) -> str:
    """A row of the table."""
    settings = Settings(cache_dir=None)
    read = gather([str(package)], settings)
    files = max(read.projects, key=lambda files: len(files.reported))
    lines = {source.path: source.text.count("\n") for source in files.sources}
    whole = project_of(files)
    group = max(whole.groups, key=lambda paths: sum(lines[path] for path in paths))
    enabled = settings.enabled(catalogue())
    rules = load([code for code in MODULES if code in enabled])
    before, all_of_it = _seconds(whole.part(group), rules)
    depends = _dependence(whole.part(group), Witness(group), rules)
    affected = [
        100 * sum(1 for files in depends.values() if files & depends_on) / len(depends)
        for depends_on in (1 << group.index(path) for path in depends)
    ]
    tenth = statistics.quantiles(affected, n=10)[-1]
    return (
        f"| {package.name} | {len(depends):,} | {statistics.median(affected):.0f} | {tenth:.0f} "
        f"| {max(affected):.0f} | {100 * before / all_of_it:.0f} |"
    )


def _seconds(project: Project, rules: Sequence[type[Rule]]) -> tuple[float, float]:
    """How long it takes to know what is traced, and with what the rules say."""
    start = time.process_time()
    project.narrow(in_reach(project, WANTED))
    paths = sorted(project.relevant)
    _ = (project.relevant_modules, project.tracing)
    before = time.process_time() - start
    on_deep_stack(lambda: [list(flag_file(project, path, rules)) for path in paths])
    return before, time.process_time() - start


def _dependence(project: Project, witness: Witness, rules: Sequence[type[Rule]]) -> dict[str, int]:
    """The files that the findings of each file depend on."""
    depends: dict[str, int] = {}
    project.narrow(in_reach(project, WANTED))

    def check() -> None:
        for path in sorted(project.relevant):
            files = witness.during(lambda: list(flag_file(project, path, rules)))  # noqa: B023
            module = project.module(path)
            for function in module.functions if module is not None else ():
                for traced in project.tracing.traced(function):
                    for reason in traced.chain:
                        files |= witness.of(reason.path)
            depends[path] = files | witness.of(path)

    with witness.watching():
        on_deep_stack(check)
    return depends


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("packages", nargs="+", type=Path)
    gc.disable()  # as a run of tflint does
    print("| package | files | median | nine in ten | most | before any rule |")
    print("|---|--:|--:|--:|--:|--:|")
    for package in parser.parse_args().packages:
        print(measure(package), flush=True)


if __name__ == "__main__":
    main()
