"""Takes apart text that is put together: what ``tf.print`` would be given to say the same."""

from __future__ import annotations

import string
from collections.abc import Iterator, Sequence

import libcst as cst

Pieces = list[str | cst.BaseExpression]
"""Text as it stands between quotes, and what is put in."""


def arguments_apart(call: cst.Call) -> list[cst.Arg] | None:
    """What a call that prints is given, with all texts taken apart; None where that can't be done."""
    arguments: list[cst.Arg] = []
    for argument in call.args:
        if argument.keyword is not None or not _is_put_together(argument.value):
            arguments.append(argument)
            continue
        parts = _taken_apart(argument.value)
        if not parts or any(a.keyword is not None and a.keyword.value == "sep" for a in call.args):
            return None
        arguments += [cst.Arg(part) for part in parts[:-1]]
        arguments.append(argument.with_changes(value=parts[-1]))
    return arguments


def _taken_apart(text: cst.BaseExpression) -> list[cst.BaseExpression] | None:
    """The words and values of a text in which a space stands between each two of them; None for others.

    It may be an f-string, a string with ``%s``, or one that is asked to ``format``, without any formats.
    """
    found = _pieces(text)
    if found is None:
        return None
    prefix, quote, pieces = found
    parts: list[cst.BaseExpression] = []
    for place, piece in enumerate(pieces):
        if not isinstance(piece, str):
            if place and not isinstance(pieces[place - 1], str):
                return None
            parts.append(piece)
            continue
        first, last = place == 0, place == len(pieces) - 1
        if piece == " " and not first and not last:
            continue
        if not (first or piece.startswith(" ")) or not (last or piece.endswith(" ")):
            return None
        words = piece[0 if first else 1 : None if last else -1]
        if not words:
            return None
        parts.append(cst.SimpleString(f"{prefix}{quote}{words}{quote}"))
    return parts


def _is_put_together(text: cst.BaseExpression) -> bool:
    """True for an f-string, for strings side by side, and for ``%`` and ``format`` of a string."""
    if isinstance(text, cst.Call):
        return _is_formatting(text)
    if isinstance(text, cst.BinaryOperation):
        return isinstance(text.operator, cst.Modulo) and isinstance(text.left, cst.BaseString)
    return isinstance(text, (cst.FormattedString, cst.ConcatenatedString))


def _is_formatting(call: cst.Call) -> bool:
    """True for ``"{}".format(x)``."""
    func = call.func
    return (
        isinstance(func, cst.Attribute)
        and func.attr.value == "format"
        and isinstance(func.value, cst.BaseString)
    )


def _pieces(text: cst.BaseExpression) -> tuple[str, str, Pieces] | None:
    """The prefix and the quote of a text, and what it is made of."""
    match text:
        case cst.FormattedString():
            pieces = _of_format(text.parts)
            prefix, quote = text.prefix.lower().replace("f", ""), text.quote
            return None if pieces is None else (prefix, quote, pieces)
        case cst.BinaryOperation(cst.SimpleString() as form, cst.Modulo(), values):
            pieces = _of_percent(form.raw_value, list(_values(values)))
            return None if pieces is None else (form.prefix, form.quote, pieces)
        case cst.Call(func=cst.Attribute(value=cst.SimpleString() as form)):
            pieces = _of_fields(form.raw_value, text.args)
            return None if pieces is None else (form.prefix, form.quote, pieces)
    return None


def _of_format(parts: Sequence[cst.BaseFormattedStringContent]) -> Pieces | None:
    pieces: Pieces = []
    for part in parts:
        if isinstance(part, cst.FormattedStringText) and not {"{", "}"} & set(part.value):
            pieces.append(part.value)
        elif isinstance(part, cst.FormattedStringExpression) and not (
            part.conversion or part.format_spec is not None or part.equal is not None
        ):
            pieces.append(part.expression)
        else:
            return None
    return pieces


def _of_percent(form: str, values: list[cst.BaseExpression]) -> Pieces | None:
    texts = form.split("%s")
    if len(texts) != len(values) + 1 or any("%" in text for text in texts):
        return None
    pieces: Pieces = [texts[0]]
    for value, text in zip(values, texts[1:], strict=True):
        pieces += [value, text]
    return [piece for piece in pieces if piece != ""]


def _of_fields(form: str, arguments: Sequence[cst.Arg]) -> Pieces | None:
    """The pieces of ``form.format(...)`` that shows each of its arguments once, as it is."""
    if "\\N" in form or "{{" in form or "}}" in form or any(a.star for a in arguments):
        return None
    given = {
        str(place) if argument.keyword is None else argument.keyword.value: argument.value
        for place, argument in enumerate(arguments)
    }
    pieces: Pieces = []
    numbered = 0
    try:
        for words, field, spec, conversion in string.Formatter().parse(form):
            pieces += [words] if words else []
            if field is None:
                continue
            if spec or conversion:
                return None
            pieces.append(given.pop(field or str(numbered)))
            numbered += not field
    except (KeyError, ValueError):  # shown twice, a part of an argument, or no text to format
        return None
    return None if given else pieces


def _values(given: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    if isinstance(given, cst.Tuple):
        yield from (element.value for element in given.elements)
    else:
        yield given
