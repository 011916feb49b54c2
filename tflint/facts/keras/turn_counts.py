"""How many turns a loop takes at most and at least, as far as that is written."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, TypeAlias

from tflint.facts.keras.single_items import is_constant, rows_told
from tflint.facts.programs.intervals import interval
from tflint.syntax.indexing import called_on
from tflint.syntax.model import Binding, CallSite, Function
from tflint.syntax.path_conditions import conditions_around
from tflint.syntax.reaching import reaching
from tflint.syntax.scopes import returned
from tflint.syntax.trees import called_name, walk

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project

_DRAWING = {"sample": 1, "choice": 1, "choices": 1, "randint": 2, "integers": 2, "linspace": 2}
"""Functions that draw as many as they are told, or so many in a row, with the place of that among their
arguments."""
_SIZES = ("k", "num", "size")
"""What it is called by keyword: by Python, and by NumPy."""
_COUNTING = frozenset({"arange", "range", "trange"})
"""Functions that count up to a number: Python's, NumPy's and TensorFlow's, and tqdm's."""
_OF_LISTS = frozenset({"array", "asarray"})
"""Functions that make an array with a row for each item of a list."""
_OTHER_ROWS = frozenset(
    {"flatten", "ravel", "repeat", "reshape", "resize", "swapaxes", "transpose"}
)
"""Functions and methods of arrays and datasets that may give more rows than they are given."""
_BY_PLACE = frozenset({"iloc", "values"})
"""Attributes of tables by which their rows are counted, whatever these are called."""
_GROW = frozenset({"append", "extend", "insert", "setdefault", "update"})
_ONLY_READ = frozenset({"enumerate", "len", "print", "reversed", "sorted", "zip"})
"""What a list may be given to, and stay as long as it is."""
_Known: TypeAlias = dict[Hashable, int | None]
_WRITTEN_OUT = (ast.List, ast.Tuple)
_MORE_TURNS = {
    (ast.Lt, True): 0,
    (ast.LtE, True): 1,
    (ast.Gt, False): 1,
    (ast.GtE, False): 0,
}
"""How many turns more than its limit a counter lets pass, by the test of it and how that came out."""


def turns_over(node: ast.expr, function: Function, project: Project) -> int | None:
    """How many items something has at most: ``data.take(3)``, ``range(n)``, ``names[:3]``; else None."""
    return _turns(node, function, project, {})


def least_turns(node: ast.expr, function: Function, project: Project) -> int | None:
    """How many items something has at least: ``range(n)``, and what is drawn or written out; else None.

    What takes the first so many of something may find less there.
    """
    match _as_written(node, function):
        case ast.Call(func=func, args=args) if called_name(func) in _COUNTING:
            return _least_counted(args, function, project)
        case ast.Call(func=func) as call if called_name(func) in _DRAWING:
            size = drawn_size(call)
            return None if size is None else interval(size, function, project.inference).least
        case ast.Call(func=ast.Name(), args=[first, *_]) if not isinstance(first, _WRITTEN_OUT):
            return least_turns(first, function, project)  # enumerate, tqdm and their like
        case ast.List() | ast.Tuple() | ast.Dict() as display:
            return _turns(display, function, project, {})
        case _:
            return None


def _least_counted(given: list[ast.expr], function: Function, project: Project) -> int | None:
    match given:
        case [stop]:
            return interval(stop, function, project.inference).least
        case [ast.Constant(value=int(first)), stop]:
            last = interval(stop, function, project.inference).least
            return None if last is None else max(last - first, 0)
        case _:
            return None


def is_drawn(node: ast.expr, function: Function) -> bool:
    """True for what is drawn out of more: ``enumerate(random.sample(steps, size))``, also by a name."""
    return any(
        isinstance(drawn, ast.Call) and called_name(drawn.func) in _DRAWING
        for part in walk(node)
        if isinstance(part, (ast.Name, ast.Call))
        for drawn in (_as_written(part, function),)
    )


def _turns(node: ast.expr, function: Function, project: Project, known: _Known) -> int | None:
    """``known`` is what was found so far; nothing of what is just being asked, which depends on itself."""
    match node:
        case ast.Call():
            return _turns_of_call(node, function, project, known)
        case ast.Subscript(
            slice=ast.Slice(
                lower=None | ast.Constant(value=0), upper=ast.expr() as upper, step=None
            )
        ):
            return _size(upper, function, project, known)
        case ast.Subscript(
            value=whole, slice=ast.Slice(lower=ast.expr() as lower, upper=None, step=None)
        ):
            return _to_end(lower, whole, function, project)
        case ast.Subscript(slice=ast.Call() | ast.Name() as index):
            return _drawn(_as_written(index, function), function, project)
        case ast.ListComp(generators=[loop]):
            return _turns(loop.iter, function, project, known)
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return None if any(isinstance(item, ast.Starred) for item in items) else len(items)
        case ast.Dict(keys=keys):
            return None if None in keys else len(keys)
        case ast.Name():
            if id(node) not in known:
                known[id(node)] = None
                known[id(node)] = _held(node, function, project, known)
            return known[id(node)]
        case _:
            return None


def _to_end(lower: ast.expr, whole: ast.expr, function: Function, project: Project) -> int | None:
    """The items behind a place that is told from the end: ``rows[-n:]``, ``rows[len(rows) - n :]``."""
    match _as_written(lower, function):
        case ast.UnaryOp(op=ast.USub(), operand=count):
            first = 1  # behind -0 are all of them
        case ast.BinOp(left=size, op=ast.Sub(), right=count) if _is_size(size, whole, function):
            first = 0
        case _:
            return None
    counted = interval(count, function, project.inference)
    return None if counted.least is None or counted.least < first else counted.most


def _is_size(size: ast.expr, whole: ast.expr, function: Function) -> bool:
    """True for the length of what is sliced; ``whole`` may be a table by its places (``table.iloc``)."""
    if isinstance(whole, ast.Attribute) and whole.attr in _BY_PLACE:
        whole = whole.value
    match _measured(size, function), whole:
        case ast.Name(id=measured) as read, ast.Name(id=name) if measured == name:
            return reaching(name, read, function) == reaching(name, whole, function)
        case _:
            return False


def _turns_of_call(
    node: ast.Call, function: Function, project: Project, known: _Known
) -> int | None:
    match node:
        case ast.Call(func=ast.Attribute(attr="take"), args=[count, *_]):
            return _most(count, function, project)
        case ast.Call(func=func, args=args) if called_name(func) in _COUNTING:
            return _counted(args, function, project, known)
        case ast.Call(func=func) if called_name(func) in _DRAWING:
            return _drawn(node, function, project)
        case ast.Call() if (made := _returned(node, function, project, known)) is not None:
            return made
        case ast.Call() if (rows := rows_told(node)) is not None:
            return _size(rows, function, project, known)
        case ast.Call(func=func) if called_name(func) in _OTHER_ROWS:
            return None
        case ast.Call(func=ast.Attribute() as func, args=[items, *_]) if func.attr in _OF_LISTS:
            return _turns(items, function, project, known)
        case ast.Call(func=func, args=[_, *limits]) if called_name(func) == "islice":
            return _most(limits[min(1, len(limits) - 1)], function, project) if limits else None
        case ast.Call(func=ast.Name(), args=[first, *_]):  # enumerate, tqdm and their like
            is_list = isinstance(first, _WRITTEN_OUT)
            return None if is_list else _turns(first, function, project, known)
        case ast.Call(func=ast.Attribute(value=value)):
            return _turns(value, function, project, known)
        case _:
            return None


def _held(node: ast.Name, function: Function, project: Project, known: _Known) -> int | None:
    """The items of what a variable holds. What callers give may stand for any other: nothing is known."""
    match _as_written(node, function):
        case ast.Call() | ast.Tuple() | ast.Subscript() as written:
            return _turns(written, function, project, known)
    return _longest(node.id, function, project, known)


def _returned(call: ast.Call, function: Function, project: Project, known: _Known) -> int | None:
    """The items of the longest that the project's functions return which a call runs."""
    site = function.site_of(call)
    called = project.inference.callers.called(site) if site is not None else ()
    for each in called:
        if each not in known:
            known[each] = None
            ends = [] if each.is_generator else [*returned(each)]
            known[each] = _greatest(_turns(end, each, project, known) for end in ends)
    return _greatest(known[each] for each in called)


