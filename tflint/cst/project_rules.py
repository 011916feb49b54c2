"""Rules of a project's own: visitors of libcst with ``GraphProvider``, run over the files of a program."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider, ProviderT

from tflint.change import Change
from tflint.claims import Claim
from tflint.cst.editing import edits_that_make
from tflint.cst.flagging import ConcretePlace, NodeLocator
from tflint.cst.provider import GraphCache, GraphFacts, GraphProvider
from tflint.cst.slices import is_too_deep, whole
from tflint.facts import Project
from tflint.facts.expressions.values import External, members
from tflint.facts.graphs.execution_mode import Running
from tflint.files import Source
from tflint.finding import Applicability, Finding, Fix, Harm, Span, Subject
from tflint.syntax.model import Function

if TYPE_CHECKING:
    from tflint.facts.graphs.tracing_context import Traced


class UnreadableError(Exception):
    """libcst can't read a file, so that rules of one's own can't look at it."""


class _Reported(NamedTuple):
    """What a rule said of a node."""

    node: cst.CSTNode
    message: str
    help: str
    traced: Traced | None
    function: Function | None
    harm: Harm
    information: str
    replacement: cst.CSTNode | None


class ProjectRule(cst.CSTVisitor):
    """Base of the rules that a project has of its own; its docstring is its page.

    A subclass says what it is in its attributes, visits what it wants to see, and calls ``report``. An
    object of it sees one file, of a program that imports a framework.
    """

    METADATA_DEPENDENCIES: ClassVar[Collection[ProviderT]] = (GraphProvider, PositionProvider)
    """A subclass may name more; these stay."""

    code: str
    """One to three capital letters that are not ``TFL``, and three digits."""
    name: str
    summary: str
    harm: Harm = Harm.SILENT
    information: str = ""
    """Why its findings are mere information, in one clause; "" where they ask for a change."""
    default: bool = True
    """Whether it is on unless told otherwise."""
    fix: Applicability | None = None
    """How safe its replacements are; None for a rule that makes none."""
    claims: tuple[Claim, ...] = ()
    """What ``--confirm`` may test of its findings in graphs: any of ``tflint.claims`` proves one."""
    mentions: frozenset[str] = frozenset()
    """Texts of which a file must hold one to be looked at; empty for any file."""

    def __init__(self) -> None:
        super().__init__()
        self._reported: list[_Reported] = []

    def facts(self, node: cst.CSTNode) -> GraphFacts | None:
        """What is known of a node; None for what Python's own tree has no node for."""
        found: GraphFacts | None = self.get_metadata(GraphProvider, node, None)
        return found

    def is_in_graph(self, node: cst.CSTNode) -> bool:
        """True where a graph is known that runs the code of a node, or is made by it."""
        facts = self.facts(node)
        return facts is not None and facts.running is Running.IN_GRAPH

    def names(self, node: cst.CSTNode) -> frozenset[str]:
        """What an expression may stand for outside the project, however it is spelt: full dotted names."""
        facts = self.facts(node)
        found = () if facts is None else members(facts.value)
        return frozenset(value.name for value in found if isinstance(value, External))

    def report(
        self,
        node: cst.CSTNode,
        message: str,
        *,
        help: str = "",
        replacement: cst.CSTNode | None = None,
        harm: Harm | None = None,
        information: str = "",
    ) -> None:
        """Report a node.

        Args:
            node: the code at fault.
            message: one line: what happens there.
            help: what to do instead.
            replacement: the node to put in its place, where ``fix`` says how safe that is.
            harm: what it costs there, if not what the rule says.
            information: why it is mere information there, if not what the rule says.

        Raises:
            ValueError: the rule replaces something, and ``fix`` does not say how safe that is.
        """
        if replacement is not None and self.fix is None:
            raise ValueError("a rule with replacements says in `fix` how safe they are")
        facts = self.facts(node)
        in_graph = facts is not None and facts.running is Running.IN_GRAPH
        self._reported.append(
            _Reported(
                node,
                message,
                help,
                facts.contexts[0] if facts is not None and in_graph else None,
                None if facts is None else facts.defined or facts.function,
                harm or self.harm,
                information or self.information,
                replacement,
            )
        )


class File:
    """One file of a program, in concrete syntax, for rules of one's own.

    Raises:
        UnreadableError: libcst can't read it.
    """

    def __init__(self, project: Project, path: str) -> None:
        module = project.module(path)
        if module is None or is_too_deep(module.tree, module.lines):
            raise UnreadableError("it is nested too deeply")
        self._path = path
        self._part = whole(module)
        cache: Mapping[ProviderT, object] = {GraphProvider: GraphCache(project, path)}
        try:
            parsed = cst.parse_module(self._part.text)
        except Exception as error:
            raise UnreadableError(str(error).partition("\n")[0]) from None
        self._wrapper = MetadataWrapper(parsed, unsafe_skip_copy=True, cache=cache)

    def findings(self, rule: type[ProjectRule], *, fixes: bool = False) -> list[Finding]:
        """What a rule reports of the file; whatever the rule raises is raised."""
        visitor = rule()
        self._wrapper.visit(visitor)
        reported = visitor._reported
        locator = NodeLocator([said.node for said in reported], self._part)
        self._wrapper.visit(locator)
        return [
            self._finding(rule, said, locator.found.get(index), fixes)
            for index, said in enumerate(reported)
        ]

    def _finding(
        self, rule: type[ProjectRule], said: _Reported, place: ConcretePlace | None, fixes: bool
    ) -> Finding:
        fix = None
        if fixes and rule.fix is not None and place is not None and said.replacement is not None:
            edits = edits_that_make(Change(lambda _: said.replacement), place.written)
            fix = None if edits is None else Fix(said.help or said.message, rule.fix, edits)
        return Finding(
            path=self._path,
            span=self._span(said.node) if place is None else place.span,
            code=rule.code,
            name=rule.name,
            message=said.message,
            harm=said.harm,
            information=said.information,
            chain=() if said.traced is None else said.traced.chain,
            help=said.help,
            subject=_subject(rule, said),
            noqa_lines=() if place is None else place.noqa_lines,
            fix=fix,
        )

    def _span(self, node: cst.CSTNode) -> Span:
        """Where a node stands that no statement holds; the beginning, where nothing tells."""
        positions = self._wrapper.resolve(PositionProvider)
        where = positions.get(node)
        if not isinstance(where, CodeRange) or isinstance(node, cst.Module):
            return Span(1, 1, 1, 1)
        (line, column), (end_line, end_column) = (
            (place.line, place.column + 1) for place in (where.start, where.end)
        )
        return Span(line, column, end_line, end_column)


def _subject(rule: type[ProjectRule], said: _Reported) -> Subject | None:
    """What an experiment runs for a finding; None where it is in no graph."""
    if said.traced is None or said.function is None:
        return None
    entry = said.traced.entry.ref
    return Subject(said.traced.entry_kind, entry, said.function.ref, rule.claims)


def found_by(
    rule: type[ProjectRule], text: str, *, path: str = "example.py", fixes: bool = True
) -> list[Finding]:
    """What a rule reports of a program of one file, for its tests; comments silence nothing.

    Raises:
        UnreadableError, SyntaxError: the text can't be read.
    """
    ast.parse(text)
    project = Project.build([Source(path, text)])
    return File(project, path).findings(rule, fixes=fixes)
