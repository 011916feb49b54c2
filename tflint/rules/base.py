"""What a rule is, and what it sees.

A rule is one class: its docstring is its page, its methods look at one kind of thing each. It
never walks a tree and never asks why a line is in a graph: the engine brings it the calls,
statements and attribute writes of functions that are, and adds the chain of reasons.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

from tflint.change import Proposable
from tflint.claims import AnyDifference, Claim
from tflint.facts.graphs.context import Context as Context
from tflint.finding import Applicability, EntryKind, Harm, Reason
from tflint.syntax.model import AttributeStore, Block, CallSite, Class, Function

if TYPE_CHECKING:
    from tflint.facts import Project
    from tflint.facts.graphs.graph_sites import GraphSite


class Proposal(NamedTuple):
    """What a rule says of one place; what flags it makes a finding of it.

    Attributes:
        node: the code at fault.
        message: one line: what will happen there.
        help: what to do instead.
        reasons: links to add to the chain, after those of the trace.
        claims: what an experiment may test here, where the place decides it; else the rule's.
        information: why it is mere information, in one clause that a reader can check, and what would make
            it count where that is in his hands; "" where it asks for a change.
        is_possible: whether it is true only if what its chain assumes is.
        function: the function to run when it is not the one that holds the node.
        kind: how to run it when that is not how the graph around the node is made.
        alike: what it is about, where one finding for each such thing in a function says enough.
        change: what the ``help`` says, done, where that can be.
    """

    node: ast.AST
    message: str
    help: str = ""
    reasons: tuple[Reason, ...] = ()
    claims: tuple[Claim, ...] = ()
    information: str = ""
    is_possible: bool = False
    harm: Harm | None = None
    function: Function | None = None
    kind: EntryKind | None = None
    alike: str = ""
    change: Proposable | None = None

    @property
    def is_sure(self) -> bool:
        """Whether the rule itself takes it neither for information nor for merely possible."""
        return not (self.information or self.is_possible)


class Rule:
    """Base of all rules. A subclass sets the attributes and overrides what it wants to see.

    One object of it looks at all files of a run, so it keeps nothing of what it has seen.
    """

    code: str
    name: str
    summary: str
    harm: Harm
    claims: tuple[Claim, ...] = (AnyDifference(),)
    """What an experiment may test of its findings: any of them proves one."""
    framework: str = ""
    """The framework to test with; empty where the file tells, and which Keras it is for."""
    default: bool = True
    fix: Applicability | None = None
    """How safe its fixes are, unless the place says otherwise; None for a rule that has none."""
    once_for: Literal["", "name", "file"] = ""
    """Of what one finding says enough: of a name and what helps in a function, of a message in a file.

    A proposal that says itself what it is ``alike`` needs none of it.
    """
    shows_when_called_again: bool = False
    """Whether what its findings say shows from the second call of a graph on, and not before."""
    is_fine_once: bool = False
    """Whether there is nothing to say of code that runs once in the life of its object, eagerly too."""
    sees_escapes: bool = False
    """Whether the rule also looks at code that ``init_scope`` takes out of the graph."""
    sees_vain_handlers: bool = False
    """Whether it has something to say of lines in handlers that no trace comes to."""
    freezes_tests: bool = False
    """Whether it finds what a trace reads once and for all: a test of that may leave lines out of it."""
    visits: frozenset[str] = frozenset()
    """The visits that the rule has a use for."""


def _visits(rule: type[Rule], base: type[Rule]) -> frozenset[str]:
    """Names of the visits in which a rule does something, unlike its base."""
    every = [name for name in vars(base) if name.startswith("visit_")]
    return frozenset(name for name in every if getattr(rule, name) is not getattr(base, name))


class TracedRule(Rule):
    """Looks at code that TensorFlow traces."""

    expressions: tuple[type[ast.expr], ...] = (ast.Attribute, ast.Subscript)
    """Which expressions ``visit_expression`` wants to see; names have a visit of their own."""
    statements: tuple[type[ast.stmt], ...] = ()
    """Which statements ``visit_statement`` wants to see; empty for all."""
    calls_of: tuple[Container[str] | re.Pattern[str], ...] = ()
    """Outside functions whose calls ``visit_call`` wants to see: canonical names, or how they begin."""
    call_names: frozenset[str] = frozenset()
    """Which others it wants to see, by the last part of the called name; without either, all calls."""

    def __init_subclass__(cls) -> None:
        cls.visits = _visits(cls, TracedRule)

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look at one call of those that ``calls_of`` and ``call_names`` tell."""
        yield from ()

    def visit_statement(
        self, node: ast.stmt, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look at one statement; statements inside it come by themselves."""
        yield from ()

    def visit_store(self, store: AttributeStore, context: Context) -> Iterator[Proposal]:
        """Look at one assignment to an attribute."""
        yield from ()

    def visit_expression(
        self, node: ast.expr, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look at one expression of the kinds in ``expressions``."""
        yield from ()

    def wants_name(self, name: str, context: Context) -> bool:
        """Whether ``visit_name`` wants to see where a function reads a name; asked once for each."""
        return True

    def visit_name(
        self, node: ast.Name, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look at one place that reads a name."""
        yield from ()


class GluonRule(TracedRule):
    """Looks at ``hybrid_forward`` and what it calls."""

    framework = "mxnet"


class EagerRule(Rule):
    """Looks at eager code that makes graphs, calls them, or should."""

    call_names: frozenset[str] = frozenset()
    """Which calls the rule wants to see, by the last part of the name."""
    store_names: frozenset[str] = frozenset()
    """Which assignments to attributes the rule wants to see, by the attribute."""
    method_names: frozenset[str] = frozenset()
    """Which classes of a framework the rule wants to see: those that define one of these methods."""

    def __init_subclass__(cls) -> None:
        cls.visits = _visits(cls, EagerRule)

    def names(self, project: Project) -> frozenset[str]:
        """Like ``call_names``, for names of what the project makes graphs of."""
        return self.call_names

    def visit_class(self, definition: Class, context: Context) -> Iterator[Proposal]:
        """Look at one class of those that ``method_names`` tells, from the code that defines it."""
        yield from ()

    def visit_graph_site(self, site: GraphSite, context: Context) -> Iterator[Proposal]:
        """Look at one place where ``tf.function`` is applied."""
        yield from ()

    def visit_graph_call(
        self, site: CallSite, function: Function, context: Context
    ) -> Iterator[Proposal]:
        """Look at one call of a tf.function from eager code."""
        yield from ()

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look at one call in eager code whose name is in ``call_names``."""
        yield from ()

    def visit_store(self, store: AttributeStore, context: Context) -> Iterator[Proposal]:
        """Look at one assignment in eager code to an attribute whose name is in ``store_names``."""
        yield from ()


R = TypeVar("R", bound=type[Rule])
_REGISTRY: dict[str, type[Rule]] = {}


def register(rule: R) -> R:
    """Class decorator: make a rule known by its code.

    Raises:
        ValueError: two rules have the same code.
    """
    if rule.code in _REGISTRY:
        raise ValueError(f"two rules have the code {rule.code}")
    _REGISTRY[rule.code] = rule
    return rule


def registered(code: str) -> type[Rule]:
    """The rule with a code, once its module is imported.

    Raises:
        KeyError: no rule known so far has the code.
    """
    return _REGISTRY[code]
