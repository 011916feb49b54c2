"""What a finding claims about the two ways of running: a rule gives it, an experiment tests it.

A claim is one kind of difference between eager code and graph, with what its test must know. The
experiment has an oracle for each (``tflint.experiment.oracles``).
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields


@dataclass(frozen=True)
class Claim:
    """A kind of difference between eager code and graph. All fields are plain and have defaults.

    One without fields is no data class of its own, which would take longer to make than to lint a line.
    """


@dataclass(frozen=True)
class Output(Claim):
    """Eagerly the line writes at every call, in the graph only while tracing.

    Attributes:
        logged: whether it writes by ``logging``, which is to let every message through.
    """

    logged: bool = False


class State(Claim):
    """Python state changes at every call eagerly, in the graph only while tracing."""


class ErrorDropped(Claim):
    """There are inputs on which the line raises eagerly and the graph says nothing."""


@dataclass(frozen=True)
class Raises(Claim):
    """The graph raises where eager code does not.

    Attributes:
        message: what the exception says, raised by the flagged line or by a block around it for what is
            inside; empty for anything that comes from the flagged line.
        here: what it says when the flagged line itself raises, which may hold other pitfalls too.
        later: what it says when the flagged line only led to it, and another line, or the framework
            once the body is done, raises.
        tensors: whether it does so because the line is given tensors, as symbols.
        by: what the line is seen to do that ``message`` is about, wherever that comes from: ``"makes"``
            Variables in calls after the first, ``"changes"`` an argument, ``"repeats"`` itself in one call.
        open_axis: the dimension of its tensors that the graph is not to know; -1 for none.
    """

    message: str = ""
    here: str = ""
    later: str = ""
    tensors: bool = False
    by: str = ""
    open_axis: int = field(default=-1, repr=False)


class Returns(Claim):
    """Eager code and the graph both return, and not the same."""


class Ungraphed(Claim):
    """What was to be made a graph runs as Python at every call."""


@dataclass(frozen=True)
class Retraces(Claim):
    """The number of traces grows with the calls.

    Attributes:
        parameter: the one whose argument brings the traces; empty for any.
    """

    parameter: str = ""


class MadeAnew(Claim):
    """Each run makes a graph of its own, which is traced for that run."""


class Fresh(Claim):
    """Traces grow with the calls, and would not if each call got the objects of the first."""


class SingleUse(Claim):
    """Each object brings a trace of its own and is hardly called again."""


class Compiles(Claim):
    """One model is compiled several times, and its steps are traced again each time."""


class Effects(Claim):
    """The line does something to the world outside at every call eagerly, in the graph while tracing."""


class HandlerSkipped(Claim):
    """There are inputs on which eager code reaches the line and the graph does not."""


@dataclass(frozen=True)
class Frozen(Claim):
    """Equal calls give changing results eagerly and one result for ever in the graph."""


@dataclass(frozen=True)
class Rebound(Claim):
    """A variable or attribute changes between calls, and the graph keeps its old value.

    Attributes:
        target: what changes, as the line spells it (``self.rate``).
    """

    target: str = ""


class LineDiffers(Claim):
    """A line of eager code raises, returns or binds something else with graphs than without."""


class Recompiles(Claim):
    """Each new shape costs a compilation, though it is not traced again."""


class Copies(Claim):
    """The line adds very many nodes to the graph."""


class Caught(Claim):
    """There are inputs on which eager code takes its handler and the graph raises."""


class Unseeded(Claim):
    """Equal calls give one result eagerly and changing results as a graph."""


class LeftOn(Claim):
    """At the program's end graphs are still switched off."""


class Deprecated(Claim):
    """The framework itself warns of what the line uses."""


class Slower(Claim):
    """The same work costs many times less in another form."""


class TracesInOneCall(Claim):
    """One call traces its function again and again."""


class Gradient(Claim):
    """A tape of the caller's gives a gradient for eager code and none for the graph."""


class SymbolsWritten(Claim):
    """The graph writes the names of its symbols where eager code writes their values."""


class Summaries(Claim):
    """The program's calls write other summaries eagerly than with the graph."""


class Outside(Claim):
    """Something outside changes between calls, and the graph keeps the old value.

    That is an environment variable, a file, or the mode that a framework is in.
    """


@dataclass(frozen=True)
class Differs(Claim):
    """Results, lines written or state differ where neither side raises.

    Attributes:
        sizes: whether it takes tensors of other sizes to show it, or that the graph raises.
        elsewhere: whether what the line gives may show in the state that other lines change.
    """

    sizes: bool = False
    elsewhere: bool = field(default=False, repr=False)


class AnyDifference(Claim):
    """Whatever can be compared."""


def dump(claim: Claim) -> list[object]:
    """A claim as plain values: its name, then its fields."""
    return [type(claim).__name__, *(getattr(claim, field.name) for field in fields(claim))]


def load(entry: object) -> Claim:
    """A claim from what ``dump`` made of it.

    Raises:
        TypeError, ValueError: it is something else.
    """
    if not isinstance(entry, list) or not entry:
        raise TypeError("not a claim")
    name, *values = entry
    kinds = {kind.__name__: kind for kind in Claim.__subclasses__()}
    if name not in kinds:
        raise ValueError(f"no claim is called {name}")
    declared = fields(kinds[name])
    if [type(value) for value in values] != [type(field.default) for field in declared]:
        raise TypeError(f"not the fields of {name}")
    return kinds[name](*values)
