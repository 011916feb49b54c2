"""Random places in real code, and whether code put there makes sense."""

from __future__ import annotations

import ast
import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import PurePath

from benchmarks.injection.templates import Pitfall
from tflint.facts import Project
from tflint.facts.graphs.guards import is_conditional, is_escape, is_guarded_creation
from tflint.facts.graphs.once import Once
from tflint.facts.graphs.symbolic import conversion, is_converted
from tflint.facts.graphs.tracing_context import Traced
from tflint.facts.order.creation import in_layer_constructor
from tflint.finding import EntryKind
from tflint.rules.base import Context
from tflint.syntax.model import Block, Function, Module, outward

_EXITS = (ast.Return, ast.Raise, ast.Continue, ast.Break)


@dataclass(frozen=True)
class Place:
    """A statement before which code is put.

    Attributes:
        function: the function, or module body, that holds it.
        statement: the statement.
        block: the block it stands in.
        traced: how the function gets into a graph, None for eager code.
    """

    function: Function
    statement: ast.stmt
    block: Block | None
    traced: Traced | None

    @property
    def path(self) -> str:
        """The file."""
        return self.function.module.path

    @property
    def line(self) -> int:
        """The line before which to put code; decorators belong to their definition."""
        return first_line(self.statement)

    @property
    def indent(self) -> str:
        """White space before the statement."""
        text = self.function.module.lines[self.line - 1]
        return text[: len(text) - len(text.lstrip())]


def first_line(statement: ast.stmt) -> int:
    """Where a statement starts, its decorators included."""
    decorators = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(d.lineno for d in decorators)])


def top_statement(function: Function) -> ast.stmt:
    """The statement of the module that holds a function."""
    line = function.key.line
    return next(
        s for s in function.module.tree.body if first_line(s) <= line <= (s.end_lineno or line)
    )


@dataclass
class Places:
    """The places of one project, drawn at random; ``excluded`` counts those that make no sense."""

    project: Project
    source: random.Random
    excluded: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        tracing = self.project.tracing
        self._traced: dict[str, list[Function]] = {"traced": [], "gluon": []}
        self._eager: dict[str, list[Function]] = {"mxnet": [], "tensorflow": []}
        self._of: dict[str, list[Module]] = {"mxnet": [], "tensorflow": []}
        self._modules: list[Module] = []
        for module in self.project.relevant_modules:
            self._modules.append(module)
            for framework in ("mxnet", "tensorflow"):
                if _mentions(module, framework):
                    self._of[framework].append(module)
            for function in module.functions:
                if function.is_module or isinstance(function.node, ast.Lambda):
                    continue
                traced = tracing.nearest(function)
                if traced is None:
                    for framework, modules in self._of.items():
                        if modules and modules[-1] is module:
                            self._eager[framework].append(function)
                elif traced.context.kind is not EntryKind.GLUON:
                    self._traced["traced"].append(function)
                elif function.name == "hybrid_forward" and len(function.parameters) > 2:
                    self._traced["gluon"].append(function)
        self._used: set[int] = set()

    @property
    def modules(self) -> list[Module]:
        """Modules that have to do with a framework."""
        return self._modules

    def forget(self) -> None:
        """Let every function be used again."""
        self._used.clear()

    def can_hold(self, pitfall: Pitfall) -> bool:
        """Whether the project has code of the kind that a pitfall goes into."""
        if pitfall.kind in self._traced:
            return bool(self._traced[pitfall.kind])
        return bool(self._of[_framework(pitfall)])

    def draw(self, pitfall: Pitfall, needs_self: bool, has_global: bool) -> Place | None:
        """A place for a pitfall, None when chance finds none; each function serves once a round."""
        for _ in range(200):
            place = self._any(pitfall, has_global)
            if place is None:
                return None
            why = self._unfit(place, pitfall, needs_self)
            if why is None:
                self._used.add(id(place.function))
                return place
            if why:
                self.excluded[why] += 1
        return None

    def _any(self, pitfall: Pitfall, has_global: bool) -> Place | None:
        if pitfall.kind in self._traced:
            functions = self._traced[pitfall.kind]
            if not functions:
                return None
            function = self.source.choice(functions)
        else:
            modules = self._of[_framework(pitfall)]
            if not modules:
                return None
            function = self.source.choice(modules).body
            eager = self._eager[_framework(pitfall)]
            if eager and not has_global and self.source.random() < 0.5:
                function = self.source.choice(eager)
        if not function.statements:
            return None
        statement, block = self.source.choice(function.statements)
        return Place(function, statement, block, self.project.tracing.nearest(function))

    def _unfit(self, place: Place, pitfall: Pitfall, needs_self: bool) -> str | None:
        """Why code makes no sense at a place, "" when it was used before; None when it does."""
        function, statement, block = place.function, place.statement, place.block
        if id(function) in self._used:
            return ""
        if not _starts_a_line(place):
            return "shares its line with other code"
        if _is_docstring_or_import(place):
            return "before a docstring, an import or a declaration"
        if _is_unreachable(statement, block, function):
            return "after a return or raise"
        if any(b.arm == "handlers" for b in outward(block)):
            return "in an exception handler"
        if statement not in (function.body if block is None else block.siblings):
            return "in a class body"
        if pitfall.kind.endswith("program") and block is not None:
            return "a program under a condition or in a loop"
        if not pitfall.tests and _is_test(function):
            return "in a test"
        if not pitfall.keras_2 and self.project.uses_keras_2(function.module):
            return "in a file for Keras 2"
        if place.traced is None:
            return None
        return self._unfit_in_graph(place, place.traced, pitfall, needs_self)

    def _unfit_in_graph(
        self, place: Place, traced: Traced, pitfall: Pitfall, needs_self: bool
    ) -> str | None:
        """Why a line of traced code would not do what is claimed of it; None when it does."""
        function, statement, block = place.function, place.statement, place.block
        context = Context(self.project, function, traced)
        if is_escape(statement, block, function, self.project.inference.value):
            return "outside the graph"
        if _never_runs(block):
            return "under a test that never holds"
        if function.is_generator:
            return "in a generator"
        runs_once = traced.context.once is not Once.NO or is_guarded_creation(
            statement, block, function
        )
        if not pitfall.once and runs_once:
            return "behind a test that lets it run once"
        if not pitfall.once and in_layer_constructor(context):
            return "in a layer's constructor: found where the layer is made"
        if not pitfall.conditional and is_conditional(block):
            return "behind a test, which may let it run once"
        if pitfall.autograph is not None:
            acts = is_converted(context) if pitfall.autograph else conversion(context) is None
            if acts is not pitfall.autograph:
                return "where AutoGraph acts otherwise"
        if needs_self:
            return _no_self(function, traced)
        return None


