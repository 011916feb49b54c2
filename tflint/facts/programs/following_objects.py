"""Follows the objects of a class, or of one call, through a project, from where they are made."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple

from tflint.api import knowledge
from tflint.facts.expressions.class_names import is_of_other_class
from tflint.facts.expressions.values import (
    UNKNOWN,
    ClassValue,
    Container,
    External,
    ExternalInstance,
    Instance,
    ModuleValue,
    Value,
    members,
)
from tflint.syntax.definitions import is_property
from tflint.syntax.model import CallSite, Class, Function, Module
from tflint.syntax.scopes import holder_of, is_of_script, is_only_a_parameter
from tflint.syntax.uses import Use, Uses, is_mere_mention

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inferred

_TAKE_NOTHING = frozenset(
    {
        *(
            f"builtins.{name}"
            for name in ("hasattr", "id", "isinstance", "len", "print", "repr", "str")
        ),
        "builtins.type",
        "tensorflow.train.Checkpoint",
    }
)
"""What is given an object and neither calls it nor asks it for more than its state."""
_REGISTERS_TO_LOAD = ".register_keras_serializable"
"""What remembers a class for models that are loaded, which were made before."""
_GO_THROUGH = frozenset(
    {
        *(f"builtins.{name}" for name in ("enumerate", "iter", "list", "next", "reversed")),
        *(f"builtins.{name}" for name in ("sorted", "tuple", "zip")),
        *(f"itertools.{name}" for name in ("chain", "cycle", "islice")),
    }
)
"""What gives, one by one, what is in what it is given."""
_KERAS_MAKERS = re.compile(r"keras\.(?:models\.)?Sequential|keras\.layers\.(?:\w+\.)*[A-Z]\w*")
_MOST_PLACES = 5_000
"""Expressions to which the objects of one class are followed; those of ``keras_hub`` go to 3,219."""
_FILL_LISTS = frozenset({"append", "extend", "insert"})
_HAND_OUT = frozenset({"get", "items", "pop", "values"})
"""Methods of containers that give what is in them."""
_ENDS = frozenset({"input", "inputs", "output", "outputs"})


class ObjectUses:
    """All that a project does with the objects of one class.

    Attributes:
        attributes: what is asked of them, methods included.
        calls: the calls of them, as ``model(x)``.
        is_all: whether the code shows all that comes of them.
        is_lost: whether one is called where nobody knows what is called, so that nothing follows it there.
        is_in_model: whether one is given to a layer or model of Keras.
        holders: the classes whose objects keep one in an attribute, or are made to hold one.
    """

    def __init__(self) -> None:
        self.attributes: set[str] = set()
        self.calls: list[Use] = []
        self.is_all = True
        self.is_lost = False
        self.is_in_model = False
        self.holders: list[Class] = []


def uses_of_program(program: Inferred) -> Uses:
    return Uses(program.relevant_modules, program.names.calls)


class AttributeReads:
    """The reads of attributes, by whose they may be; those of one name are sorted once for all classes."""

    def __init__(self, program: Inferred) -> None:
        self._program = program
        self._uses = program.remember(uses_of_program)
        self._sorted: dict[str, _Owned] = {}

    def of(self, attr: str, owner: Class) -> list[Use]:
        """The reads from what may be an object of a class, of one it inherits from, or of one below it."""
        if attr not in self._sorted:
            self._sorted[attr] = self._sort(attr)
        reads, of_any, of_class, below = self._sorted[attr]
        found = {*of_any, *below.get(owner, ())}
        for base in self._program.inference.classes.bases(owner):
            if isinstance(base, Class):
                found.update(of_class.get(base, ()))
        return [reads[number] for number in sorted(found)]

    def _sort(self, attr: str) -> _Owned:
        found = _Owned([], [], {}, {})
        inference = self._program.inference
        for number, use in enumerate(self._uses.of_attribute(attr)):
            assert isinstance(use.node, ast.Attribute)
            found.reads.append(use)
            for member in members(inference.value(use.node.value, use.function)):
                if not isinstance(member, Instance):
                    found.of_any.append(number)
                    continue
                found.of_class.setdefault(member.definition, []).append(number)
                for base in inference.classes.bases(member.definition):
                    if isinstance(base, Class):
                        found.below.setdefault(base, []).append(number)
        return found


class _Owned(NamedTuple):
    """The reads of one attribute, and their places there by what they are read from.

    Attributes:
        reads: all of them, in order.
        of_any: those from what is of no class of the project, or not known.
        of_class: those from objects of a class.
        below: those from objects of a class or of one that inherits from it.
    """

    reads: list[Use]
    of_any: list[int]
    of_class: dict[Class, list[int]]
    below: dict[Class, list[int]]


class Mentions:
    """What is done with classes and functions by their names: is each only called, or handed on as well?"""

    def __init__(self, program: Inferred) -> None:
        self._inference = program.inference
        self._uses = program.remember(uses_of_program)
        self._handing: dict[str, list[Use]] = {}
        self._answers: dict[int, bool] = {}

    def are_all_of(self, definition: Class | Function) -> bool:
        """True where nothing hands a class or function on: then its calls are all there is of it."""
        key = id(definition)
        if key not in self._answers:
            self._answers[key] = not any(
                self._may_stand_for(use, definition) and not _is_for_method(use, definition)
                for use in self._handing_on(definition.name)
            )
        return self._answers[key]

    def _handing_on(self, name: str) -> list[Use]:
        """The reads of a name that hand on what it stands for: one search for all that are called so."""
        if name not in self._handing:
            references = self._uses.references(name)
            self._handing[name] = [use for use in references if not is_mere_mention(use)]
        return self._handing[name]

    def _may_stand_for(self, use: Use, definition: Class | Function) -> bool:
        value = self._inference.value(use.node, use.function)
        if UNKNOWN in members(value):
            return True
        if isinstance(definition, Class):
            return ClassValue(definition) in members(value)
        return definition in self._inference.functions_in(value)


class ObjectFollowing:
    """Follows objects from where they are made.

    Args:
        definition: their class, where the project defines it.
        goes_through: what gives what it is given, or something that does with it what is done to it.
        only_all: whether what is found is worth nothing unless it is all: then the search ends early.
        in_methods: whether to follow an object into the methods of it that are asked for.
    """

    def __init__(
        self,
        program: Inferred,
        definition: Class | None,
        goes_through: Callable[[Value], bool],
        only_all: bool = False,
        in_methods: bool = False,
    ) -> None:
        self._only_all = only_all
        self._in_methods = in_methods
        self._definition = definition
        self._goes_through = goes_through
        self._program = program
        self._value = program.inference.value
        self._reads = program.remember(uses_of_program)
        self._attributes = program.remember(AttributeReads)
        self._mentions = program.remember(Mentions)
        self.found = ObjectUses()
        self._places = 0
        self._asked: set[tuple[int, str]] = set()

    @property
    def is_over(self) -> bool:
        """Whether nothing is to be won by going on, or the objects go too far."""
        return self._places > _MOST_PLACES or (self._only_all and not self.found.is_all)

    def follow_made(self, site: CallSite) -> None:
        if self.is_over:
            return
        use = self._reads.of_call(site.node, site.function)
        if use is None:
            self.found.is_all = False  # it is made in the body of a class
        else:
            self._follow(use)

    def _follow(self, use: Use) -> None:
        """Where an object goes that an expression stands for."""
        self._places += 1
        if self.is_over:
            self.found.is_all = False
            return
        if self._is_for_others(use):
            return
        whole = _passed_on(use)
        if whole is None:
            self._follow_further(use)
        else:
            self._follow(use.at(whole))

    def _follow_further(self, use: Use) -> None:
        match use.parent:
            case ast.Attribute(attr=attr) as attribute:
                if not is_switched_off(use.at(attribute).parent):
                    self.found.attributes.add(attr)
                if self._in_methods and self._definition is not None:
                    self._follow_into(attr, self._definition)
                if attr in _HAND_OUT:
                    self._follow_handed_out(use.at(attribute))
                elif self._is_made_of_it(use.node, use.function):
                    self._follow_part(attr, use.at(attribute))
            case ast.Call(func=func) if func is use.node:
                self.found.calls.append(use)
                self.found.is_lost |= not self._may_be_it(use.node, use.function)
            case ast.Call() as call:
                self._follow_given(use, call)
            case ast.Return():
                self._follow_returned(use.function)
            case ast.Expr() | ast.Compare() | ast.If() | ast.FormattedValue():
                pass
            case ast.BinOp() as joined if self._holds_objects(use):
                self._follow(use.at(joined))
            case ast.Subscript() | ast.BinOp() | ast.ListComp() | ast.GeneratorExp():
                pass  # an index or a number that a loop gives beside the object
            case _:
                targets = _targets(use)
                self.found.is_all &= bool(targets)
                for target in targets:
                    self._follow_assigned(target, use)

    def _is_for_others(self, use: Use) -> bool:
        """True in a branch for objects of other classes, by what these are called."""
        return (
            self._definition is not None
            and isinstance(use.node, ast.Name)
            and is_of_other_class(use.node, self._definition.name, use.function)
        )

    def _follow_into(self, attr: str, definition: Class) -> None:
        """What a method does with its own object, and those that it overrides."""
        for base in self._program.inference.classes.bases(definition):
            method = base.methods.get(attr) if isinstance(base, Class) else None
            if method is not None:
                self.follow_own(method)

    def follow_own(self, method: Function) -> None:
        """What a method does with its own object."""
        if method.self_name is None or method.is_of_class or self._is_asked(method, "super"):
            return
        self.follow_name(method.self_name, method)
        for site in method.calls:
            if site.name == "super" and not site.node.args:
                self.follow_made(site)

    def _holds_objects(self, use: Use) -> bool:
        """True for a list or its like, and no object by itself."""
        return isinstance(use.node, (ast.List, ast.Tuple, ast.Set, ast.ListComp)) or any(
            isinstance(member, Container) for member in members(self._value(use.node, use.function))
        )

    def _follow_handed_out(self, method: Use) -> None:
        """What a container's method, if it is one, gives of what is in it."""
        call = method.parent
        if isinstance(call, ast.Call) and call.func is method.node:
            self._follow(method.at(call))

    def _is_made_of_it(self, node: ast.expr, function: Function) -> bool:
        """True for what may be a layer or model of Keras that is followed since it holds the object."""
        return any(
            isinstance(member, ExternalInstance) and self._goes_through(External(member.name))
            for member in members(self._value(node, function))
        )

    def _follow_part(self, attr: str, use: Use) -> None:
        """What a layer or model of Keras gives of what it is made of."""
        if attr == "layers":
            self._follow(use)
        elif attr == "get_layer":
            self._follow_handed_out(use)
        elif attr in _ENDS:
            self.found.is_all = False  # another model may begin or end there

    def _may_be_it(self, node: ast.expr, function: Function) -> bool:
        """True for what may be an object that is followed, or what was made of one and is followed, too."""
        if self._definition is None:
            return True
        found = self._value(node, function)
        classes = self._program.inference.classes
        return self._is_made_of_it(node, function) or any(
            isinstance(member, Instance)
            and (
                member.definition is self._definition
                or self._definition in classes.bases(member.definition)
                or member.definition in classes.bases(self._definition)
            )
            for member in members(found)
        )

    def _follow_given(self, use: Use, call: ast.Call) -> None:
        """An object that is an argument: on in the functions that are called, if all are known."""
        site = use.function.site_of(call)
        if site is None:
            self.found.is_all = False
            return
        callee = members(self._value(call.func, use.function))
        if all(isinstance(m, External) and m.name in _TAKE_NOTHING for m in callee):
            return
        if all(map(self._goes_through, callee)):
            self._follow(use.at(call))
            return
        if isinstance(call.func, ast.Attribute) and call.func.attr in knowledge.GLUON_FILLERS:
            self._follow_container(call.func.value, use.function)
            return
        if isinstance(call.func, ast.Attribute) and call.func.attr in _FILL_LISTS:
            filled = call.func.value
            self._follow_target(filled, use.function, self._holds_objects(use.at(filled)))
            return
        called = self._program.inference.callers.called(site)
        if not called or UNKNOWN in callee or any(isinstance(m, External) for m in callee):
            self.found.is_all = False
            self.found.is_in_model |= any(map(_is_of_keras, callee))
        for function in called:
            arguments = self._program.inference.callers.arguments(site, function)
            names = [name for name, node in arguments.items() if node is use.node]
            if len(names) == 1 and is_only_a_parameter(names[0], function):
                self.follow_name(names[0], function)
            else:
                self.found.is_all = False

    def _follow_container(self, owner: ast.expr, function: Function) -> None:
        """The block that an object is made a child of: what happens to it happens to the child."""
        self.found.is_lost = True
        if isinstance(owner, ast.Name) and owner.id == function.self_name:
            assert function.owner is not None
            self.found.holders.append(function.owner)
        else:
            self._follow_target(owner, function)

    def _follow_target(
        self, target: ast.expr, function: Function, is_container: bool = False
    ) -> None:
        """What an assignment or a loop gives an object to, or one by one what is in something.

        An attribute that holds a container makes nothing in it a child of its block.
        """
        match target:
            case ast.Name(id=name):
                # The names of a comprehension are no variables of the function, and read in it alone.
                self.follow_name(name, holder_of(name, function) or function)
            case ast.Attribute(value=ast.Name(id=owner), attr=attr) if owner == function.self_name:
                assert function.owner is not None
                if not is_container:
                    self.found.holders.append(function.owner)
                self._follow_attribute(attr, function.owner)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for part in parts:
                    self._follow_target(part, function)
            case ast.Starred(value=container) | ast.Subscript(value=container):
                self._follow_target(container, function, is_container=True)
            case _:
                self.found.is_all = False

    def _follow_assigned(self, target: ast.expr, use: Use) -> None:
        """What a statement gives an object: a name until another one gives it something else."""
        name = target.id if isinstance(target, ast.Name) else ""
        holder = holder_of(name, use.function) or use.function
        reads = self._reads.of_binding(name, holder, use.parent) if name else None
        if reads is None:
            self._follow_target(target, use.function, self._holds_objects(use))
            return
        if self.is_over or self._is_asked(use.parent, name):
            return
        for read in reads:
            self._follow(read)
        if not self._is_asked(holder, f"in {name}"):
            for read in self._reads.of_name_inside(name, holder):
                self._follow(read)
            if holder.is_module:
                self._expect_no_import(name, holder.module)

    def follow_name(self, name: str, holder: Function) -> None:
        if self.is_over or self._is_asked(holder, name):
            return
        for use in self._reads.of_name(name, holder):
            self._follow(use)
        if holder.is_module:
            self._expect_no_import(name, holder.module)

    def _expect_no_import(self, name: str, module: Module) -> None:
        """That no other file takes a variable of a module."""
        if _is_imported(name, module, self._reads):
            self.found.is_all = False
            return
        word = _last(module.name)
        others = cache(lambda other: other is not module and self._reads.is_mentioned(word, other))
        for use in self._reads.of_attribute(name, others):
            assert isinstance(use.node, ast.Attribute)
            owner = members(self._value(use.node.value, use.function))
            if UNKNOWN in owner or any(
                isinstance(member, ModuleValue) and member.module is module for member in owner
            ):
                self.found.is_all = False
                return

    def _follow_attribute(self, attr: str, owner: Class) -> None:
        """The reads of an attribute of what may be an object of a class."""
        if self.is_over or self._is_asked(owner, attr):
            return
        for use in self._attributes.of(attr, owner):
            self._follow(use)

    def _follow_returned(self, function: Function) -> None:
        """The calls of a function that returns an object, if it does nothing but be called."""
        if self.is_over or self._is_asked(function, ""):
            return
        if function.owner is not None and is_property(function):
            self._follow_attribute(function.name, function.owner)
            return
        sites = self._program.inference.callers.of(function)
        is_changed = len(function.decorators) > (function.is_of_class or function.is_static)
        if not sites or is_changed or function.is_generator:
            self.found.is_all = False
        else:
            self.found.is_all &= self._mentions.are_all_of(function)
        for site in sites:
            self.follow_made(site)

    def _is_asked(self, place: Class | Function | ast.AST, name: str) -> bool:
        """Whether a place was followed before; it counts as followed from then on."""
        key = (id(place), name)
        if key in self._asked:
            return True
        self._asked.add(key)
        return False


