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
    RETRACES = "retraces"
    """The number of traces grows with the calls."""
    FROZEN = "frozen value"
    """Equal calls give changing results eagerly and one result for ever in the graph."""
    SLOWER = "slower"
    """The same work costs many times less in another form."""
    ANY = "any difference"
    """Whatever can be compared."""


@dataclass(frozen=True)
class Probe:
    """How to settle the findings of one rule.

    Attributes:
        claims: differences that prove the finding, any of them.
        message: for a claim that the graph raises, what the exception says; empty for anything
            that comes from the flagged line.
    """

    claims: tuple[Claim, ...]
    message: str = ""


_SINGLETON = r"singleton tf\.Variable|add new elements of state|[Vv]ariable"
_PROBES: list[tuple[str, Probe]] = [
    (r"TFL10[1-6]", Probe((Claim.RETRACES,))),
    (r"TFL110", Probe((Claim.STATE, Claim.ANY))),
    # TensorFlow does not raise for all of them; then the graph keeps one for ever.
    (r"TFL20[23]", Probe((Claim.RAISES, Claim.FROZEN), _SINGLETON)),
    (r"TFL20[15]", Probe((Claim.RAISES,), _SINGLETON)),
    (r"TFL204", Probe((Claim.RAISES, Claim.ANY))),
    (r"TFL30[12]", Probe((Claim.OUTPUT,))),
    (r"TFL30[345]", Probe((Claim.STATE,))),
    (r"TFL308", Probe((Claim.RAISES,), "modify")),
    (r"TFL3", Probe((Claim.STATE, Claim.OUTPUT, Claim.ANY))),
    (r"TFL40[123]", Probe((Claim.ERROR_DROPPED,))),
    (r"TFL5", Probe((Claim.FROZEN, Claim.ANY))),
    (r"TFL6", Probe((Claim.RAISES, Claim.ANY))),
    (r"TFL7", Probe((Claim.RAISES, Claim.ANY))),
    (r"TFL801", Probe((Claim.OUTPUT, Claim.STATE, Claim.FROZEN))),
    (r"TFL8", Probe((Claim.RAISES, Claim.ANY))),
    (r"TFL901", Probe((Claim.SLOWER,))),
]


def probe_for(code: str) -> Probe:
    """The probe of a rule; anything that differs, for a rule nobody wrote one for."""
    for pattern, probe in _PROBES:
        if re.match(pattern, code):
            return probe
    return Probe((Claim.ANY,))
