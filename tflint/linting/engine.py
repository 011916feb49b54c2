"""Brings rules what they want to see, in one pass over what the index recorded."""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cache, cached_property
from itertools import chain
from typing import NamedTuple, TypeVar, cast

from tflint.change import Proposed
from tflint.facts import Project
from tflint.facts.graphs.context import FunctionCode, code_of
from tflint.facts.graphs.graph_sites import display
from tflint.facts.order.expected_errors import is_expected_to_raise
from tflint.facts.order.frozen_tests import may_be_left_out
from tflint.facts.order.single_calls import runs_once
from tflint.facts.programs.idle_files import IdleFiles
from tflint.facts.programs.unused_functions import is_hidden, is_unused
from tflint.facts.shapes.lines_behind_errors import error_before
from tflint.finding import EntryKind, Finding, Harm, Reason, Span, Subject
from tflint.linting.eager_code import EagerCode
from tflint.linting.merging import merged
from tflint.rules.base import Context, EagerRule, GluonRule, Proposal, Rule, TracedRule
from tflint.syntax.expressions import key_of
from tflint.syntax.model import AttributeStore, Block, CallSite, Function, IndirectCall, Module
from tflint.syntax.parts import Part, expressions_in
from tflint.syntax.showing import as_written
from tflint.syntax.spans import span_of
from tflint.syntax.stack import on_deep_stack
from tflint.syntax.trees import children, walk

R = TypeVar("R", bound=Rule)
_MAY_BE_LEFT_OUT = (
    "a test around it asks for what a trace reads once, so the graph may not have it at all"
)
_Visit = tuple[TracedRule, Iterator[Proposal], ast.AST, Block | None]
"""What a rule says when it looks at a node, and the block that stands in."""


def check(
    project: Project, path: str, rules: Iterable[type[Rule]], *, fixes: bool = False
) -> Iterator[Finding]:
    """What the rules say of one file of the project, with ``fixes`` and how to mend it."""
    module = project.module(path)
    if module is not None:
        kinds = _by_kind(tuple(rules))
        yield from on_deep_stack(
            lambda: _flagged(project, path, list(_check(project, module, kinds)), fixes)
        )


def _flagged(project: Project, path: str, proposed: list[Proposed], fixes: bool) -> list[Finding]:
    if not proposed:
        return []
    # What several graphs are made by is told once, with the first's chain.
    once: dict[tuple[str, Span, str], Proposed] = {}
    for one in proposed:
        found = one.finding
        once.setdefault((found.code, found.span, found.message), one)
    from tflint.cst.flagging import flag  # late: libcst takes longer to import than a file to check

    made = once.values()
    return flag(project, path, list(made) if fixes else [one._replace(change=None) for one in made])


def _seeing(rules: Iterable[R], visit: str) -> list[R]:
    return [rule for rule in rules if visit in rule.visits]


def _tells(of: Container[str] | re.Pattern[str], name: str) -> bool:
    return of.match(name) is not None if isinstance(of, re.Pattern) else name in of


class _Traced:
    """Rules for functions of one kind, by what they look at."""

    def __init__(self, made: Sequence[TracedRule]) -> None:
        calls = _seeing(made, "visit_call")
        self._calls = [rule for rule in calls if rule.calls_of or rule.call_names]
        self._all_calls = [rule for rule in calls if rule not in self._calls]
        self._calls_named: dict[str, list[TracedRule]] = {}
        self._calls_of: dict[str, list[TracedRule]] = {}
        self.stores = _seeing(made, "visit_store")
        self.names = _seeing(made, "visit_name")
        self._statements = _seeing(made, "visit_statement")
        self._expressions = _seeing(made, "visit_expression")
        self._by_class: dict[type[ast.AST], list[TracedRule]] = {}

    def of_call(self, name: str, functions: set[str]) -> list[TracedRule]:
        """Those that look at calls under a name, which stands for outside functions or none."""
        found = self._calls_named.get(name)
        if found is None:
            wanting = [rule for rule in self._calls if name in rule.call_names]
            found = self._calls_named[name] = [*self._all_calls, *wanting]
        for function in functions:
            found = found + [rule for rule in self._of_function(function) if rule not in found]
        return found

    def _of_function(self, name: str) -> list[TracedRule]:
        """Those that look at calls of an outside function."""
        found = self._calls_of.get(name)
        if found is None:
            found = [rule for rule in self._calls if any(_tells(of, name) for of in rule.calls_of)]
            self._calls_of[name] = found
        return found

    def of_statement(self, kind: type[ast.stmt]) -> list[TracedRule]:
        """Those that look at statements of a class."""
        if kind not in self._by_class:
            self._by_class[kind] = [
                rule
                for rule in self._statements
                if not rule.statements or issubclass(kind, rule.statements)
            ]
        return self._by_class[kind]

    def of_expression(self, kind: type[ast.expr]) -> list[TracedRule]:
        """Those that look at expressions of a class."""
        if kind not in self._by_class:
            self._by_class[kind] = [
                rule for rule in self._expressions if issubclass(kind, rule.expressions)
            ]
        return self._by_class[kind]


