"""What calls, wrappings and frameworks make of the settings of a function that runs in a graph."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from tflint.facts.expressions.values import Kind, Partial, Value, may_be, members
from tflint.facts.graphs.context_settings import (
    GIVEN_BY_KERAS,
    NO_SETTINGS,
    ContextSettings,
    Roughly,
    Setting,
    ToldByTest,
    asked_by,
    asked_by_part,
    behind_alias,
    constant_setting,
    is_unreachable,
    of_module,
    setting,
    settings_from_arguments,
    tensors_given,
)
from tflint.syntax.compact import ByKind
from tflint.syntax.definitions import own_attribute, owner_of, stands_in
from tflint.syntax.expressions import are_same, names_along, names_in
from tflint.syntax.model import (
    AttributeStore,
    Block,
    CallSite,
    Class,
    Function,
    loops_around,
    outward,
)
from tflint.syntax.path_conditions import certain_parts, conditions_around
from tflint.syntax.scopes import holder_of
from tflint.syntax.trees import walk

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inference

_MOST_CALLERS = 2
"""How many calls may lead from a test to what makes a graph."""


class Tested(NamedTuple):
    """A test, how it turned out, and the function whose names it reads."""

    test: ast.expr
    outcome: bool
    function: Function


class SettingPropagation:
    """Answers what is known of the settings of functions of one project."""

    def __init__(self, inference: Inference) -> None:
        self._inference = inference

    def by_call(
        self, site: CallSite, callee: Value, called: Function, outer: ContextSettings
    ) -> ContextSettings:
        """What a call in a graph gives the settings of a function; ``outer`` holds where it stands."""
        asked = self.asked(called)
        found = self._of_object(site, called)
        if asked:
            found |= self._given(site, callee, called, asked, outer)
        return found

    def _given(
        self,
        site: CallSite,
        callee: Value,
        called: Function,
        asked: frozenset[str],
        outer: ContextSettings,
    ) -> ContextSettings:
        """Nothing where the call does not say: a partial gives what it has."""
        if any(isinstance(member, Partial) for member in members(callee)):
            return NO_SETTINGS
        callers = self._inference.callers
        arguments, unread = callers.arguments(site, called), callers.unread(site, called)
        if self._inference.classes.is_call_of_layer(called) and GIVEN_BY_KERAS not in arguments:
            asked -= {GIVEN_BY_KERAS}
        return frozenset(
            settings_from_arguments(
                called, asked, arguments, site.function, outer, asked if unread is None else unread
            )
        )

    def by_framework(
        self, function: Function, given: Value, tensors: int | None = None
    ) -> ContextSettings:
        """Those of a function that a framework calls with tensors: what has a default is left at it.

        ``tensors`` says how many arguments are tensors, where others are something else.
        """
        asked = self.asked(function)
        parts = [member for member in members(given) if isinstance(member, Partial)]
        taken = {name for part in parts for name in part.names}
        first = max((part.positional for part in parts), default=0) + function.is_method
        taken |= {parameter.arg for parameter in function.parameters[:first]}
        defaults = function.defaults
        left = {
            known
            for name, default in defaults.items()
            if name in asked - taken
            and len(function.bindings[name]) == 1
            and (known := constant_setting(name, default)) is not None
        }
        free = [p.arg for p in function.parameters if p.arg not in taken | defaults.keys()]
        return frozenset(left.union(tensors_given(function, asked.intersection(free[:tensors]))))

    def by_keras(self, function: Function, tensors: int) -> ContextSettings:
        """Those of a method that Keras calls, whose first arguments are tensors."""
        first = [parameter.arg for parameter in function.parameters[1 : 1 + tensors]]
        return frozenset(tensors_given(function, self.asked(function).intersection(first)))

    def left_by_keras(self, function: Function) -> ContextSettings:
        """What Keras leaves at its default of a ``call`` to which it gives the data and the mode alone."""
        asked = self.asked(function)
        return frozenset(
            known
            for parameter in function.parameters[2:]
            if (name := parameter.arg) in asked
            and name != GIVEN_BY_KERAS
            and len(function.bindings[name]) == 1
            and (known := constant_setting(name, function.defaults.get(name))) is not None
        )

    def by_every_call(self, function: Function) -> ContextSettings:
        """What all calls at hand give alike; nothing of a function without any."""
        return self._inference.ask(
            ("settings", function), NO_SETTINGS, self._by_every_call, function
        )

    def _by_every_call(self, function: Function) -> ContextSettings:
        asked = self.asked(function)
        sites = self._inference.callers.of(function) if asked else []
        given = [
            self._given(
                site,
                self._inference.value(site.node.func, site.function),
                function,
                asked,
                self._around_call(site),
            )
            for site in sites
        ]
        return frozenset.intersection(*given) if given else NO_SETTINGS

    def leads_to(
        self, site: CallSite, called: Function, node: ast.AST, block: Block | None
    ) -> bool:
        """False where a line of the function called runs only if a parameter is something else.

        Something else than the constant that the call gives it, or the default that it is left at.
        """
        callee = self._inference.value(site.node.func, site.function)
        settings = self.by_call(site, callee, called, self._around_call(site))
        return not _is_ruled_out(node, block, called, settings)

    def _around_call(self, site: CallSite) -> ContextSettings:
        """What holds where a call stands, as all calls of the function around it have it."""
        return NO_SETTINGS if site.function.is_module else self.by_every_call(site.function)

    def is_left_out(self, site: CallSite) -> bool:
        """True for a call behind an option that nothing at hand turns on."""
        function = site.function
        return not function.is_module and _is_ruled_out(
            site.node, site.block, function, self.by_every_call(function)
        )

    def around(
        self,
        function: Function,
        caller: Function | None,
        outer: ContextSettings,
        decorated: Function | None = None,
    ) -> ContextSettings:
        """Those of the functions that a function is defined in: of ``caller`` and what is around both.

        Those of others are what the decorators of ``decorated`` give them that a function was put around,
        or else what all calls at hand make of them.
        """
        found: set[Setting] = set()
        for scope in function.scopes:
            if scope is function or scope.is_module:
                continue
            shared = caller is not None and stands_in(caller, scope)
            known = outer if shared else self._by_decorators(scope, decorated)
            found.update(
                s
                for s in known
                if not (s.is_of_module or s.is_of_object)
                and holder_of(s.root, function) is scope
                and len(scope.bindings[s.root]) == 1
            )
        return frozenset(found)

    def _by_decorators(self, scope: Function, decorated: Function | None) -> ContextSettings:
        """What the decorators of a function give a function that makes them; all calls, where none does."""
        decorators = [] if decorated is None else [id(node) for node in decorated.decorators]
        for site in self._inference.callers.of(scope) if decorators else ():
            if id(site.node) in decorators:
                callee = self._inference.value(site.node.func, site.function)
                return self._given(site, callee, scope, self.asked(scope), NO_SETTINGS)
        return self.by_every_call(scope)

    def by_tests(
        self,
        node: ast.AST,
        block: Block | None,
        holder: Function,
        function: Function,
        depth: int = _MOST_CALLERS,
    ) -> ContextSettings:
        """What the tests say under which ``holder`` makes a graph of a function, and its callers do.

        ``depth`` says of how many callers, each of the next.
        """
        found = self.by_each_test(
            [Tested(test, held, holder) for test, held in conditions_around(node, block, holder)],
            node,
            function,
        )
        if _share_self(holder, function):
            found |= frozenset(self._kept(node, block, holder))
        return found if holder.is_module or not depth else found | self._at(holder, function, depth)

    def _at(self, holder: Function, function: Function, depth: int) -> ContextSettings:
        """What the tests around all calls of a function that makes a graph say alike."""
        alike: ContextSettings | None = None
        for site in self._inference.callers.of(holder):
            found = self.by_tests(site.node, site.block, site.function, function, depth - 1)
            alike = found if alike is None else alike & found
            if not alike:
                break
        return alike or NO_SETTINGS

    def by_each_test(
        self, tests: Iterable[Tested], making: ast.AST, function: Function
    ) -> ContextSettings:
        """What tests say, as far as the function asks for the same variables, which stay what they are.

        What is made under these tests is made at ``making``.
        """
        return frozenset(
            known
            for test, outcome, where in tests
            for asked in asked_by(test, outcome, where)
            if (known := _of_same_variable(asked, (test, making), where, function)) is not None
        )

    def around_call(self, site: CallSite, called: Function, shares_self: bool) -> ContextSettings:
        """What the tests around a call in a graph say of that for which the function called asks.

        Not of variables of the function that calls, nor of what may be a tensor: what stands under a test
        of one is traced whichever way that turns out.
        """
        no_paths, no_tests = frozenset[str](), tuple[Tested, ...]()
        paths = self._inference.ask(("asked paths", called), no_paths, _asked_paths, called)
        if not paths:
            return NO_SETTINGS
        tests = self._inference.ask(("tests around", site), no_tests, self._python_tests, site)
        return frozenset(
            known
            for known in self.by_each_test(tests, site.node, called)
            if known.path in paths and (shares_self or not known.is_of_object)
        )

    def _python_tests(self, site: CallSite) -> tuple[Tested, ...]:
        function = site.function
        return tuple(
            Tested(part, held, function)
            for test, outcome in conditions_around(site.node, site.block, function)
            for part, held in certain_parts(test, outcome, function)
            if not self._may_be_tensor(part.left if isinstance(part, ast.Compare) else part, site)
        )

    def _may_be_tensor(self, asked: ast.expr, site: CallSite) -> bool:
        names, function = names_along(asked), site.function
        if not names or (len(names) == 1 and names[0] in function.bindings):
            return True
        value = self._inference.value(asked, function)
        return may_be(value, Kind.TENSOR, Kind.TENSORS, Kind.CAPTURED, Kind.VARIABLE)

    def _kept(self, node: ast.AST, block: Block | None, holder: Function) -> Iterator[Setting]:
        """The attributes that keep what tests around a line ask for.

        ``self.debug = config["debug"]`` beside ``if not config["debug"]:``.
        """
        tested = [
            (part, held)
            for test, outcome in conditions_around(node, block, holder)
            for part, held in certain_parts(test, outcome, holder)
            if all(len(holder.bindings.get(name, ())) == 1 for name in names_in(part))
        ]
        for store in holder.stores if tested else ():
            owner, binding = store.node.value, store.binding
            if (
                isinstance(owner, ast.Name)
                and owner.id == holder.self_name
                and binding.kind == "assign"
                and binding.block is None
                and not binding.path
                and binding.value is not None
                and self._is_only_store(store, holder)
            ):
                for part, held in tested:
                    yield from _of_stored(store.node.attr, binding.value, part, held)

    def _is_only_store(self, store: AttributeStore, holder: Function) -> bool:
        assert holder.owner is not None
        return len(self._inference.classes.stores(holder.owner, store.node.attr)) == 1

    # what functions ask for

    def asked(self, function: Function) -> frozenset[str]:
        """The parameters that tests ask for, here, in functions inside, or where they are passed on to."""
        return self._inference.ask(("asked", function), frozenset(), self._asked, function)

    def _asked(self, function: Function) -> frozenset[str]:
        parameters = {parameter.arg for parameter in function.parameters}
        found = parameters & {
            part.id for part in _parts_of_tests(function.node) if isinstance(part, ast.Name)
        }
        for inner in _with_inner(function):
            for site in inner.calls:
                passed = (_passed_on(site) & parameters) - found
                if passed:
                    found |= passed & set(self._asked_by(site))
        return frozenset(found)

    def _asked_by(self, site: CallSite) -> Iterator[str]:
        """The names among a call's arguments of which a function that it calls asks."""
        for called in self._inference.callers.called(site):
            asked = self.asked(called)
            if asked:
                for name, node in self._inference.callers.arguments(site, called).items():
                    if name in asked and isinstance(node, ast.Name):
                        yield node.id

    def asked_of(self, owner: Class) -> frozenset[str]:
        """The attributes of ``self`` that tests in a class ask for, or functions it calls with them."""
        return self._inference.ask(("asked of", owner), frozenset(), self._asked_of, owner)

    def _asked_of(self, owner: Class) -> frozenset[str]:
        tested = attributes_tested(owner)
        given = {
            attr
            for method in owner.methods.values()
            for site in method.calls
            if any(own_attribute(argument, method) is not None for argument in _arguments(site))
            for called in self._inference.callers.called(site)
            if (asked := self.asked(called))
            for name, node in self._inference.callers.arguments(site, called).items()
            if name in asked and (attr := own_attribute(node, method)) is not None
        }
        return tested | given

    # objects that the function at hand has set up

    def _of_object(self, site: CallSite, called: Function) -> ContextSettings:
        """What calls above have made of the attributes of an object whose method is called.

        ``part.build("tf")`` and then ``part(x)``: of attributes that nothing else sets.
        """
        owner = called.owner
        match site.node.func:
            case ast.Attribute(value=ast.Name(id=name)) | ast.Name(id=name):
                bindings = site.function.bindings.get(name, [])
            case _:
                return NO_SETTINGS
        if owner is None or len(bindings) != 1 or bindings[0].kind != "assign":
            return NO_SETTINGS
        asked = self.asked_of(owner)
        if not asked:
            return NO_SETTINGS
        known: dict[str, Setting] = {}
        unsure = self._set_by_itself(owner)
        around = [None, *outward(site.block)]
        for other in sorted(site.function.calls, key=_place):
            is_made = other.node is bindings[0].value
            if other is site or not (is_made or _is_method_of(other, name)):
                continue
            before = other.node.lineno < site.node.lineno and other.block in around
            for method in self._inference.callers.called(other):
                if not before:
                    unsure |= {store.node.attr for store in method.stores}
                    continue
                known = {attr: known[attr] for attr in known.keys() - _stored(method)}
                known.update(self._set_plainly(other, method, asked))
        return frozenset(made for attr, made in known.items() if attr not in unsure)

    def _set_by_itself(self, owner: Class) -> set[str]:
        """The attributes that methods of a class set which other methods of it call."""
        bases = [base for base in self._inference.classes.bases(owner) if isinstance(base, Class)]
        methods = [method for base in bases for method in base.methods.values()]
        called = {site.name for method in methods for site in method.calls}
        return {attr for m in methods if m.name in called - {"__init__"} for attr in _stored(m)}

    def _set_plainly(
        self, site: CallSite, method: Function, asked: frozenset[str]
    ) -> Iterator[tuple[str, Setting]]:
        """The attributes of ``self`` to which a call of a method gives constants."""
        arguments = self._inference.callers.arguments(site, method)
        for store in stored_plainly(method):
            if store.node.attr not in asked:
                continue
            value = store.binding.value
            given = arguments.get(value.id) if isinstance(value, ast.Name) else value
            made = constant_setting(f"self.{store.node.attr}", given)
            if made is not None:
                yield store.node.attr, made