def _greatest(found: Iterable[int | None]) -> int | None:
    """The greatest of some numbers; None where one is not known, or there is none."""
    numbers = [*found]
    known = [number for number in numbers if number is not None]
    return max(known) if known and len(known) == len(numbers) else None


def _size(node: ast.expr, function: Function, project: Project, known: _Known) -> int | None:
    """The largest number that tells a length: also ``len(rows)``, ``rows.shape[0]``, by a name, too."""
    measured = _measured(node, function)
    if measured is not None:
        return _turns(measured, function, project, known)
    most = _most(node, function, project)
    return None if most is None or most < 0 else most


def _measured(node: ast.expr, function: Function) -> ast.expr | None:
    """What a number is the length of."""
    match node:
        case ast.Call(func=ast.Name(id="len"), args=[items]):
            return items
        case ast.Subscript(value=ast.Attribute(value=items, attr="shape"), slice=place):
            return items if is_constant(place, 0) else None
        case ast.Name(id=name):
            match reaching(name, node, function):
                case [Binding(value=ast.Attribute(value=items, attr="shape"), path=(0,))]:
                    return items
                case [Binding(written=ast.Call() | ast.Subscript() as written)]:
                    return _measured(written, function)
    return None


def _as_written(node: ast.expr, function: Function) -> ast.expr:
    """What a name is given where it is read, if that is one thing; anything else as it is."""
    if isinstance(node, ast.Name):
        match [binding.written for binding in reaching(node.id, node, function)]:
            case [ast.expr() as given]:
                return given
    return node


def _drawn(node: ast.expr, function: Function, project: Project) -> int | None:
    """How many a call draws: ``random.sample(names, 10)``, ``np.random.randint(9, size=4)``."""
    size = drawn_size(node) if isinstance(node, ast.Call) else None
    return None if size is None else _most(size, function, project)


