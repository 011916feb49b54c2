"""Fixes keep what people wrote around a pitfall: comments, spaces and empty lines, of every rule."""

from __future__ import annotations

import ast
import io
import tokenize
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from programs import Program
from test_fixes import FIXING, WITH_NEIGHBOUR, fixed, mended, neighbour

OPENING = {"(", "[", "{"}
CLOSING = {")", "]", "}"}
EXAMPLES = settings(max_examples=6, deadline=None)
SOME = settings(max_examples=25, deadline=None)
FIXTURES = st.sampled_from([param.values[0] for param in WITH_NEIGHBOUR])
KINDS = ("comment at the end", "comment above", "empty line above", "spaces", "broken line")


def tokens(text: str) -> list[tokenize.TokenInfo]:
    return list(tokenize.generate_tokens(io.StringIO(text).readline))


def comments(text: str) -> Counter[str]:
    return Counter(token.string for token in tokens(text) if token.type == tokenize.COMMENT)


def places(text: str) -> dict[str, list[tuple[int, int]]]:
    """Where each kind of change can be made, by line and column."""
    found: dict[str, list[tuple[int, int]]] = {kind: [] for kind in KINDS}
    depth = in_text = 0
    begins = True
    for token in tokens(text):
        name = tokenize.tok_name[token.type]
        in_text += (name == "FSTRING_START") - (name == "FSTRING_END")
        if name in ("NEWLINE", "NL") and token.line.strip() and token.string:
            found["comment at the end"].append(token.start)
        if begins and name not in ("INDENT", "DEDENT", "NL", "COMMENT", "ENDMARKER"):
            found["comment above"].append((token.start[0], token.start[1]))
            found["empty line above"].append((token.start[0], token.start[1]))
            begins = False
        begins = begins or name == "NEWLINE"
        if name == "OP" and not in_text:
            depth += (token.string in OPENING) - (token.string in CLOSING)
            if depth and (token.string in OPENING or token.string == ","):
                found["spaces"].append(token.end)
                found["broken line"].append(token.end)
    return found


def changed(text: str, changes: dict[tuple[int, int], tuple[str, int]]) -> str:
    """The text with changes of layout, each comment with a number of its own."""
    lines = text.splitlines(keepends=True)
    for (line, column), (kind, number) in sorted(changes.items(), reverse=True):
        old = lines[line - 1]
        indent = old[: len(old) - len(old.lstrip())]
        match kind:
            case "comment at the end":
                new = f"{old[:column]}  # note {number}{old[column:]}"
            case "comment above":
                new = f"{indent}# note {number}\n{old}"
            case "empty line above":
                new = f"\n{old}"
            case "spaces":
                new = f"{old[:column]}  {old[column:]}"
            case _:
                new = f"{old[:column]}  # note {number}\n{indent}        {old[column:].lstrip(' ')}"
        lines[line - 1] = new
    return "".join(lines)


@st.composite
def layouts(draw: Callable[..., object], text: str, kinds: tuple[str, ...]) -> str:
    """The text with a few changes of some kinds, no two in one line of it."""
    able = [
        (place, kind) for kind, found in places(text).items() if kind in kinds for place in found
    ]
    chosen = draw(st.lists(st.sampled_from(able), max_size=12, unique_by=lambda each: each[0][0]))
    assert isinstance(chosen, list)
    return changed(text, {place: (kind, n) for n, (place, kind) in enumerate(chosen)})


def test_every_rule_with_fixes_is_among_them() -> None:
    codes = {program.values[0].code for program in WITH_NEIGHBOUR}  # type: ignore[union-attr]
    assert codes == FIXING.keys() - {"TFL002"}  # which takes comments away, and nothing else


def assert_stays_between_statements(program: Program, data: st.DataObject) -> None:
    old = data.draw(layouts(program.path.read_text(), KINDS[:3]))
    new = fixed(old, program.code)
    assert ast.dump(ast.parse(new)) == ast.dump(ast.parse(neighbour(program).read_text()))
    assert not comments(old) - comments(new)


def assert_stays_inside_statements(program: Program, data: st.DataObject) -> None:
    """A comment that would have no place in the new code may hold its fix back, and is never lost."""
    old = data.draw(layouts(program.path.read_text(), KINDS[3:]))
    outcome = mended(old, program.code)
    new = outcome.after.get("-", old.encode()).decode()
    assert not comments(old) - comments(new)
    assert outcome.refused == []
    if comments(old) == comments(program.path.read_text()):  # spaces only
        wanted = neighbour(program).read_text()
        assert ast.dump(ast.parse(new)) == ast.dump(ast.parse(wanted))


class TestSomeFixtures:
    @SOME
    @given(program=FIXTURES, data=st.data())
    def test_what_stands_between_statements_stays(
        self, program: Program, data: st.DataObject
    ) -> None:
        assert_stays_between_statements(program, data)

    @SOME
    @given(program=FIXTURES, data=st.data())
    def test_what_stands_inside_statements_stays(
        self, program: Program, data: st.DataObject
    ) -> None:
        assert_stays_inside_statements(program, data)


@pytest.mark.slow  # a program is mended at each example
@pytest.mark.parametrize("program", WITH_NEIGHBOUR)
class TestEachFixture:
    @EXAMPLES
    @given(data=st.data())
    def test_what_stands_between_statements_stays(
        self, program: Program, data: st.DataObject
    ) -> None:
        assert_stays_between_statements(program, data)

    @EXAMPLES
    @given(data=st.data())
    def test_what_stands_inside_statements_stays(
        self, program: Program, data: st.DataObject
    ) -> None:
        assert_stays_inside_statements(program, data)
