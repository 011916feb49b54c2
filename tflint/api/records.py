"""What is known of one name of a framework: a record; and how the tables of them are written."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Result(Enum):
    """What a call gives, in a graph and for dense tensors; outside a graph it is the same kind."""

    UNKNOWN = "nobody knows"
    NONE = "None"
    TENSOR = "a tensor"
    STRUCTURE = "what its arguments make of it: a tensor, or a structure of tensors"
    TUPLE = "a tuple of tensors"
    LIST = "a list of tensors"
    DICT = "a dictionary"
    RAGGED = "a ragged tensor"
    SPARSE = "a sparse tensor"
    SLICES = "indexed slices"
    MIXED = "a tuple, not of tensors alone"
    ITERATOR = "an iterator over a dataset"
    SHAPE = "a static shape"
    DTYPE = "a dtype"
    NUMBER = "a Python number"
    CHANGING = "a Python number, another at each call"
    DRAWN = "a Python number, another at each call; an array where a size is given"
    BOOL = "True or False"
    TEXT = "a Python string"
    DATASET = "a dataset"
    NUMPY_ITERATOR = "an iterator over arrays"
    VARIABLE = "a variable"
    TENSOR_ARRAY = "a tensor array"
    OPERATION = "an operation without a result"
    RESOURCE = "a handle"
    FUNCTION = "a function"
    CONVERTED = "a Python number made of its argument"
    SHOWN = "a Python string made of its argument"
    COUNTER = "a range, which counts a loop"
    CONTAINER = "a Python container"
    OBJECT = "an object of a class"
    SYMBOL = "a symbol with one output"
    SYMBOLS = "a symbol with several outputs, or a list of symbols"
    ARRAY = "an array"
    SAME = "its first argument, or a copy of it"
    NUMBERS = "the numbers of an array as Python has them: one, or a list of them, or of lists"


class Runs(Enum):
    """When a function is called that another one is given."""

    TRACED = "traced, by eager code too"
    IN_GRAPH = "traced in a graph, called as it is by eager code"
    PYTHON = "run as Python, outside the graph"
    NOW = "called at once, as it is"
    NOT_NOW = "not called, or not now"


class Effect(Enum):
    """What a call does besides what it gives."""

    UNKNOWN = "nobody knows"
    NONE = "nothing"
    PRINTS = "prints"
    LOGS = "logs"
    PROGRESS = "shows progress"
    OPENS = "opens a file, to read or to write"
    READS = "reads a file whenever the graph runs"
    HANDLE = "reads from or writes to an open file"
    FILES = "makes, changes or removes files, or starts programs"
    ASKS_FILES = "asks for files or for what is in them, and leaves them as they are"
    PLOTS = "plots"
    REPORTS = "reports to a tracker of experiments"
    NETWORK = "talks to the network"
    SUMMARY = "writes a summary"
    RANDOM = "draws random numbers"
    SEEDS = "sets the seed of Python or NumPy"
    SEEDS_GRAPH = "sets the seed that operations draw with"
    CLOCK = "reads the clock"
    CLOCK_UNLESS_GIVEN = "reads the clock, unless it is given a time"
    ENVIRONMENT = "reads the environment of the process"
    WAITS = "waits"
    ASKS = "waits for input"
    EAGER_FUNCTIONS = "makes functions run eagerly, or graphs again"
    EAGER_DATASETS = "makes datasets run their functions eagerly"
    GRAPH_MODE = "puts all that follows into one graph, as TensorFlow 1 does"
    ASKS_EAGER = "nothing: it asks whether code runs eagerly"
    ASKS_GRAPH = "nothing: it asks whether code is traced"
    ASKS_BACKEND = "nothing: it asks which backend Keras runs on"
    MODE = "asks whether MXNet trains or predicts, or records for gradients"
    STATE = "changes state"
    VARIABLES = "makes variables"
    VARIABLES_OUTSIDE = (
        "makes a variable outside the graph, where no tensor of the graph can say its shape"
    )
    WEIGHTS = "makes variables when it is first called, or built"
    SEED_VARIABLE = "makes a variable for its seed, in Keras 3"
    SEED_AND_WEIGHTS = (
        "makes a variable for its seed, in Keras 3, and others when it is first called"
    )
    CHECKS = "raises unless something holds"
    CHECKS_STATIC = "raises while tracing, unless something holds"


class Xla(Enum):
    """What XLA makes of an operation."""

    DROPPED = "leaves it out"
    CLAMPED = "moves indices into range instead of failing"
    REFUSED = "does not compile it"


class Shape(Enum):
    """What shape an operation gives."""

    SAME = "the same"
    REDUCED = "fewer elements"
    FROM_VALUES = "what the values say, not the shapes"
    ROW = "one dimension, when it is given numbers"


class Record(NamedTuple):
    """What is known of a name. None, and UNKNOWN, say that nobody has found out.

    Attributes:
        name: the first of its names.
        result: what a call gives.
        size: of how many parts a tuple is; for a number that is drawn, after how many arguments the
            size stands that makes it an array; for a clock, with how many arguments it reads the
            time.
        fields: the names of a named tuple's.
        of: the class of an object, also of what is given nothing to be the same as, or the kind of a
            container; no word for a class that gives its own.
        takes: the positions and keywords of the functions that it is given.
        runs: when it runs these.
        effect: what a call does besides.
        fails: whether it can fail at run time, on values or shapes that tracing does not know.
        kept: whether a graph keeps it when nobody uses its result.
        xla: what XLA makes of it.
        symbolic: whether MXNet's symbols have it too, where its arrays do.
        shape: what shape it gives, beside that of its first argument (of TensorFlow's for some only).
        by_values: the parts of a tuple that have a shape which the values say; none for all of them.
        is_attribute: whether it is read and not called; ``result`` says what it is then.
    """

    name: str = ""
    result: Result = Result.UNKNOWN
    size: int | None = None
    fields: tuple[str, ...] = ()
    of: str = ""
    takes: tuple[int | str, ...] = ()
    runs: Runs | None = None
    effect: Effect = Effect.UNKNOWN
    fails: bool | None = None
    kept: bool | None = None
    xla: Xla | None = None
    symbolic: bool | None = None
    shape: Shape | None = None
    by_values: tuple[int, ...] = ()
    is_attribute: bool = False


def words(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


Rows = tuple[tuple[Record, str], ...]
"""Records, each with the names that it holds for.

The text is a list of words: ``image:`` says in which module the names after it are, ``:`` alone that
they are at the top; ``abs=math.abs`` gives one function two names, the second from the top,
and so does ``=math.abs`` as the next word; ``*``
is whatever other function is in a module.
"""


Table = dict[str, tuple[str, Record]]
"""By each full name the first of its names, and the record that has none yet."""


def read(root: str, rows: Rows) -> Table:
    """A table of rows whose names stand below ``root``, or at the top of everything."""
    top = f"{root}." if root else ""
    found: Table = {}
    entry = ("", Record())
    for record, text in rows:
        home = top
        for word in text.split():
            if word.endswith(":"):
                home = f"{top}{word[:-1]}." if len(word) > 1 else top
                continue
            first, *others = word.split("=")
            if first:
                entry = found[home + first] = (home + first, record)
            for other in others:
                found[top + other] = entry
    return found
