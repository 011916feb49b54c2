"""Arguments for a function, searched for: by trial, guided by the errors that come back."""

from __future__ import annotations

import contextlib
import inspect
import re
import signal
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ..protocol import Inputs, Missed, Spec
from . import absent_packages, accepted_values, argument_specs, examples, remaking
from .call_arguments import build, describe, key_of, parameters_of
from .candidates import Candidates
from .choices import Choices
from .hinted import Hinted
from .meter import Captured, Enough

if TYPE_CHECKING:
    from .experiment import Experiment

_BUDGET, _LEAST = 8.0, 1.0
"""Seconds of the processor for one search; those that a try may take at least."""
_TRIALS = 120
_AGAIN = 24
"""Trials with another object."""
_SURE = 24
"""Trials after which a name that is not bound, a package that is not here, or an attribute that the own
object lacks, at the furthest place is taken for what all calls want."""
_FEW = 8
"""Trials after which so is what a package would give that is not here, where any value stood for it."""
_UNMOVED = 48
"""Trials one after the other that come as far and say the same, after which no other comes further."""


def search(x: Experiment, function: Any, invoke: Callable[..., Any], record: bool = True) -> Any:
    """Arguments with which ``invoke`` gets through ``function``, by trial, as far as it goes.

    None when there are none. Those of an example, and those that a search found before, are taken.
    Without ``record``, the call itself is what matters, and not whether it hits the flagged line.
    """
    key = key_of(function)
    try:
        example = examples.example_for(x, key)
    except examples.ExampleError as error:
        x.tell_no_inputs(str(error))
        x.result.example_failed = True
        return None
    if example is not None:
        args, kwargs = example
        if not record:
            invoke(*args, **kwargs)
        shown = [str(argument_specs.kind_of(x.world, v)) for v in (*args, *kwargs.values())]
        text = "{}({})".format(key.rpartition(".")[2], ", ".join(shown))
        x.result.inputs = Inputs("example", text)
        return args, kwargs
    recorded = remaking.calls_of(x, key)
    parameters = parameters_of(function, recorded)
    given = (x.job.recipes or {}).get(key)
    if given is not None:
        args, kwargs = build(x, parameters, given)
        _recipes(x)[key] = given
        if not record:
            invoke(*args, **kwargs)
        describe(x, key, parameters, given)
        return args, kwargs
    return _InputSearch(x, function, parameters, recorded).run(invoke, record)


def past_the_line(x: Experiment, function: Any) -> Any:
    """Arguments with which a function hits the flagged line and raises later, if a search met some.

    They will do where the claim is about what the line itself does.
    """
    key = key_of(function)
    missed = x.missed.get(key)
    if missed is None or not missed.hit or not x.job.past:
        return None
    x.result.no_inputs = None
    _recipes(x)[key] = missed.specs
    parameters = parameters_of(function, remaking.calls_of(x, key))
    describe(x, key, parameters, missed.specs)
    return build(x, parameters, missed.specs)


def again(x: Experiment, function: Any, found: Any) -> Any:
    """The arguments that were found for a function, made again as far as it is known how."""
    key = key_of(function)
    specs = _recipes(x).get(key)
    if specs is None:
        return found
    return build(x, parameters_of(function, remaking.calls_of(x, key)), specs)


def _recipes(x: Experiment) -> dict[str, list[Spec]]:
    """The descriptions of the arguments that were found, by function."""
    recipes: dict[str, list[Spec]] = x.result.recipes
    return recipes


_VARYING = re.compile(r"\d+|[^\s'\"]*/[^\s'\"]*")
"""Numbers and paths, which differ from one run to the next."""


class TooLong(BaseException):
    """Ends a try that goes on and on, and does not come to the flagged line."""


@contextlib.contextmanager
def _ending(x: Experiment, seconds: float) -> Iterator[None]:
    """End what runs in here once it has taken so much of the processor, unless it has come to the line."""
    hits = x.meter.hits

    def over(*_: Any) -> None:
        if x.meter.hits == hits:
            raise TooLong(f"a try does not end in {seconds:.0f} s")

    before = signal.signal(signal.SIGPROF, over)
    left, _ = signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, left)
        signal.signal(signal.SIGPROF, before)


