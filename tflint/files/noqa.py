"""``# noqa`` comments: what a file's author has silenced.

The union of what Ruff and flake8 accept, so that a comment which silences one of them silences
tflint too: ``# noqa``, ``# noqa: TFL301, TFL302``, ``#NoQA:tfl3`` (any code that starts
so). It holds for every line of the statement, string or bracket that it stands in or
ends; that it may also stand directly above a statement is for concrete syntax to see (``cst``). For
a whole file: ``# tflint: noqa``, ``# tflint: noqa: TFL301`` (or ``flake8:``) in a comment of its own.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from tflint.finding import Edit, Span

_CODES = r"(?P<codes>[A-Z]+[0-9]+(?:[,\s]*[A-Z]+[0-9]+)*)"
_INLINE = re.compile(rf"#\s*noqa(?::\s?{_CODES})?", re.IGNORECASE)
_FILE = re.compile(rf"#\s*(?:tflint|flake8)[:=]\s*noqa(?::\s?{_CODES})?(?P<rest>.*)", re.IGNORECASE)
_CODE = re.compile(r"[A-Z]+[0-9]+", re.IGNORECASE)


def begins_with_noqa(comment: str) -> bool:
    """True for a comment that says ``noqa`` before anything else, unlike code that was commented out."""
    return _INLINE.match(comment) is not None


@dataclass
class Directive:
    """One comment: where it stands, which lines it holds for, and what it silences.

    Attributes:
        line: line of the comment.
        column: column of the comment.
        end_column: column after the comment's last character.
        codes: codes or beginnings of codes in capitals, empty for everything.
    """

    line: int
    column: int
    end_column: int
    codes: tuple[str, ...]
    used: set[str] = field(default_factory=set)

    def silences(self, code: str) -> bool:
        """True when the comment silences ``code``; remembers that it did."""
        if not self.codes:
            return True
        hit = [prefix for prefix in self.codes if code.startswith(prefix)]
        self.used.update(hit)
        return bool(hit)

    def unused(self, judged: Iterable[str]) -> list[str]:
        """Codes with these letters that silenced nothing so far, in the order written."""
        letters = set(judged)
        ours = [code for code in self.codes if code.rstrip("0123456789") in letters]
        return [code for code in dict.fromkeys(ours) if code not in self.used]


@dataclass
class Suppressions:
    """All directives of one file."""

    directives: list[Directive] = field(default_factory=list)
    _file: list[Directive] = field(default_factory=list)
    _by_line: dict[int, list[Directive]] = field(default_factory=dict)

    @classmethod
    def of(cls, text: str) -> Suppressions:
        """Find the directives of a file; a text that does not tokenize counts up to its fault."""
        found = cls()
        if "noqa" not in text.lower():
            return found
        try:
            for tokens in _logical_lines(text):
                found._add(tokens)
        except (tokenize.TokenError, SyntaxError, RecursionError):
            pass
        return found

    def silences(self, code: str, *lines: int) -> bool:
        """True when a directive for the file or for one of the lines silences ``code``."""
        candidates = list(self._file)
        for line in dict.fromkeys(lines):
            candidates += self._by_line.get(line, [])
        silencing = [directive for directive in candidates if directive.silences(code)]
        return bool(silencing)

    def _add(self, tokens: list[tokenize.TokenInfo]) -> None:
        inline: list[Directive] = []
        for token in tokens:
            if token.type != tokenize.COMMENT or "noqa" not in token.string.lower():
                continue
            own_line = not token.line[: token.start[1]].strip()
            if own_line and (match := _FILE.match(token.string)):
                # "# tflint: noqa: because" names no code and must not silence the file
                if match["codes"] or not match["rest"].startswith(":"):
                    self._file.append(self._directive(token, match))
            elif match := _INLINE.search(token.string):
                inline.append(self._directive(token, match))
        if inline:
            for line in range(tokens[0].start[0], tokens[-1].end[0] + 1):
                self._by_line.setdefault(line, []).extend(inline)

    def _directive(self, token: tokenize.TokenInfo, match: re.Match[str]) -> Directive:
        line, column = token.start
        codes = tuple(_CODE.findall((match["codes"] or "").upper()))
        start = column + match.start() + 1
        directive = Directive(line, start, column + match.end() + 1, codes)
        self.directives.append(directive)
        return directive


def comments_for(text: str, wanted: Mapping[int, Collection[str]]) -> list[Edit]:
    """The edits that silence codes on lines of a text, one for each statement that tokenizes.

    A comment that names codes already is given more of them.

    Args:
        text: a file's text.
        wanted: codes by the line that a finding begins on.
    """
    lines = text.split("\n")
    edits: list[Edit] = []
    try:
        for tokens in _logical_lines(text):
            asked = [n for n in range(tokens[0].start[0], tokens[-1].end[0] + 1) if n in wanted]
            codes = ", ".join(sorted({code for line in asked for code in wanted[line]}))
            edits += _comment(tokens, lines, asked[0], codes) if asked else []
    except (tokenize.TokenError, SyntaxError, RecursionError):
        pass
    return edits


def _comment(
    tokens: list[tokenize.TokenInfo], lines: list[str], line: int, codes: str
) -> list[Edit]:
    """What silences codes in a statement: at the end of its first line from ``line`` on that has one."""
    for token in tokens:
        match = _INLINE.search(token.string) if token.type == tokenize.COMMENT else None
        if match is not None and match["codes"]:
            at = token.start[1] + match.end() + 1
            return [Edit(Span(token.start[0], at, token.start[0], at), f", {codes}")]
    ends = (tokenize.NL, tokenize.NEWLINE)
    of_code = {t.end[0] for t in tokens if t.type not in (*ends, tokenize.COMMENT)}
    for row, column in (token.start for token in tokens if token.type in ends):
        if row >= line and row in of_code:
            first = len(lines[row - 1][:column].rstrip()) + 1
            return [Edit(Span(row, first, row, column + 1), f"  # noqa: {codes}")]
    return []


def _logical_lines(text: str) -> Iterator[list[tokenize.TokenInfo]]:
    """Tokens of each statement; a comment on a line of its own is a group of its own."""
    group: list[tokenize.TokenInfo] = []
    skipped = (tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING, tokenize.ENDMARKER)
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in skipped or (token.type == tokenize.NL and not group):
                continue
            group.append(token)
            alone = token.type == tokenize.NL and group[0].type == tokenize.COMMENT
            if token.type == tokenize.NEWLINE or alone:
                yield group
                group = []
    finally:
        if group:
            yield group
