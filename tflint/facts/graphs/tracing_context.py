"""The unit of analysis: a function in a tracing context, and the chain of reasons that leads there.

A helper may be traced in several ways at once: by AutoGraph and without it, compiled by XLA and not,
with ``self`` of one class and of another. Each of them is a context of its own.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from tflint.facts.graphs.context_settings import NO_SETTINGS, ContextSettings, in_order
from tflint.facts.graphs.once import Once
from tflint.finding import EntryKind, Reason
from tflint.syntax.model import CallSite, Class, Function

_MOST_LINKS_SHOWN = 24
"""Links of a chain that are shown; of a longer one, half from its start and half from its end."""
_HALF = _MOST_LINKS_SHOWN // 2
_ORDER_OF_KINDS = {kind: place for place, kind in enumerate(EntryKind)}


class TracingContext(NamedTuple):
    """All that changes an answer about a function, of how it gets into a graph.

    Attributes:
        kind: what makes the graph that the function is part of.
        is_entry: whether that calls the function itself, with arguments of its own making.
        autograph: whether AutoGraph converts its control flow.
        forbids_autograph: whether the code says that AutoGraph must not; Keras 2 heeds that too.
        keras_2: whether only Keras 2 runs the entry point, which converts what Keras 3 does not.
        jit_compile: whether XLA compiles it.
        receiver: the class of ``self`` in a method; None when it is only declared somewhere.
        exact: whether ``self`` is of that very class, or may be of a subclass.
        once: whether a test before lets it run once, to create something.
        self_is_new: whether traced code has just made ``self``, so that it is gone after the call.
        settings: what is known of parameters and attributes that tests ask for.
        own_creator: whether the program itself makes what asks for a Variable, whatever that is.
        is_assumed: whether it is so only if somebody whom nobody sees uses what the project does not.
        is_not_made: whether the project's own programs use the code, and make no graph of it.
    """

    kind: EntryKind
    is_entry: bool = False
    autograph: bool = True
    forbids_autograph: bool = False
    keras_2: bool = False
    jit_compile: bool = False
    receiver: Class | None = None
    exact: bool = False
    once: Once = Once.NO
    self_is_new: bool = False
    settings: ContextSettings = NO_SETTINGS
    own_creator: bool = False
    is_assumed: bool = False
    is_not_made: bool = False

    def covers(self, other: TracingContext) -> bool:
        """True for another context that differs by what only keeps code, or rules, out of the graph.

        All that runs there runs in this one too, and is no better in it.
        """
        return (
            self.exact <= other.exact
            and self.once <= other.once
            and self.self_is_new <= other.self_is_new
            and self.own_creator <= other.own_creator
            and self.is_assumed <= other.is_assumed
            and self.is_not_made <= other.is_not_made
            and self.settings <= other.settings
            and self[:_FIRST_THAT_MAY_DIFFER] == other[:_FIRST_THAT_MAY_DIFFER]
        )

    @property
    def aspects(self) -> dict[str, str]:
        """The words for what may tell it from other contexts of its function, the plainest first."""
        receiver = self.receiver
        known = ", ".join(sorted(setting.shown for setting in self.settings))
        return {
            "jit_compile": "jit_compile=True" if self.jit_compile else "without jit_compile",
            "autograph": "with AutoGraph" if self.autograph else "without AutoGraph",
            "kind": f"in a graph of {self.kind.value}",
            "self": f"`self` is a `{receiver.name}`" if receiver else "nobody knows what `self` is",
            "settings": known or "whatever its settings are",
            "call": "not called by the program" if self.is_entry else "called by the program",
        }

    @property
    def sort_key(self) -> tuple[object, ...]:
        """An order of contexts that is the same in every run."""
        owner = self.receiver
        return (
            _ORDER_OF_KINDS[self.kind],
            not self.is_entry,
            not self.autograph,
            self.forbids_autograph,
            self.keras_2,
            self.jit_compile,
            () if owner is None else (owner.module.path, owner.qualname),
            self.exact,
            self.once,
            self.self_is_new,
            in_order(self.settings),
            self.own_creator,
            self.is_assumed,
            self.is_not_made,
        )


_FIRST_THAT_MAY_DIFFER = TracingContext._fields.index("exact")
"""The fields before it must be the same for one context to cover another."""


MOST_WAYS = 8
"""How many ways to a function are told apart by what they give it; of more, all that is known is run."""


class Way(NamedTuple):
    """One step into a context: a call of traced code, or what the framework is given.

    Attributes:
        site: the call that runs the function, or hands it on; None for decorators and the like.
        argument: the argument of the call that the function is; None when it is what is called.
        caller: the traced function that holds the call; None for eager code.
    """

    site: CallSite | None
    argument: ast.expr | None
    caller: Traced | None


class Step(NamedTuple):
    """A function that gets into a graph, how it is traced there, and the place and words for it."""

    function: Function
    context: TracingContext
    reason: Reason
    way: Way


@dataclass(eq=False)
class Traced:
    """A function in one tracing context.

    Attributes:
        function: the function.
        context: how it is traced.
        reason: the last link of the shortest chain of reasons that leads here.
        before: where that chain comes from; None for an entry point.
        rank: its place among all contexts, by the length of their chains and then by what these say.
        ways: how the function gets into this context, all of them.
    """

    function: Function
    context: TracingContext
    reason: Reason
    before: Traced | None = None
    rank: int = 0
    ways: list[Way] = field(default_factory=list)

    def __post_init__(self) -> None:
        before = self.before
        self._first: Traced = self if before is None else before._first
        self._length: int = 1 if before is None else before._length + 1
        """How many links the chain has."""
        head = () if before is None else before._head
        self._head: tuple[Reason, ...] = head if len(head) > _HALF else (*head, self.reason)
        """The first links of the chain, as many as are shown of a long one, and one more."""

    @property
    def entry(self) -> Function:
        """The entry point of the shortest chain."""
        return self._first.function

    @property
    def entry_kind(self) -> EntryKind:
        """How that entry point is turned into a graph."""
        return self._first.context.kind

    @property
    def is_made_by_tf_function(self) -> bool:
        """True for what ``tf.function`` itself calls."""
        return self.context.is_entry and self.context.kind is EntryKind.TF_FUNCTION

    @property
    def chain(self) -> tuple[Reason, ...]:
        """The chain of reasons, from the entry point down to the function, as it is shown."""
        left_out = self._length - _MOST_LINKS_SHOWN
        if left_out <= 1:
            return tuple(self._links())[::-1]
        path, line, _ = self._head[_HALF]
        between = Reason(path, line, f"{left_out} calls in between are not shown")
        last = tuple(islice(self._links(), _HALF))[::-1]
        return (*self._head[:_HALF], between, *last)

    def _links(self) -> Iterator[Reason]:
        """The links, the last one first."""
        current: Traced | None = self
        while current is not None:
            yield current.reason
            current = current.before
