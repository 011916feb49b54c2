"""Fits a snippet into a place: directly, or as a helper in another module that the place calls."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field

from benchmarks.injection.places import Place, top_statement
from benchmarks.injection.templates import Line, Names, Pitfall, holes, sections
from benchmarks.injection.weaving import FileEdit, Injection
from tflint.facts import Project
from tflint.syntax.model import Module

_STEP = "    "
_DEFINED = re.compile(r"^(?:def|async def|class)\s+(\w+)|^(\w+)\s*=")
_MATRICES = (
    "$v = $tf.random.normal([4, 2])",
    "$v = $tf.reduce_mean($tf.ones([3, 3, 2]), axis=0)",
    "$v = -$tf.ones([2, 2]) + 1.0",
    "$v = $tf.matmul($tf.ones([2, 2]), $tf.eye(2))",
    '$w = {"$a": $tf.ones([2, 2]), "$b": 3}\n$v = $w["$a"]',
    "$v = $tf.ones([2, 2])\n$v = $v * 2.0\n$v = $tf.transpose($v)",
    "@top\ndef $w():\n    return $tf.random.normal([2, 2])\n@here\n$v = $w()",
)
"""Ways to a tensor of two dimensions that any reader would know to be one; ``$v`` is the tensor."""
_VECTORS = (
    "$w = $tf.unstack($tf.random.uniform([3, 2]))\n$v = $w[0]",
    "$w = [$tf.ones([2]) * $i for $i in range(2)]\n$v = $w[1]",
    "$w, $v = $tf.zeros([2, 2]), $tf.linspace(0.0, 1.0, 4)",
    "@top\n$w = $tf.Variable([1.0, 2.0])\n@here\n$v = $w * 2.0",
    "@top\n$w = $tf.Variable([1.0, 2.0])\n@here\n$v = $w + $tf.reduce_sum($w)",
    "@top\ndef $w():\n    $a = $tf.ones([2])\n    return $a, $a + 1.0\n@here\n$u, $v = $w()",
    "@top\nclass $w:\n    def $make(self, $n):\n        return $tf.fill([$n], 1.5)\n"
    "@here\n$v = $w().$make(2)",
)
"""The same, with one dimension."""
_LIKE_PARAMETERS = (
    "$v = $tf.cast($p, $tf.float32)",
    "$v = $tf.square($p) + 1.0",
    "$v = $tf.convert_to_tensor($p)",
)
"""The same, with the dimensions of a parameter ``$p`` of the function at hand."""
_OF_PARAMETERS = (
    "$v = $tf.reduce_sum($p)",
    "$v = $tf.reduce_mean($p, axis=-1) * 0.5",
)
"""The same, from a parameter, with less of them."""
_LIKE_SYMBOLS = (
    "$v = $F.relu($p)",
    "$v = $F.broadcast_mul($p, $p)",
    "$v = $F.Activation($p, act_type='tanh') * 2",
)
"""Ways to a symbol of MXNet, with the dimensions of a parameter."""
_SYMBOLS = ("$v = $F.sum($p, axis=-1)",)
"""The same, with less of them."""
_WRAPS = (
    'with $tf.name_scope("$s"):',
    "for $t in range(2):",
    "if $flag:",
    'with $tf.device("/cpu:0"):\n    with $tf.name_scope("$s"):',
    "for $t, $u in enumerate(($flag, 2)):",
    "try:",
)


@dataclass
class Planter:
    """Plants injections into the files of one project."""

    project: Project
    source: random.Random
    edits: dict[str, FileEdit] = field(default_factory=dict)

    def edit(self, module: Module) -> FileEdit:
        """The edit of one file."""
        return self.edits.setdefault(module.path, FileEdit(module, self.project))

    def plant(
        self, pitfall: Pitfall, snippet: str, bad: bool, way: str, place: Place, number: int
    ) -> Injection | None:
        """Put one snippet into a place; None when no other module can hold the helper."""
        injection = Injection(pitfall.code, snippet, bad, way, place.path)
        work = _Work(self, injection, place, Names(self.source, str(number)), number)
        if pitfall.kind.endswith("program"):
            done = work.program(sections(snippet, "def"))
        else:
            parts = sections(snippet, "here")
            done = work.inside(parts, pitfall) if way == "direct" else work.through(parts, pitfall)
        return injection if done else None

    def other_module(self, place: Place) -> tuple[Module, str] | None:
        """A module of the same package that the place can import, and its dotted name.

        What AutoGraph converts is not the same in Keras 2 and 3, so both files are for one of them.
        """
        layout = self.project.layout
        package = layout.module_name(place.path).partition(".")[0]
        modules = self.project.relevant_modules
        keras_2 = self.project.uses_keras_2(place.function.module)
        for module in self.source.sample(modules, len(modules)):
            if module.path == place.path or "test" in module.path.rpartition("/")[2]:
                continue
            if module.name.partition(".")[0] != package or not module.path.endswith(".py"):
                continue
            if keras_2 is not self.project.uses_keras_2(module):
                continue
            if layout.find(place.path, module.name) == module.path:
                return module, module.name
        return None


@dataclass
class _Work:
    planter: Planter
    injection: Injection
    place: Place
    names: Names
    number: int

    @property
    def source(self) -> random.Random:
        return self.planter.source

    def put(self, edit: FileEdit, line: int, lines: list[Line], own: bool = True) -> None:
        """Fill and put lines into a file; ``own`` ones are the pitfall's, not its surroundings."""
        function = self.place.function if edit.module is self.place.function.module else None
        filled = self.names.fill(lines, lambda hole: edit.name_of(hole, function, self.number))
        edit.put(line, filled, self.injection if own else None)

    # code in traced functions

    def inside(self, parts: dict[str, list[Line]], pitfall: Pitfall) -> bool:
        """Put the snippet itself into the function."""
        edit = self.planter.edit(self.place.function.module)
        self._name_context(parts)
        before, top = self._tensors(parts, pitfall.matrix)
        body = self._wrapped(parts.get("here", []), pitfall)
        above = first = top_line(self.place)
        self.put(edit, first, [*top, Line("$flag = True")], own=False)
        self.put(edit, above, parts.get("top", []))
        self._put_init(edit, parts)
        indent = self.place.indent
        self.put(edit, self.place.line, [each.indented(indent) for each in before], own=False)
        self.put(edit, self.place.line, [each.indented(indent) for each in body])
        self.put(edit, edit.end, parts.get("end", []))
        results = self.names.fill(parts.get("result", []), self.module_name)
        self.injection.result = ", ".join(line.text for line in results)
        return True

    def through(self, parts: dict[str, list[Line]], pitfall: Pitfall) -> bool:
        """Put the snippet into a helper of another module, and call that."""
        other = self.planter.other_module(self.place)
        if other is None or "init" in parts:
            return False
        here = self.planter.edit(self.place.function.module)
        there = self.planter.edit(other[0])
        used = holes(parts["here"])
        inner = Names(self.source, str(self.number))
        helper = inner.fresh("helper")
        given: list[str] = []
        if "F" in used or pitfall.kind == "gluon":
            inner.given["F"] = "F"
            given.append("F")
        given += [hole for hole in ("x", "y") if hole in used]
        if "self" in used:
            inner.given["self"] = inner.fresh("owner")
            given.append("self")
        parameters = [inner.fresh(hole) for hole in given]

        self._name_context(parts)
        before, top = self._tensors(parts, pitfall.matrix)
        arguments = ", ".join(f"${hole}" for hole in given)
        call, extra, first = self._call(helper, other[1], arguments)
        indent = self.place.indent
        self.put(here, here.import_line, first, own=False)
        self.put(here, top_line(self.place), top, own=False)
        lines = [each.indented(indent) for each in [*before, *extra, Line(call)]]
        self.put(here, self.place.line, lines, own=False)

        own = self.names
        self.names = inner
        body = self._wrapped(parts["here"], pitfall)
        returned = f"return {inner.given['x']}" if "x" in used else "return None"
        self.put(there, there.end, [Line(""), Line("")], own=False)
        where = self.place
        self.place = Place(other[0].body, other[0].tree.body[0], None, None)
        self.put(there, there.end, [Line("$flag = True")], own=False)
        self.put(there, there.end, parts.get("top", []))
        self.put(there, there.end, [Line(f"def {helper}({', '.join(parameters)}):")], own=False)
        self.put(there, there.end, [each.indented(_STEP) for each in body])
        self.put(there, there.end, [Line(_STEP + returned)], own=False)
        self.put(there, there.end, parts.get("end", []))
        self.names, self.place = own, where
        return True

    def _call(self, helper: str, dotted: str, arguments: str) -> tuple[str, list[Line], list[Line]]:
        """The call of a helper, the import just before it, and the import at the top of the file."""
        imported = Line(f"from {dotted} import {helper}")
        package, _, last = dotted.rpartition(".")
        alias = f"{last.lower()}_{self.number}m"
        whole = Line(
            f"from {package} import {last} as {alias}" if package else f"import {last} as {alias}"
        )
        called = f"{helper}({arguments})"
        match self.source.randrange(2 if self._is_hidden(package, last) else 4):
            case 0:
                return f"$r = {called}", [], [imported]
            case 1:
                return called, [imported], []
            case 2:
                return f"{alias}.{called}", [], [whole]
            case _:
                return f"$r = {alias}.{called}", [], [Line(f"import {dotted} as {alias}")]

    def _is_hidden(self, package: str, last: str) -> bool:
        """True where a package exports something under the name of its module."""
        project = self.planter.project
        path = project.layout.find(self.place.path, package) if package else None
        module = None if path is None else project.module(path)
        return module is not None and last in module.body.bindings

    def _name_context(self, parts: dict[str, list[Line]]) -> None:
        function = self.place.function
        if function.self_name is not None:
            self.names.given["self"] = function.self_name
        if function.name == "hybrid_forward":
            self.names.given["F"] = function.parameters[1].arg
            self.names.given["p"] = function.parameters[2].arg
            return
        rebound = [
            p.arg
            for p in function.parameters[1 if function.is_method else 0 :]
            if len(function.bindings[p.arg]) == 1
        ]
        if rebound:
            self.names.given["p"] = self.source.choice(rebound)

    def _tensors(self, parts: dict[str, list[Line]], matrix: bool) -> tuple[list[Line], list[Line]]:
        """Lines that make the tensors a snippet asks for, and module-level lines they need."""
        before: list[Line] = []
        top: list[Line] = []
        is_gluon = "F" in self.names.given
        for hole in ("x", "y"):
            if hole not in holes(parts.get("here", [])):
                continue
            recipes, flat = (_LIKE_SYMBOLS, _SYMBOLS) if is_gluon else (_MATRICES, _VECTORS)
            if not is_gluon and "p" in self.names.given and self.source.random() < 0.35:
                recipes, flat = _LIKE_PARAMETERS, _OF_PARAMETERS
            recipe = self.source.choice(recipes if matrix else recipes + flat)
            name = self.names.fresh(hole)
            local = Names(self.source, f"{self.number}{hole}", {"v": name})
            for known in ("F", "p"):
                if known in self.names.given:
                    local.given[known] = self.names.given[known]
            made = sections(recipe, "here")
            before += local.fill(made.get("here", []), self.module_name)
            top += local.fill(made.get("top", []), self.module_name)
        return before, top

    def module_name(self, hole: str) -> str:
        """What the file of the place calls a module."""
        edit = self.planter.edit(self.place.function.module)
        return edit.name_of(hole, self.place.function, self.number)

    def _wrapped(self, body: list[Line], pitfall: Pitfall) -> list[Line]:
        """The body, as it is or under a further statement."""
        if not pitfall.wraps or self.source.random() < 0.5:
            return body
        wraps = [w for w in _WRAPS if pitfall.conditional or not w.startswith("if")]
        lines = [Line(text) for text in self.source.choice(wraps).split("\n")]
        if pitfall.kind == "gluon":
            lines = [Line(self.source.choice(("if $flag:", "for $t in range(2):")))]
        inner = [each.indented(_STEP * len(lines)) for each in body]
        if lines[0].text == "try:":
            return [*lines, *inner, Line("finally:"), Line(_STEP + "pass")]
        return [*lines, *inner]

    def _put_init(self, edit: FileEdit, parts: dict[str, list[Line]]) -> None:
        if "init" not in parts or self.place.function.owner is None:
            return
        start = self.place.function.owner.methods["__init__"]
        last = start.body[-1]
        text = start.module.lines[last.lineno - 1]
        indent = text[: len(text) - len(text.lstrip())]
        own = self.names.given["self"]
        self.names.given["self"] = start.self_name or "self"
        lines = [each.indented(indent) for each in parts["init"]]
        self.put(edit, (last.end_lineno or last.lineno) + 1, lines)
        self.names.given["self"] = own

    # programs

    def program(self, parts: dict[str, list[Line]]) -> bool:
        """Put a program of its own into the place, its definitions there or in another module."""
        edit = self.planter.edit(self.place.function.module)
        definitions, use = parts.get("def", []), parts.get("use", [])
        indent = self.place.indent
        if self.injection.way == "helper":
            return self._imported_program(edit, definitions, use, indent)
        inside = not self.place.function.is_module
        if inside and self.source.random() < 0.5:
            self.put(edit, top_line(self.place), definitions)
        else:
            self.put(edit, self.place.line, [each.indented(indent) for each in definitions])
        self.put(edit, self.place.line, [each.indented(indent) for each in use])
        return True

    def _imported_program(
        self, edit: FileEdit, definitions: list[Line], use: list[Line], indent: str
    ) -> bool:
        other = self.planter.other_module(self.place)
        if other is None or not use:
            return False
        there = self.planter.edit(other[0])
        where = self.place
        self.place = Place(other[0].body, other[0].tree.body[0], None, None)
        filled = self.names.fill(definitions, lambda h: there.name_of(h, None, self.number))
        there.put(there.end, [Line(""), *filled], self.injection)
        self.place = where
        defined = {a or b for line in filled for a, b in _DEFINED.findall(line.text)}
        filled_use = self.names.fill(
            use, lambda hole: edit.name_of(hole, self.place.function, self.number)
        )
        text = "\n".join(line.text for line in filled_use)
        wanted = sorted(name for name in defined if re.search(rf"\b{name}\b", text))
        if not wanted:
            return False
        imported = [Line(f"from {other[1]} import {', '.join(wanted)}")]
        if self.source.random() < 0.5:
            edit.put(edit.import_line, imported, None)
            imported = []
        lines = [each.indented(indent) for each in [*imported, *filled_use]]
        edit.put(self.place.line, lines, self.injection)
        return True


def top_line(place: Place) -> int:
    """The line of the module's statement that holds a place."""
    if place.function.is_module:
        return place.line
    statement = top_statement(place.function)
    return min([statement.lineno, *(d.lineno for d in getattr(statement, "decorator_list", []))])
