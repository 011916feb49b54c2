"""Which attributes of its objects a program may set without writing their names: ``setattr``, ``vars``."""

from __future__ import annotations

import ast
from functools import cached_property
from typing import TYPE_CHECKING

from tflint.facts.expressions.values import Instance, members
from tflint.syntax.model import CallSite, Class, Function

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inferred


class SetByName:
    """Answers ``may_set(attr, owner)`` for one project."""

    def __init__(self, program: Inferred) -> None:
        self._program = program

    def may_set(self, attr: str, owner: Class) -> bool:
        """True where ``setattr`` may set an attribute of such an object, or what holds all of them."""
        return any(
            self._sets(site, attr, owner) for site in self._program.names.calls.get("setattr", ())
        ) or any(
            function.owner is not None and self._are_related(function.owner, owner)
            for function in self._with_all_attributes
        )

    def _sets(self, site: CallSite, attr: str, owner: Class) -> bool:
        match site.node.args:
            case [_, ast.Constant(value=name), _] if name != attr:
                return False
            case [changed, _, _]:
                value = self._program.inference.value(changed, site.function)
                return any(
                    not isinstance(member, Instance) or self._are_related(member.definition, owner)
                    for member in members(value)
                )
            case _:
                return True

    @cached_property
    def _with_all_attributes(self) -> list[Function]:
        """The functions that take hold of all attributes at once: ``self.__dict__``, ``vars(self)``."""
        read = [
            function
            for module in self._program.relevant_modules
            for _, function in module.reads.get("__dict__", ())
        ]
        return read + [site.function for site in self._program.names.calls.get("vars", ())]

    def _are_related(self, one: Class, other: Class) -> bool:
        bases = self._program.inference.classes.bases
        return one in bases(other) or other in bases(one)
