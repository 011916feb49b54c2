"""What the host and the worker say to each other: one JSON object a line, each of a declared type.

Both sides import this module, and it imports nothing of ours; it is written for Python 3.8, which
evaluates its annotations. A message is a dataclass; ``encode`` leaves out what is None, ``decode``
checks every type and every name and says in one line what is wrong. Values of the user's program
travel as they are (``Json``).
"""

from __future__ import annotations

import functools
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from typing import (
    Any,
    Callable,
    Dict,
    List,
    Optional,
    Tuple,
    Type,
    TypeVar,
    Union,
    cast,
    get_type_hints,
)

Json = Any
"""A value of the user's program: None, bool, number, text, or lists and dicts of them."""
Spec = Dict[str, Any]
"""How to make one argument: a ``kind``, and what that kind needs (see ``worker.remaking``)."""
Where = Union[int, str]
"""The number of an input among the leaves of the arguments, or ``"all"``."""
HALF_MADE = "an object whose constructor raises"
"""How it is said that one is lacking something, before the type of the exception."""
STANDS_FOR = "stand-ins for packages that are not installed: "
"""How it is said of whose values something was asked, before their names."""


class ProtocolError(Exception):
    """A message is not what was agreed on; the text says where and how."""


# Requests.


@dataclass(frozen=True)
class FunctionSite:
    """A function: where it stands, and ``path:line`` of its definition, with decorators and without."""

    path: str
    qualname: str
    sites: List[str]


@dataclass(frozen=True)
class Flagged:
    """The lines that a finding is about."""

    path: str
    first: int
    last: int

    def holds(self, path: str, line: int) -> bool:
        """Whether a line is one of them."""
        return path == self.path and self.first <= line <= self.last


@dataclass(frozen=True)
class Watch:
    """What else to look at in an experiment, by what is claimed.

    Attributes:
        logging: let every message of ``logging`` through.
        files: what is written to files.
        effects: what the line does to the world outside.
        clock: move the clock on between equal calls.
        outside: change environment variables and files between calls.
        gradients: ask the caller's tape.
        block: what ``hybridize()`` has made of a block.
        deprecated: have the framework warn of each old name.
        growing: passes go on until arguments have varied, or for a while.
        fresh: calls again with the objects of the first.
        recompiling: count what each call compiles, on a function of its own.
        parameter: the one whose argument brings traces.
        values: what the flagged expression gives.
        state: what of the Python state the line changes.
        made: what the line makes: Variables, and what gets a name.
        cost: what ``predict`` and its like cost, which a made-up model has too.
        open_axis: the dimension of its tensors that the graph is not to know; -1 for none.
    """

    logging: bool = False
    files: bool = False
    effects: bool = False
    clock: bool = False
    outside: bool = False
    gradients: bool = False
    block: bool = False
    deprecated: bool = False
    growing: bool = False
    fresh: bool = False
    recompiling: bool = False
    parameter: str = ""
    values: bool = False
    state: bool = False
    made: bool = False
    cost: bool = False
    open_axis: int = -1


@dataclass(frozen=True)
class Rebind:
    """A variable or attribute to change between calls, and the values that the code itself gives it.

    Attributes:
        made: whether the statements that change it are part of what runs.
    """

    target: str
    values: List[Json] = field(default_factory=list)
    made: bool = False


@dataclass
class Missed:
    """What came furthest in a search for arguments that found nothing, and what it said.

    Attributes:
        hit: whether it came to the flagged line.
        others: whether other objects were made for it, where it is a method's.
    """

    specs: List[Spec]
    message: str
    hit: bool = False
    others: bool = False


@dataclass
class TableFormat:
    """How a table is written that is not here.

    Attributes:
        separator: what stands between two values.
        header: whether the names of its columns come first; None where nothing is known of its reader.
        names: columns that it has.
        fixed: whether it has no others.
        address: of what it stands in for, where that is no file.
    """

    separator: str
    header: Optional[bool] = None
    names: List[str] = field(default_factory=list)
    fixed: bool = False
    address: str = ""


