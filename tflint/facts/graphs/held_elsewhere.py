"""Functions that are held by other objects, or closures, than those that a graph runs.

A graph calls ``Chain(flip)``, and eager code ``Chain(crop)``: what the attribute of a ``Chain`` may be is
known of all its objects together, and of each by the call that has made it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint.facts.expressions.operators import any_item
from tflint.facts.expressions.values import Container, Value, members
from tflint.facts.graphs.tracing_context import MOST_WAYS, Traced, Way
from tflint.syntax.definitions import is_of_self, own_attribute, stands_in
from tflint.syntax.model import CallSite, Function
from tflint.syntax.scopes import holder_of, is_only_a_parameter, written_out
from tflint.syntax.trees import walk

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inference


class HeldElsewhere:
    """Answers ``is_held_elsewhere(node, called, traced)`` for one project."""

    def __init__(self, inference: Inference) -> None:
        self._inference = inference
        self._makers: dict[int, Function | None] = {}
        """By ``id`` of an expression, what has been found to keep the functions that it may be."""
        self._handed: dict[CallSite, frozenset[Function]] = {}
        """The functions that calls are given, by themselves or in something."""
        self.asked: set[Traced] = set()
        """What is said of these hangs on the ways to them: one more may lead there from another object."""

    def is_held_elsewhere(self, node: ast.expr, called: Function, traced: Traced) -> bool:
        """True for a function that ``node`` may be, but not in the objects of the graph at hand.

        Only where all calls are seen that have made these, and others gave what they make that function.
        """
        if id(node) not in self._makers:
            self._makers[id(node)] = self._maker(node, traced.function)
        maker = self._makers[id(node)]
        if maker is None:
            return False
        sites = self._inference.callers.of(maker)
        giving = [site for site in sites if called in self._given(site)]
        if not giving or len(giving) == len(sites):
            return False
        made = self._made(traced, maker, sites, set())
        return made is not None and bool(made) and made.isdisjoint(giving)

    def _maker(self, node: ast.expr, function: Function) -> Function | None:
        """The constructor, or factory, that is given what an expression may be, and keeps it.

        None for one that is called once at most, as all that it keeps is in one object then.
        """
        maker = self._given_to(node, function)
        is_one = maker is None or len(self._inference.callers.of(maker)) < 2
        return None if is_one else maker

    def _given_to(self, node: ast.expr, function: Function) -> Function | None:
        if isinstance(node, ast.Name):
            match function.bindings.get(node.id):
                case [binding] if binding.kind == "for" and binding.value and not binding.path:
                    node = binding.value
        if isinstance(node, ast.Subscript):
            node = node.value
        if isinstance(node, ast.Name):
            holder = holder_of(node.id, function)
            if holder is None or holder is function or holder.is_module:
                return None
            return holder if is_only_a_parameter(node.id, holder) else None
        attr = own_attribute(node, function)
        if attr is None or function.owner is None:
            return None
        match self._inference.classes.stores(function.owner, attr):
            case [store] if store.function.name == "__init__" and store.binding.value is not None:
                kept = walk(store.binding.value)
                names = (part.id for part in kept if isinstance(part, ast.Name))
                if any(is_only_a_parameter(name, store.function) for name in names):
                    return store.function
        return None

    def _given(self, site: CallSite) -> frozenset[Function]:
        if site not in self._handed:
            arguments = (*site.node.args, *(keyword.value for keyword in site.node.keywords))
            self._handed[site] = frozenset(
                function
                for argument in arguments
                for function in self._inside(self._inference.value(argument, site.function))
            )
        return self._handed[site]

    def _inside(self, value: Value) -> Iterator[Function]:
        """The functions that a value is, or holds."""
        for member in members(value):
            if isinstance(member, Container):
                held = any_item(member)
                yield from () if held is None else self._inside(held)
            else:
                yield from self._inference.functions_in(member)

    def _made(
        self, traced: Traced, maker: Function, sites: list[CallSite], seen: set[Traced]
    ) -> set[CallSite] | None:
        """The calls that have made the objects of a function in the graph; None where not all are seen."""
        seen.add(traced)
        self.asked.add(traced)
        if len(traced.ways) > MOST_WAYS:
            return None
        found: set[CallSite] = set()
        for way in traced.ways:
            made: set[CallSite] | None = set()
            if way.caller is None or not self._is_within(way, traced, maker):
                made = self._made_at(way, traced, sites)
            elif way.caller not in seen:
                made = self._made(way.caller, maker, sites, seen)
            if made is None:
                return None
            found |= made
        return found

    def _is_within(self, way: Way, traced: Traced, maker: Function) -> bool:
        """True for a call by a method of the same object, or by a function of the same closure."""
        if way.site is None or way.argument is not None:
            return False
        if maker.owner is not None:
            return is_of_self(way.site) and way.site.name == traced.function.name
        return stands_in(way.site.function, maker)

    def _made_at(self, way: Way, traced: Traced, sites: list[CallSite]) -> set[CallSite] | None:
        """The call that has made the object which is called, or handed on, where a way begins."""
        if way.site is None:
            return None
        node = way.argument or way.site.node.func
        if isinstance(node, ast.Attribute) and node.attr == traced.function.name:
            node = node.value
        around = way.site.function
        attr = own_attribute(node, around)
        if attr is not None and around.owner is not None:
            match self._inference.classes.stores(around.owner, attr):
                case [store] if store.binding.value is not None and not store.binding.path:
                    node, around = store.binding.value, store.function
        node = written_out(node, around)
        found = {site for site in sites if site.node is node}
        return found or None
