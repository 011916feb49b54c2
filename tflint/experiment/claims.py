"""What a finding claims about the two ways of running, by the family of its rule."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum


class Claim(str, Enum):
    """A kind of difference between eager and graph."""

    OUTPUT = "output"
    """Eagerly the line writes at every call, in the graph only while tracing."""
    STATE = "state"
    """Python state changes at every call eagerly, in the graph only while tracing."""
    ERROR_DROPPED = "error dropped"
    """There are inputs on which the line raises eagerly and the graph says nothing."""
    RAISES = "raises in graph"
    """The graph raises where eager code does not."""
    RETURNS = "returns something else"
    """Eager code and the graph both return, and not the same."""
    UNGRAPHED = "ungraphed"
    """What was to be made a graph runs as Python at every call."""
    RETRACES = "retraces"
    """The number of traces grows with the calls."""
    FRESH = "fresh objects"
    """Traces grow with the calls, and would not if each call got the objects of the first."""
    SINGLE_USE = "single use"
    """Each object brings a trace of its own and is hardly called again."""
    COMPILES = "compiles again"
    """One model is compiled several times, and its steps are traced anew each time."""
    EFFECTS = "effects"
    """The line does something to the world outside at every call eagerly, in the graph while tracing."""
    HANDLER = "handler"
    """There are inputs on which eager code reaches the line and the graph does not."""
    FROZEN = "frozen value"
    """Equal calls give changing results eagerly and one result for ever in the graph."""
    REBOUND = "rebound"
    """A variable or attribute changes between calls, and the graph keeps its old value."""
    WAYS = "the line differs"
    """A line of eager code raises, returns or binds something else with graphs than without."""
    RECOMPILES = "recompiles"
    """Each new shape costs a compilation, though it is not traced again."""
    COPIES = "copies"
    """The line adds very many nodes to the graph."""
    CAUGHT = "caught"
    """There are inputs on which eager code takes its handler and the graph raises."""
    UNSEEDED = "unseeded"
    """Equal calls give one result eagerly and changing results as a graph."""
    LEFT_ON = "left on"
    """At the program's end graphs are still switched off."""
    DEPRECATED = "deprecated"
    """The framework itself warns of what the line uses."""
    SLOWER = "slower"
    """The same work costs many times less in another form."""
    ONE_CALL = "traces in one call"
    """One call traces its function again and again."""
    GRADIENT = "gradient"
    """A tape of the caller's gives a gradient for eager code and none for the graph."""
    SYMBOLS = "symbols written"
    """The graph writes the names of its symbols where eager code writes their values."""
    EVENTS = "summaries"
    """The program's calls write other summaries eagerly than with the graph."""
    OUTSIDE = "the world outside"
    """An environment variable or a file changes between calls, and the graph keeps the old one."""
    DIFFERS = "differs"
    """Results, lines written or state differ where neither side raises."""
    ANY = "any difference"
    """Whatever can be compared."""


@dataclass(frozen=True)
class Probe:
    """How to settle the findings of one rule.

    Attributes:
        claims: differences that prove the finding, any of them.
        message: for a claim that the graph raises, what the exception says wherever it comes from;
            empty for anything that comes from the flagged line.
        here: what it says when the flagged line itself raises, which may hold other pitfalls too.
        later: what it says when the flagged line only led to it, and another line, or the framework
            once the body is done, raises.
    """

    claims: tuple[Claim, ...]
    message: str = ""
    here: str = ""
    later: str = ""