class ObjectSearch:
    """Follows the objects of one class from where they are made."""

    def __init__(self, definition: Class, program: Inferred) -> None:
        self._definition = definition
        self._program = program
        self._value = program.inference.value
        self._mentions = program.remember(Mentions)

    def found(self, *, only_all: bool = False) -> ObjectUses | None:
        """What is seen to be done with the objects; None where there are none, or they go too far.

        With ``only_all`` also where not all is known.
        """
        definition = self._definition
        made = [site for site in self.made if not self._is_of_demo(site)]
        if not made:
            return None
        following = ObjectFollowing(self._program, definition, goes_through, only_all)
        found = following.found
        found.is_all = not definition.node.decorator_list
        for base in self._program.inference.classes.bases(definition):
            if isinstance(base, Class):
                for method in base.methods.values():
                    following.follow_own(method)
        for site in made:
            following.follow_made(site)
        if not following.is_over:
            found.is_all &= self._mentions.are_all_of(definition)
        return None if following.is_over else found

    @cached_property
    def made(self) -> list[CallSite]:
        """The calls that make objects of the class, but for those of tests, unless it is theirs."""
        definition = self._definition
        is_for_tests = definition.module.is_of_tests
        return [
            site
            for name in sorted(self._program.names.making(definition))
            for site in self._program.names.calls.get(name, ())
            if ClassValue(definition) in members(self._value(site.node.func, site.function))
            and (is_for_tests or not site.function.module.is_of_tests)
        ]

    @property
    def is_only_mentioned(self) -> bool:
        """Whether nothing hands the class on, nor a decorator to where it is made under a name."""
        definition = self._definition
        if not all(
            getattr(member, "name", "").endswith(_REGISTERS_TO_LOAD)
            for node in definition.node.decorator_list
            for made_by in [node.func if isinstance(node, ast.Call) else node]
            for member in members(self._value(made_by, definition.parent))
        ):
            return False
        return self._mentions.are_all_of(definition)

    def _is_of_demo(self, site: CallSite) -> bool:
        """True for what the file of the class does when it is run by itself, where others import it."""
        own = self._definition.module
        return (
            site.function.module is own
            and is_of_script(site.block)
            and _is_imported(self._definition.name, own, self._program.remember(uses_of_program))
        )