def drawn_size(call: ast.Call) -> ast.expr | None:
    """What tells a call how many it is to draw; None of calls that draw nothing, or just one."""
    if called_name(call.func) not in _DRAWING:
        return None
    place = _DRAWING[called_name(call.func)]
    named = [keyword.value for keyword in call.keywords if keyword.arg in _SIZES]
    for size in (*named, *call.args[place : place + 1]):
        return size.elts[0] if isinstance(size, ast.Tuple) and size.elts else size
    return None


def _counted(
    given: list[ast.expr], function: Function, project: Project, known: _Known
) -> int | None:
    """The turns of ``range(stop)`` and ``range(start, stop)``."""
    match given:
        case [stop]:
            return _size(stop, function, project, known)
        case [ast.Constant(value=int(first)), stop]:
            last = _size(stop, function, project, known)
            return None if last is None else max(last - first, 0)
        case _:
            return None


def _most(node: ast.expr, function: Function, project: Project) -> int | None:
    """The largest number that an expression holds in this program, as far as that is known."""
    return interval(node, function, project.inference).most


def least_step(counting: ast.Call, function: Function, project: Project) -> int | None:
    """The least step that ``range(start, stop, step)`` takes in this program."""
    match counting.args:
        case [_, _, step]:
            return interval(step, function, project.inference).least
        case _:
            return None


def _longest(name: str, function: Function, project: Project, known: _Known) -> int | None:
    """The items of the longest list or dict that a variable is given, where all are written out and
    none grows."""
    sizes = [
        _turns(binding.written, function, project, known)
        if isinstance(binding.written, (ast.List, ast.ListComp, ast.Dict))
        else None
        for binding in function.bindings.get(name, ())
    ]
    written = [size for size in sizes if size is not None]
    may_grow = any(
        any(_may_grow(name, site) for site in inside.calls)
        or any(_gives_item(name, statement) for statement, _ in inside.statements)
        for inside in _inside(function)
    )
    return max(written) if written and len(written) == len(sizes) and not may_grow else None


def _inside(function: Function) -> list[Function]:
    """A function, and those that may read its variables."""
    if function.is_module:
        return function.module.functions
    found = [function]
    for each in found:  # which grows meanwhile
        found += each.functions
    return found


def _may_grow(name: str, site: CallSite) -> bool:
    """True for a call that makes a list or dict longer, or is given it and may."""
    func = site.node.func
    if isinstance(func, ast.Attribute) and func.attr in _GROW:
        return called_on(func) == name
    if isinstance(func, ast.Name) and func.id in _ONLY_READ:
        return False
    return any(isinstance(given, ast.Name) and given.id == name for given in site.node.args)


def _gives_item(name: str, statement: ast.stmt) -> bool:
    """True for ``name[key] = value``, which makes a dict longer."""
    match statement:
        case ast.Assign(targets=targets):
            return any(
                isinstance(target, ast.Subscript)
                and isinstance(target.value, ast.Name)
                and target.value.id == name
                for target in targets
            )
        case _:
            return False


def turns_before_end(loop: ast.AST, site: CallSite) -> int | None:
    """How many turns of a loop come to a call at most, by a test of a counter: ``if i > 10: break``."""
    counters = _counters(loop)
    limits = [
        limit
        for test, outcome in conditions_around(site.node, site.block, site.function)
        if (limit := _limit(test, outcome, counters, loop)) is not None
    ]
    return min(limits, default=None)


def _limit(test: ast.expr, outcome: bool, counters: set[str], loop: ast.AST) -> int | None:
    match test:
        case ast.Compare(
            left=ast.Name(id=name), ops=[op], comparators=[ast.Constant(value=int(most))]
        ) if name in counters:
            if isinstance(op, ast.Eq) and not outcome and _ends(loop, test):
                return most
            more = _MORE_TURNS.get((type(op), outcome))
            return None if more is None else most + more
    return None


def _ends(loop: ast.AST, test: ast.expr) -> bool:
    """True for a test that ends a loop where it holds."""
    return any(
        isinstance(part, ast.If)
        and part.test is test
        and isinstance(part.body[-1], (ast.Break, ast.Return))
        for part in walk(loop)
    )


def _counters(loop: ast.AST) -> set[str]:
    """The variables that count the turns of a loop: of ``enumerate``, or made one more at each turn."""
    found: set[str] = set()
    match loop:
        case ast.For(
            target=ast.Tuple(elts=[ast.Name(id=name), *_]),
            iter=ast.Call(func=ast.Name(id="enumerate"), args=[_], keywords=[]),
        ):
            found.add(name)
    for statement in loop.body if isinstance(loop, (ast.For, ast.While)) else ():
        match statement:
            case ast.AugAssign(target=ast.Name(id=name), op=ast.Add(), value=ast.Constant(value=1)):
                found.add(name)
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.BinOp(ast.Name(id=before), ast.Add(), ast.Constant(value=1)),
            ) if before == name:
                found.add(name)
    stored = [p.id for p in walk(loop) if isinstance(p, ast.Name) and isinstance(p.ctx, ast.Store)]
    return {name for name in found if stored.count(name) == 1}