_SINGLETON = r"singleton tf\.Variable|add new elements of state|[Vv]ariable"
_MIXED = "not supported|must have NDArray|must be Symbol instances"
"""What MXNet says where an array meets a symbol."""
_NO_VALUE = r"Function [a-z]\w* is not implemented|has no attribute|argument must be"
_TRUTH = r"__bool__|len\(\)|not iterable"
_INDEX = "only support integer index|nonnegative index|IndexError"
_GLUON = (Claim.RAISES, Claim.RETURNS)
# What AutoGraph and TensorFlow say of branches, loops and what leaves them.
_BRANCHES = (
    r"must also be initialized|must also have a return|is None at the end of"
    r"|has dtype \w+ in the main branch|same nested structure in the main"
)
_LEAVES = r"out of scope and cannot be used here|same nested structure after one iteration"
_LOOPS = r"before the loop.* after one iteration|does not match type|passed to parameter"
_ESCAPES = r"return statement|break and return|started as non-Tensor"
_PROBES: list[tuple[str, Probe]] = [
    (r"TFL10[1-3]", Probe((Claim.RETRACES,))),
    (r"TFL10[45]", Probe((Claim.RETRACES, Claim.FRESH))),
    (r"TFL106", Probe((Claim.SINGLE_USE,))),
    (r"TFL107", Probe((Claim.COPIES,))),
    (r"TFL108", Probe((Claim.DEPRECATED,))),
    (r"TFL109", Probe((Claim.RECOMPILES,))),
    (r"TFL(110|206|608|704|709|710|904)", Probe((Claim.WAYS,))),
    # TensorFlow does not raise for all of them; then the graph keeps one for ever.
    (r"TFL20[23]", Probe((Claim.RAISES, Claim.FROZEN), _SINGLETON)),
    (r"TFL201", Probe((Claim.RAISES,), _SINGLETON)),
    # Under a tensor condition only one branch makes it.
    (r"TFL205", Probe((Claim.RAISES,), _SINGLETON + r"|is None at the end of the")),
    (r"TFL204", Probe((Claim.RAISES, Claim.ANY))),
    (r"TFL30[12]", Probe((Claim.OUTPUT,))),
    (r"TFL30[345]", Probe((Claim.STATE,))),
    (r"TFL308", Probe((Claim.RAISES,), "modify")),
    (r"TFL307", Probe((Claim.EFFECTS, Claim.ANY))),
    (r"TFL309", Probe((Claim.EFFECTS, Claim.HANDLER, Claim.ANY))),
    (r"TFL3", Probe((Claim.STATE, Claim.OUTPUT, Claim.ANY))),
    (r"TFL40[125]", Probe((Claim.ERROR_DROPPED,))),
    (r"TFL403", Probe((Claim.CAUGHT,))),
    (r"TFL404", Probe((Claim.DIFFERS,))),
    (r"TFL406", Probe((Claim.GRADIENT,))),
    (r"TFL50[12]", Probe((Claim.FROZEN,))),
    (r"TFL50[34]", Probe((Claim.REBOUND,))),
    (r"TFL50[56]", Probe((Claim.OUTSIDE,))),
    (r"TFL507", Probe((Claim.EVENTS,))),
    (r"TFL508", Probe((Claim.UNSEEDED,))),
    (r"TFL509", Probe((Claim.FROZEN, Claim.STATE, Claim.OUTPUT))),
    (r"TFL605", Probe((Claim.RAISES, Claim.SYMBOLS, Claim.DIFFERS))),
    (r"TFL6", Probe((Claim.RAISES, Claim.DIFFERS))),
    (r"TFL701", Probe((Claim.RAISES,), _BRANCHES)),
    (r"TFL702", Probe((Claim.RAISES, Claim.DIFFERS), _LEAVES)),
    (r"TFL703", Probe((Claim.RAISES, Claim.ONE_CALL), "RecursionError|recursion depth")),
    (r"TFL706", Probe((Claim.RAISES,), _LOOPS)),
    (r"TFL707", Probe((Claim.RAISES,), _ESCAPES)),
    (r"TFL7", Probe((Claim.RAISES, Claim.DIFFERS))),
    (r"TFL801", Probe((Claim.OUTPUT, Claim.STATE, Claim.FROZEN))),
    (r"TFL802", Probe((Claim.RAISES,), here=_NO_VALUE)),
    (r"TFL803", Probe(_GLUON, here="__i[a-z]+__|item assignment", later="MXNetError")),
    (r"TFL804", Probe(_GLUON, here=_TRUTH, later="MXNetError")),
    (r"TFL805", Probe((Claim.RAISES,), here=_MIXED + "|ufunc", later=_MIXED + "|HybridBlock out")),
    (r"TFL806", Probe((Claim.RAISES,), here=_MIXED, later=_MIXED + "|Unknown input")),
    (r"TFL807", Probe(_GLUON, here=_INDEX, later="MXNetError")),
    (r"TFL808", Probe((Claim.RAISES,), later="HybridBlock output|Expected a list of symbols")),
    (r"TFL809", Probe((Claim.UNGRAPHED,))),
    (r"TFL901", Probe((Claim.SLOWER,))),
    (r"TFL902", Probe((Claim.LEFT_ON,))),
    (r"TFL903", Probe((Claim.RAISES,))),
    (r"TFL905", Probe((Claim.COMPILES,))),
]


def probe_for(code: str) -> Probe:
    """The probe of a rule; anything that differs, for a rule nobody wrote one for."""
    for pattern, probe in _PROBES:
        if re.match(pattern, code):
            return probe
    return Probe((Claim.ANY,))