def _of_stored(attr: str, stored: ast.expr, test: ast.expr, outcome: bool) -> Iterator[Setting]:
    """What a test tells of an attribute of ``self`` that keeps what the test asks for, or whose it is."""
    asked, names = asked_by_part(test, outcome), names_along(stored)
    if asked is not None and names and asked.names[: len(names)] == names:
        rest = asked._replace(names=asked.names[len(names) - 1 :]).rest
        yield setting(f"self.{attr}{rest}", asked.value)
    elif are_same(test, stored):
        yield setting(f"self.{attr}", Roughly.TRUE if outcome else Roughly.FALSE)


def _share_self(one: Function, other: Function) -> bool:
    """True for functions that stand in methods of one class."""
    return owner_of(one) is not None and owner_of(one) is owner_of(other)


def _of_same_variable(
    asked: ToldByTest, since: tuple[ast.AST, ast.AST], where: Function, function: Function
) -> Setting | None:
    """What a test in one function tells another of a variable, where that is the same and stays so.

    It stays so ``since`` the test, and what is made under it.
    """
    asked = asked._replace(names=behind_alias(asked.names, where))
    root, rest = asked.names[0], asked.rest
    scope = holder_of(root, where)
    if scope is None or len(scope.bindings.get(root, ())) != 1:
        return None
    test, making = since
    if _is_set_since(asked.names, test if where is scope else making, scope):
        return None
    if scope.is_module:
        if holder_of(root, function) is scope and _is_variable_for_good(root, scope):
            return setting(of_module(f"{root}{rest}", scope.module), asked.value)
        return None
    if len(asked.names) > 1 and scope.is_method and root == scope.self_name:
        return setting(f"self{rest}", asked.value) if _share_self(where, function) else None
    if holder_of(root, function) is scope and scope is not function:
        return setting(f"{root}{rest}", asked.value)
    return None