@dataclass
class Tables:
    """What is known of the tables and pictures that are not here.

    Attributes:
        names: columns that the program asked for as it ran.
        spare: how many columns they have besides, or how many less than at first.
        classes: how many different labels they have.
        formats: of each of them, by its name.
        picture: height and width of pictures, if they are not those that they have at first.
    """

    names: List[str] = field(default_factory=list)
    spare: int = 0
    classes: int = 2
    formats: Dict[str, TableFormat] = field(default_factory=dict)
    picture: List[int] = field(default_factory=list)


@dataclass
class Job:
    """An experiment to run: one side of it.

    Attributes:
        side: ``"eager"`` or ``"graph"``.
        run: ``"calls"`` of a traced function, a ``"line"`` of eager code, or its ``"growth"``.
        kind: how the function becomes a graph (the values of ``EntryKind``).
        main: the file that runs, as module ``module``, or as ``__main__`` with ``as_main``.
        sources: texts of the files that differ from what is on disk.
        folders_above: those of the project above the file, to import from what is found nowhere else.
        folders: where the program may expect to be started: its files are there by relative names.
        files: relative names, or patterns of them, that the program's text has.
        driver: statements to run once it is loaded.
        tests: those to run then, as ``Class::test_x``.
        search: whether to make up a call where the program makes none.
        fill: whether to fill an object by its other methods, where nothing else leads to the line.
        helper: whether the entry is not what the program traces.
        preferred: functions whose given inputs come before their ``input_signature``.
        requirements: what the flagged line needs of the parameters of a function.
        literals: what the project passes to a function or class, where that is written out.
        options: what the options of the project's command lines are unless they are given.
        chosen: what options of the program's own command line are to be, for it to come there.
        past: whether arguments will do with which the line is reached and something later raises.
        equal: whether all calls are to be one and the same.
        in_place: calls of the program to measure; None for as many as ``calls``.
        mutate: changed inputs to try; None for none, an empty list for all.
        changed: names that the line changes, for ``effects``.
        changed_paths: what the line changes inside what ``self`` holds.
        assigned: names that a line of eager code binds.
        model: what the flagged line asks for its work, where the claim is what that costs.
        reads: names and attributes that the flagged line reads, of which some are to be tensors.
        stand_ins: files that are not here, and are to be made up.
        tables: what is known of those among them that are tables.
        outputs: how many numbers made-up models give for a row; 0 for as many as they do at first.
        avoid: what crashed the process when it was tried.
        recipes: what the eager side found for arguments.
        missed: what came furthest in searches of other ways to the line that found nothing.
        again, adapted, entered: how many calls of each sort the eager side made, or which was taken.
        repair: where to put stand-ins for what raises before the flagged expression.
    """

    side: str
    run: str
    kind: str
    calls: int
    timeout: float
    memory: int
    main: str
    module: str
    as_main: bool
    sources: Dict[str, str]
    sys_path: List[str]
    roots: List[str]
    entry: FunctionSite
    function: FunctionSite
    flagged: Flagged
    tests: List[str]
    driver: str
    search: bool
    helper: bool
    fill: bool = False
    folders_above: List[str] = field(default_factory=list)
    folders: List[str] = field(default_factory=list)
    files: List[str] = field(default_factory=list)
    stand_ins: List[str] = field(default_factory=list)
    tables: Tables = field(default_factory=Tables)
    watch: Watch = field(default_factory=Watch)
    requirements: Dict[str, Dict[str, List[Spec]]] = field(default_factory=dict)
    literals: Dict[str, List[Dict[str, Spec]]] = field(default_factory=dict)
    options: Dict[str, Json] = field(default_factory=dict)
    chosen: Dict[str, Json] = field(default_factory=dict)
    sizes: List[int] = field(default_factory=list)
    preferred: List[str] = field(default_factory=list)
    changed: List[str] = field(default_factory=list)
    changed_paths: List[str] = field(default_factory=list)
    assigned: List[str] = field(default_factory=list)
    reads: List[str] = field(default_factory=list)
    model: str = ""
    outputs: int = 0
    avoid: List[Json] = field(default_factory=list)
    past: bool = False
    equal: bool = False
    examples: Optional[str] = None
    recorded: Optional[Dict[str, List[Dict[str, Spec]]]] = None
    in_place: Optional[int] = None
    mutate: Optional[List[Tuple[Where, str]]] = None
    rebind: Optional[Rebind] = None
    recipes: Optional[Dict[str, List[Spec]]] = None
    missed: Dict[str, Missed] = field(default_factory=dict)
    again: Optional[int] = None
    adapted: Optional[int] = None
    entered: Optional[int] = None
    repair: Optional[List[int]] = None
    id: int = 0


