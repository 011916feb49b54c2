"""Where a program runs its tf.functions as plain Python: ``tf.config.run_functions_eagerly(True)``."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint.api.lookup import doing
from tflint.api.records import Effect
from tflint.facts.values import External, members
from tflint.syntax.model import CallSite, Function, Module
from tflint.syntax.scopes import is_of_script

if TYPE_CHECKING:
    from tflint.facts.inference import Inferred

SWITCHES = ("run_functions_eagerly", "experimental_run_functions_eagerly")


class GraphsOff:
    """Tells of a file whether all programs that use it have switched graphs off."""

    def __init__(self, program: Inferred) -> None:
        self._program = program

    def by(self, module: Module) -> CallSite | None:
        """The switch that is turned before the functions of a file run; None where one may not be.

        It stands in a file that is imported with this one, or in each program that uses it.
        """
        if not any(name in self._program.names.calls for name in SWITCHES):
            return None
        key = ("graphs off", module)
        return self._program.inference.ask(key, None, self._by, module)

    def _by(self, module: Module) -> CallSite | None:
        imports = self._program.imports
        imported = self._at_import(module.path)
        if imported is not None:
            return imported
        programs = sorted(p for p in imports.users([module.path]) if not imports.user_count(p))
        turned = [next(self._turned(path), None) or self._at_import(path) for path in programs]
        return turned[0] if all(turned) and turned else None

    def _at_import(self, path: str) -> CallSite | None:
        """What importing a file, and with it what that imports, turns off."""
        for used in sorted(self._program.imports.used([path])):
            for site in self._turned(used):
                if site.function.is_module and site.block is None:
                    return site
        return None

    def _turned(self, path: str) -> Iterator[CallSite]:
        """The switches that running a file turns off, in order, where it turns none on again."""
        module = self._program.module(path)
        if module is None:
            return
        switches = [
            site
            for name in SWITCHES
            for site in module.calls.get(name, ())
            if doing(self._names(site), Effect.EAGER_FUNCTIONS)
        ]
        if all(map(turns_off, switches)):
            for site in sorted(switches, key=lambda site: site.node.lineno):
                if (site.block is None or is_of_script(site.block)) and self._is_run(site.function):
                    yield site

    def _names(self, site: CallSite) -> frozenset[str]:
        called = members(self._program.inference.value(site.node.func, site.function))
        return frozenset(member.name for member in called if isinstance(member, External))

    def _is_run(self, function: Function) -> bool:
        """True for what a file comes to when it is run, or else, where that is nothing, when it is used.

        All that can be done with such a file is to call what it does not call itself.
        """
        callers = self._program.inference.callers
        if callers.is_run(function):
            return True
        module = function.module
        outermost = (f for f in module.functions if f.parent is module.body and f.owner is None)
        beginnings = [f for f in outermost if not callers.of(f)]
        return beginnings == [function] and not any(
            self._runs_project(site) for site in module.body.calls
        )

    def _runs_project(self, site: CallSite) -> bool:
        called = members(self._program.inference.value(site.node.func, site.function))
        return not all(isinstance(member, External) for member in called)


def turns_off(switch: CallSite) -> bool:
    """True for a call of a switch with True, as it is written."""
    given = [*switch.node.args, *(keyword.value for keyword in switch.node.keywords)]
    return len(given) == 1 and isinstance(given[0], ast.Constant) and given[0].value is True


def switched_off(switch: CallSite) -> str:
    """The words for what a switch does to a graph."""
    module = switch.function.module
    line, file = module.line_name(switch.node.lineno), os.path.basename(module.path)
    return f"but {line} of {file} turns graphs off"
