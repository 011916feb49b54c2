"""The flagged line, and the markers that tell when it runs and when its functions are entered."""

from __future__ import annotations

import ast
import os

from tflint.claims import Claim, Differs, Frozen, Outside, Raises, Slower, SymbolsWritten
from tflint.experiment import instrument
from tflint.experiment.loops_before import loops_before
from tflint.experiment.parsed_file import ParsedFile, first_line, own_lines, read
from tflint.experiment.requirements import conditions
from tflint.finding import EntryKind, Finding, Subject
from tflint.runtime.protocol import Flagged
from tflint.syntax.model import outward

_OF_MODELS = ("predict", "fit", "evaluate")
"""Methods that have a model do its work."""
_VALUES = (ast.Call, ast.Attribute, ast.Name, ast.Subscript, ast.BinOp, ast.JoinedStr)
"""Expressions around which a marker can stand."""
_READ = (ast.Name, ast.Attribute, ast.Subscript)


def _is_about_value(claim: Claim) -> bool:
    """Whether it takes what the flagged expression gives to test a claim."""
    made = isinstance(claim, Raises) and claim.by == "makes"
    return made or isinstance(claim, (Frozen, Outside, SymbolsWritten))


def _header(statement: ast.stmt) -> list[ast.AST]:
    """What a statement reads before any block in it."""
    if isinstance(statement, (ast.If, ast.While)):
        return [statement.test]
    if isinstance(statement, (ast.For, ast.AsyncFor)):
        return [statement.iter]
    if isinstance(statement, (ast.With, ast.AsyncWith)):
        return list(statement.items)
    return [] if isinstance(statement, ast.Try) else [statement]