def _no_self(function: Function, traced: Traced) -> str | None:
    """Why a place has no object of which an attribute could outlive the call."""
    if function.self_name is None or function.owner is None:
        return "not in a method"
    names = {d.id for d in function.decorators if isinstance(d, ast.Name)}
    if "classmethod" in names or "staticmethod" in names:
        return "not in a method"
    made_here = function.name.startswith("__") and function.name != "__call__"
    if traced.context.self_is_new or made_here or function.name == "build":
        return "in a method of an object made in the same call"
    start = function.owner.methods.get("__init__")
    if start is None or not _ends_openly(start):
        return "in a class without a plain `__init__`"
    return None


def _ends_openly(start: Function) -> bool:
    """True when a statement can follow the last one of a function."""
    last = start.body[-1]
    lines = start.module.lines
    own_line = last.lineno > start.key.line
    return own_line and not isinstance(last, _EXITS) and not lines[last.lineno - 1].count(";")


def _framework(pitfall: Pitfall) -> str:
    return "mxnet" if pitfall.kind.startswith("gluon") else "tensorflow"


def _mentions(module: Module, framework: str) -> bool:
    """True for a file that imports a framework by name."""
    return any(framework in line and "import" in line for line in module.lines)


def _starts_a_line(place: Place) -> bool:
    text = place.function.module.lines[place.line - 1]
    before = text[: place.statement.col_offset] if place.line == place.statement.lineno else ""
    if before.strip() or text.lstrip().startswith("elif"):
        return False
    return ";" not in text or isinstance(place.statement, (ast.For, ast.If, ast.With))


def _is_docstring_or_import(place: Place) -> bool:
    statement = place.statement
    if isinstance(statement, (ast.Global, ast.Nonlocal)):
        return True
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return isinstance(statement.value.value, str)
    if place.function.is_module:
        return isinstance(statement, (ast.Import, ast.ImportFrom))
    return False


def _is_unreachable(statement: ast.stmt, block: Block | None, function: Function) -> bool:
    for siblings in (*(b.siblings for b in outward(block)), function.body):
        for sibling in siblings:
            if sibling.lineno >= statement.lineno:
                break
            if isinstance(sibling, _EXITS):
                return True
    return False


def _never_runs(block: Block | None) -> bool:
    """True under ``if False`` or ``if TYPE_CHECKING``."""
    return any(
        isinstance(b.node, ast.If)
        and (
            (isinstance(b.node.test, ast.Constant) and not b.node.test.value)
            or "TYPE_CHECKING" in ast.dump(b.node.test)
        )
        for b in outward(block)
    )


def _is_test(function: Function) -> bool:
    path = PurePath(function.module.path)
    parts = {"test", "tests", "testing"} & set(path.parts)
    return bool(parts) or "test" in path.stem or "test" in function.qualname.lower()