def _is_variable_for_good(name: str, body: Function) -> bool:
    """True for a variable of a module which no loop, and no function, gives another value."""
    binding = body.bindings[name][0]
    return (
        binding.kind in ("assign", "import")
        and not loops_around(binding.block)
        and name not in body.module.global_bindings
    )


def _is_set_since(names: tuple[str, ...], node: ast.AST, scope: Function) -> bool:
    """True where a variable, or an attribute on the way, may get another value after a node has run.

    Somewhere in the function whose variable it is, or in the functions inside.
    """
    if names[0] in scope.nonlocal_bindings:
        return True
    return len(names) > 1 and any(
        _leads_there(names_along(store.node), names)
        and holder_of(names[0], inner) is scope
        and (inner is not scope or not _stands_before(store, node))
        for inner in _with_inner(scope)
        for store in inner.stores
    )


def _leads_there(stored: tuple[str, ...], names: tuple[str, ...]) -> bool:
    return bool(stored) and stored == names[: len(stored)]


def _stands_before(store: AttributeStore, node: ast.AST) -> bool:
    is_above = store.node.lineno < getattr(node, "lineno", 0)
    return is_above and not loops_around(store.binding.block)


def stored_plainly(method: Function) -> Iterator[AttributeStore]:
    """The assignments by which each run of a method sets attributes of ``self``."""
    for store in method.stores:
        binding = store.binding
        if (
            binding.kind == "assign"
            and binding.block is None
            and not binding.path
            and own_attribute(store.node, method) is not None
        ):
            yield store


