"""One experiment: its job, the program it loads, and what becomes known."""

# ruff: noqa: B905 - Python 3.8 has no strict zip

from __future__ import annotations

import ast
import contextlib
import operator
import os
import signal
import statistics
import sys
from collections.abc import Callable
from time import monotonic  # as it is: an experiment may move the program's clocks
from typing import Any

from ..protocol import HALF_MADE, STANDS_FOR, Failure, Job, Missed, SideResult, Timing
from . import command_lines, frames, frameworks, namespaces, repair, summary, testing
from .clocks import Clock
from .loaded_program import LoadedProgram
from .meter import Captured, Enough, Meter
from .reads import READING
from .shared import Shared

_TRACES = 3
_TIMING = 0.5
"""After this share of the time nothing is timed any more."""
_SOON = 0.05
"""Seconds until a program is ended that is to be ended now."""


class Experiment:
    """What one forked child does."""

    def __init__(self, framework: str, job: Job, shared: Shared, folder: str) -> None:
        self.job = job
        self._started = monotonic()
        self.side = job.side
        self.kind = job.kind
        self.capture = self.kind not in ("tf.function", "eager")
        self.world = frameworks.world(framework)
        if job.outputs:
            self.world.resize_outputs(job.outputs)
        namespaces.know(job.options)
        self.result = SideResult()
        self._shared = shared
        self.meter = Meter(folder, self.world, self.publish)
        self.stand_ins = repair.StandIns(self.world)
        self.program = LoadedProgram(job, self._markers(), self._begun)
        self.module: Any = None
        self.enough = 0
        self.makers: dict[type, Any] = {}
        self.existing: dict[type, Any] = {}
        """An object of each class that was asked for, if the program made one."""
        self.object_of: Callable[[type], Any] = _not_ready
        """An object of a class: what makes values needs it, and is needed to make it."""
        self.half_made: dict[str, None] = {}
        """What constructors raise of which objects are nevertheless tried."""
        self.given_early: dict[str, None] = {}
        """What objects of the program's were given that they get later."""
        self.environments_instead: dict[str, None] = {}
        """The environments that are not here, by name."""
        self.making: list[type] = []
        """Classes of which an object is being looked for."""
        self.absent_files: Any = None
        self.missed: dict[str, Missed] = self.result.missed
        """What came furthest in searches that found nothing."""
        self.problem = ""
        """What the best try of the last search said, where that found nothing."""
        self.problem_at: tuple[tuple[int, int], ...] = ()
        """How far that try came, as the search tells it."""
        self.examples: Any = None
        self.loading_examples = False
        self.scratch = os.getcwd()
        """The folder that the experiment runs in, empty at first."""
        self.shortened_loop: Callable[[Any], Any] = _as_it_is
        """What a loop goes through that may end early."""
        self.variables: dict[str, None] = {}
        """Environment variables that measured calls read."""
        self.clock: Clock | None = None
        """Where time passes as the experiment says, Python's clocks."""

    def model_instead(self, name: str) -> Any:
        """A made-up model where that which the flagged line asks has this name; None for any other name."""
        return self.world.model_for_anything() if name and name == self.job.model else None

    def resize_outputs(self, size: int) -> int:
        """Have made-up models give another number for a row; how many they gave before."""
        before: int = self.world.resize_outputs(size)
        self.result.outputs = size
        return before

    def tell_made_up(self, what: str) -> None:
        """Note what is not here, and stood in for."""
        if what not in self.result.made_up:
            self.result.made_up.append(what)

    def tell_no_inputs(self, why: str) -> None:
        """Say why no arguments were found."""
        self.result.no_inputs = Failure("", why)

    def _markers(self) -> dict[str, Any]:
        meter = self.meter

        def hit(*_: Any) -> bool:
            return meter.hit()

        def after(*_: Any) -> bool:
            meter.after()
            return False

        def done(value: Any) -> Any:
            meter.after()
            return value

        def enter(site: str) -> bool:
            return meter.enter(site)

        def pass_through(value: Any) -> Any:
            meter.hit()
            return value

        def manage(manager: Any) -> Any:
            return manager if meter.effects is None else meter.effects.managed(manager)

        def second(_: Any, value: Any) -> Any:
            return value

        def while_of_use(values: Any) -> Any:
            return self.shortened_loop(values)

        def note(value: Any) -> Any:
            return meter.note(value)

        def decorator(decorate: Any) -> Any:
            meter.hit()

            def apply(definition: Any) -> Any:
                made = decorate(definition)
                meter.after()
                return made

            apply.autograph_info__ = {}  # type: ignore[attr-defined]
            return apply

        markers: dict[str, Any] = {
            "__tflint_hit__": hit,
            "__tflint_after__": after,
            "__tflint_done__": done,
            "__tflint_enter__": enter,
            "__tflint_pass__": pass_through,
            "__tflint_pass_enter__": second,
            "__tflint_value__": note,
            "__tflint_decorator__": decorator,
            "__tflint_manage__": manage,
            "__tflint_while_of_use__": while_of_use,
        }
        for marker in markers.values():
            marker.autograph_info__ = {}  # AutoGraph calls these as they are
        return {**markers, **self.stand_ins.markers()}

    def _begun(self) -> bool:
        """Whether the entry or the flagged line was reached, or a call measured."""
        meter = self.meter
        entered = any(map(self.is_entry, [*meter.runs, *meter.traces]))
        return bool(meter.hits or meter.records or entered)

    def publish(self) -> None:
        """Leave what is known so far where the parent finds it."""
        meter = self.meter
        self.result.reads = READING.so_far()
        self.result.calls = meter.records
        self.result.nodes = meter.nodes
        self.result.raised_in = list(meter.raised_in)
        self.result.added_nodes = meter.added_nodes
        self.result.undecorated = self.program.undecorated
        self.result.mode_unknown = self.program.mode_unknown
        self.result.unanswered = list(self.program.unanswered)
        self.result.lacking = [
            *(f"statements that raise {name} left out" for name in self.program.left_out),
            *(["made-up arguments on the command line"] if command_lines.are_made_up() else []),
            *(["made-up answers"] if self._answered() else []),
            *(f"{HALF_MADE} {name}" for name in self.half_made),
            *(f"with {given} before it is so" for given in self.given_early),
            *([STANDS_FOR + ", ".join(self.program.packages)] if self.program.packages else []),
            *(f"an environment in place of {name}" for name in self.environments_instead),
        ]
        self._shared.publish(self.result)

    def _answered(self) -> bool:
        """Whether the program has asked something, where that is not what the claim is about."""
        if self.job.watch.effects:
            return False
        try:
            return bool(sys.stdin.buffer.tell())
        except (AttributeError, ValueError, OSError):
            return False  # the program has put something else there, or closed it

    def stage(self, name: str) -> None:
        """Where we are, should this be the last that is heard of us."""
        self.result.stage = name
        self.publish()

    def load(self) -> None:
        """Run the program; it ends by itself, by an error of its own, or when we have enough."""
        program = self.program
        try:
            self.module, loaded = program.load()
            self.stage("program")
            if not loaded:
                strict = "." not in self.job.module or self.job.as_main
                program.execute(self.module, program.sources[program.main], program.main, strict)
            command_lines.parse_flags()
            if self.job.driver:
                self.program.drive(self.module, self.job.driver)
            if self.job.tests:
                testing.run(self.program.main, self.module, self.job.tests, lambda: self.enough > 0)
        except (Enough, Captured):
            pass
        except BaseException as error:
            self.result.error = self.meter.describe(error)
            self.absent_files.widen(error)
            self.result.outputs_asked = self.world.outputs_asked(str(error))
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def shown(self, value: Any) -> Any:
        """A value as JSON for the report."""
        return summary.summarise(value, self.world)

    def site_of(self, function: Any) -> str:
        """``path:line`` of a function's definition, decorators included."""
        code = getattr(self.world.unwrap(function), "__code__", None)
        if code is None:
            return "?"
        return f"{os.path.abspath(code.co_filename)}:{code.co_firstlineno}"

    def is_entry(self, site: str) -> bool:
        """Whether a definition is the one that gets traced."""
        return site in self.job.entry.sites

    def entry_module(self) -> Any:
        """The module that defines the entry."""
        return self.module_of(self.job.entry.path)

    def module_of(self, path: str) -> Any:
        """The module that was loaded from a file."""
        for module in self.program.modules:
            if os.path.abspath(self.program.paths[module]) == path:
                return module
        return None

    def definition_of(self, function: Any) -> Any:
        """The syntax of a function or of a class's constructor, where its source is the user's."""
        if isinstance(function, type):
            function = vars(function).get("__init__")
        code = getattr(self.world.unwrap(function), "__code__", None)
        text = self.program.sources.get(os.path.abspath(code.co_filename)) if code else None
        if code is None or text is None:
            return None
        return frames.find_definition(ast.parse(text), code.co_firstlineno)

    owner: Any = None
    """Keeps an object that we made alive."""
    subject: Any = None
    """The function being called, for its closure and its ``self``."""
    arguments: tuple[Any, ...] = ()

    def roots(self) -> dict[str, Any]:
        """Where the state that a call can change begins."""
        roots: dict[str, Any] = {}
        function = self.subject
        owner = self._own_object()
        if owner is not None:
            roots["self"] = owner
            roots.update(self._changed(owner))
        plain = self.world.unwrap(function) if function is not None else None
        code = getattr(plain, "__code__", None)
        for name, cell in zip(
            code.co_freevars if code else (), getattr(plain, "__closure__", None) or ()
        ):
            try:
                roots.setdefault(name, cell.cell_contents)
            except ValueError:
                continue
        for name, value in frames.defaults_of(plain).items():
            if not self.world.is_tensor(value):
                roots[f"default of {name}"] = value
        for index, value in enumerate(self.arguments):
            if index == 0 and self.program.is_project(type(value)):
                continue
            if not self.world.is_tensor(value):
                roots[f"argument {index}"] = value
        # What is nearest first: of a large program not everything is looked at.
        near = [self.module, self.entry_module(), self.module_of(self.job.function.path)]
        for module in dict.fromkeys([*filter(None, near), *self.program.modules]):
            prefix = "" if module is self.module else module.__name__ + "."
            for name, value in list(vars(module).items()):
                if not name.startswith("__"):
                    roots.setdefault(prefix + name, value)
        return roots

    def _own_object(self) -> Any:
        """The object whose method is called: bound, called by itself, made by us, or given."""
        owner = self.world.owner_of(self.subject)
        if owner is None and self.program.is_project(type(self.subject)):
            owner = self.subject
        if owner is None:
            owner = self.owner
        first = self.arguments[0] if self.arguments else None
        if owner is None and self.program.is_project(type(first)):
            # Eager code is given the object as an argument.
            owner = first
        return owner

    def _changed(self, owner: Any) -> dict[str, Any]:
        """What the flagged line changes inside the framework's objects that its own object holds."""
        classes = {cls.__qualname__ for cls in type(owner).__mro__}
        found: dict[str, Any] = {}
        if self.job.function.qualname.rpartition(".")[0] in classes:
            for path in self.job.changed_paths:
                inner, _, name = path.partition(".")[2].rpartition(".")
                with contextlib.suppress(AttributeError):
                    holder = operator.attrgetter(inner)(owner)
                    if not self.program.is_project(type(holder)):
                        found[path] = getattr(holder, name)
        return found

    def left(self, share: float) -> float:
        """Seconds until a share of the time for this experiment is over."""
        return share * self.job.timeout - (monotonic() - self._started)

    def late(self, share: float) -> bool:
        """Whether more than a share of the time for this experiment is over."""
        return self.left(share) < 0

    def end_program(self, share: float) -> None:
        """Let the program go on until then: we have a call, and it need not make another."""
        if signal.getsignal(signal.SIGALRM) is not signal.SIG_DFL:
            return

        def over(*_: Any) -> None:
            if self.meter.busy:
                signal.setitimer(signal.ITIMER_REAL, _SOON)
                return
            self.enough += 1
            raise Enough

        signal.signal(signal.SIGALRM, over)
        signal.setitimer(signal.ITIMER_REAL, max(self.left(share), _SOON))

    def time_calls(
        self, invoke: Any, args: Any, kwargs: Any, budget: float = 0.2, most: int = 11
    ) -> None:
        """Medians over calls that nobody watches."""
        if self.late(_TIMING):
            made = [one.value for one in self.meter.records if one.error is None]
            self.result.varies = any(value != made[0] for value in made)
            return
        meter = self.meter
        meter.quiet = True
        clock = meter.clock
        times: list[float] = []
        values: list[Any] = []
        started = clock()
        try:
            while len(times) < most and (clock() - started < budget or len(times) < 2):
                given = frames.copied((args, kwargs))
                start = clock()
                value = invoke(*given[0], **given[1])
                self.world.wait(value)
                times.append((clock() - start) * 1000)
                if len(values) < 2:
                    values.append(self.shown(value))
        except Exception:
            pass
        finally:
            meter.quiet = False
        self.result.varies = values[1:] != values[:1]
        if len(times) > 1:
            self.result.timing = _timing(times)

    def time_traces(self, fresh: Callable[[], Callable[[], Any]]) -> None:
        """The first calls of graphs that were never traced: what the process does once is done."""
        meter, clock = self.meter, self.meter.clock
        meter.quiet = True
        times: list[float] = []
        try:
            while len(times) < _TRACES and not self.late(_TIMING):
                invoke = fresh()
                start = clock()
                self.world.wait(invoke())
                times.append((clock() - start) * 1000)
        except Exception:
            pass  # what makes its variables in its first call can't make them twice
        finally:
            meter.quiet = False
        if times:
            self.result.tracing = _timing(times)


def _not_ready(cls: type) -> Any:
    raise RuntimeError(f"an object of {cls.__name__} is asked for before the experiment runs")


def _as_it_is(values: Any) -> Any:
    return values


def _timing(times: list[float]) -> Timing:
    """Times, told by the middle half of them."""
    ordered = sorted(times)
    quarter = len(ordered) // 4
    return Timing(statistics.median(ordered), ordered[quarter], ordered[-1 - quarter], len(ordered))
