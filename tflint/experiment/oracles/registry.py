"""Which oracle tests which claim, and when its test could have failed: each stands beside its function."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from tflint.claims import Claim, LineDiffers
from tflint.experiment.oracles.case import Case, Run, Verdict
from tflint.experiment.oracles.power import Power, iterates_over_known
from tflint.finding import EntryKind

Test = Callable[[Case], Verdict]


@dataclass(frozen=True)
class Oracle:
    """Tests one claim by what one sort of run shows.

    Attributes:
        test: the verdict, if the run had the power to show it.
        power: what that takes, in the order in which to tell of it.
    """

    test: Test
    power: tuple[Power, ...]

    def __call__(self, case: Case) -> Verdict:
        """The verdict, where what it rests on is known.

        Nothing is refuted by a run that could not have confirmed it.
        """
        verdict, reason = self.test(case)
        if verdict != "inconclusive":
            needed = (iterates_over_known, *(self.power if verdict == "refuted" else ()))
            for condition in needed:
                lacking = condition(case)
                if lacking:
                    return "inconclusive", lacking
        return verdict, reason


ORACLES: dict[tuple[type[Claim], Run], Oracle] = {}
"""By claim and by what the experiment does; filled where the oracles are defined."""


def oracle(
    claim: type[Claim], run: Run = Run.CALLS, *, power: Iterable[Power]
) -> Callable[[Test], Oracle]:
    """Decorator: this function tests a claim by what such a run shows, if it had this power.

    Raises:
        ValueError: another one does already.
    """

    def registered(function: Test) -> Oracle:
        if (claim, run) in ORACLES:
            raise ValueError(f"two oracles for {claim.__name__} by {run.value}")
        ORACLES[claim, run] = Oracle(function, tuple(power))
        return ORACLES[claim, run]

    return registered


def run_for(kind: EntryKind, claims: Iterable[Claim]) -> Run:
    """What to do with a finding about such a function."""
    if kind is not EntryKind.EAGER:
        return Run.CALLS
    grows = any((type(claim), Run.GROWTH) in ORACLES for claim in claims)
    return Run.GROWTH if grows else Run.LINE


def oracles_for(run: Run, claims: Iterable[Claim]) -> Iterator[Oracle]:
    """What can test the claims by such a run, each once; nothing where none of them can be tested."""
    found = []
    for claim in claims:
        tester = ORACLES.get((type(claim), run))
        if tester is None and run is Run.LINE:
            # A claim about the calls of a graph, asked of the eager line that leads to them.
            tester = ORACLES[LineDiffers, run]
        if tester is not None and tester not in found:
            found.append(tester)
    yield from found