def _is_of_keras(callee: Value) -> bool:
    return isinstance(callee, (External, ExternalInstance)) and callee.name.startswith("keras.")


def goes_through(callee: Value) -> bool:
    """True for what gives, one by one, what is in what it is given."""
    return isinstance(callee, External) and callee.name in _GO_THROUGH


def goes_through_or_wraps(callee: Value) -> bool:
    """True also for the layers and models of Keras that are made of others."""
    return goes_through(callee) or (
        isinstance(callee, External) and _KERAS_MAKERS.fullmatch(callee.name) is not None
    )


def is_switched_off(call: ast.AST) -> bool:
    """True for ``net.hybridize(False)`` and ``net.hybridize(active=False)``, which make no graph."""
    match call:
        case ast.Call(func=ast.Attribute(attr="hybridize"), args=args, keywords=keywords):
            given = [*args[:1], *(k.value for k in keywords if k.arg == "active")]
            return any(isinstance(node, ast.Constant) and node.value is False for node in given)
    return False


def _is_for_method(use: Use, definition: Class | Function) -> bool:
    """True for a read of a class that asks for one of its methods, which makes no object by itself."""
    parent = use.parent
    if not isinstance(parent, ast.Attribute) or not isinstance(definition, Class):
        return False
    method = definition.methods.get(parent.attr)
    return method is not None and not method.is_of_class