class _Eager:
    """Rules for eager code, by what they look at."""

    def __init__(self, made: Sequence[EagerRule]) -> None:
        self.graph_sites = _seeing(made, "visit_graph_site")
        self.graph_calls = _seeing(made, "visit_graph_call")
        self.classes = _seeing(made, "visit_class")
        self.stores = _seeing(made, "visit_store")
        self.calls = _seeing(made, "visit_call")


class _Kinds(NamedTuple):
    """Rules by the code they are for."""

    traced: _Traced
    gluon: _Traced
    eager: _Eager


@cache
def _by_kind(rules: tuple[type[Rule], ...]) -> _Kinds:
    made = [rule() for rule in rules]
    gluon = [rule for rule in made if isinstance(rule, GluonRule)]
    traced = [rule for rule in made if isinstance(rule, TracedRule) and rule not in gluon]
    eager = [rule for rule in made if isinstance(rule, EagerRule)]
    return _Kinds(_Traced(traced), _Traced(gluon), _Eager(eager))


def _check(project: Project, module: Module, kinds: _Kinds) -> Iterator[Proposed]:
    for function in module.functions:
        contexts = project.tracing.traced(function)
        if contexts:
            code = code_of(function, project)
            in_graphs, in_gluon = _Seen(code, kinds.traced), _Seen(code, kinds.gluon)
            yield from merged(
                [
                    (traced, list(_check_traced(Context(project, function, traced), seen)))
                    for traced in contexts
                    for seen in [in_gluon if traced.context.kind is EntryKind.GLUON else in_graphs]
                ]
            )
    yield from _check_eager(project, module, kinds.eager)


class _Seen:
    """What rules look at in a function, in whatever context: nodes, each with a rule that wants it."""

    def __init__(self, code: FunctionCode, rules: _Traced) -> None:
        self._code = code
        self._function = code.function
        self._rules = rules

    @cached_property
    def calls(self) -> list[tuple[TracedRule, CallSite]]:
        of_call, names = self._rules.of_call, self._code.names
        return [
            (rule, site)
            for site in self._function.calls
            for rule in of_call(site.name, names(site.node.func))
        ]

    @cached_property
    def statements(self) -> list[tuple[TracedRule, ast.stmt, Block | None]]:
        return [
            (rule, statement, block)
            for statement, block in self._function.statements
            for rule in self._rules.of_statement(statement.__class__)
        ]

    @property
    def stores(self) -> Iterator[tuple[TracedRule, AttributeStore]]:
        return ((rule, store) for store in self._function.stores for rule in self._rules.stores)

    @property
    def expressions(self) -> list[tuple[TracedRule, ast.expr, Block | None]]:
        return self._expressions[0]

    def names(self, context: Context) -> Iterator[tuple[TracedRule, ast.Name, Block | None]]:
        """Reads of names, as far as these concern a rule in a context."""
        for name, places in self._expressions[1].items():
            for rule in [rule for rule in self._rules.names if rule.wants_name(name, context)]:
                for node, block in places:
                    yield rule, node, block

    @cached_property
    def _expressions(
        self,
    ) -> tuple[
        list[tuple[TracedRule, ast.expr, Block | None]],
        dict[str, list[tuple[ast.Name, Block | None]]],
    ]:
        found: list[tuple[TracedRule, ast.expr, Block | None]] = []
        names: dict[str, list[tuple[ast.Name, Block | None]]] = {}
        of_expression = self._rules.of_expression
        for expression, block in _expressions(self._function):
            if isinstance(expression, ast.Name):
                if isinstance(expression.ctx, ast.Load):
                    names.setdefault(expression.id, []).append((expression, block))
                continue
            for rule in of_expression(expression.__class__):
                found.append((rule, expression, block))
        return found, names


def _check_traced(context: Context, seen: _Seen) -> Iterator[Proposed]:
    """What the rules say of a traced function in one of its contexts."""
    said = [*_said(context, seen)]
    frozen = {
        key_of(proposal.node)
        for rule, proposal, _, _ in said
        if rule.freezes_tests and proposal.is_sure
    }
    for rule, proposal, node, block in said:
        if proposal.is_sure and (proposal.harm or rule.harm) is Harm.SILENT:
            is_frozen_behind = bool(frozen) and not rule.freezes_tests
            if is_frozen_behind and may_be_left_out(node, block, frozen, context):
                proposal = proposal._replace(information=_MAY_BE_LEFT_OUT)
            elif (request := error_before(node, block, context)) is not None:
                proposal = proposal._replace(information=_behind(request, context))
        yield _proposed(rule, proposal, context)