# Answers.


@dataclass
class Hello:
    """The first line of a worker: ready, or why not.

    Attributes:
        keras: which Keras the framework has; 0 where it has none, or nobody asked.
    """

    ready: bool
    version: str = ""
    keras: int = 0
    error: str = ""
    seconds: float = 0.0


@dataclass
class Failure:
    """An exception: its type, the types above, what it says, and the lines it came through.

    Attributes:
        of_line: whether what it names was made by the flagged line; None where it names nothing.
    """

    type: str
    message: str
    bases: List[str] = field(default_factory=list)
    frames: List[Tuple[str, int]] = field(default_factory=list)
    of_line: Optional[bool] = None


@dataclass
class Written:
    """Lines written to a channel: how many, and the first of them."""

    count: int = 0
    lines: List[str] = field(default_factory=list)


@dataclass
class MeasuredCall:
    """One measured call, or one pass of a line whose growth is looked at.

    Attributes:
        site: ``path:line`` of what was called.
        traces, runs, created: by site, how often a body was traced, ran, and was made a graph.
        line_output: what the flagged line wrote, if it is known where it ends.
        filed: what was written to files.
        drawn: what the flagged expression gave, if it is watched.
        state, changed: the Python state after the call, and what of it the call changed.
        line_changed: what of it the flagged line changed, if it is known where that ends.
        made: how many Variables the flagged line made, or what it made did.
        model: which model the pass compiles.
        functions: by site, how many graphs a pass made and traced.
    """

    site: str
    ms: float
    hits: int
    traces: Dict[str, int]
    runs: Dict[str, int]
    created: Dict[str, int]
    line_output: Written
    files: List[str]
    drawn: List[Json]
    stdout: Written
    stderr: Written
    filed: Written
    state: Dict[str, Json]
    changed: List[str]
    line_changed: List[str] = field(default_factory=list)
    made: int = 0
    value: Json = None
    error: Optional[Failure] = None
    events: Optional[List[str]] = None
    effects: Optional[List[str]] = None
    model: Optional[int] = None
    functions: Optional[Dict[str, List[int]]] = None


@dataclass
class OwnCall:
    """A call that the program makes itself, of which one is repeated and the others are only watched.

    Attributes:
        drawn: what the flagged expression gave.
        traced: whether the graph was traced for it.
    """

    drawn: List[Json] = field(default_factory=list)
    traced: bool = False


@dataclass
class LineCall:
    """A call of a graph by a line of eager code; not ``done`` where the program ended during it."""

    done: bool = False
    value: Json = None
    error: Optional[Failure] = None


@dataclass
class Pass:
    """One pass of a line of eager code: its calls, whether it came to its end, and what it bound."""

    calls: List[LineCall] = field(default_factory=list)
    ended: bool = False
    bound: Dict[str, Json] = field(default_factory=dict)
    values: List[Json] = field(default_factory=list)


@dataclass
class LinePasses:
    """What came of a line of eager code.

    Attributes:
        deprecated: the framework's warnings.
        listens: whether these can be heard.
        cut: whether the program makes more passes than were looked at.
        gradients: for which Variables a tape had one, each time that one was asked.
    """

    passes: List[Pass]
    deprecated: List[str]
    listens: bool = False
    cut: bool = False
    gradients: List[List[bool]] = field(default_factory=list)


@dataclass
class CompiledCall:
    """What XLA compiled for a call.

    Attributes:
        modules: how many modules it compiled.
        first_ms, again_ms: milliseconds of the call, and of the same one again.
    """

    modules: int
    first_ms: float
    again_ms: float


