"""What the options of a command line hold: those of ``argparse``, and the flags of absl."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from tflint.facts.expressions.program import Program
from tflint.facts.expressions.values import (
    BOOL,
    NONE,
    NUMBER,
    TEXT,
    UNKNOWN,
    External,
    ExternalInstance,
    Value,
    join,
    members,
)
from tflint.syntax.expressions import whole_number

NAMESPACE = "argparse.Namespace"
"""What ``parse_args`` gives."""
FLAGS = frozenset({"absl.flags.FLAGS", "tensorflow.flags.FLAGS"})

_TYPES: dict[str, Value] = {"float": NUMBER, "int": NUMBER, "str": TEXT}
_FLAGS: dict[str, Value] = {
    "DEFINE_float": NUMBER,
    "DEFINE_integer": NUMBER,
    "DEFINE_string": TEXT,
    "DEFINE_enum": TEXT,
    "DEFINE_bool": BOOL,
    "DEFINE_boolean": BOOL,
}


def option(name: str, program: Program) -> Value:
    """What an option of that name holds, wherever the project defines it."""
    return program.remember(_options).get(name, UNKNOWN)


def flag(name: str, program: Program) -> Value:
    """What a flag of absl of that name holds."""
    return program.remember(_flags).get(name, UNKNOWN)


def holds_options(value: Value) -> bool:
    """True for the options and flags that a program is started with: what ``parse_args()`` gives."""
    return all(
        isinstance(member, (External, ExternalInstance)) and member.name in (*FLAGS, NAMESPACE)
        for member in members(value)
    )


def is_on(holder: str, name: str, program: Program) -> bool | None:
    """Whether an option or flag is on where nobody gives it; None where that is not known."""
    of = _defaults_of_flags if holder in FLAGS else _defaults
    return program.remember(of).get(name) if holder in (*FLAGS, NAMESPACE) else None


def usual_number(holder: str, name: str, program: Program) -> int | None:
    """The whole number that an option or flag holds where nobody gives another; None for others."""
    of = _numbers_of_flags if holder in FLAGS else _numbers
    return program.remember(of).get(name) if holder in (*FLAGS, NAMESPACE) else None


def _numbers(program: Program) -> dict[str, int | None]:
    return _alike((name, given.get("default")) for name, given in _arguments(program))


def _numbers_of_flags(program: Program) -> dict[str, int | None]:
    return _alike(_defined(program))


def _alike(defaults: Iterable[tuple[str, ast.expr | None]]) -> dict[str, int | None]:
    """The whole numbers that are defaults, None for names that have not always the same one."""
    found: dict[str, int | None] = {}
    for name, default in defaults:
        number = None if default is None else whole_number(default)
        found[name] = number if found.get(name, number) == number else None
    return found


def _defaults(program: Program) -> dict[str, bool | None]:
    found: dict[str, bool | None] = {}
    for name, given in _arguments(program):
        on = _is_on_by_default(given)
        found[name] = on if found.get(name, on) is on else None
    return found


def _is_on_by_default(given: dict[str | None, ast.expr]) -> bool | None:
    match given.get("default"), given.get("action"):
        case ast.Constant(value=value), _:
            return bool(value)
        case None, ast.Constant(value="store_false"):
            return True
        case None, None | ast.Constant() if "required" not in given:
            return False
    return None


def _defaults_of_flags(program: Program) -> dict[str, bool | None]:
    found: dict[str, bool | None] = {}
    for name, default in _defined(program):
        if isinstance(default, ast.Constant):
            on = bool(default.value)
            found[name] = on if found.get(name, on) is on else None
    return found


def _defined(program: Program) -> Iterator[tuple[str, ast.expr]]:
    """The flags that are defined, with their defaults."""
    for define in _FLAGS:
        for call in _calls(define, program):
            match call.args:
                case [ast.Constant(value=str(name)), default, *_]:
                    yield name, default


def _options(program: Program) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for name, given in _arguments(program):
        found[name] = join(*([found[name]] if name in found else []), _held(given))
    return found


def _arguments(program: Program) -> Iterator[tuple[str, dict[str | None, ast.expr]]]:
    """The options that are added to parsers: their names, and the keywords they are defined with."""
    for call in _calls("add_argument", program):
        given = {keyword.arg: keyword.value for keyword in call.keywords}
        words = [a.value for a in call.args if isinstance(a, ast.Constant)]
        named = given.get("dest")
        if isinstance(named, ast.Constant):
            words = [named.value]
        names = [word for word in words if isinstance(word, str)]
        if names:
            name = max(names, key=lambda word: word.startswith("--")).lstrip("-").replace("-", "_")
            yield name, given


def _held(given: dict[str | None, ast.expr]) -> Value:
    """The value of an option, by the keywords it was defined with."""
    match given.get("action"):
        case None:
            pass
        case ast.Constant(value="store_true" | "store_false"):
            return BOOL
        case _:
            return UNKNOWN
    kind = given.get("type")
    if "nargs" in given or not isinstance(kind, ast.Name):
        return UNKNOWN
    value: Value = _TYPES.get(kind.id, UNKNOWN)
    default = given.get("default")
    needed = isinstance(default, ast.Constant) and default.value is not None
    return value if needed or "required" in given else join(value, NONE)


def _flags(program: Program) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for define, value in _FLAGS.items():
        for call in _calls(define, program):
            match call.args:
                case [ast.Constant(value=str(name)), ast.Constant(value=None), *_]:
                    held = [value, NONE]
                case [ast.Constant(value=str(name)), *_]:
                    held = [value]
                case _:
                    continue
            found[name] = join(*([found[name]] if name in found else []), *held)
    return found


def _calls(name: str, program: Program) -> Iterator[ast.Call]:
    return (site.node for site in program.names.calls.get(name, ()))