def _behind(request: CallSite, context: Context) -> str:
    """Why a line is mere information to which no trace comes, for ``.numpy()`` has raised before."""
    module = request.function.module
    place = module.on_line(request.node.lineno)
    if module is not context.module:
        place += f" of {module.path.rpartition('/')[2]}"
    asked = as_written(request.node.func)
    return f"`{asked}()` {place} raises first in each trace: the line counts once that is mended"


def _said(
    context: Context, seen: _Seen
) -> Iterator[tuple[TracedRule, Proposal, ast.AST, Block | None]]:
    for rule, proposals, node, block in _visits(context, seen):
        for proposal in proposals:
            if not rule.sees_escapes and context.escapes(node, block):
                continue
            if not rule.sees_vain_handlers and context.is_caught_in_vain(block):
                continue
            if rule.is_fine_once and context.is_done_once(node, block):
                continue
            is_late = rule.shows_when_called_again and proposal.harm is not Harm.RAISES
            if not (is_late and runs_once(block, context)):
                yield rule, proposal, node, block


def _visits(context: Context, seen: _Seen) -> Iterator[_Visit]:
    for rule, site in seen.calls:
        yield rule, rule.visit_call(site, context), site.node, site.block
    for rule, statement, block in seen.statements:
        yield rule, rule.visit_statement(statement, block, context), statement, block
    for rule, store in seen.stores:
        yield rule, rule.visit_store(store, context), store.node, store.binding.block
    for rule, expression, block in seen.expressions:
        yield rule, rule.visit_expression(expression, block, context), expression, block
    for rule, name, block in seen.names(context):
        yield rule, rule.visit_name(name, block, context), name, block


def _expressions(function: Function) -> Iterator[tuple[ast.expr, Block | None]]:
    """The expressions of a function's own code; constants are left out."""
    for place in _places_of_expressions(function):
        for part in expressions_in(place, strings=True):
            if not isinstance(part.node, ast.Constant):
                yield cast(ast.expr, part.node), part.block


def _places_of_expressions(function: Function) -> Iterator[Part]:
    """Where they begin: in statements, but for decorators, whose names are of another time."""
    if isinstance(function.node, ast.Lambda):
        yield Part(function.node.body, function, None)
        return
    for statement, block in function.statements:
        outside = getattr(statement, "decorator_list", ())
        for child in children(statement):
            if isinstance(child, (ast.expr, ast.withitem)) and child not in outside:
                yield Part(child, function, block)


def _check_eager(project: Project, module: Module, rules: _Eager) -> Iterator[Proposed]:
    code = EagerCode(project, module)
    of_graphs = chain(
        (
            (rule, rule.visit_graph_site(site, context), context, None)
            for site, context in code.graph_sites()
            for rule in rules.graph_sites
        ),
        (
            (rule, rule.visit_graph_call(site, function, context), context, site)
            for site, function, context in (code.graph_calls() if rules.graph_calls else ())
            for rule in rules.graph_calls
        ),
    )
    switches = project.tracing.mode_switches
    switch = switches.by(module)
    told: set[tuple[str, ast.AST]] = set()
    for rule, proposals, context, site in of_graphs:
        for proposal in proposals:
            if site is not None and (rule.code, proposal.node) in told:
                continue  # of another class of which the object that is called may be
            told.add((rule.code, proposal.node))
            off = switch
            if site is not None and (switch is None or switches.stands_before(site, switch)):
                off = switches.at(site)
            yield _proposed(rule, _if_written(_if_graphs_are_on(proposal, off), site), context)
    visits = chain(
        (
            (rule, rule.visit_class(definition, context), context, None)
            for definition, context in code.classes()
            for rule in rules.classes
            if not rule.method_names.isdisjoint(definition.methods)
        ),
        (
            (rule, rule.visit_store(store, context), context, None)
            for store, context in (code.stores() if rules.stores else ())
            for rule in rules.stores
            if store.node.attr in rule.store_names
        ),
        (
            (rule, rule.visit_call(site, context), context, site)
            for rule in rules.calls
            for site, context in code.calls(rule.names(project))
        ),
    )
    for rule, proposals, context, site in visits:
        for proposal in proposals:
            yield _proposed(rule, _if_written(proposal, site), context)


def _if_written(proposal: Proposal, site: CallSite | None) -> Proposal:
    """What is said of a call; of one that ``map`` makes, and that stands nowhere, of the ``map``."""
    if not isinstance(site, IndirectCall):
        return proposal
    is_there = any(part is proposal.node for part in walk(site.by))
    return proposal._replace(node=proposal.node if is_there else site.by, change=None)