@dataclass
class GraphUse:
    """A ``tf.function`` as the flagged line uses it.

    Attributes:
        created: how many of it each pass made.
        traced: how many of those that were made since the first pass have a trace.
        passes: in how many passes it was called.
        varied: how many different arguments the line was seen to pass, of the parameter in question.
        at_first: how many calls the line made before we repeated any.
        reused_ms: a call that repeats an earlier one.
        own_traces: traces of this line's calls, on a function of their own.
        other_calls, new_traces: calls from elsewhere, and the traces of this line after them.
        tensor_traces, tensor_ms: the same with tensors in place of what varies.
        fresh_calls, fresh_traces, kept_traces, kept_ms: with the objects of each call, and of the first.
        compiled: what XLA compiled for each of the line's calls, on a function of their own.
    """

    site: str
    created: List[int]
    calls: int
    traces: int
    traced: int = 0
    passes: int = 0
    varied: int = 0
    at_first: int = 0
    retrace_ms: Optional[float] = None
    reused_ms: Optional[float] = None
    own_traces: Optional[int] = None
    other_calls: Optional[int] = None
    new_traces: Optional[int] = None
    tensor_traces: Optional[int] = None
    tensor_ms: Optional[float] = None
    fresh_calls: Optional[int] = None
    fresh_traces: Optional[int] = None
    kept_traces: Optional[int] = None
    kept_ms: Optional[float] = None
    compiled: List[CompiledCall] = field(default_factory=list)
    replay_error: Optional[str] = None
    tensor_error: Optional[str] = None


@dataclass
class Alternatives:
    """What ``predict`` and its like cost, and other ways to do the same for one batch.

    Attributes:
        made_up: whether the model is one of ours.
    """

    method: str
    ms: float
    calls: int
    made_up: bool = False
    others: Dict[str, float] = field(default_factory=dict)
    error: Optional[str] = None


@dataclass
class Growth:
    """What came of a line of eager code that was passed many times.

    Attributes:
        cut: whether the program makes more passes than were looked at.
    """

    passes: int
    functions: List[GraphUse]
    slower: Optional[Alternatives] = None
    cut: bool = False


@dataclass
class Mutated:
    """A call with one input changed.

    Attributes:
        drawn: what the flagged expression gave, if it is watched.
    """

    where: Where
    mutation: str
    hits: int = 0
    drawn: List[Json] = field(default_factory=list)
    value: Json = None
    error: Optional[Failure] = None


@dataclass
class Changes:
    """Calls after each change of something; two rounds, with other arguments, or why there are none.

    Attributes:
        target: what is changed, as the report says it.
        about: what makes it the same thing on both sides, where files may be others.
        kept: whether the program makes several calls and was not seen to change it between them.
        retraced: whether it was, and each call after such a change is a trace.
    """

    target: str
    values: List[Json] = field(default_factory=list)
    rounds: List[List[MeasuredCall]] = field(default_factory=list)
    problem: Optional[str] = None
    kept: bool = False
    retraced: bool = False
    about: str = ""


@dataclass
class BlockGraph:
    """What ``hybridize()`` has made of a block, and of how many inside it."""

    block: str
    hybrid: bool = False
    nodes: int = 0
    children: int = 0
    site: str = ""


@dataclass
class Timing:
    """Milliseconds of calls that nobody watched; ``low`` and ``high`` hold the middle half of them."""

    median: float
    low: float
    high: float
    runs: int


@dataclass
class Inputs:
    """Where the arguments come from, and what they are."""

    source: str = "search"
    description: str = ""


@dataclass
class Reads:
    """What an experiment asked of the world outside of it, the framework's import included.

    Attributes:
        variables: names of environment variables, whether they are set or not; ``"*"`` for all names.
        paths: files and folders that were looked into, whether they are there or not.
        complete: False when there was more than is worth keeping.
    """

    variables: List[str] = field(default_factory=list)
    paths: List[str] = field(default_factory=list)
    complete: bool = True


def joined(one: Reads, other: Reads) -> Reads:
    """What two experiments asked of the world."""
    return Reads(
        sorted({*one.variables, *other.variables}),
        sorted({*one.paths, *other.paths}),
        one.complete and other.complete,
    )


