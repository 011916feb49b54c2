"""Answers to questions that may depend on each other, or on themselves.

What a parameter is depends on its callers, who its callers are on what their objects are, and
these may be that parameter again. Such a circle has one least answer, whoever asks first: every
question in it starts with no answer at all, is worked out with those that the others have so far,
and again when one of these changes, until none does. Questions form a circle when each leads to
the others (a strongly connected component, found as Tarjan's algorithm finds them, SIAM J. Comput.
1(2), 1972); a circle's answers are final before anything outside it sees them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from heapq import heapify, heappop, heappush
from typing import Any, Generic, TypeVar

Answer = TypeVar("Answer")

_MOST_CHANGES = 24
"""How often one answer changes; one that still does is given up, since it may do so for ever."""


class _Question(Generic[Answer]):
    """A question on the way to its answer."""

    __slots__ = (
        "answer",
        "asking",
        "changes",
        "key",
        "lowest",
        "order",
        "otherwise",
        "position",
        "readers",
        "stale",
        "work",
    )

    def __init__(
        self,
        key: Hashable,
        nothing: Answer,
        work: Callable[..., Answer],
        asking: tuple[Any, ...],
        otherwise: Callable[[Answer], Answer] | None,
        order: int,
    ) -> None:
        self.key = key
        self.work = work
        self.asking = asking
        """What ``work`` is called with."""
        self.otherwise = otherwise
        self.answer = nothing
        self.order = order
        self.lowest = order
        """The earliest question still open that this one leads to."""
        self.readers: list[_Question[Answer]] | None = None
        """The questions that have seen an answer of this one; a list takes less than a set."""
        self.changes = 0
        self.stale = False
        self.position = -1
        """Where it stands among those that are finished; negative before."""


class Fixpoint(Generic[Answer]):
    """Keeps answers by key, and works out those that are asked for."""

    def __init__(
        self,
        final: Callable[[Answer], Answer],
        bounded: Callable[[Answer], Answer],
        given_up: Callable[[Answer], Answer],
    ) -> None:
        """``final`` turns the last answer of a question into what is kept.

        ``bounded`` keeps answers that are made of each other from growing for ever, and ``given_up``
        is what one becomes that does not come to rest.
        """
        self._known: dict[Hashable, Answer | _Question[Answer]] = {}
        """What is kept, and the questions that are still open."""
        self._final = final
        self._bounded = bounded
        self._given_up = given_up
        self._asking: list[_Question[Answer]] = []
        self._finished: list[_Question[Answer]] = []
        self._stale: list[int] = []
        """Positions of finished questions that have seen an answer which has changed since."""
        self._asked = 0

    def ask(
        self,
        key: Hashable,
        nothing: Answer,
        work: Callable[..., Answer],
        *asking: Any,
        otherwise: Callable[[Answer], Answer] | None = None,
    ) -> Answer:
        """The answer of a question: the one that is kept, or what ``work(*asking)`` gives.

        ``work`` asks what it needs, and ``nothing`` is where it starts. ``otherwise`` is given the
        answer when every other answer of the circle stands, and may put another in its place: for
        what is true when nothing else is.
        """
        known = self._known.get(key)
        if known is None:
            self._asked += 1
            known = _Question(key, nothing, work, asking, otherwise, self._asked)
            self._known[key] = known
            if self._answered(known):
                return known.answer
        elif type(known) is not _Question:
            return known  # type: ignore[return-value]  # nothing else is kept
        if self._asking:
            reader = self._asking[-1]
            if known.readers is None:
                known.readers = [reader]
            elif known.readers[-1] is not reader:
                known.readers.append(reader)
            if known.lowest < reader.lowest:
                reader.lowest = known.lowest
        return known.answer

    def _answered(self, question: _Question[Answer]) -> bool:
        """Work a question out; whether its answer is final, else it leads to one still open."""
        nothing = question.answer
        start = len(self._finished)
        depth = len(self._asking)
        self._asking.append(question)
        try:
            question.answer = question.work(*question.asking)
            self._asking.pop()
            if question.readers is None and question.lowest == question.order:
                self._keep(question)  # in no circle, as nearly all are
                return True
            question.answer = self._bounded(question.answer)
            question.position = len(self._finished)
            self._finished.append(question)
            if question.stale:
                self._stale.append(question.position)
            if question.readers is not None and question.answer != nothing:
                self._changed(question)
            if question.lowest < question.order or not self._settle(question, start):
                return False
            self._keep_circle(start)
        except BaseException:
            self._forget(question, start, depth)
            raise
        return True

    def _forget(self, question: _Question[Answer], start: int, depth: int) -> None:
        """Leave nothing half done behind what was interrupted."""
        del self._asking[depth:]
        for other in (question, *self._finished[start:]):
            self._known.pop(other.key, None)
        del self._finished[start:]
        self._taken(start)

    def _settle(self, first: _Question[Answer], start: int) -> bool:
        """Bring the answers of a circle to agree: all that was finished since its first began.

        False when what was asked anew leads to a question before the first: the circle is larger.
        """
        self._repeat(start)
        if self._leads_further(first, start):
            return False
        if self._complete(start):
            self._repeat(start)
        return not self._leads_further(first, start)

    def _leads_further(self, first: _Question[Answer], start: int) -> bool:
        first.lowest = min(question.lowest for question in self._finished[start:])
        return first.lowest < first.order

    def _keep_circle(self, start: int) -> None:
        """Make the answers of a circle final."""
        for question in self._finished[start:]:
            self._keep(question)
            # Questions read each other: a cycle that only the garbage collector would free.
            question.readers = None
        del self._finished[start:]

    def _keep(self, question: _Question[Answer]) -> None:
        """Make an answer final; one that says nothing may give way to what is true then."""
        answer = question.answer
        if question.otherwise is not None:
            answer = question.otherwise(answer)
        self._known[question.key] = question.answer = self._final(answer)

    def _repeat(self, start: int) -> None:
        """Work out again what was worked out with answers that have changed since.

        In rounds, and in each in the order in which they were finished.
        """
        waiting = self._taken(start)
        while waiting:
            now, waiting = waiting, []
            heapify(now)
            while now:
                position = heappop(now)
                self._again(self._finished[position])
                for other in self._taken(start) if self._stale else ():
                    if other > position:
                        heappush(now, other)
                    else:
                        waiting.append(other)

    def _taken(self, start: int) -> list[int]:
        """The positions of stale questions of a circle, no longer kept."""
        taken = [position for position in self._stale if position >= start]
        self._stale = [position for position in self._stale if position < start]
        return taken

    def _again(self, question: _Question[Answer]) -> None:
        question.stale = False
        if question.changes >= _MOST_CHANGES:
            return
        self._asking.append(question)
        answer = self._bounded(question.work(*question.asking))
        self._asking.pop()
        if answer != question.answer:
            question.changes += 1
            if question.changes == _MOST_CHANGES:
                answer = self._given_up(answer)
            question.answer = answer
            self._changed(question)

    def _complete(self, start: int) -> bool:
        """Let questions say what is true when nothing else is; whether any did."""
        changed = False
        for question in self._finished[start:]:
            if question.otherwise is not None and question.changes < _MOST_CHANGES:
                answer = question.otherwise(question.answer)
                if answer != question.answer:
                    changed = True
                    question.answer = answer
                    question.changes = _MOST_CHANGES
                    self._changed(question)
        return changed

    def _changed(self, question: _Question[Answer]) -> None:
        for reader in question.readers or ():
            if not reader.stale:
                reader.stale = True
                if reader.position >= 0:
                    self._stale.append(reader.position)
