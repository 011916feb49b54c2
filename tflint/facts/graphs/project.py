"""The project: every file that can matter, parsed when asked for."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from tflint.facts.expressions.program import SourceLike
from tflint.facts.expressions.versions import Versions
from tflint.facts.programs.idle_files import programs_in
from tflint.facts.programs.keras_versions import uses_keras_2, uses_keras_3
from tflint.files.called_packages import CalledPackages, called_packages
from tflint.files.imports import ImportGraph, ImportTexts, mentions_framework
from tflint.files.layout import Layout
from tflint.files.led_imports import led_imports
from tflint.files.lone_modules import lone_modules
from tflint.files.pins import Pin
from tflint.files.test_files import is_of_tests
from tflint.syntax.compact import compact
from tflint.syntax.indexing import index_module
from tflint.syntax.kept_modules import KeptModules
from tflint.syntax.model import Module
from tflint.syntax.parsing import BrokenFile, deep_recursion, find_fault, parse
from tflint.syntax.path_folders import folders_on_path
from tflint.syntax.stack import on_deep_stack

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inference
    from tflint.facts.graphs.repetition import Repetition
    from tflint.facts.graphs.symbols import Symbols
    from tflint.facts.graphs.tracing import Tracing
    from tflint.syntax.names import Names

_WORTH_COLLECTING = 100
"""Files after which memory is given back to the system: a few milliseconds, whatever their number."""
_WORTH_COMPACTING = 4_000_000
"""Characters of code, some 100,000 lines, from which less memory is worth a copy of each tree."""
_MORE_IN_HASTE = 4
"""By how much, where time counts more than memory."""
T = TypeVar("T")


def _go_on() -> None:
    """Nothing ends the work before its time."""


class Project:
    """The files given to one run and what is known of them together."""

    def __init__(
        self,
        sources: Iterable[SourceLike],
        roots: Iterable[str] = (),
        base: str = "",
        pins: Iterable[Pin] = (),
        kept: KeptModules | None = None,
        going_on: Callable[[], None] = _go_on,
        *,
        is_library: bool = False,
    ) -> None:
        self.sources = {source.path: source for source in sources}
        self._roots = tuple(roots)
        self._base = base
        self._pins = tuple(pins)
        self._kept = kept
        self.going_on = going_on
        self.versions = Versions(self._pins)
        """Which versions of the frameworks it may run with."""
        self.is_library = is_library
        """Whether it is made to be installed, and used by programs of others."""
        self.is_beside_programs = False
        """Whether it is a part of a project that has programs of several files, which import none of it."""
        self.in_haste = False
        """Whether time counts more than memory, as it does where few of the files are reported on."""
        self.broken: dict[str, BrokenFile] = {}
        self._parsed: set[str] = set()
        self._modules: dict[str, Module | None] = {}
        self._keras_2: dict[str, bool] = {}
        self._remembered: dict[Callable[[Project], Any], Any] = {}

    @classmethod
    def build(
        cls,
        sources: Iterable[SourceLike],
        roots: Iterable[str] = (),
        base: str = "",
        pins: Iterable[Pin] = (),
        kept: KeptModules | None = None,
        going_on: Callable[[], None] = _go_on,
        *,
        is_library: bool = False,
    ) -> Project:
        """Make a project of source files.

        ``roots`` are the folders where imports are looked up, and ``base`` is what relative paths start
        from, the current folder by default. ``pins`` are the versions that the project asks for. ``kept``
        has the indexed files of earlier projects in this process. ``going_on`` is called again and
        again while answers are worked out, and ends that by what it raises. ``is_library`` says that
        it is made to be installed.
        """
        return cls(sources, roots, base, pins, kept, going_on, is_library=is_library)

    @cached_property
    def layout(self) -> Layout:
        """Where the files stand relative to each other."""
        return Layout(self.sources, self._roots, self._base, self.called.folders, self.led)

    @cached_property
    def called(self) -> CalledPackages:
        """How the code of the whole project calls packages whose folders have other names."""
        layout = self._plain_layout.leading(self.led)
        return called_packages(self._texts, self._import_texts, layout)

    @cached_property
    def led(self) -> Mapping[str, Mapping[str, str]]:
        """Where ``sys.path`` leads what files of the whole project import by the first part of a name.

        As it is set in the code; and where it must lead, of what a name means that is found nowhere else.
        """
        texts, imports, layout = self._texts, self._import_texts, self._plain_layout
        led = led_imports(texts, imports, layout, folders_on_path)
        lone = lone_modules(texts, imports, layout.leading(led))
        return {path: lone.get(path, {}) | led.get(path, {}) for path in {**lone, **led}}

    @cached_property
    def _plain_layout(self) -> Layout:
        return Layout(self.sources, self._roots, self._base)

    def part(self, paths: Iterable[str], pins: Iterable[Pin] | None = None) -> Project:
        """A project of some of the files, such as a group; which of them are relevant stays known.

        ``pins`` are the versions that these ask for: those of the whole by default.
        """
        sources = (self.sources[path] for path in paths)
        part = Project(
            sources,
            self._roots,
            self._base,
            self._pins if pins is None else pins,
            self._kept,
            self.going_on,
            is_library=self.is_library,
        )
        part.called = self.called
        part.led = self.led
        part.relevant = frozenset(path for path in part.sources if path in self.relevant)
        part.imports = self.imports.part(part._texts, part.layout)
        beside = self.is_beside_programs or self.has_programs_beside(part.sources)
        part.is_beside_programs = beside
        part.programs = self.programs
        return part

    @property
    def _texts(self) -> dict[str, str]:
        return {path: source.text for path, source in self.sources.items()}

    @cached_property
    def imports(self) -> ImportGraph:
        """Which files import which."""
        return ImportGraph(self._texts, self.layout, imports=self._import_texts)

    @cached_property
    def _import_texts(self) -> ImportTexts:
        return ImportTexts(self._texts)

    @cached_property
    def relevant(self) -> frozenset[str]:
        """Paths of the files of programs that import a framework.

        Such a program is a file that imports a framework, itself or through others, and what else that file
        imports. No other code ever meets a framework: it is in no graph, and is given nothing of one.
        """
        users = [
            path
            for path, text in self._texts.items()
            if mentions_framework(text) and self.imports.of(path).outside
        ]
        return frozenset(self.imports.programs_with(users)) if users else frozenset()

    def narrow(self, paths: frozenset[str]) -> None:
        """Take only these of the relevant files for relevant, and let go of the others."""
        self.relevant = paths
        for path in self._modules.keys() - paths:
            self._forget(path)
        for known in ("relevant_modules", "names"):  # which hold what is forgotten
            self.__dict__.pop(known, None)
        self._remembered.clear()

    @cached_property
    def groups(self) -> list[list[str]]:
        """Relevant files, in groups that no import connects."""
        return self.imports.groups(self.relevant)

    @cached_property
    def programs(self) -> frozenset[str]:
        """The files that say what running them does, in this project and in that which it is a part of."""
        return programs_in(self.sources[path] for path in self.relevant)

    def may_be_imported(self, path: str) -> bool:
        """True for a file that the project may import by a name of which nobody knows what it means."""
        return path in self.called.asked_for

    def has_programs_beside(self, paths: Iterable[str]) -> bool:
        """Whether there are programs of several files of which none is in a group."""
        here = frozenset(paths)
        return any(here.isdisjoint(program) for program in self._programs)

    @cached_property
    def _programs(self) -> list[set[str]]:
        """The groups of several files; tests and what they test are no program."""
        groups = [{path for path in group if not self.is_of_tests(path)} for group in self.groups]
        return [group for group in groups if len(group) > 1]

    def is_of_tests(self, path: str) -> bool:
        """True for a file that holds tests, or stands among them; a chain may start in no file of code."""
        source = self.sources.get(path)
        return is_of_tests(path, source.text if source is not None else "")

    def surroundings(self, path: str) -> tuple[str, ...]:
        """What a file sees of the files around it, read or not: its module's name, and its imports.

        And whether they may see it.
        """
        seen = str(self.may_be_imported(path))
        led = (f"{name} {folder}" for name, folder in sorted(self.led.get(path, {}).items()))
        return (self.layout.module_name(path), seen, *led, *self.imports.of(path).files)

    @property
    def indexed(self) -> list[Module]:
        """The files asked for so far, in order of the project; nothing in the others is traced."""
        return [module for path in self.sources if (module := self._modules.get(path)) is not None]

    def module(self, path: str) -> Module | None:
        """The indexed file, None when it is broken or not part of the project."""
        if path not in self._modules:
            self._modules[path] = self._load(path)
        return self._modules[path]

    def _load(self, path: str) -> Module | None:
        source = self.sources.get(path)
        if source is None:
            return None
        self.going_on()
        name, text = self.layout.module_name(path), source.text
        if self._kept is None:
            found = self._index(path, name, text)
        else:
            place = (self._base, path)
            found = self._kept.module(place, name, text, lambda: self._index(path, name, text))
        self._parsed.add(path)
        if isinstance(found, BrokenFile):
            self.broken[path] = found
            return None
        found.cells = tuple((cell.number, cell.first) for cell in source.cells or ())
        return found

    def _index(self, path: str, name: str, text: str) -> Module | BrokenFile:
        tree = parse(path, text)
        if isinstance(tree, BrokenFile):
            return tree
        try:
            with deep_recursion():
                if self._is_large:
                    tree = compact(tree)
                return index_module(path, name, tree, text)
        except RecursionError:
            return BrokenFile("nested too deeply to be analysed", 1, 1)

    def fault(self, path: str) -> BrokenFile | None:
        """What is wrong with a file that nothing is to be learnt from; parsed only if it never was."""
        if path not in self._parsed:
            fault = find_fault(path, self.sources[path].text)
            if fault is not None:
                self.broken[path] = fault
        return self.broken.get(path)

    @cached_property
    def _is_large(self) -> bool:
        size = sum(len(source.text) for source in self.sources.values())
        return size > _WORTH_COMPACTING * (_MORE_IN_HASTE if self.in_haste else 1)

    def uses_keras_2(self, module: Module) -> bool:
        """True for a file that only Keras 2 runs."""
        if module.path not in self._keras_2:
            self._keras_2[module.path] = uses_keras_2(module, self)
        return self._keras_2[module.path]

    def uses_keras_3(self, module: Module) -> bool:
        """True for a file that no Keras before Keras 3 runs."""
        return uses_keras_3(module, self)

    def remember(self, make: Callable[[Project], T]) -> T:
        """What ``make`` says of this project, worked out once."""
        if make not in self._remembered:
            self._remembered[make] = make(self)
        found: T = self._remembered[make]
        return found

    def release(self) -> None:
        """Let go of all that is known, of the syntax trees above all; the project is of no use after.

        What the index records refers to itself in circles, so without this the trees would stay until
        garbage is collected, which takes longer than to build them.
        """
        # Who keeps trees looks for garbage when nobody waits.
        large = len(self._modules) > _WORTH_COLLECTING and self._kept is None
        for path in list(self._modules):
            self._forget(path)
        if "tracing" in self.__dict__:
            self.tracing.release()
        _take_apart([self, *self._remembered.values()])
        if large:
            # What the interpreter holds for its next lists and tuples keeps whole arenas from the system.
            gc.collect()

    def _forget(self, path: str) -> None:
        """Let go of a file, which is parsed again when it is asked for again."""
        module = self._modules.pop(path)
        if module is not None and self._kept is None:
            module.release()

    @cached_property
    def relevant_modules(self) -> list[Module]:
        """Modules that can have to do with a graph, in order of path."""
        paths = sorted(self.relevant)
        return [module for path in paths if (module := self.module(path)) is not None]

    @cached_property
    def names(self) -> Names:
        """What names alone tell of calls and decorators."""
        from tflint.syntax.names import Names

        return Names(self.relevant_modules)

    @cached_property
    def inference(self) -> Inference:
        """What expressions may be."""
        from tflint.facts.expressions.inference import Inference

        return Inference(self)

    @cached_property
    def tracing(self) -> Tracing:
        """Which functions run in a graph, and why."""
        from tflint.facts.graphs.tracing import Tracing

        return on_deep_stack(lambda: Tracing(self))

    @property
    def knows_tracing(self) -> bool:
        """Whether anybody has asked which functions run in a graph."""
        return "tracing" in self.__dict__

    @cached_property
    def symbols(self) -> Symbols:
        """What expressions of traced functions may be while the graph is built."""
        from tflint.facts.graphs.symbols import Symbols

        return Symbols(self)

    @cached_property
    def repetition(self) -> Repetition:
        """Which functions run over and over."""
        from tflint.facts.graphs.repetition import Repetition
        from tflint.facts.programs.following_objects import uses_of_program
        from tflint.facts.programs.schedules import Schedules

        inference = self.inference
        return Repetition(
            inference,
            inference.callers,
            inference.classes,
            inference.reads_of,
            Schedules(inference, self.names.calls),
            self.remember(uses_of_program),
            self.is_of_tests,
        )


def _take_apart(waiting: list[Any]) -> None:
    """Cut the circles among parts that answer questions: each knows the others that it asks."""
    for part in waiting:  # which grows meanwhile
        if type(part).__module__.startswith("tflint.facts.") and hasattr(part, "__dict__"):
            waiting += vars(part).values()
            vars(part).clear()
