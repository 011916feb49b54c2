"""What one turn of a loop works on: all the data, a part of them, or what the turn before left."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING

from tflint.facts.expressions.values import External, members
from tflint.facts.keras.single_items import is_constant, is_one_item
from tflint.facts.order.lifetimes import is_object, root_name
from tflint.facts.programs.loop_dependence import (
    changing_attributes,
    changing_names,
    filled_attributes,
    filled_names,
    reads_any,
    reads_attribute,
)
from tflint.facts.programs.steady_names import steady_names
from tflint.syntax.expressions import key_of
from tflint.syntax.model import LOOPS, Binding, CallSite, Function, loops_around, outward
from tflint.syntax.reaching import reaching
from tflint.syntax.trees import called_name, children, walk
from tflint.syntax.words import has_word

if TYPE_CHECKING:
    from tflint.facts.expressions.callers import Callers
    from tflint.facts.expressions.inference import Inference

TAKING = frozenset({"islice", "sample"})
"""Functions that take some of the items: ``random.sample(names, 10)``."""
_DRAWING = frozenset({"sample", "choice", "choices", "randint", "minibatch"})
"""Words in the names of what draws some of the items: ``memory.sample_batch(32)``."""
_ALL = "frac"
"""What pandas' ``sample`` is given for a part of all: ``rows.sample(frac=1)`` shuffles them."""


def data_of(call: ast.Call) -> ast.expr | None:
    """What a call of ``fit``, ``predict`` or ``evaluate`` is given first, or as ``x``."""
    named = (keyword.value for keyword in call.keywords if keyword.arg == "x")
    return call.args[0] if call.args else next(named, None)


def calls_of(node: ast.AST, name: str) -> Iterator[ast.Call]:
    """The calls in a node that call something of this name."""
    for part in walk(node):
        if isinstance(part, ast.Call) and called_name(part.func) == name:
            yield part


def is_changed_by(loop: ast.AST, node: ast.expr, function: Function, callers: Callers) -> bool:
    """True when an expression may be something else at the next turn of a loop."""
    return (
        reads_any(node, (changing_names(loop) - steady_names(loop)) | filled_names(loop))
        or reads_attribute(node, changing_attributes(loop) | filled_attributes(loop))
        or reads_attribute(node, _set_by_calls(function, callers, loop))
    )


def is_changed_by_run(node: ast.AST, function: Function, callers: Callers) -> bool:
    """True when an expression reads an attribute that each run of its function sets anew."""
    keys = changing_attributes(function.node) | filled_attributes(function.node)
    return reads_attribute(node, keys | _set_by_calls(function, callers))


def _set_by_calls(
    function: Function, callers: Callers, loop: ast.AST | None = None
) -> frozenset[Hashable]:
    """Attributes that the methods set which a function calls, all over or in one loop."""
    return frozenset().union(*(keys for _, keys in _setting_calls(function, callers, loop)))


def _setting_calls(
    function: Function, callers: Callers, loop: ast.AST | None
) -> Iterator[tuple[ast.Call, set[Hashable]]]:
    """The calls of methods, each with the attributes of its object that it sets."""
    for site in function.calls:
        if loop is None or any(block.node is loop for block in outward(site.block)):
            if isinstance(site.node.func, ast.Attribute):
                owner = key_of(site.node.func.value)
                yield site.node, {(owner, name) for name in _set_by(callers.called(site), callers)}


def _set_by(methods: Iterable[Function], callers: Callers) -> set[str]:
    """Names of the attributes of their object that methods set, themselves or by others of it."""
    found: set[str] = set()
    waiting = [*methods]
    for method in waiting:  # which grows meanwhile
        own = method.self_name
        if own is None:
            continue
        for key in changing_attributes(method.node) | filled_attributes(method.node):
            match key:
                case (name, str() as attribute) if name == own:
                    found.add(attribute)
        for site in method.calls:
            match site.node.func:
                case ast.Attribute(value=ast.Name(id=name)) if name == own:
                    waiting += [f for f in callers.called(site) if f not in waiting]
    return found


def is_epoch(
    loop: ast.AST, sources: list[ast.expr], function: Function, inference: Inference
) -> bool:
    """True for a loop that trains on all there is at each turn, not on one item or on those it takes."""
    targets: set[str] = set()
    if isinstance(loop, (ast.For, ast.AsyncFor)):
        targets = {part.id for part in walk(loop.target) if isinstance(part, ast.Name)}
        if any(calls_of(loop.iter, "range")):
            targets = set()
    if any(reads_any(source, targets) for source in sources):
        return False
    return not all(
        _fits_a_part(call, loop, function) or _is_of_module(call, function, inference)
        for call in calls_of(loop, "fit")
    )


