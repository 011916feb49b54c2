"""TFL0: what is reported about the run itself. The pipeline makes these findings, no rule does."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tflint.files import Source
from tflint.files.noqa import Directive
from tflint.files.source import (
    GAP,
    LEFT_IN_GIT_LFS,
    NEWER_PYTHON,
    OLDER_PYTHON,
    Fault,
    has_gap,
    has_python_2_line,
    is_left_in_git_lfs,
    why_of_little_weight,
)
from tflint.finding import Applicability, Edit, Finding, Fix, Harm, Span
from tflint.syntax.parsing import BrokenFile, is_valid_in_python_2, is_valid_up_to_3_6
from tflint.syntax.spans import span_of

if TYPE_CHECKING:
    from tflint.facts.graphs.bounds import Cut


_OF_A_CELL = "the other cells are checked, and Jupyter says so too where it is run"


class RunRule:
    """A code that the linter itself reports. The docstring is the rule's page."""

    code: str
    name: str
    summary: str
    harm = Harm.ERROR
    information: str = ""
    """Why its findings are mere information; "" where they are none."""
    default: bool = True
    fix: Applicability | None = None
    help: str = ""

    @classmethod
    def at(cls, path: str, span: Span, message: str) -> Finding:
        """A finding of this rule."""
        return Finding(
            path=path,
            span=span,
            code=cls.code,
            name=cls.name,
            message=message,
            harm=cls.harm,
            information=cls.information,
            help=cls.help,
        )


class UnparsableFile(RunRule):
    """The file is not valid Python, or not a valid notebook.

    ## What it does

    Reports the first place at which a file stops being Python: a syntax error, bytes that its
    encoding does not allow, a NUL byte, a notebook that Jupyter could not open, or nesting too
    deep to be parsed.

    ## Why is this bad?

    Nothing else in the file was checked. The other files of the run were.

    A file's validity is judged by the Python that runs tflint: what uses the syntax of a later one is
    information, and needs tflint to run on that version to be checked. So is what only an earlier one
    takes: names that Python 3.7 made keywords (`cuda(async=True)`), and files with statements of
    Python 2 (`print "text"`, `a <> b`, tabs that stand for eight spaces), reported once for a file or
    notebook. And so is a gap that readers are to fill in: `x = # TODO`.

    A script of cells (`# %%`, as Spyder, VS Code and Jupyter have them, or saved by Colab) is read as these
    run it: its magics and shell commands are no errors.

    A cell that is no Python is left out, the others of its notebook are checked. It is information only:
    most such cells are gaps that the reader of a course fills in, notes, or what was left half typed,
    and Jupyter says so where it is run. So is an empty notebook, and a text that is none (`This
    notebook has moved to ...`).

    What Git LFS keeps in place of a file that nobody has asked for is no Python either: `git lfs pull`
    gets the file.

    It is reported whatever `--select` says, so that a clean report never means an unread file;
    `--ignore TFL001` silences it.

    ## When it is fine

    In a folder, files of programs that import no framework are read but not parsed: nothing tflint
    looks for can be in them, and their syntax is the business of other tools. Name such a file on
    the command line to have it checked.

    ## What confirm shows

    Nothing: there is no function to run.
    """

    code = "TFL001"
    name = "unparsable-file"
    summary = "The file is not valid Python, or not a valid notebook"

    @classmethod
    def in_text(cls, path: str, fault: Fault | BrokenFile, text: str) -> Finding:
        """The finding for what is wrong with a text that was read."""
        message, line, column = fault
        if is_left_in_git_lfs(text):
            return cls.of(path, LEFT_IN_GIT_LFS, 1, 1)
        if not why_of_little_weight(message):
            from tflint.cst import newer_syntax  # late: libcst takes long to import

            if newer_syntax.is_newer_syntax(text, line):
                running = ".".join(map(str, sys.version_info[:2]))
                message = f"{NEWER_PYTHON} (Python {running}): {message}"
            elif is_valid_up_to_3_6(text):
                message = f"{OLDER_PYTHON}: {message}"
            elif has_python_2_line(text) or is_valid_in_python_2(text):
                message = f"written for Python 2: {message}"
            elif has_gap(text, line):
                message = f"{GAP}: {message}"
        return cls.of(path, message, line, column)

    @classmethod
    def in_cell(cls, path: str, fault: Fault, text: str) -> Finding:
        """The finding for a cell that was left out of a notebook."""
        found = cls.in_text(path, fault, text)
        message = found.message.replace("the file cannot", "the cell cannot", 1)
        return replace(found, message=message, information=found.information or _OF_A_CELL)

    @classmethod
    def of(cls, path: str, message: str, line: int, column: int) -> Finding:
        """The finding for what is wrong with a file, at a 1-based line and column."""
        message = " ".join(message.split())
        span = Span(line, column, line, column)
        found = cls.at(path, span, f"the file cannot be parsed: {message}")
        return replace(found, information=why_of_little_weight(message))


