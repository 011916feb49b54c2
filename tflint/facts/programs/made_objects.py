"""What becomes of the objects that single calls make."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tflint.api import knowledge
from tflint.facts.expressions.values import (
    ClassValue,
    members,
)
from tflint.facts.programs.following_objects import (
    ObjectFollowing,
    ObjectUses,
    goes_through_or_wraps,
)
from tflint.syntax.definitions import is_run_as_it_is
from tflint.syntax.model import CallSite, Class
from tflint.syntax.trees import walk
from tflint.syntax.uses import Use

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inferred


class MadeObjects:
    """What becomes of the objects that single calls make."""

    def __init__(self, program: Inferred) -> None:
        self._program = program

    def uses_of(
        self, site: CallSite, definition: Class | None, *, only_all: bool = False
    ) -> tuple[ObjectUses, bool]:
        """What is done with a layer or model that a call makes, and whether that is known to be all.

        ``definition`` is its class, where the project defines it. What is done to a layer is done to
        those that it is made with. With ``only_all`` the search ends where it turns out not to be all.
        """
        following = ObjectFollowing(
            self._program, definition, goes_through_or_wraps, only_all, in_methods=True
        )
        following.follow_made(site)
        return following.found, following.found.is_all

    def own_calls(self, definition: Class) -> list[Use]:
        """The calls of themselves in the methods of a class's objects: ``self(x)``."""
        following = ObjectFollowing(self._program, definition, goes_through_or_wraps, False)
        for base in self._program.inference.classes.bases(definition):
            if isinstance(base, Class):
                for method in base.methods.values():
                    following.follow_own(method)
        return following.found.calls

    def are_never_called(self, sites: Iterable[CallSite], definition: Class) -> bool:
        """True for layers or models of which all is seen, and that nothing calls, builds or trains."""
        found = (self.uses_of(site, definition, only_all=True) for site in sites)
        return all(
            is_all and not uses.calls and uses.attributes.isdisjoint(knowledge.KERAS_BUILDERS)
            for uses, is_all in found
        )

    def is_only_asked(self, site: CallSite, definition: Class) -> bool:
        """True for an object of which all is seen, and that is only asked for attributes."""
        if not self._makes(site, definition):
            return False
        uses, is_all = self.uses_of(site, definition, only_all=True)
        return is_all and not uses.calls

    def is_given_to_keras(self, site: CallSite, definition: Class) -> bool:
        """True for an object that a model is seen to be given, as by ``compile``."""
        return self._makes(site, definition) and self.uses_of(site, definition)[0].is_in_model

    def _makes(self, site: CallSite, definition: Class) -> bool:
        """True for the call of a class itself, and not that of a constructor by one below it."""
        called = self._program.inference.value(site.node.func, site.function)
        return ClassValue(definition) in members(called)

    def is_for_eager_code(self, site: CallSite, definition: Class) -> bool:
        """True for a layer that tests or scripts do no more than call, with what is at hand there."""
        if not self._makes(site, definition):
            return False
        uses, is_all = self.uses_of(site, definition, only_all=True)
        methods = self._program.inference.classes.method_names(definition)
        return (
            is_all
            and not uses.is_lost
            and uses.attributes.isdisjoint(knowledge.KERAS_TRACERS | methods)
            and all(map(_is_in_eager_code, uses.calls))
        )


def _is_in_eager_code(call: Use) -> bool:
    """True for a call by a script, or a test, which is given no symbolic input of Keras there."""
    function = call.function
    if not is_run_as_it_is(function):
        return False
    is_given_kept = isinstance(call.parent, ast.Call) and any(
        isinstance(part, ast.Name) and part.id == function.self_name for part in walk(call.parent)
    )
    return not is_given_kept and all(site.name != "Input" for site in function.calls)