def is_only_to_build(use: Use) -> bool:
    """True for what is given to a call of which nobody takes the result."""
    call = use.parent
    return isinstance(call, ast.Call) and isinstance(use.at(call).parent, ast.Expr)


def _is_imported(name: str, module: Module, reads: Uses) -> bool:
    """True where another file imports a name of a module, by itself or with all others."""
    return any(True for _ in importing(name, module, reads))


def importing(name: str, module: Module, reads: Uses) -> Iterator[Module]:
    """The other files that import a name of a module, by itself or with all others."""
    return (
        other
        for target, other in reads.imports_of(name)
        if other is not module
        and target.name in (name, None)
        and _last(target.module) in (_last(module.name), "")
    )


def _last(name: str) -> str:
    """The last part of a module's name."""
    return name.rpartition(".")[2]


def _passed_on(use: Use) -> ast.expr | None:
    """The expression around an object that stands for it as well, or for a container that holds it."""
    match use.parent:
        case ast.Call(func=ast.Name(id="super") as func) as above if func is not use.node:
            return above
        case ast.IfExp() as choice if choice.test is not use.node:
            return choice
        case ast.List() | ast.Tuple() | ast.Set() | ast.Dict() | ast.Starred() as container:
            return container
        case ast.ListComp(elt=made) | ast.GeneratorExp(elt=made) as container if made is use.node:
            return container
        case ast.Subscript(value=value) as item if value is use.node:
            return item
        case _:
            return None


def _targets(use: Use) -> list[ast.expr]:
    """What an object is assigned to, or what a loop over it gives its items to."""
    match use.parent:
        case ast.Assign(targets=targets):
            return targets
        case ast.AnnAssign(target=target) | ast.NamedExpr(target=target):
            return [target]
        case ast.AugAssign(target=target):
            return [target]
        case ast.For(iter=items, target=target) | ast.comprehension(iter=items, target=target) if (
            items is use.node
        ):
            return [target]
        case _:
            return []