class UnusedSuppression(RunRule):
    """A `noqa` comment names a tflint code that silences nothing there.

    Off by default: select it by its code.

    ## What it does

    Reports each `TFL` code in a `# noqa: ...` or `# tflint: noqa: ...` comment that no finding
    needed. Comments without codes, and the codes of other linters, are not judged.

    ## Why is this bad?

    The comment hides the next finding that appears on that line, and tells readers of a problem
    that is not there.

    ## Example

    ```python
    def total(x):
        return x + 1  # noqa: TFL301
    ```

    Use instead:

    ```python
    def total(x):
        return x + 1
    ```

    ## What confirm shows

    Nothing: it is a remark about a comment.
    """

    code = "TFL002"
    name = "unused-suppression"
    summary = "This `noqa` silences nothing"
    default = False
    fix = Applicability.SAFE
    help = "Remove the code from the comment."

    @classmethod
    def fix_of(cls, source: Source, directive: Directive, unused: Sequence[str]) -> Fix:
        """Remove codes that silence nothing, or all of the comment where none is left."""
        line = source.lines[directive.line - 1]
        first, last = directive.column - 1, directive.end_column - 1
        before, comment, after = line[:first], line[first:last], line[last:]
        left = [code for code in directive.codes if code not in unused]
        text = ""
        if left:
            text = f"{comment[: comment.index(':') + 1]} {', '.join(left)}"
        elif after.strip() and not after.lstrip().startswith("#"):
            text = "#"  # goes on with other words
        elif before.strip():
            first, last = len(before.rstrip()), last if after.strip() else len(line)
        elif after.strip():
            last = len(line) - len(after.lstrip())
        elif directive.line < len(source.lines):  # nothing else stands on the line
            span = Span(directive.line, 1, directive.line + 1, 1)
            return Fix(cls.help, Applicability.SAFE, (Edit(span, ""),))
        span = Span(directive.line, first + 1, directive.line, last + 1)
        return Fix(cls.help, Applicability.SAFE, (Edit(span, text),))


class RuleFailure(RunRule):
    """A rule failed on this file. That is a fault of tflint, not of the file.

    ## What it does

    Reports that one rule ended in an internal error on one file, of which every other rule is complete; or
    that the analysis of a program did, on each of its files. All other files of the run are complete.

    ## Why is this bad?

    What would have been found in this file is missing from the report. Please report it, with
    the file if you can.

    ## What confirm shows

    Nothing: there is no function to run.
    """

    code = "TFL003"
    name = "rule-failure"
    summary = "A rule failed on this file; the rest of the run is complete"
    help = "This is a fault in tflint; please report it, with the file if you can."


class PartlyAnalysed(RunRule):
    """A function is reached in more ways than are looked at. Information only.

    ## What it does

    Says of a function that it runs in more than 100 tracing contexts (a method that 150 classes
    inherit, each of which makes a graph of it), of which the 100 nearest to where graphs start are
    looked at; or that it runs in a graph and is called at more than 300 places, so that what these
    give its parameters counts as unknown. Of several functions of a file that are called so often,
    the first is named.

    ## Why is this bad?

    It need not be. Findings that only hold in the contexts left out, or for what the calls give,
    are missing. The bounds keep the time of a run within reason.

    ## When it is fine

    Nearly always; `--ignore TFL004` silences it.

    ## What confirm shows

    Nothing: it is a remark about the run.
    """

    code = "TFL004"
    name = "partly-analysed"
    summary = "A function is reached in more ways than are looked at"
    information = "all else is looked at, so what is found holds; something may be missing"

    @classmethod
    def of(cls, path: str, cut: Cut, lines: Sequence[str]) -> Finding:
        """The finding for what a bound has left out."""
        line, column, _, _ = span_of(cut.function.node, lines)
        start = Span(line, column, line, column)
        return replace(cls.at(path, start, cut.message), alike=cut.alike)


RUN_RULES: tuple[type[RunRule], ...] = (
    UnparsableFile,
    UnusedSuppression,
    RuleFailure,
    PartlyAnalysed,
)
