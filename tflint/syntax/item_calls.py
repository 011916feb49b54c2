"""The loops that ``map`` and its like are, read as the generator expressions that they stand for."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tflint.syntax.showing import LONGEST, as_written

_NO_FUNCTION = (ast.Starred, ast.Constant)
"""What may stand first and is not called: ``filter(None, xs)``."""
_OF_APPLY = frozenset(
    {"axis", "raw", "result_type", "args", "by_row", "convert_dtype", "engine", "engine_kwargs"}
)
"""The keywords of pandas' ``apply``, which hands on all others."""


class ItemLoop(ast.comprehension):
    """The loop of such a generator expression.

    Attributes:
        by: what the function is called that goes through the items.
    """

    by: str


class _Parts(NamedTuple):
    """What a call tells.

    Attributes:
        called: the function that is called for each item.
        rows: what the items are of: of several, one of each is given.
        maker: what names the function that calls it.
        is_spread: whether the parts of an item are given, and not the item.
        before, after: what each call is given before its item, and after it.
        keywords: what it is given by name.
    """

    called: ast.expr
    rows: list[ast.expr]
    maker: ast.expr
    is_spread: bool = False
    before: Sequence[ast.expr] = ()
    after: Sequence[ast.expr] = ()
    keywords: Sequence[ast.keyword] = ()


def _over_all(call: ast.Call) -> _Parts | None:
    """``map(f, xs, ys)``; and ``column.map(f)``, which goes through what it is a method of."""
    match call:
        case ast.Call(func=ast.Attribute(value=owner), args=[called]):
            return _Parts(called, [owner], call.func)
        case ast.Call(args=[called, rows, ast.Constant()]):  # the size of the chunks
            return _Parts(called, [rows], call.func)
        case ast.Call(args=[called, first, *others]):
            return _Parts(called, [first, *others], call.func)
        case _:
            return None


def _over_one(call: ast.Call) -> _Parts | None:
    """``filter(f, xs)``, ``pool.imap(f, xs, 4)``."""
    match call.args:
        case [called, rows, *_]:
            return _Parts(called, [rows], call.func)
        case _:
            return None


def _spread(call: ast.Call) -> _Parts | None:
    """``starmap(f, pairs)``."""
    found = _over_one(call)
    return None if found is None else found._replace(is_spread=True)


def _folding(call: ast.Call) -> _Parts | None:
    """``reduce(f, xs)`` calls ``f(before, x)``, where nobody knows what was before."""
    found = _over_one(call)
    before = ast.copy_location(ast.Constant(...), call)
    return None if found is None else found._replace(before=[before])


def _along_axis(call: ast.Call) -> _Parts | None:
    """``np.apply_along_axis(f, 1, rows)``, which hands on what else it is given."""
    match call.args:
        case [called, _, rows, *after]:
            return _Parts(called, [rows], call.func, after=after, keywords=call.keywords)
        case _:
            return None


def _of_table(call: ast.Call) -> _Parts | None:
    """``frame.apply(f, axis=1)`` goes through rows, and without an axis through columns."""
    match call:
        case ast.Call(func=ast.Attribute(value=owner), args=[called, *_]):
            given = next((k.value for k in call.keywords if k.arg == "args"), None)
            after = given.elts if isinstance(given, ast.Tuple) else ()
            if given is not None and not after:
                after = [ast.copy_location(ast.Starred(given, ast.Load()), given)]
            keywords = [k for k in call.keywords if k.arg not in _OF_APPLY]
            return _Parts(called, [owner], call.func, after=after, keywords=keywords)
        case _:
            return None


def _vectorized(call: ast.Call) -> _Parts | None:
    """``np.vectorize(f)(xs, ys)``."""
    match call:
        case ast.Call(func=ast.Call(func=maker, args=[called, *_]), args=[first, *others]):
            return _Parts(called, [first, *others], maker)
        case _:
            return None


_PARTS: dict[str, Callable[[ast.Call], _Parts | None]] = {
    "apply": _of_table,
    "apply_along_axis": _along_axis,
    "filter": _over_one,
    "imap": _over_one,
    "imap_unordered": _over_one,
    "map": _over_all,
    "map_async": _over_one,
    "reduce": _folding,
    "starmap": _spread,
    "starmap_async": _spread,
    "vectorize": _vectorized,
}
GOING_THROUGH = frozenset(_PARTS)
"""The last parts of the names of what calls a function for each item."""


class ForEach(NamedTuple):
    """What a call stands for.

    Attributes:
        generator: ``(f(row) for row in rows)``, all of it where the call stands.
        call: ``f(row)``.
        loop: ``for row in rows``.
        maker: the expression that names the function which goes through the items.
    """

    generator: ast.GeneratorExp
    call: ast.Call
    loop: ItemLoop
    maker: ast.expr


def for_each(call: ast.Call, name: str) -> ForEach | None:
    """The loop that a call of a function with such a name is, if it is one of ``GOING_THROUGH``.

    What it really is, its text can't tell.
    """
    parts = _PARTS[name](call)
    if parts is None or isinstance(parts.called, _NO_FUNCTION):
        return None
    loop = ItemLoop(*_targets(parts.rows, call), [], 0)
    loop.by = name
    given = [_given(row, parts.is_spread, call) for row in parts.rows]
    arguments = [*parts.before, *given, *parts.after]
    made = ast.copy_location(ast.Call(parts.called, arguments, [*parts.keywords]), call)
    generator = ast.copy_location(ast.GeneratorExp(made, [loop]), call)
    return ForEach(generator, made, loop, parts.maker)


def _targets(rows: list[ast.expr], call: ast.Call) -> tuple[ast.expr, ast.expr]:
    """``each`` and ``rows``; ``(each, other)`` and ``zip(rows, others)`` of several."""
    names: list[ast.expr] = [ast.Name(_name(row), ast.Store()) for row in rows]
    for name in names:
        ast.copy_location(name, call)
    if len(rows) == 1 and not isinstance(rows[0], ast.Starred):
        return names[0], rows[0]
    zipped = ast.copy_location(ast.Name("zip", ast.Load()), rows[0])
    together = ast.copy_location(ast.Call(zipped, rows, []), rows[0])
    together.end_lineno, together.end_col_offset = rows[-1].end_lineno, rows[-1].end_col_offset
    return ast.copy_location(ast.Tuple(names, ast.Store()), call), together


def _given(row: ast.expr, is_spread: bool, call: ast.Call) -> ast.expr:
    """The item of a row; of several rows, which nobody knows, these."""
    if isinstance(row, ast.Starred):
        return row
    item = ast.copy_location(ast.Name(_name(row), ast.Load()), call)
    return ast.copy_location(ast.Starred(item, ast.Load()), call) if is_spread else item


def _name(row: ast.expr) -> str:
    """A name for each item that no variable has; of what is long, by where it stands."""
    length = (row.end_col_offset or 0) - row.col_offset
    is_short = row.lineno == row.end_lineno and length <= LONGEST
    where = f"what begins at {row.lineno}:{row.col_offset + 1}"
    return f"each of {as_written(row) if is_short else where}"