def _is_ruled_out(
    node: ast.AST, block: Block | None, function: Function, settings: ContextSettings
) -> bool:
    """True where a line is reached only when one of these settings is another.

    What constants of the module rule out, a user may choose by changing those.
    """
    return is_unreachable(node, block, function, settings) and not is_unreachable(
        node, block, function, NO_SETTINGS
    )


def _place(site: CallSite) -> tuple[int, int]:
    return site.node.lineno, site.node.col_offset


def _stored(method: Function) -> set[str]:
    return {store.node.attr for store in method.stores}


def _with_inner(function: Function) -> Iterator[Function]:
    yield function
    for inner in function.functions:
        yield from _with_inner(inner)


def _passed_on(site: CallSite) -> set[str]:
    """The names among the arguments of a call."""
    return {argument.id for argument in _arguments(site) if isinstance(argument, ast.Name)}


def _arguments(site: CallSite) -> list[ast.expr]:
    return [*site.node.args, *(keyword.value for keyword in site.node.keywords)]


def _parts_of_tests(node: ast.AST) -> Iterator[ast.AST]:
    """What tests below a node ask for the truth or the type of, or compare."""
    for part in walk(node):
        asked = _ASKED[part.__class__]
        if asked is not None:
            yield from asked(part)


def _asked_paths(function: Function) -> frozenset[str]:
    """The names, and those of attributes, that tests in a function ask for, each joined by dots."""
    found = (
        behind_alias(names_along(part), function)
        for part in _parts_of_tests(function.node)
        if isinstance(part, (ast.Name, ast.Attribute))
    )
    return frozenset(".".join(names) for names in found if names)