def _if_graphs_are_on(proposal: Proposal, switch: CallSite | None) -> Proposal:
    """What is said of graphs, where a switch turns them off: it may be so, once they are on."""
    if switch is None or proposal.information:
        return proposal
    where = Reason(switch.function.module.path, switch.node.lineno, "this turns graphs off")
    return proposal._replace(is_possible=True, reasons=(*proposal.reasons, where))


def _proposed(rule: Rule, proposal: Proposal, context: Context) -> Proposed:
    change = proposal.change
    if change is not None and change.applicability is None:
        change = change._replace(applicability=rule.fix)
    return Proposed(proposal.node, finding(rule, proposal, context), change)


def finding(rule: Rule, proposal: Proposal, context: Context) -> Finding:
    """A finding from what a rule says, with the place, the chain and the subject filled in."""
    cls = type(rule)
    function = proposal.function or context.function
    harm = proposal.harm or cls.harm
    information = proposal.information
    if proposal.is_sure:
        information = _why_information(proposal, harm, context)
    return Finding(
        path=context.module.path,
        span=span_of(proposal.node, context.module.lines),
        code=cls.code,
        name=cls.name,
        message=proposal.message,
        harm=harm,
        information=information,
        is_possible=proposal.is_possible or (not information and _is_assumed(context)),
        chain=(*(context.traced.chain if context.traced else ()), *proposal.reasons),
        help=proposal.help,
        alike=_alike(cls, proposal, context.function),
        subject=_subject(cls, proposal, function, context),
    )


def _why_information(proposal: Proposal, harm: Harm, context: Context) -> str:
    """Why what a rule is sure of is information all the same; "" where it is not.

    Of what only costs time in a test, or never; in a test is also what nothing but a test is known to
    repeat. Of an error that the program shows that it expects; and, unless the graph itself is assumed, of
    one that no program of the project makes, and of a function for which its users have another one.
    """
    project, function = context.project, context.function
    if harm is Harm.COST:
        if any(map(project.is_of_tests, _first_places(proposal, context))):
            return "nothing but tests is known to spend this time"
        if project.remember(IdleFiles).is_idle(context.module):
            return "no file imports this one, and run by itself it only defines what it holds"
        if is_unused(function, project):
            return f"nothing that runs here is known to come to {display(function.outermost)}"
    if harm is Harm.RAISES and is_expected_to_raise(context):
        return "each call of the graph stands where the program expects an error"
    traced = context.traced
    if traced is not None and not traced.context.is_assumed:
        if traced.context.is_not_made:
            return "the programs here that use the block call no `hybridize()`, so none makes this graph"
        if is_hidden(function, project):
            return (
                f"a file that imports this one has its own {display(function.outermost)}, and nothing is "
                "known to use the one here"
            )
    return ""


def _is_assumed(context: Context) -> bool:
    """Whether somebody whom nobody sees would have to make the graph."""
    return context.traced is not None and context.traced.context.is_assumed


def _first_places(proposal: Proposal, context: Context) -> Iterator[str]:
    """The file of a finding, and that in which its chain starts."""
    yield context.module.path
    yield from (reason.path for reason in proposal.reasons[:1])


def _alike(rule: type[Rule], proposal: Proposal, function: Function) -> str:
    """What tells the findings apart of which one is reported; nothing where each is."""
    about = proposal.alike
    if not about and rule.once_for == "file":
        return proposal.message
    if not about and rule.once_for == "name":
        names = [part for part in walk(proposal.node) if isinstance(part, ast.Name)]
        if names:  # and what helps in one place helps in the others
            first = min(names, key=lambda part: (part.lineno, part.col_offset))
            about = f"{first.id}: {proposal.help}"
    return f"{function.qualname}: {about}" if about else ""


def _subject(rule: type[Rule], proposal: Proposal, function: Function, context: Context) -> Subject:
    kind, entry, traced = EntryKind.EAGER, function, context.traced
    if proposal.kind is not None:
        kind = proposal.kind
    elif traced is not None:
        kind, entry = traced.entry_kind, traced.entry
    claims = proposal.claims or rule.claims
    framework = _framework(rule, context)
    return Subject(kind, entry.ref, function.ref, claims, framework, traced is None)


def _framework(rule: type[Rule], context: Context) -> str:
    """What to test with: what the rule says, and the Keras that the code is written for."""
    of_keras_2 = context.project.uses_keras_2(context.module) or (
        context.traced is not None and context.traced.context.keras_2
    )
    return "tf_keras" if of_keras_2 and rule.framework != "mxnet" else rule.framework
