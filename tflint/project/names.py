"""What names alone tell of a project: which calls, and which decorators, may mean a function.

Nothing here knows what a name stands for; it only keeps the search for callers short.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from tflint.project.arguments import bind_arguments
from tflint.project.indexing import called_name
from tflint.project.model import CallSite, Function

if TYPE_CHECKING:
    from tflint.project.project import Project

_CALLED_BY_CALLING = frozenset({"__init__", "__call__", "call", "forward", "hybrid_forward"})
"""Methods that run when the class, or an object of it, is called."""


class Names:
    """The calls, decorators and other names of a project's relevant files, by name."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._arguments: dict[str, set[str]] = {}

    @cached_property
    def aliases(self) -> dict[str, set[str]]:
        """Other names for a name."""
        found: dict[str, set[str]] = {}
        for module in self._project.relevant_modules:
            for name, other in module.aliases:
                found.setdefault(name, set()).add(other)
        for name, other in self._handed_on():
            found.setdefault(name, set()).add(other)
        return found

    def _handed_on(self) -> Iterator[tuple[str, str]]:
        """Functions given to others as arguments, with the names of the parameters they come in."""
        functions: dict[str, list[Function]] = {}
        for module in self._project.relevant_modules:
            for function in module.functions:
                name = function.name
                if function.owner is not None and name == "__init__":
                    name = function.owner.name
                functions.setdefault(name, []).append(function)
        for called, sites in self.calls.items():
            for site in sites if called in functions else ():
                handed = [a for a in (*site.node.args, *(k.value for k in site.node.keywords))
                          if called_name(a) in functions]  # fmt: skip
                for function in functions[called] if handed else ():
                    given = bind_arguments(site.node, function, function.is_method)
                    for parameter, argument in given.items():
                        name = called_name(argument)
                        if argument in handed and name != parameter:
                            yield name, parameter

    @cached_property
    def calls(self) -> dict[str, list[CallSite]]:
        """Call sites by the last part of the called name, in order of path and line."""
        found: dict[str, list[CallSite]] = {}
        for module in self._project.relevant_modules:
            for name, sites in module.calls.items():
                found.setdefault(name, []).extend(sites)
        return found

    @cached_property
    def decorators(self) -> dict[str, list[tuple[ast.expr, Function]]]:
        """Decorators with what they decorate, by name."""
        found: dict[str, list[tuple[ast.expr, Function]]] = {}
        for module in self._project.relevant_modules:
            for name, pairs in module.decorated.items():
                found.setdefault(name, []).extend(pairs)
        return found

    def of_calls(self, function: Function) -> set[str]:
        """Names under which calls may reach a function."""
        name = function.name
        names = {name}
        if function.owner is not None and name in _CALLED_BY_CALLING:
            names = {function.owner.name} if name == "__init__" else {name, function.owner.name}
        if function.parent is not None and any(
            isinstance(value, ast.Name) and value.id in names
            for value, _ in function.parent.returns
        ):
            names.add(function.parent.name)
        for known in tuple(names):
            names |= self.aliases.get(known, set())
        return names

    def of_arguments(self, function: Function) -> set[str]:
        """The last parts of the names that calls which may reach a function give it."""
        return set().union(*map(self._arguments_by_name, self.of_calls(function)))

    def _arguments_by_name(self, called: str) -> set[str]:
        if called not in self._arguments:
            self._arguments[called] = {
                called_name(argument)
                for site in self.calls.get(called, ())
                for argument in (*site.node.args, *(k.value for k in site.node.keywords))
            }
        return self._arguments[called]