def _is_of_module(call: ast.Call, function: Function, inference: Inference) -> bool:
    """True for a function of a module outside the project: ``ImageOps.fit(image, size)``."""
    match call.func:
        case ast.Attribute(value=owner):
            of = members(inference.value(owner, function))
            return all(isinstance(member, External) for member in of)
        case _:
            return False


def _fits_a_part(call: ast.Call, loop: ast.AST, function: Function) -> bool:
    """True for training on one item, or on some that the turn draws."""
    given = data_of(call)
    if given is None:
        return False
    if _reads(given, _come_of(loop, _draws)) or any(map(_draws, walk(given))):
        return True
    if isinstance(given, ast.Name):
        bound = [binding.written for binding in function.bindings.get(given.id, ())]
        return any(written is not None and is_one_item(written) for written in bound)
    return is_one_item(given)


def _draws(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call) or any(k.arg == _ALL for k in node.keywords):
        return False
    name = called_name(node.func) or ""
    return name in TAKING or has_word(name, _DRAWING)


def trains_on_batches(loop: ast.AST) -> bool:
    """True for a loop each turn of which is a step of the training, and not a pass over the data."""
    waiting = children(loop)
    for part in waiting:  # which grows meanwhile
        if isinstance(part, ast.Call) and called_name(part.func) == "train_on_batch":
            return True
        if not isinstance(part, (*LOOPS, ast.Lambda, ast.FunctionDef)):
            waiting += children(part)
    return False


def takes_slices(loop: ast.AST, sources: list[ast.expr]) -> bool:
    """True for ``while i < n: part = rows[i : i + size]; i += size``: nothing waits for the turn before.

    How much such a turn takes is not known; by steps of one it takes one item.
    """
    if not isinstance(loop, ast.While):
        return False
    for part in chain.from_iterable(map(walk, sources)):
        match part:
            case ast.Subscript(slice=ast.Slice(lower=ast.Name(id=name))) if reads_any(
                loop.test, {name}
            ) and _walks_on(name, loop):
                return True
    return False


def _walks_on(name: str, loop: ast.While) -> bool:
    """True for a place among the rows that a loop only moves on by what no turn of it changes."""
    moved: list[ast.expr] = []
    for part in walk(loop):
        match part:
            case (
                ast.AugAssign(target=ast.Name(id=target), op=ast.Add(), value=to)
                | ast.Assign(targets=[ast.Name(id=target)], value=to)
            ) if target == name:
                moved.append(to)
    return bool(moved) and not any(
        reads_any(to, changing_names(loop) - {name})
        or any(isinstance(part, ast.Call) and called_name(part.func) != "len" for part in walk(to))
        or any(isinstance(part, ast.expr) and is_constant(part, 1) for part in walk(to))
        for to in moved
    )


def is_carried(loop: ast.AST, site: CallSite, sources: list[ast.expr], callers: Callers) -> bool:
    """True where a turn asks about what came of the turn before, so that all at once is not possible.

    Not about what each turn makes anew, and fills with what came of it once it has asked.
    """
    setting = _setting_calls(site.function, callers, loop)
    known = _come_of(loop, lambda node: node is site.node, setting, loops_around(site.block))
    return any(_reads_kept(source, known, loop, site, set()) for source in sources)


def _reads_kept(
    node: ast.AST, known: set[Hashable], loop: ast.AST, site: CallSite, seen: set[Binding]
) -> bool:
    """True for what reads one of these keys, which a turn of a loop has from the one before."""
    return any(
        _reads_one(part, known) and not _is_of_turn(part, known, loop, site, seen)
        for part in walk(node)
    )


def _is_of_turn(
    part: ast.AST, known: set[Hashable], loop: ast.AST, site: CallSite, seen: set[Binding]
) -> bool:
    """True for a name that each turn binds before it is read there, to what it has not from one before.

    Nor does the turn put that into it before it asks: ``window.append(guesses[-1])``.
    """
    bindings = reaching(part.id, part, site.function) if isinstance(part, ast.Name) else []
    if not bindings or not seen.isdisjoint(bindings):
        return False
    seen = seen.union(bindings)
    others = known - {key_of(part)}
    if any(_reads_kept(put, others, loop, site, seen) for put in _put_into(part, loop, site)):
        return False
    return all(
        binding.kind == "assign"
        and binding.value is not None
        and loop in loops_around(binding.block)
        and not any(node is site.node for node in walk(binding.value))
        and not _reads_kept(binding.value, known, loop, site, seen)
        for binding in bindings
    )


