"""Files changed at random: their trees, tokens, lines or bytes."""

from __future__ import annotations

import ast
import io
import tokenize
from random import Random


def tree(text: str, random: Random) -> str:
    """A few nodes replaced by others of the file, or dropped; the text itself if it is no Python."""
    try:
        root = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return tokens(text, random)
    expressions = [node for node in ast.walk(root) if isinstance(node, ast.expr)]
    statements = [node for node in ast.walk(root) if isinstance(node, ast.stmt)]
    places = [
        (node, field, index)
        for node in ast.walk(root)
        for field, value in ast.iter_fields(node)
        for index in (range(len(value)) if isinstance(value, list) else [None])
        if isinstance(value if index is None else value[index], (ast.expr, ast.stmt))
    ]
    for node, field, index in random.sample(places, min(len(places), random.randint(1, 4))):
        held = getattr(node, field) if index is None else getattr(node, field)[index]
        others = expressions if isinstance(held, ast.expr) else statements
        other = random.choice(others)
        if isinstance(held, ast.expr) and _is_stored(held) != _is_stored(other):
            continue
        if any(part is node for part in ast.walk(other)):
            continue  # a tree that holds itself has no end
        if index is None:
            setattr(node, field, other)
        else:
            getattr(node, field)[index] = other
    try:
        return ast.unparse(root)
    except (ValueError, RecursionError, AttributeError, TypeError):
        return tokens(text, random)  # a node stands where none can


def _is_stored(node: ast.AST) -> bool:
    return not isinstance(getattr(node, "ctx", ast.Load()), ast.Load)


def tokens(text: str, random: Random) -> str:
    """A few tokens dropped, doubled, or put in the place of others."""
    try:
        found = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError):
        return lines(text, random)
    starts = _starts(text)
    pieces = [
        (starts[t.start[0] - 1] + t.start[1], starts[t.end[0] - 1] + t.end[1], t.string)
        for t in found
        if t.string.strip() and t.end[0] <= len(starts)
    ]
    chosen = sorted(random.sample(pieces, min(len(pieces), random.randint(1, 4))), reverse=True)
    for start, end, string in chosen:
        put = random.choice(("", f"{string} {string}", random.choice(pieces)[2]))
        text = f"{text[:start]}{put}{text[end:]}"
    return text


def _starts(text: str) -> list[int]:
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def lines(text: str, random: Random) -> str:
    """A few lines dropped, doubled, moved or indented otherwise."""
    found = text.split("\n")
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(found))
        line = found.pop(at) if len(found) > 1 else found[0]
        kind = random.randrange(4)
        if kind == 1:
            found[at:at] = [line, line]
        elif kind == 2:
            found.insert(random.randrange(len(found) + 1), line)
        elif kind == 3:
            found.insert(at, random.choice(("    ", "\t", "")) + line.lstrip())
    return "\n".join(found)


def data(text: str, random: Random) -> bytes:
    """A few bytes changed, dropped or put in."""
    changed = bytearray(text.encode())
    for _ in range(random.randint(1, 6)):
        at = random.randrange(len(changed) + 1)
        kind = random.randrange(3)
        if kind == 0 and at < len(changed):
            changed[at] = random.randrange(256)
        elif kind == 1:
            del changed[at : at + random.randint(1, 8)]
        else:
            changed[at:at] = random.choice(
                (b"\0", b"\xff", b"\x0c", b"\r", b"\\\n", b"(", b"'''", b"\t")
            )
    return bytes(changed)
