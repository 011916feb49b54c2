"""What a rule reports: plain values that every output, fix and experiment reads.

Lines and columns are 1-based; columns count characters, as editors do.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, NamedTuple

from tflint.claims import AnyDifference, Claim


class Harm(str, Enum):
    """What a pitfall costs its owner."""

    SILENT = "silent"
    """The graph does something else than eager code, and nothing says so."""
    RAISES = "raises"
    """The code fails once it is a graph."""
    COST = "cost"
    """The result is right, and slower than it looks."""
    ERROR = "error"
    """The file or the run itself is at fault (TFL0xx)."""


class Severity(str, Enum):
    """Whether a finding asks for a change."""

    WARNING = "warning"
    INFO = "info"
    """Worth knowing and probably meant; never decides the exit status."""
    POSSIBLE = "possible"
    """True if what its chain assumes is; shown in preview, and never decides the exit status."""

    @property
    def remark(self) -> str:
        """What is said of it beside the harm; nothing of a warning."""
        return {"info": "for information", "possible": "possible"}.get(self.value, "")


class Span(NamedTuple):
    """A range of source: 1-based lines and character columns, the end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


class Edit(NamedTuple):
    """A range of source, and the text to put in its place."""

    span: Span
    text: str


class Applicability(str, Enum):
    """Whether a fix may be made without being read."""

    SAFE = "safe"
    """The code does what it did, but for what the finding is about."""
    UNSAFE = "unsafe"
    """It may do something else besides: to be read before it is kept."""


class Fix(NamedTuple):
    """What to change so that a finding is gone.

    Attributes:
        message: what is done, in one line.
        applicability: whether it is safe.
        edits: what to change in the file of the finding, in order; no two touch.
        binds: the name that it gives to something in the file, where that had none; no two fixes made
            together give the same.
    """

    message: str
    applicability: Applicability
    edits: tuple[Edit, ...]
    binds: str = ""


class Reason(NamedTuple):
    """One link of the chain from an entry point down to the line: where, and what happens there."""

    path: str
    line: int
    text: str


class FunctionRef(NamedTuple):
    """Names a function so that another process can find it again.

    ``line`` is the line of ``def`` (or ``lambda``), not of a decorator.
    """

    path: str
    qualname: str
    line: int


class EntryKind(str, Enum):
    """How a function gets into a graph; decides how confirm runs it."""

    TF_FUNCTION = "tf.function"
    DATASET = "dataset"
    """Handed to ``Dataset.map`` and its like."""
    CALLBACK = "callback"
    """Handed to ``tf.cond``, ``tf.map_fn`` and their like."""
    KERAS = "keras"
    """``call``, ``train_step`` and the other methods that ``fit`` and ``predict`` trace."""
    GLUON = "gluon"
    """``hybrid_forward`` of a HybridBlock."""
    EAGER = "eager"
    """Not traced: the finding is about eager code that makes or calls graphs."""


@dataclass(frozen=True)
class Subject:
    """What an experiment must run to prove or refute a finding.

    Attributes:
        kind: how the entry point is turned into a graph.
        entry: the function that gets traced (or, for eager findings, the one that holds the line).
        function: the function that holds the line; equal to ``entry`` unless reached by calls.
        claims: what the experiment may test: any of them proves the finding.
        framework: the framework to test with; empty where the file tells.
        is_eager: whether the program runs the line in eager code, also where a test makes a graph of it.
    """

    kind: EntryKind
    entry: FunctionRef
    function: FunctionRef
    claims: tuple[Claim, ...] = (AnyDifference(),)
    framework: str = ""
    is_eager: bool = False


@dataclass(frozen=True)
class Finding:
    """One pitfall at one place."""

    path: str
    span: Span
    code: str
    name: str
    message: str
    harm: Harm
    information: str = ""
    """Why it is mere information: one clause; "" where it is none."""
    is_possible: bool = False
    """Whether it is true only if what its chain assumes is."""
    chain: tuple[Reason, ...] = ()
    help: str = ""
    subject: Subject | None = None
    noqa_lines: tuple[int, ...] = ()
    """Lines of the comments in its statement, or directly above it, that may silence it."""
    alike: str = ""
    """What it is about: of findings in one file with the same words here, one is reported."""
    fix: Fix | None = None
    """What would mend it; None where nothing is known, or nobody asked."""
    verdict: str | None = None
    evidence: dict[str, Any] | None = field(default=None, hash=False)

    @property
    def sort_key(self) -> tuple[str, Span, str, str]:
        """Order of every output: path, place, code, message."""
        return (self.path, self.span, self.code, self.message)

    @property
    def severity(self) -> Severity:
        """Whether it asks for a change: what has a reason to be information does not."""
        if self.information:
            return Severity.INFO
        return Severity.POSSIBLE if self.is_possible else Severity.WARNING

    @property
    def asks_for_change(self) -> bool:
        """Whether it is more than information, and known to be true: only that decides an exit status."""
        return self.severity is Severity.WARNING

    def is_fixable(self, *, unsafe: bool) -> bool:
        """Whether there is a fix that may be made: a safe one, or any where unsafe ones may be."""
        if self.fix is None:
            return False
        return unsafe or self.fix.applicability is Applicability.SAFE

    def with_verdict(self, verdict: str, evidence: dict[str, Any]) -> Finding:
        """The same finding, settled."""
        return replace(self, verdict=verdict, evidence=evidence)
