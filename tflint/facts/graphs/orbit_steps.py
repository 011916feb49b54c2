"""Steps that the loops of Orbit run in graphs, as the options of their trainers and evaluators say.

``StandardTrainer`` makes a tf.function of the loop around ``train_step``, and ``StandardEvaluator`` one of
``eval_step``, unless ``use_tf_function`` of their ``options`` is False; what begins, ends and reduces
is eager code: https://github.com/tensorflow/models/blob/master/orbit/standard_runner.py
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from tflint.api import knowledge
from tflint.facts.expressions.values import ClassValue, External, Value, members
from tflint.facts.programs.option_flags import OptionFlags
from tflint.syntax.arguments import is_open
from tflint.syntax.model import CallSite, Class, Function
from tflint.syntax.scopes import is_only_a_parameter

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inferred

_OPTIONS = "options"
_OPTION = "use_tf_function"
_MOST_HANDED_ON = 3
"""How many functions may hand the options on, from one to the next."""


class OrbitStep(NamedTuple):
    """A method that a loop of Orbit runs.

    Attributes:
        function: the method.
        runner: the class of Orbit whose loop it is.
        is_known: whether the options are known to ask for a graph; else they may as well forbid it.
    """

    function: Function
    runner: str
    is_known: bool


class OrbitSteps:
    """Tells which methods of a project's classes the loops of Orbit compile."""

    def __init__(self, program: Inferred) -> None:
        self._program = program
        self._options = OptionFlags(program)

    def of(self, definition: Class) -> Iterator[OrbitStep]:
        """The steps that a class has itself."""
        for runner, (step, *loops) in knowledge.ORBIT_RUNNERS.items():
            method = definition.methods.get(step)
            if method is None:
                continue
            names = self._program.inference.classes.base_names(definition)
            name = next(filter(runner.fullmatch, names), None)
            own = self._own_bases(definition)
            if name is None or any(loop in base.methods for base in own for loop in loops):
                continue
            asked = self._is_asked_for(definition, name)
            if asked is not False:
                yield OrbitStep(method, name.rpartition(".")[2], asked is True)

    def _own_bases(self, definition: Class) -> list[Class]:
        bases = self._program.inference.classes.bases(definition)
        return [base for base in bases if isinstance(base, Class)]

    def _is_asked_for(self, definition: Class, runner: str) -> bool | None:
        """Whether the options that the constructor of Orbit gets ask for a graph; None if not known."""
        value = self._program.inference.value
        called = f"{runner}.__init__"
        constructors = [
            b.methods["__init__"] for b in self._own_bases(definition) if "__init__" in b.methods
        ]
        if not constructors:
            made = self._program.names.calls.get(definition.name, ())
            sites = [
                s for s in made if ClassValue(definition) in members(value(s.node.func, s.function))
            ]
        else:
            sites = [
                site
                for constructor in constructors
                for site in constructor.calls
                if External(called) in members(value(site.node.func, site.function))
            ]
        return _in_common(self._by(site) for site in sites)

    def _by(self, site: CallSite) -> bool | None:
        """The same by one call of the constructor, whose second argument are the options."""
        if is_open(site.node):
            return None
        func = site.node.func
        is_bound = not isinstance(func, ast.Attribute) or isinstance(func.value, ast.Call)
        given = [k.value for k in site.node.keywords if k.arg == _OPTIONS]
        given += site.node.args[1 if is_bound else 2 :][:1]
        return self._of(given[0], site.function) if given else True

    def _of(
        self, options: ast.expr, function: Function, depth: int = _MOST_HANDED_ON
    ) -> bool | None:
        match options:
            case ast.Constant(value=None):
                return True
            case ast.BoolOp(op=ast.Or(), values=values):
                return _in_common(self._of(value, function, depth) for value in values)
            case ast.Call(func=func, keywords=keywords):
                found = members(self._program.inference.value(func, function))
                if not found or not all(map(_makes_options, found)):
                    return None
                if options.args or is_open(options):
                    return None
                asked = next((k.value for k in keywords if k.arg == _OPTION), None)
                flags = frozenset({True}) if asked is None else self._options.of(asked, function)
                return next(iter(flags)) if len(flags) == 1 else None
            case ast.Name(id=name) if depth and is_only_a_parameter(name, function):
                callers = self._program.inference.callers
                return _in_common(
                    None if argument is None else self._of(argument, around, depth - 1)
                    for argument, around in callers.given(function, name)
                )
            case _:
                return None


def _makes_options(callee: Value) -> bool:
    return isinstance(callee, External) and bool(knowledge.ORBIT_OPTIONS.fullmatch(callee.name))


def _in_common(answers: Iterable[bool | None]) -> bool | None:
    """What all answers say; None where they differ, one is not known, or there are none."""
    found = set(answers)
    return found.pop() if len(found) == 1 else None
