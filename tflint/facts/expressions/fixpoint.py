"""Answers to questions that may depend on each other, or on themselves.

What a parameter is depends on its callers, who its callers are on what their objects are, and
these may be that parameter again. Questions form a circle when each leads to the others (a strongly
connected component, found as Tarjan's algorithm finds them, SIAM J. Comput. 1(2), 1972). A circle is
worked out in rounds, from nothing: in each, every question is answered by what the others were in the
round before, until no answer changes. (That is Jacobi's iteration; who is asked again is only what has
read an answer that changed.) Its answers are final before anything outside it sees them.

So no answer depends on who asked first. What a question is in one round follows from the questions that it
reads, and who these are from the round before; a question that is met late is taken through the rounds
that it has missed. And what was taken for a part of a circle, because of a first look at answers that were
not final, is found out: of questions that do not all lead to each other, only those are kept that lead to
nothing else, and the others are asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, Generic, TypeVar

AnswerT = TypeVar("AnswerT")

_MOST_FREE_CHANGES = 8
"""How often an answer changes freely; one that still does is widened, since it may do so for ever."""
_MOST_CHANGES = 24
"""How often an answer changes at all, if widening does not bring it to rest."""
_NEVER_ASKED: Any = object()
"""What is no answer: there are answers that are None."""


class _Question(Generic[AnswerT]):
    """A question on the way to its answer."""

    __slots__ = (
        "answer",
        "asking",
        "changes",
        "history",
        "key",
        "lowest",
        "nothing",
        "order",
        "otherwise",
        "readers",
        "work",
    )

    def __init__(
        self,
        key: Hashable,
        nothing: AnswerT,
        work: Callable[..., AnswerT],
        asking: tuple[Any, ...],
        otherwise: Callable[[AnswerT], AnswerT] | None,
        order: int,
    ) -> None:
        self.key = key
        self.work = work
        self.asking = asking
        """What ``work`` is called with."""
        self.otherwise = otherwise
        self.nothing = self.answer = nothing
        self.order = self.lowest = order
        """``lowest`` is the earliest question still open that this one leads to."""
        self.readers: dict[_Question[AnswerT], None] = {}
        """The questions that have seen an answer of this one while it was open."""
        self.changes = 0
        self.history: list[tuple[int, AnswerT]] | None = None
        """The rounds in which the answer changed, each with what it became; None before any round."""

    def start(self, lowest: int) -> None:
        """Begin with no answer."""
        self.answer = self.nothing
        self.lowest = lowest
        self.readers = {}
        self.changes = 0
        self.history = []

    def change(self, answer: AnswerT, number: int) -> None:
        """Take the answer of a round."""
        assert self.history is not None
        self.answer = answer
        self.changes += 1
        self.history.append((number, answer))

    def after(self, number: int) -> AnswerT:
        """The answer after a round, this or an earlier one."""
        for when, answer in reversed(self.history or ()):
            if when <= number:
                return answer
        return self.nothing


class Fixpoint(Generic[AnswerT]):
    """Keeps answers by key, and works out those that are asked for."""

    def __init__(
        self,
        final: Callable[[AnswerT], AnswerT],
        bounded: Callable[[AnswerT], AnswerT],
        widened: Callable[[AnswerT, AnswerT], AnswerT],
    ) -> None:
        """``final`` turns the last answer of a question into what is kept.

        ``bounded`` keeps answers that are made of each other from growing for ever, and ``widened`` says
        what an answer becomes that has changed often, of what it was and what it would be now.
        """
        self._known: dict[Hashable, AnswerT | _Question[AnswerT]] = {}
        """What is kept, and the questions that are still open."""
        self._final = final
        self._bounded = bounded
        self._widened = widened
        self._asking: list[_Question[AnswerT]] = []
        self._finished: list[_Question[AnswerT]] = []
        """Questions worked out once that lead to others still open, and the circle at hand."""
        self._asked = 0
        self._last: int | None = None
        """The last round of the circle at hand; None where there is none, or none to catch up with."""
        self._past: int | None = None
        """The round whose answers are read, while a question is taken through earlier rounds."""

    def ask(
        self,
        key: Hashable,
        nothing: AnswerT,
        work: Callable[..., AnswerT],
        *asking: Any,
        otherwise: Callable[[AnswerT], AnswerT] | None = None,
    ) -> AnswerT:
        """The answer of a question: the one that is kept, or what ``work(*asking)`` gives.

        ``work`` asks what it needs, and ``nothing`` is where it starts. ``otherwise`` is given the
        answer when every other answer of the circle stands, and may put another in its place: for
        what is true when nothing else is.
        """
        known: AnswerT | _Question[AnswerT] = self._known.get(key, _NEVER_ASKED)
        if type(known) is not _Question and known is not _NEVER_ASKED:
            return known  # type: ignore[return-value]  # nothing else is kept
        reader = self._asking[-1] if self._asking else None
        if known is _NEVER_ASKED:
            self._asked += 1
            known = _Question(key, nothing, work, asking, otherwise, self._asked)
            self._known[key] = known
            start = len(self._finished)
            if self._answered(known):
                return known.answer
            if reader is not None and reader.history is not None:
                self._catch_up(start, reader)
        if reader is not None:
            known.readers[reader] = None
            if known.lowest < reader.lowest:
                reader.lowest = known.lowest
        return known.answer if self._past is None else known.after(self._past)

    def _answered(self, question: _Question[AnswerT]) -> bool:
        """Work a question out; whether its answer is final, else it leads to one still open."""
        start = len(self._finished)
        depth = len(self._asking)
        try:
            while True:
                self._asking.append(question)
                answer = question.work(*question.asking)
                self._asking.pop()
                if not question.readers and question.lowest == question.order:
                    question.answer = answer
                    self._keep(question)  # in no circle, as nearly all are
                    return True
                question.answer = self._bounded(answer)
                self._finished.append(question)
                if question.lowest < question.order or not self._settled(question, start):
                    return False
                if type(self._known[question.key]) is not _Question:
                    return True
        except BaseException:
            self._forget(question, start, depth)
            raise

    def _forget(self, question: _Question[AnswerT], start: int, depth: int) -> None:
        """Leave nothing half done behind what was interrupted."""
        del self._asking[depth:]
        for other in (question, *self._finished[start:]):
            self._known.pop(other.key, None)
        del self._finished[start:]

    # circles

    def _settled(self, first: _Question[AnswerT], start: int) -> bool:
        """Work out a circle: all that was finished since its first question began.

        False when it turns out to lead to a question before the first: the circle is larger.
        """
        outer = self._last, self._past
        self._past = None
        try:
            if not self._solved(first, start):
                return False
        finally:
            self._last, self._past = outer
        members = self._finished[start:]
        del self._finished[start:]
        component = _component(members)
        for question in members:
            if question in component:
                self._keep(question)
            else:
                del self._known[question.key]
        for question in members:
            question.readers = {}  # a cycle that only the garbage collector would free
        if first not in component:
            first.start(first.order)
            first.history = None
            self._known[first.key] = first
        return True

    def _solved(self, first: _Question[AnswerT], start: int) -> bool:
        """Bring the answers of a circle to agree; False when the circle is larger."""
        size = 0
        while size < len(self._finished) - start:
            members = self._finished[start:]
            for question in members:
                question.start(first.order)
            self._last = 0
            if not self._repeat(members, first, start):
                return False
            # What is met from here on has missed what is true when nothing else is.
            size = len(self._finished) - start
            self._last = None
            if not self._repeat(self._completed(start), first, start):
                return False
        return True

    def _repeat(
        self, stale: Iterable[_Question[AnswerT]], first: _Question[AnswerT], start: int
    ) -> bool:
        """Go on in rounds with what has read answers that changed; False when the circle is larger."""
        number = 0
        while stale:
            number += 1
            size = len(self._finished)
            changed = []
            waiting = [*stale]
            for question in waiting:
                if question.changes < _MOST_CHANGES:
                    answer = self._again(question)
                    if answer != question.answer:
                        changed.append((question, answer))
                if question.lowest < first.order:
                    first.lowest = question.lowest
                    return False
                waiting += self._finished[size:]  # what has caught up with this round
                size = len(self._finished)
            readers: dict[_Question[AnswerT], None] = {}
            for question, answer in changed:
                question.change(answer, number)
                readers.update(question.readers)
            stale = readers
            if self._last is not None:
                self._last = number
        return True

    def _again(self, question: _Question[AnswerT]) -> AnswerT:
        """What a question of a circle is in the next round."""
        self._asking.append(question)
        answer = self._bounded(question.work(*question.asking))
        self._asking.pop()
        if question.changes < _MOST_FREE_CHANGES or answer == question.answer:
            return answer
        return self._bounded(self._widened(question.answer, answer))

    def _catch_up(self, start: int, reader: _Question[AnswerT]) -> None:
        """Take questions that a circle has met late through the rounds that they have missed."""
        outer = self._past
        last = self._last if outer is None else outer
        if last is None:
            for question in self._finished[start:]:
                question.history = []
            return
        for question in self._finished[start:]:
            question.start(min(question.lowest, reader.lowest))
        try:
            for number in range(1, last + 1):
                self._past = number - 1
                changed = []
                for question in (waiting := self._finished[start:]):
                    size = len(self._finished)
                    if question.changes < _MOST_CHANGES:
                        answer = self._again(question)
                        if answer != question.answer:
                            changed.append((question, answer))
                    waiting += self._finished[size:]
                for question, answer in changed:
                    question.change(answer, number)
        finally:
            self._past = outer
        lowest = min(question.lowest for question in self._finished[start:])
        reader.lowest = min(reader.lowest, lowest)

    def _completed(self, start: int) -> dict[_Question[AnswerT], None]:
        """Let questions say what is true when nothing else is; who has read what this changes."""
        readers: dict[_Question[AnswerT], None] = {}
        for question in self._finished[start:]:
            if question.otherwise is not None and question.changes < _MOST_CHANGES:
                answer = question.otherwise(question.answer)
                if answer != question.answer:
                    question.answer = answer
                    question.changes = _MOST_CHANGES
                    readers.update(question.readers)
        return readers

    def _keep(self, question: _Question[AnswerT]) -> None:
        """Make an answer final; one that says nothing may give way to what is true then."""
        answer = question.answer
        if question.otherwise is not None:
            answer = question.otherwise(answer)
        self._known[question.key] = question.answer = self._final(answer)


def _component(members: list[_Question[AnswerT]]) -> Mapping[_Question[AnswerT], object]:
    """Of questions that were taken for a circle, one that is: all lead to each other and nowhere else."""
    reads: dict[_Question[AnswerT], list[_Question[AnswerT]]] = {member: [] for member in members}
    for member in members:
        for reader in member.readers:
            if reader in reads:
                reads[reader].append(member)
    start = members[-1]
    while True:
        below = _reachable(start, reads)
        above = _reachable(start, {member: member.readers for member in below})
        beyond = next((member for member in below if member not in above), None)
        if beyond is None:
            return below
        start = beyond


def _reachable(
    start: _Question[AnswerT], edges: Mapping[_Question[AnswerT], Iterable[_Question[AnswerT]]]
) -> dict[_Question[AnswerT], None]:
    found = {start: None}
    for question in (waiting := [start]):
        for other in edges.get(question, ()):
            if other not in found:
                found[other] = None
                waiting.append(other)
    return found