def _put_into(part: ast.AST, loop: ast.AST, site: CallSite) -> Iterator[ast.AST]:
    """What a loop puts into a container that a name stands for, above a call."""
    key = key_of(part)
    for node in walk(loop):
        value, targets = _assigned(node)
        if value is None or not _is_above(value, site.node):
            continue
        match node:
            case ast.Call(args=args) if any(key in _keys(target) for target in targets):
                yield from args
            case ast.Assign(value=put) | ast.AugAssign(value=put):
                if any(key in _keys(t) for t in targets if isinstance(t, ast.Subscript)):
                    yield put


def _is_above(node: ast.AST, call: ast.Call) -> bool:
    line, column = getattr(node, "end_lineno", 0), getattr(node, "end_col_offset", 0)
    return (line, column) <= (call.lineno, call.col_offset)


def is_told(site: CallSite, sources: list[ast.expr]) -> bool:
    """True where what a call gives goes to an object that was asked for what the call is given.

    ``game.step(np.argmax(net.predict(game.row())))``: the next time, the game's row is another.
    """
    asked = {
        key_of(part.func.value)
        for source in sources
        for part in walk(source)
        if isinstance(part, ast.Call)
        and isinstance(part.func, ast.Attribute)
        and is_object(part.func.value, site.function)
    }
    told = [
        given
        for other in (site.function.calls if asked else ())
        if isinstance(other.node.func, ast.Attribute) and key_of(other.node.func.value) in asked
        for given in other.node.args
    ]
    if not told:
        return False
    known = _come_of(site.function.node, lambda node: node is site.node)
    return any(
        _reads(given, known) or any(part is site.node for part in walk(given)) for given in told
    )


def is_kept_up(loop: ast.AST, sources: list[ast.expr]) -> bool:
    """True where a turn asks about what turns add to, as a text they write; counters are not meant."""
    added, made = set[str](), set[str]()
    for part in walk(loop):
        match part:
            case ast.AugAssign(target=ast.Name(id=name), value=value):
                if not isinstance(value, ast.Constant):
                    added.add(name)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append" | "extend")):
                added.add(name)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                if not reads_any(value, {name}):
                    made.add(name)
    return any(reads_any(source, added - made) for source in sources)


def _come_of(
    loop: ast.AST,
    is_origin: Callable[[ast.AST], bool],
    setting: Iterable[tuple[ast.AST, set[Hashable]]] = (),
    around: Collection[ast.AST] = (),
) -> set[Hashable]:
    """The keys of names and attributes that a loop gives what comes of some expression in it.

    Those that calls set (``setting``) come of what these are given. The names of a comprehension are its
    own, so they are those of the loop where it is one of the loops ``around`` the place that asks.
    """
    assignments = [
        *setting,
        *(
            (value, {key for target in targets for key in _keys(target)})
            for part in walk(loop)
            if not isinstance(part, ast.comprehension) or part is loop or part in around
            for value, targets in [_assigned(part)]
            if value is not None
        ),
    ]
    known: set[Hashable] = set()
    grows = True
    while grows:
        before = len(known)
        for value, keys in assignments:
            if not keys <= known and (_reads(value, known) or any(map(is_origin, walk(value)))):
                known |= keys
        grows = len(known) > before
    return known


def _reads(node: ast.AST, keys: set[Hashable]) -> bool:
    return any(_reads_one(part, keys) for part in walk(node))


def _reads_one(part: ast.AST, keys: set[Hashable]) -> bool:
    return isinstance(part, (ast.Name, ast.Attribute)) and key_of(part) in keys


def _assigned(node: ast.AST) -> tuple[ast.AST | None, list[ast.expr]]:
    """What is assigned, with where it goes, and to what; ``window.append(x)`` gives ``x`` to the list."""
    match node:
        case ast.Assign(targets=targets):
            return node, targets
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target):
            return node, [target]
        case (
            ast.For(iter=ast.Call(func=ast.Attribute(attr="keys"), args=[]))
            | ast.comprehension(iter=ast.Call(func=ast.Attribute(attr="keys"), args=[]))
        ):
            return None, []  # which stay the same while a loop goes over them
        case ast.For(target=target, iter=items) | ast.AsyncFor(target=target, iter=items):
            return items, [target]
        case ast.comprehension(target=target, iter=items):
            return items, [target]
        case ast.Call(func=ast.Attribute(value=container, attr="append" | "extend"), args=[_]):
            return node, [container]  # and no ``np.append(rows, row)``, which leaves its arguments
        case _:
            return None, []


def _keys(target: ast.expr) -> Iterable[Hashable]:
    """What an assignment to a target gives a value: names, attributes, and containers by their items."""
    match target:
        case ast.Name() | ast.Attribute():
            return [key_of(target)]
        case ast.Subscript(value=value) | ast.Starred(value=value):
            return _keys(value)
        case ast.Tuple(elts=items) | ast.List(elts=items):
            return [key for item in items for key in _keys(item)]
        case _:
            root = root_name(target)
            return [] if root is None else [root.id]