def _test(node: Any) -> list[ast.expr]:
    return [node.test]


def _denied(node: Any) -> list[ast.expr]:
    return [node.operand] if isinstance(node.op, ast.Not) else []


def _with_type(node: Any) -> list[ast.expr]:
    match node:
        case ast.Call(func=ast.Name(id="isinstance"), args=[asked, _]):
            return [asked]
    return []


_ASKED = ByKind[Callable[[Any], list[ast.expr]]](
    {
        ast.If: _test,
        ast.IfExp: _test,
        ast.While: _test,
        ast.UnaryOp: _denied,
        ast.BoolOp: lambda node: node.values,
        ast.Compare: lambda node: [node.left, *node.comparators],
        ast.Call: _with_type,
    }
)
"""What an expression or statement asks for the truth or the type of, or compares, by its class."""


def attributes_tested(owner: Class) -> frozenset[str]:
    """The attributes of ``self`` that tests in the methods of a class ask for."""
    return frozenset(
        attr
        for method in owner.methods.values()
        for part in _parts_of_tests(method.node)
        if (attr := own_attribute(part, method)) is not None
    )


def _is_method_of(site: CallSite, name: str) -> bool:
    match site.node.func:
        case ast.Attribute(value=ast.Name(id=owner)):
            return owner == name
        case _:
            return False