class Marking:
    """Knows the lines of a finding, and puts markers into the files that it is about.

    Attributes:
        statement: the statement that holds the line.
        in_lambda: whether the line is the body of a lambda.
        flagged: its first and its last line.
    """

    def __init__(self, finding: Finding, subject: Subject) -> None:
        self._finding = finding
        self._subject = subject
        self.statement: ast.stmt | None = None
        self.in_lambda = False
        path, line = os.path.abspath(finding.path), finding.span.line
        self.flagged = Flagged(path, line, line)
        self._edits = self._markers()

    @property
    def own(self) -> Flagged:
        """The flagged lines without those of a block inside the statement."""
        if self.statement is None or self.in_lambda:
            return self.flagged
        return Flagged(self.flagged.path, *own_lines(self.statement))

    @property
    def comparison(self) -> ast.Compare | None:
        """What compares the flagged expression with another one."""
        source, span = read(self._finding.path), self._finding.span
        if source is None:
            return None
        test = source.test_around(span.line, span.column, span.end_line, span.end_column)
        return test if isinstance(test, ast.Compare) else None

    @property
    def place(self) -> list[int]:
        """The flagged expression: the line its statement starts on, and its number in there."""
        source = read(self._finding.path)
        if source is None or self.statement is None:
            return []
        for number, node in enumerate(ast.walk(self.statement)):
            if self._is_flagged(source, node):
                return [self.statement.lineno, number]
        return [self.statement.lineno, 0]

    @property
    def receiver(self) -> str:
        """The model that the flagged statement asks, as it is written; empty where it asks none."""
        source = read(self._finding.path)
        if source is None or self.statement is None:
            return ""
        calls = [node for node in ast.walk(self.statement) if isinstance(node, ast.Call)]
        asked = [
            (not self._is_flagged(source, call), ast.unparse(call.func.value))
            for call in calls
            if isinstance(call.func, ast.Attribute) and call.func.attr in _OF_MODELS
        ]
        return min(asked, default=(False, ""))[1]

    def sources(self, main: ParsedFile, text: str) -> dict[str, str]:
        """The texts of the files with their markers, and that of the main one, of which a part runs."""
        sources = {main.path: self._text(main, text)}
        for path in self._edits:
            source = read(path)
            if source is not None and path not in sources:
                sources[path] = self._text(source, source.text)
        return sources

    def _text(self, source: ParsedFile, text: str) -> str:
        # Only where the slice kept the line is there something to mark.
        lines = text.splitlines()
        kept = [
            edit
            for edit in self._edits.get(source.path, [])
            if edit.line <= len(lines)
            and lines[edit.line - 1] == source.lines[edit.line - 1].rstrip("\n")
        ]
        return instrument.apply(text, kept)

    def _markers(self) -> dict[str, list[instrument.Insertion]]:
        paths = [self._finding.path, self._subject.entry.path, self._subject.function.path]
        edits: dict[str, list[instrument.Insertion]] = {}
        for path in dict.fromkeys(map(os.path.abspath, paths)):
            source = read(path)
            if source is not None:
                edits[path] = self._at_functions(source)
        source = read(self._finding.path)
        if source is not None:
            # The statement's own marker comes after the one for entering the function.
            edits[source.path] = edits[source.path] + self._at_line(source)
            edits[source.path] += self._at_loops(source)
        return edits

    def _at_functions(self, source: ParsedFile) -> list[instrument.Insertion]:
        """Markers for each function of a file, and for those of the finding that are lambdas."""
        edits: list[instrument.Insertion] = []
        for node in source.nodes:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                edits += instrument.mark_function(source, node)
        for ref in (self._subject.entry, self._subject.function):
            found = source.find(ref) if os.path.abspath(ref.path) == source.path else None
            if isinstance(found, ast.Lambda):
                new = instrument.mark_function(source, found)
                edits += [edit for edit in new if edit not in edits]
        return edits

    def _at_line(self, source: ParsedFile) -> list[instrument.Insertion]:
        """Markers for the flagged line, of which the statement is found here."""
        span = self._finding.span
        self.statement = source.statement_at(span.line, span.column)
        if self.statement is None:
            return []
        inner = source.lambda_at(span.line, span.column)
        if inner is not None:
            self.in_lambda = True
            last = inner.body.end_lineno or inner.body.lineno
            self.flagged = Flagged(source.path, inner.body.lineno, last)
            return instrument.mark_expression(source, inner.body) + self._at_value(source)
        last = self.statement.end_lineno or self.statement.lineno
        self.flagged = Flagged(source.path, first_line(self.statement), last)
        marks = instrument.mark_statement(source, self.statement)
        test = source.test_around(span.line, span.column, span.end_line, span.end_column)
        inside = self._at_value(source)
        if self._subject.kind is EntryKind.EAGER and test is not None:
            inside = instrument.mark_value(source, test) + inside
        # Within those of the statement, of which the last one ends it: ``return f(x), y``.
        marks[-1:-1] = inside
        return marks

    def _at_loops(self, source: ParsedFile) -> list[instrument.Insertion]:
        """Markers for loops that may end early: what one call costs hangs on no training before it."""
        if self.statement is None or not all(isinstance(c, Slower) for c in self._subject.claims):
            return []
        loops = loops_before(source, self.statement)
        return [edit for loop in loops for edit in instrument.mark_loop(source, loop)]

    def _at_value(self, source: ParsedFile) -> list[instrument.Insertion]:
        """Markers around the flagged expression, where the claim is about what it gives."""
        claims = self._subject.claims
        if any(isinstance(claim, Differs) and claim.sizes for claim in claims):
            node: ast.expr | None = self.comparison or self._expression(source)
        elif any(map(_is_about_value, claims)):
            node = self._expression(source)
        else:
            return []
        return [] if node is None else instrument.mark_value(source, node)

    def _expression(self, source: ParsedFile) -> ast.expr | None:
        """The flagged expression, if its place in the text is known and something can stand around it."""
        assert self.statement is not None
        inside_text = set()
        for node in ast.walk(self.statement):
            if isinstance(node, ast.JoinedStr):
                inside_text |= set(ast.walk(node)) - {node}
        for node in ast.walk(self.statement):
            plain = isinstance(node, _VALUES) and isinstance(
                getattr(node, "ctx", ast.Load()), ast.Load
            )
            if plain and node not in inside_text and self._is_flagged(source, node):
                assert isinstance(node, ast.expr)
                return node
        return None

    def _is_flagged(self, source: ParsedFile, node: ast.AST) -> bool:
        span = self._finding.span
        return (
            isinstance(node, (ast.expr, ast.stmt))
            and (node.lineno, node.end_lineno) == (span.line, span.end_line)
            and source.offset(node.lineno, node.col_offset) + 1 == span.column
            and source.offset(span.end_line, node.end_col_offset or 0) + 1 == span.end_column
        )

    @property
    def reads(self) -> list[str]:
        """The names, attributes and items that the flagged line reads, with what it is tested by."""
        if self.statement is None:
            return []
        source = read(self._finding.path)
        nodes = [node for part in _header(self.statement) for node in ast.walk(part)]
        if source is not None:
            around = [test for test, _ in conditions(source, self.statement)]
            loops = [one.node for one in outward(source.places[self.statement][1])]
            around += [loop.iter for loop in loops if isinstance(loop, ast.For)]
            nodes += [node for test in around for node in ast.walk(test)]
        reads = [ast.unparse(node) for node in nodes if isinstance(node, _READ)]
        return sorted(set(reads))
