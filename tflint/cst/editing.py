"""Makes edits of what a rule would change: the smallest that turn the old code into the new."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate
from typing import NamedTuple

import libcst as cst
from libcst._nodes.internal import CodegenState
from libcst.metadata import CodePosition

from tflint.change import Change
from tflint.cst.slices import Excerpt
from tflint.finding import Edit, Span


class NodeText(NamedTuple):
    """A concrete node in its text.

    Attributes:
        node: the node.
        start: where its own code begins.
        line: the line whose indentation it has, the first of its clause.
        part: the text.
        default_indent: what a block in it is indented by, unless the block says otherwise.
    """

    node: cst.CSTNode
    start: CodePosition
    line: int
    part: Excerpt
    default_indent: str


def edits_that_make(
    change: Change, written: NodeText, parts: Sequence[cst.CSTNode] = ()
) -> tuple[Edit, ...] | None:
    """The edits that make a change; None where there is nothing that could be changed so.

    Args:
        change: what is to be made.
        written: the node that it changes.
        parts: the concrete nodes of what the change is also given.
    """
    try:
        new = change.to(written.node, *parts)
    except cst.CSTValidationError:
        return None  # the form that the code has here does not take it
    if new is None:
        return None
    text, lines = written.part.text, written.part.lines
    if isinstance(new, cst.RemovalSentinel):
        edit = _without(written, lines)
        return None if edit is None else (edit,)
    news = list(new.nodes) if isinstance(new, cst.FlattenSentinel) else [new]
    first_line = lines[written.line - 1]
    indents = (first_line[: len(first_line) - len(first_line.lstrip())], written.default_indent)
    old_code, lead = _code(written.node, *indents)
    new_code = "".join(_code(node, *indents)[0] for node in news)
    start = written.part.starts[written.start.line - 1] + written.start.column
    begin = start - lead
    if not text.startswith(old_code, begin) or old_code == new_code:
        return None
    if "#" in old_code and _comments(written.node) - sum(map(_comments, news), Counter()):
        return None  # what people wrote there would be lost
    return tuple(
        _edit(written.part, begin + first, begin + last, put_in)
        for first, last, put_in in _differences(old_code, new_code)
    )


def _edit(part: Excerpt, begin: int, end: int, new: str) -> Edit:
    """The edit that replaces what stands between two places of a text."""
    replaced = part.text[begin:end]
    index = bisect_right(part.starts, begin) - 1
    line, column = part.numbers[index], begin - part.starts[index] + 1
    end_column = (
        len(replaced) - replaced.rfind("\n") if "\n" in replaced else column + len(replaced)
    )
    return Edit(Span(line, column, line + replaced.count("\n"), end_column), new)


def _differences(old: str, new: str) -> Iterator[tuple[int, int, str]]:
    """What to replace in an old text to get the new, line by line where lines between stay."""
    first, last = _in_common(old, new)
    begin = old.rfind("\n", 0, first) + 1
    end = old.find("\n", len(old) - last)
    end = len(old) if end < 0 else end + 1
    olds = old[begin:end].splitlines(keepends=True)
    news = new[begin : len(new) - (len(old) - end)].splitlines(keepends=True)
    if len(olds) == 1 or len(news) == 1:
        yield first, len(old) - last, new[first : len(new) - last]
        return
    from difflib import SequenceMatcher  # late: few changes go over several lines

    places = [begin, *(begin + place for place in accumulate(map(len, olds)))]
    for kind, i, j, k, m in SequenceMatcher(None, olds, news, autojunk=False).get_opcodes():
        if kind != "equal":
            mine, other = "".join(olds[i:j]), "".join(news[k:m])
            head, tail = _in_common(mine, other)
            yield places[i] + head, places[j] - tail, other[head : len(other) - tail]


def _without(written: NodeText, lines: list[str]) -> Edit | None:
    """Takes a statement out, with the lines that hold nothing else; comments stay.

    None where another statement shares a line with it.
    """
    code, _ = _code(written.node, "", written.default_indent)
    line, column = written.start.line, written.start.column
    count = code.count("\n")
    end = len(code) - code.rfind("\n") - 1 + (0 if count else column)
    before, after = lines[line - 1][:column], lines[line - 1 + count][end:]
    if (
        before.strip()
        or _comments(written.node)
        or (after.strip() and not after.lstrip().startswith("#"))
    ):
        return None
    numbers = written.part.numbers
    first, last = numbers[line - 1], numbers[line - 1 + count]
    if after.strip():
        end += len(after) - len(after.lstrip())
        return Edit(Span(first, column + 1, last, end + 1), "")
    return Edit(Span(first, 1, last + 1, 1), "")


class _Writing(CodegenState):
    """Writes a node, and notes how much it owns before its own code: empty lines, decorators, brackets."""

    __slots__ = ("lead", "node")

    def __init__(self, node: cst.CSTNode, indent: str, default_indent: str) -> None:
        super().__init__(default_indent, default_newline="\n", indent_tokens=[indent])
        self.node = node
        self.lead = 0

    @contextmanager
    def record_syntactic_position(
        self,
        node: cst.CSTNode,
        *,
        start_node: cst.CSTNode | None = None,
        end_node: cst.CSTNode | None = None,
    ) -> Iterator[None]:
        """As libcst's own provider of positions does."""
        if node is self.node:
            self.lead = sum(map(len, self.tokens))
        yield


def _code(node: cst.CSTNode, indent: str, default_indent: str) -> tuple[str, int]:
    """The code of a node that stands under an indentation, and how much of it comes before its position."""
    state = _Writing(node, indent, default_indent)
    node._codegen(state)
    return "".join(state.tokens), state.lead


def _comments(node: cst.CSTNode) -> Counter[str]:
    """The comments in a node."""
    found: Counter[str] = Counter()
    waiting = [node]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, cst.Comment):
            found[inner.value] += 1
        waiting += inner.children
    return found


def _in_common(old: str, new: str) -> tuple[int, int]:
    """How many characters two texts have in common at their beginnings and at their ends: whole words."""
    first = _same(old, new)
    while first and any(_splits_word(text, first) for text in (old, new)):
        first -= 1
    last = _same(old[first:][::-1], new[first:][::-1])
    while last and any(_splits_word(text, len(text) - last) for text in (old, new)):
        last -= 1
    return first, last


def _same(one: str, other: str) -> int:
    """How many characters two texts have in common at their beginnings."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))


def _splits_word(text: str, place: int) -> bool:
    around = text[place - 1 : place + 1]
    return place > 0 and len(around) == 2 and all(c.isalnum() or c == "_" for c in around)