class _InputSearch:
    """One search: the trials, and what came furthest."""

    def __init__(
        self,
        x: Experiment,
        function: Any,
        parameters: list[inspect.Parameter],
        recorded: list[dict[str, Spec]],
    ) -> None:
        self._x = x
        self._key = key = key_of(function)
        self._own = getattr(function, "__self__", None) if x.owner is None else x.owner
        self._parameters = parameters
        self._recorded = recorded
        self._options = Candidates(x, key, function, parameters, recorded)
        missed = x.missed.get(key)
        self._known = None if missed is not None else x.job.missed.get(key)
        """What came furthest by another way to the line: where it says the same here, so do the others."""
        presets = self._options.presets()  # which also adds options
        if missed is not None:
            presets = self._options.near(missed)
        elif self._known is not None and len(self._known.specs) == len(parameters):
            presets[:0] = self._options.near(self._known)[:1]
        sizes = () if isinstance(function, type) else x.job.sizes
        images = [x.world.image(size) for size in sizes]
        self._choices = Choices(x, self._options, presets, images, Hinted(x, parameters))
        self._most = _TRIALS if missed is None else _AGAIN
        self._tried = 0
        self._score: tuple[bool, int, int, tuple[tuple[int, int], ...]] = (False, -1, -1, ())
        """Of the best: whether it hit the line and returned, requirements met, 1 for hit and 2 for
        returned, and how far it came."""
        self._problem: BaseException | None = None
        self._asked = False
        """Whether the best try asked something of a package that is not here, and may be for anything."""
        self._unmoved = 0
        """How many trials have come as far as the best, and said the same, since one did not."""
        self._limit = _BUDGET

    def run(self, invoke: Callable[..., Any], record: bool) -> Any:
        """The arguments that came furthest; None when they did not come far enough."""
        x = self._x
        clock = x.meter.effort
        deadline = clock() + _BUDGET
        for choice in self._choices:
            if clock() > deadline or self._tried >= self._most:
                break
            specs = self._options.specs(choice)
            if [self._key, specs] in x.job.avoid:
                continue
            x.result.trying = [self._key, specs]
            x.publish()
            hits = x.meter.hits
            self._tried += 1
            try:
                with _ending(x, max(deadline - clock(), _LEAST)):
                    arguments = build(x, self._parameters, specs)
            except Captured:
                raise
            except (Exception, TooLong):
                continue
            self._limit = max(deadline - clock(), _LEAST)
            self._try(choice, arguments, hits, invoke, record)
            if self._is_hopeless() or (self._tried == 1 and self._is_known()):
                break
            if self._score[0] or (self._score[2] == 2 and self._tried >= len(self._recorded) > 0):
                break  # what a real run was given gets through: nothing made up is better
        x.result.trials += self._tried
        return self._found()

    def _try(
        self,
        choice: list[int],
        arguments: tuple[tuple[Any, ...], dict[str, Any]],
        hits: int,
        invoke: Callable[..., Any],
        record: bool,
    ) -> None:
        """Call the function with the arguments of a choice, and see how far that comes."""
        meter, asked = self._x.meter, self._x.program.asked
        granted = self._options.granted(choice)
        message = ""
        try:
            with _ending(self._x, self._limit):
                invoke(*arguments[0], **arguments[1])
        except (Captured, Enough):
            self._take(self._options.specs(choice))
            raise
        except (Exception, TooLong, SystemExit) as error:
            if isinstance(error, SystemExit) and self._x.enough:
                raise  # ours, where the program has swallowed that it is enough
            absent = self._x.absent_files
            if absent.stand_in(error) or absent.widen(error):
                self._try(choice, arguments, hits, invoke, record)
                return
            if size := self._x.world.outputs_asked(str(error)):
                self._try_with_outputs(size, choice, arguments, hits, invoke, record)
                return
            message = accepted_values.said_with(error, self._x.program)
            # A line that is given what is not here is not what is to be tried.
            hit = meter.hits > hits and not isinstance(error, ImportError)
            score = (False, granted, int(hit), _depth(self._x, error))
            if score > self._score:
                self._problem, self._asked = error, self._x.program.asked > asked
        else:
            score = (meter.hits > hits or not record, granted, 2, ())
        same = score == self._score and _same(message, self._choices.hint)
        self._unmoved = self._unmoved + 1 if same else 0
        if score > self._score:
            self._score = score
            self._choices.best, self._choices.hint = list(choice), message
            self._choices.others.clear()
        elif score == self._score and message:
            self._choices.others.setdefault(message, list(choice))

    def _try_with_outputs(
        self,
        size: int,
        choice: list[int],
        arguments: tuple[tuple[Any, ...], dict[str, Any]],
        *how: Any,
    ) -> None:
        """The same with made-up models of other sizes, unless that comes no further."""
        before, score = self._x.resize_outputs(size), self._score
        self._try(choice, arguments, *how)
        if self._score == score:
            self._x.resize_outputs(before)

    def _is_known(self) -> bool:
        """Whether what failed by another way has failed in the same way here."""
        known = self._known
        if known is None or self._score[2] == 2 or bool(self._score[2]) != known.hit:
            return False
        return _same(self._choices.hint, known.message)

    def _is_hopeless(self) -> bool:
        """Whether what is missing is no matter of arguments: a name bound nowhere, a package not here."""
        problem = self._problem
        if self._unmoved >= _UNMOVED or (self._tried >= _SURE and self._lacks(problem)):
            return True
        if type(problem) is not NameError and not isinstance(problem, ImportError):
            return self._asked and self._tried >= _FEW
        if self._tried >= _SURE:
            return True
        # Before the place where all calls end, some may come to the line.
        may_pass = self._x.job.past and self._score[2] == 0
        return not may_pass and absent_packages.each_call_ends(self._x, problem)

    def _lacks(self, problem: BaseException | None) -> bool:
        """Whether the object whose method it is has no attribute of a name that the method reads."""
        own = type(self._own).__name__
        return isinstance(problem, AttributeError) and str(problem).startswith(
            f"'{own}' object has no attribute"
        )

    def _found(self) -> Any:
        x, key = self._x, self._key
        specs = self._options.specs(self._choices.best)
        # A function that raises where it is flagged will do, when failing inputs are what we look for.
        if self._score[2] < (1 if x.job.mutate == [] else 2):
            self._tell_why()
            x.problem, x.problem_at = self._choices.hint, self._score[3]
            missed = Missed(specs, self._choices.hint, self._score[2] == 1)
            x.missed.setdefault(key, missed)
            return None
        x.missed.pop(key, None)
        self._take(specs)
        return build(x, self._parameters, specs)

    def _tell_why(self) -> None:
        """Say why there are no arguments."""
        x = self._x
        problem = None if self._problem is None else x.meter.describe(self._problem)
        if problem is not None and isinstance(self._problem, ImportError):
            x.result.no_inputs = problem
            return
        said = "nothing fits" if problem is None else f"{problem.type}: {problem.message:.200}"
        if problem is not None and isinstance(self._problem, TooLong):
            said = problem.message
        x.tell_no_inputs(f"no inputs found for {self._key} after {self._tried} tries ({said})")

    def _take(self, specs: list[Spec]) -> None:
        _recipes(self._x)[self._key] = specs
        describe(self._x, self._key, self._parameters, specs)


def _same(message: str, other: str) -> bool:
    """Whether two errors say the same, but for numbers and paths."""
    return bool(message) and _VARYING.sub("", message) == _VARYING.sub("", other)


def _depth(x: Experiment, error: BaseException) -> tuple[tuple[int, int], ...]:
    """How far a failing call came: where it was in each of the user's functions, outermost first."""
    trace = error.__traceback__
    places = []
    while trace is not None:
        if x.program.owns(trace.tb_frame.f_code.co_filename):
            # Of what stands in one line, the instructions tell how much has been done.
            places.append((trace.tb_lineno, trace.tb_lasti))
        trace = trace.tb_next
    # Of code that AutoGraph has converted the message tells the lines.
    told = x.meter.lines_told(str(error))
    return (*places, *((line, 0) for path, line in told if x.program.owns(path)))
