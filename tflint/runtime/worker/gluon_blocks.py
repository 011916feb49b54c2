"""Which Gluon blocks a program calls and hybridizes, while the experiment says what is a graph."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..protocol import BlockGraph

if TYPE_CHECKING:  # Python 3.8 could not evaluate it
    OnCall = Callable[[Any, Callable[..., Any], Any], Any]


class BlockCall:
    """One call of a hybrid block that has not returned yet."""

    def __init__(self, block: Any, args: Any) -> None:
        self.block = block
        self.args = args
        self.can_be_graph = False
        """Whether it has come to ``HybridBlock.forward``, which is where graphs are made and run."""


class Blocks:
    """The calls under way, outermost first, and the blocks that the program hybridized."""

    def __init__(self, gluon: Any) -> None:
        self._hybrid: Any = gluon.HybridBlock
        self._plain: Any = gluon.Block
        self._calls = threading.local()  # data loaders call blocks in threads of their own
        self._hybridized: dict[int, Any] = {}
        self._switched_off: dict[int, Any] = {}
        self._methods = (self._hybrid.hybridize, self._plain.hybridize)

    @property
    def _under_way(self) -> list[BlockCall]:
        if not hasattr(self._calls, "under_way"):
            self._calls.under_way = []
        calls: list[BlockCall] = self._calls.under_way
        return calls

    def watch(self, on_call: OnCall) -> None:
        """Follow the calls of hybrid blocks; ``on_call`` makes those that come from outside any."""
        call, forward = self._plain.__call__, self._hybrid.forward

        @functools.wraps(call)
        def called(block: Any, *args: Any) -> Any:
            if not isinstance(block, self._hybrid):
                return call(block, *args)
            outermost = not self._under_way
            self._under_way.append(BlockCall(block, args))
            try:
                if outermost:
                    return on_call(block, functools.partial(call, block), args)
                return call(block, *args)
            finally:
                self._under_way.pop()

        @functools.wraps(forward)
        def forwarded(block: Any, *args: Any) -> Any:
            if not (self._under_way and self._under_way[-1].block is block):
                return forward(block, *args)
            self._under_way[-1].can_be_graph = True
            return forward(block, *args)

        self._plain.__call__, self._hybrid.forward = called, forwarded

    def hold_back(self) -> None:
        """From here on ``hybridize()`` is noted, and nothing else."""

        def noted(block: Any, active: bool = True, *args: Any, **kwargs: Any) -> None:
            now, no_more = self._hybridized, self._switched_off
            if not active:
                now, no_more = no_more, now
            now[id(block)] = block
            no_more.pop(id(block), None)
            for child in block._children.values():
                child.hybridize(active)

        self._hybrid.hybridize = self._plain.hybridize = noted

    def let_go(self) -> None:
        """From here on ``hybridize()`` is itself again."""
        self._hybrid.hybridize, self._plain.hybridize = self._methods

    def outermost(self) -> BlockCall | None:
        """The call whose graph holds what runs now: the first hybridized one, or the first of all."""
        chain = [call for call in self._under_way if call.can_be_graph]
        hybridized = [call for call in chain if id(call.block) in self._hybridized]
        return next(iter(hybridized or chain), None)

    def switched_off(self) -> bool:
        """Whether no call under way is of a hybridized block, and some of one that is so no more."""
        under_way = {id(call.block) for call in self._under_way}
        return not under_way & self._hybridized.keys() and bool(
            under_way & self._switched_off.keys()
        )

    def graph_of(self, block: Any, site: str) -> BlockGraph:
        """What ``hybridize()`` has made of a block and of the blocks inside it."""
        found = BlockGraph(type(block).__name__, site=site)
        if isinstance(block, self._hybrid):
            found.hybrid = True
            found.nodes = _nodes(block)
        if isinstance(block, self._plain):
            found.children = sum(_nodes(child) > 0 for child in _inside(block))
        return found


def _nodes(block: Any) -> int:
    graph = getattr(block, "_cached_graph", None)
    return (
        len(graph[1].get_internals().list_outputs())
        if graph and block._cached_op is not None
        else 0
    )


def _inside(block: Any) -> list[Any]:
    found = []
    for child in block._children.values():
        found += [child, *_inside(child)]
    return found