@dataclass
class SideResult:
    """What one side of an experiment has found so far; published as it grows.

    Attributes:
        stage: what it is doing, ``"done"`` at the end.
        error: what the program raised on its way to the call.
        raised_in: names of the modules whose own code raised what was told of.
        nodes: the size of each graph, by site.
        added_nodes: by how much the graph grows at the flagged line.
        from_program: how many of the calls or passes the program made itself.
        no_inputs: why no arguments were found; with the type of an exception that none would avoid.
        made_up: public data sets, weights, pictures and cameras that are not here, for which others stand.
        lacking: what is not as it is where the program is at home; such a run disproves nothing.
        unanswered: packages that are not installed, where what is compared hangs on what they give.
        mode_unknown: a call of what is not here that may switch graphs off; empty where there is none.
        undecorated: whether classes were made without decorators that are not here.
        short_training: whether training on the way to the line was cut short.
        stood_in: names of files that are not here, and for which others were made.
        found_nothing: patterns for which the program looked, and no file is here.
        outputs: how many numbers made-up models give for a row, where that was changed.
        outputs_asked: how many they should, by what the program raised.
        trials: calls made in search of arguments.
        missed: what came furthest in searches that found nothing, by function.
        trying: what is being tried, should it crash the process.
        adapted: what was changed in a call of the program.
        given: kinds of what the captured call was given.
        tracing: milliseconds of first calls of new graphs, in a process that has traced before.
        varies: whether equal calls give different values.
        own, own_cut: the program's calls where one is repeated, and whether it may make more.
        held: calls in which the flagged expression gave an earlier value, another one, and the first again.
        trained: how each of these changed the variables, from the same values, as sums.
        symbolic: whether what the flagged line reads held a symbol; None where nothing is known of it.
        modes: what switches graphs off at each of the program's calls, or when it has run the line.
        oversized: bytes of a result too large to be published.
    """

    stage: str = "start"
    reads: Reads = field(default_factory=Reads)
    calls: List[MeasuredCall] = field(default_factory=list)
    nodes: Dict[str, int] = field(default_factory=dict)
    added_nodes: int = 0
    from_program: int = 0
    trials: int = 0
    varies: bool = False
    example_failed: bool = False
    error: Optional[Failure] = None
    raised_in: List[str] = field(default_factory=list)
    inputs: Optional[Inputs] = None
    no_inputs: Optional[Failure] = None
    made_up: List[str] = field(default_factory=list)
    lacking: List[str] = field(default_factory=list)
    unanswered: List[str] = field(default_factory=list)
    mode_unknown: str = ""
    undecorated: bool = False
    short_training: bool = False
    stood_in: List[str] = field(default_factory=list)
    tables: Tables = field(default_factory=Tables)
    found_nothing: List[str] = field(default_factory=list)
    recipes: Dict[str, List[Spec]] = field(default_factory=dict)
    missed: Dict[str, Missed] = field(default_factory=dict)
    outputs: int = 0
    outputs_asked: int = 0
    trying: Json = None
    again: Optional[int] = None
    adapted: Optional[str] = None
    adapted_tried: Optional[int] = None
    entered: Optional[int] = None
    given: Optional[List[str]] = None
    timing: Optional[Timing] = None
    tracing: Optional[Timing] = None
    line: Optional[LinePasses] = None
    growth: Optional[Growth] = None
    mutations: Optional[List[Mutated]] = None
    rebound: Optional[Changes] = None
    outside: Optional[List[Changes]] = None
    gradients: Optional[Dict[str, Json]] = None
    block: Optional[BlockGraph] = None
    oversized: Optional[int] = None
    own: List[OwnCall] = field(default_factory=list)
    own_cut: bool = False
    held: Optional[List[MeasuredCall]] = None
    trained: List[List[float]] = field(default_factory=list)
    symbolic: Optional[bool] = None
    modes: List[str] = field(default_factory=list)


@dataclass
class End:
    """How a process ended: by itself, or stopped by us.

    Attributes:
        stopped: for which limit: ``"time"``, ``"memory"``, ``"processes"`` or ``"disk"``.
        signal: of which signal it died.
        code: its exit status.
        seconds: of the processor that it took.
    """

    stopped: str = ""
    signal: str = ""
    code: int = 0
    seconds: float = 0.0


@dataclass
class Answer:
    """What came of a job."""

    id: int
    end: End
    stderr: str = ""
    result: SideResult = field(default_factory=SideResult)


# The wire.

