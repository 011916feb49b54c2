"""What a rule is, and what it sees.

A rule is one class: its docstring is its page, its methods look at one kind of thing each. It
never walks a tree and never asks why a line is in a graph: the engine brings it the calls,
statements and attribute writes of functions that are, and adds the chain of reasons.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from tflint.claims import AnyDifference, Claim
from tflint.facts.flags import Flags, needs_turn, never
from tflint.facts.guards import is_escape, is_guarded_creation
from tflint.facts.values import External, Value, members
from tflint.finding import EntryKind, Harm, Reason, Severity
from tflint.syntax.model import AttributeStore, Block, CallSite, Class, Function, Module
from tflint.syntax.trees import children

if TYPE_CHECKING:
    from tflint.facts import Project
    from tflint.facts.traces import GraphSite, Trace


class Proposal(NamedTuple):
    """What a rule says of one place; what flags it makes a finding of it.

    Attributes:
        node: the code at fault.
        message: one line: what will happen there.
        help: what to do instead.
        reasons: links to add to the chain, after those of the trace.
        claims: what an experiment may test here, where the place decides it; else the rule's.
        function: the function to run when it is not the one that holds the node.
        kind: how to run it when that is not how the graph around the node is made.
    """

    node: ast.AST
    message: str
    help: str = ""
    reasons: tuple[Reason, ...] = ()
    claims: tuple[Claim, ...] = ()
    severity: Severity | None = None
    harm: Harm | None = None
    function: Function | None = None
    kind: EntryKind | None = None


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
    """The framework to test with; empty where the file tells."""
    default: bool = True
    sees_escapes: bool = False
    """Whether the rule also looks at code that ``init_scope`` takes out of the graph."""
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
    calls_of: tuple[Collection[str] | re.Pattern[str], ...] = ()
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

    def __init_subclass__(cls) -> None:
        cls.visits = _visits(cls, EagerRule)

    def names(self, project: Project) -> frozenset[str]:
        """Like ``call_names``, for names that depend on the project."""
        return self.call_names

    def visit_class(self, definition: Class, context: Context) -> Iterator[Proposal]:
        """Look at one class; the context is that of the code that defines it."""
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
        """Look at one assignment to an attribute in eager code."""
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


class Context:
    """What is known around the code a rule looks at: one function, and the project."""

    def __init__(self, project: Project, function: Function, trace: Trace | None) -> None:
        self.project = project
        self.function = function
        self.trace = trace
        self.memo: dict[str, str | None] = {}
        """What rules have found out about the whole function."""
        self.told: set[tuple[str, str]] = set()
        """What rules tell once in a function and have told: their code, and of what."""
        self._names: dict[int, set[str]] = {}

    def of(self, function: Function) -> Context:
        """The context of another function."""
        return Context(self.project, function, self.project.tracing.trace(function))

    def given_by_graphs(self, parameter: str) -> Iterator[tuple[ast.expr | None, Context]]:
        """What each call from traced code gives a parameter, None where that can't be told."""
        inference = self.project.inference
        for site in inference.callers.of(self.function):
            caller = self.of(site.function)
            if caller.trace is not None:
                yield inference.callers.arguments(site, self.function).get(parameter), caller

    @property
    def module(self) -> Module:
        """The file."""
        return self.function.module

    def value(self, node: ast.expr) -> Value:
        """What an expression of this function may be."""
        return self.project.inference.value(node, self.function)

    def symbol(self, node: ast.expr) -> Value:
        """What an expression of this traced function may be while the graph is built."""
        return self.project.symbols.value(node, self.function)

    def names(self, node: ast.expr) -> set[str]:
        """Canonical dotted names an expression may stand for, when it stands for outside code."""
        found = self._names.get(id(node))
        if found is None:
            found = {m.name for m in members(self.value(node)) if isinstance(m, External)}
            self._names[id(node)] = found
        return found

    def escapes(self, node: ast.AST, block: Block | None, init_scope: bool = True) -> bool:
        """True where the code runs outside the graph, or in no graph."""
        if needs_turn(node, block, self.function, self._left):
            return True
        return is_escape(node, block, self.function, self.project.inference.value, init_scope)

    def is_never(self, test: ast.expr, outcome: bool) -> bool:
        """True for a test that turns out this way in no graph."""
        return never(test, outcome, self._left)

    def is_created_once(self, node: ast.AST, block: Block | None) -> bool:
        """True where a test makes sure that something is created on the first call only."""
        trace = self.trace
        return (trace is not None and trace.lazy) or is_guarded_creation(node, block, self.function)

    def value_before(self, name: ast.Name) -> Value:
        """What an augmented name holds before the assignment it stands in."""
        return self.project.inference.before(name, self.function)

    def parent(self, node: ast.AST) -> ast.AST | None:
        """The node around ``node``, inside this function."""
        return self._links[0].get(id(node))

    def uses(self, name: str) -> list[ast.Name]:
        """Places in this function, and in functions nested in it, that read a name."""
        return self._links[1].get(name, [])

    @cached_property
    def _left(self) -> Flags:
        return self.project.tracing.left(self.function)

    @cached_property
    def _links(self) -> tuple[dict[int, ast.AST], dict[str, list[ast.Name]]]:
        """The node around each node of the function, by ``id``, and where it reads names."""
        parents: dict[int, ast.AST] = {}
        reads: dict[str, list[ast.Name]] = {}
        waiting: list[ast.AST] = [self.function.node]
        for node in waiting:  # which grows meanwhile
            if isinstance(node, ast.Name):
                if isinstance(node.ctx, ast.Load):
                    reads.setdefault(node.id, []).append(node)
                continue
            below = children(node)
            for child in below:
                parents[id(child)] = node
            waiting += below
        return parents, reads
