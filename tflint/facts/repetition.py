"""Which functions run over and over, and because of which loop."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tflint.api import knowledge
from tflint.facts.traces import display
from tflint.finding import Reason
from tflint.syntax.model import CallSite, Class, Function, loops_around

if TYPE_CHECKING:
    from tflint.facts.project import Project

_DEEPEST = 5


class Repetition:
    """Answers why a function runs repeatedly, as a chain from the loop down to it."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._known: dict[int, tuple[Reason, ...]] = {}

    def why(self, function: Function) -> tuple[Reason, ...]:
        """The loop that runs ``function`` again and again, and the calls between; empty if none."""
        return self._why(function, _DEEPEST)

    def _why(self, function: Function, depth: int) -> tuple[Reason, ...]:
        if function.is_module or depth == 0:
            return ()
        key = id(function)
        if key not in self._known:
            self._known[key] = ()
            self._known[key] = self._find(function, depth)
        return self._known[key]

    def _find(self, function: Function, depth: int) -> tuple[Reason, ...]:
        path = function.module.path
        if function.owner is not None and knowledge.BATCH_CALLBACKS.match(function.name):
            if any(
                n.endswith(".Callback")
                for n in self._project.inference.classes.base_names(function.owner)
            ):
                line = getattr(function.node, "lineno", 1)
                return (Reason(path, line, f"Keras calls {display(function)} over and over"),)
        sites = self.sites(function)
        for site in sites:
            loop = self.loop(site)
            if loop is not None:
                return (loop, call_reason(function, site))
        for site in sites:
            above = self._why(site.function, depth - 1)
            if above:
                return (*above, call_reason(function, site))
        return ()

    def sites(self, function: Function) -> list[CallSite]:
        """Where a function is called; of a method, also where its bases call ``self.method()``."""
        inference = self._project.inference
        sites = [*inference.callers.of(function)]
        for base in inference.classes.bases(function.owner) if function.owner is not None else ():
            overridden = base.methods.get(function.name) if isinstance(base, Class) else None
            if overridden is not None and overridden is not function:
                sites += (s for s in inference.callers.of(overridden) if _is_of_self(s))
        return sites

    def loop(self, site: CallSite) -> Reason | None:
        """The innermost loop around a call in its own function."""
        loops = loops_around(site.block)
        if not loops:
            return None
        return loop_reason(site.function, loops[0])

    def why_site(self, site: CallSite) -> tuple[Reason, ...]:
        """Why a call runs repeatedly: a loop around it, or one around its function."""
        loop = self.loop(site)
        return (loop,) if loop is not None else self.why(site.function)


def _is_of_self(site: CallSite) -> bool:
    """True for a call of a method of the object at hand."""
    match site.node.func:
        case ast.Attribute(value=ast.Name(id=name)):
            return name == site.function.self_name
        case _:
            return False


def loop_reason(function: Function, loop: ast.AST) -> Reason:
    """A loop as a link of a chain."""
    if isinstance(loop, ast.comprehension):
        line, word = loop.target.lineno, "comprehension"
    else:
        line, word = getattr(loop, "lineno", 1), "while" if isinstance(loop, ast.While) else "for"
    where = "" if function.is_module else f" in {display(function)}"
    return Reason(function.module.path, line, f"a `{word}` loop{where} starts here")


def call_reason(function: Function, site: CallSite) -> Reason:
    """A call as a link of a chain."""
    where = "the module" if site.function.is_module else display(site.function)
    text = f"{display(function)} is called by {where}"
    return Reason(site.function.module.path, site.node.lineno, text)
