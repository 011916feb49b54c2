"""Questions that depend on each other have one answer each, whoever is asked first."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tflint.facts.expressions.fixpoint import Fixpoint

Answer = frozenset[int]
NOTHING: Answer = frozenset()


def same(answer: Answer) -> Answer:
    return answer


def latest(before: Answer, now: Answer) -> Answer:
    return now


class Equations:
    """Each question is the union of a constant and the answers of others.

    ``gated`` reads wait for a first question's answer: the second is asked once there is one, as
    a method is looked up once its object is known.
    """

    def __init__(
        self,
        constants: list[int | None],
        reads: list[list[int]],
        gated: list[list[tuple[int, int]]],
    ) -> None:
        self.constants = constants
        self.reads = reads
        self.gated = gated
        self.worked_out = 0
        self.fixpoint: Fixpoint[Answer] = Fixpoint(same, same, latest)

    def ask(self, number: int) -> Answer:
        return self.fixpoint.ask(number, NOTHING, self._work, number)

    def _work(self, number: int) -> Answer:
        self.worked_out += 1
        constant = self.constants[number]
        own = NOTHING if constant is None else frozenset({constant})
        own = own.union(*(self.ask(other) for other in self.reads[number]))
        return own.union(*(self.ask(other) for gate, other in self.gated[number] if self.ask(gate)))

    def least(self) -> list[Answer]:
        """The least solution, by repeating all equations until none changes."""
        answers = [NOTHING] * len(self.reads)
        while True:
            now = [
                frozenset({c} if c is not None else ()).union(
                    *(answers[i] for i in read), *(answers[i] for gate, i in gated if answers[gate])
                )
                for c, read, gated in zip(self.constants, self.reads, self.gated, strict=True)
            ]
            if now == answers:
                return answers
            answers = now


@st.composite
def equations(draw: st.DrawFn) -> Equations:
    size = draw(st.integers(1, 9))
    number = st.integers(0, size - 1)
    constants = draw(st.lists(st.none() | st.integers(0, 5), min_size=size, max_size=size))
    reads = draw(st.lists(st.lists(number, max_size=4), min_size=size, max_size=size))
    pairs = st.lists(st.tuples(number, number), max_size=2)
    gated = draw(st.lists(pairs, min_size=size, max_size=size))
    return Equations(constants, reads, gated)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(equations(), st.randoms(use_true_random=False))
def test_any_order_of_asking_gives_the_least_answers(system: Equations, random) -> None:
    order = list(range(len(system.reads)))
    random.shuffle(order)
    found = {number: system.ask(number) for number in order}
    assert [found[number] for number in range(len(order))] == system.least()


class Switches:
    """Equations that do not only grow: a question asks one or the other, by whether a third has an answer.

    Some have no solution, some have several.
    """

    def __init__(self, switches: list[list[tuple[int, int, int]]]) -> None:
        self._switches = switches
        self._fixpoint: Fixpoint[Answer] = Fixpoint(same, same, lambda before, now: before | now)

    def ask(self, number: int) -> Answer:
        otherwise = (lambda answer: answer or frozenset({-1})) if number % 3 == 0 else None
        return self._fixpoint.ask(number, NOTHING, self._work, number, otherwise=otherwise)

    def _work(self, number: int) -> Answer:
        found = {number} if number % 2 else set()
        for gate, then, rest in self._switches[number]:
            seen = self.ask(gate)
            found |= self.ask(then if seen and max(seen) != number else rest)
        return frozenset(found) if len(found) < 4 else NOTHING


@st.composite
def switches(draw: st.DrawFn) -> list[list[tuple[int, int, int]]]:
    size = draw(st.integers(2, 9))
    number = st.integers(0, size - 1)
    several = st.lists(st.tuples(number, number, number), max_size=3)
    return draw(st.lists(several, min_size=size, max_size=size))


@settings(deadline=None, max_examples=500, suppress_health_check=[HealthCheck.too_slow])
@given(switches(), st.randoms(use_true_random=False))
def test_answers_that_may_shrink_do_not_depend_on_the_order_of_asking(drawn, random) -> None:
    order = list(range(len(drawn)))
    first, second = Switches(drawn), Switches(drawn)
    in_turn = [first.ask(number) for number in order]
    random.shuffle(order)
    shuffled = {number: second.ask(number) for number in order}
    assert [shuffled[number] for number in range(len(drawn))] == in_turn


def test_a_circle_that_turns_out_larger_when_asked_again_waits_for_the_rest() -> None:
    """What 2 asks once 1 has an answer leads to 0, which is still open."""
    system = Equations([9, None, 1, None], [[1], [2], [1], [0]], [[], [], [(1, 3)], []])
    assert [system.ask(number) for number in range(4)] == system.least()


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(equations())
def test_what_is_known_is_not_worked_out_again(system: Equations) -> None:
    for number in range(len(system.reads)):
        system.ask(number)
    before = system.worked_out
    for number in range(len(system.reads)):
        system.ask(number)
    assert system.worked_out == before


def test_an_answer_that_is_none_is_kept() -> None:
    fixpoint: Fixpoint[int | None] = Fixpoint(lambda a: a, lambda a: a, lambda before, now: now)
    asked: list[None] = []
    for _ in range(3):
        assert fixpoint.ask("question", None, asked.append, None) is None
    assert asked == [None]


def test_what_is_true_when_nothing_else_is_comes_last() -> None:
    fixpoint: Fixpoint[Answer] = Fixpoint(same, same, latest)

    def first() -> Answer:
        return fixpoint.ask("second", NOTHING, second)

    def second() -> Answer:
        return fixpoint.ask("first", NOTHING, first, otherwise=lambda a: a or frozenset({7}))

    assert fixpoint.ask("second", NOTHING, second) == {7}
    assert fixpoint.ask("first", NOTHING, first) == {7}


def test_answers_that_would_grow_for_ever_are_bounded() -> None:
    fixpoint: Fixpoint[Answer] = Fixpoint(
        same, lambda answer: frozenset(n for n in answer if n < 3), latest
    )

    def growing() -> Answer:
        before = fixpoint.ask("n", NOTHING, growing)
        return before | {len(before)}

    assert fixpoint.ask("n", NOTHING, growing) == {0, 1, 2}


def test_an_answer_that_never_comes_to_rest_is_widened() -> None:
    fixpoint: Fixpoint[Answer] = Fixpoint(same, same, lambda before, now: before | now)

    def opposite() -> Answer:
        return frozenset({1}) - fixpoint.ask("n", NOTHING, opposite)

    assert fixpoint.ask("n", NOTHING, opposite) == {1}


def test_many_answers_that_grow_one_by_one_are_all_heard() -> None:
    """One question reads many others, each of which changes a few times: its own answer counts."""
    size = 40
    reads = [list(range(1, size)), *([[0], [0, 1], [0, 1, 2]] * size)[: size - 1]]
    system = Equations(list(range(size)), reads, [[] for _ in range(size)])
    assert system.ask(0) == system.least()[0] == frozenset(range(size))


def test_an_interrupted_question_can_be_asked_again() -> None:
    fixpoint: Fixpoint[Answer] = Fixpoint(same, same, latest)
    fail = True

    def outer() -> Answer:
        return fixpoint.ask("inner", NOTHING, inner) | {1}

    def inner() -> Answer:
        fixpoint.ask("outer", NOTHING, outer)
        if fail:
            raise KeyboardInterrupt
        return frozenset({2})

    with pytest.raises(KeyboardInterrupt):
        fixpoint.ask("outer", NOTHING, outer)
    fail = False
    assert fixpoint.ask("outer", NOTHING, outer) == {1, 2}
    assert fixpoint.ask("inner", NOTHING, inner) == {2}