T = TypeVar("T")
_PLAIN = (str, int, float, bool)


def encode(value: object) -> Json:
    """Plain values for JSON: of a message, the fields that are not None."""
    if is_dataclass(value):
        found = {}
        for name in _names(cast(Any, type(value))):
            held = getattr(value, name)
            if held is not None:
                found[name] = encode(held)
        return found
    if isinstance(value, (list, tuple)):
        return [encode(item) for item in value]
    if isinstance(value, dict):
        return {name: encode(item) for name, item in value.items()}
    return value


def decode(kind: Type[T], data: Json) -> T:
    """A message from plain values.

    Raises:
        ProtocolError: a key is missing, unknown, or of another type.
    """
    read: Callable[[Json, str], T] = _reader(cast(Any, kind))
    return read(data, kind.__name__)


@functools.lru_cache(maxsize=None)
def _names(kind: Any) -> Tuple[str, ...]:
    return tuple(one.name for one in fields(kind))


@functools.lru_cache(maxsize=None)
def _reader(kind: Any) -> Callable[[Json, str], Any]:
    """What reads a value of a type, given its place in the message."""
    if kind is Any:
        return lambda data, place: data
    if kind in _PLAIN:
        return _plain(kind)
    if is_dataclass(kind):
        return _message(kind)
    origin, inner = kind.__origin__, kind.__args__
    if origin is Union:
        return _union(inner)
    if origin is list:
        item = _reader(inner[0])
        return lambda data, place: [
            item(one, f"{place}[{number}]") for number, one in enumerate(_of(list, data, place))
        ]
    if origin is dict:
        held = _reader(inner[1])
        return lambda data, place: {
            name: held(one, f"{place}[{name!r}]") for name, one in _of(dict, data, place).items()
        }
    return _tuple([_reader(one) for one in inner])


def _of(kind: type, data: Json, place: str) -> Any:
    if type(data) is not kind:
        raise ProtocolError(f"{place} is {_shown(data)}, not a {kind.__name__}")
    return data


def _plain(kind: type) -> Callable[[Json, str], Any]:
    def read(data: Json, place: str) -> Any:
        if kind is float and type(data) is int:
            return float(data)
        return _of(kind, data, place)

    return read


def _tuple(items: List[Callable[[Json, str], Any]]) -> Callable[[Json, str], Any]:
    def read(data: Json, place: str) -> Any:
        if len(_of(list, data, place)) != len(items):
            raise ProtocolError(f"{place} has {len(data)} items, not {len(items)}")
        return tuple(item(one, f"{place}[{i}]") for i, (item, one) in enumerate(zip(items, data)))  # noqa: B905

    return read


def _union(kinds: Tuple[Any, ...]) -> Callable[[Json, str], Any]:
    """None or one other type, or several plain ones."""
    optional = type(None) in kinds
    others = [kind for kind in kinds if kind is not type(None)]
    only = _reader(others[0]) if len(others) == 1 else None

    def read(data: Json, place: str) -> Any:
        if data is None and optional:
            return None
        if only is not None:
            return only(data, place)
        if type(data) not in others:
            named = " or ".join(kind.__name__ for kind in others)
            raise ProtocolError(f"{place} is {_shown(data)}, not {named}")
        return data

    return read


def _message(kind: Any) -> Callable[[Json, str], Any]:
    hints = get_type_hints(kind)
    needed = {
        one.name
        for one in fields(kind)
        if one.default is MISSING and one.default_factory is MISSING
    }
    readers: Dict[str, Callable[[Json, str], Any]] = {}

    def read(data: Json, place: str) -> Any:
        if not readers:
            readers.update({name: _reader(hints[name]) for name in _names(kind)})
        _of(dict, data, place)
        unknown = sorted(map(str, data.keys() - readers.keys()))
        missing = sorted(needed - data.keys())
        if unknown or missing:
            said = f"has no {missing[0]!r}" if missing else f"has an unknown {unknown[0]!r}"
            raise ProtocolError(f"{place} {said}")
        return kind(**{name: readers[name](one, f"{place}.{name}") for name, one in data.items()})

    return read


def _shown(data: Json) -> str:
    text = repr(data)
    return text if len(text) < 40 else f"a {type(data).__name__}"
