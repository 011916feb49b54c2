"""Where a file calls a function, or makes and uses the objects of a class."""

from __future__ import annotations

import ast
from collections.abc import Set

from tflint.experiment.parsed_file import FunctionNode, ParsedFile

_DEPTH = 5
_CALLED_BY_FRAMEWORKS = {
    "__call__", "call", "hybrid_forward", "forward", "train_step", "test_step", "predict_step",
}  # fmt: skip
DEFINITIONS = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.If,
    ast.For,
    ast.While,
    ast.With,
    ast.Try,
)
_RUNNING = {"fit", "predict", "evaluate", "train_on_batch", "predict_on_batch", "test_on_batch"}


def call_sites(source: ParsedFile, node: FunctionNode | None) -> list[ast.stmt]:
    if node is None or isinstance(node, ast.Lambda):
        if isinstance(node, ast.Lambda):
            for outer in source.enclosing(node):
                if (
                    isinstance(outer, ast.Assign)
                    and isinstance(outer.targets[0], ast.Name)
                    and (outer.value is node or _makes_function(outer.value))
                ):
                    return calls_of(source, {outer.targets[0].id}, set())
                if isinstance(outer, ast.stmt):
                    return [outer]
        return []
    classes = [outer for outer in source.enclosing(node)[:1] if isinstance(outer, ast.ClassDef)]
    functions, methods = {node.name}, set[str]()
    if classes:
        functions, methods = set(), {node.name}
        if node.name in _CALLED_BY_FRAMEWORKS:
            return object_uses(source, classes[0].name, methods)
    for statement in source.nodes:
        if isinstance(statement, ast.Assign) and wraps(statement.value, node.name):
            for target in statement.targets:
                if isinstance(target, ast.Name):
                    functions.add(target.id)
                elif isinstance(target, ast.Attribute):
                    methods.add(target.attr)
    return calls_of(source, functions, methods, skip=node)


def calls_of(
    source: ParsedFile, functions: set[str], methods: set[str], skip: ast.AST | None = None
) -> list[ast.stmt]:
    found: list[ast.stmt] = []
    loops = _loops_over(source, functions, methods)
    for node in source.nodes:
        if not isinstance(node, ast.Call):
            continue
        named = isinstance(node.func, ast.Name) and (
            node.func.id in functions
            or any(loops.get(outer) == node.func.id for outer in source.enclosing(node))
        )
        method = isinstance(node.func, ast.Attribute) and node.func.attr in methods
        handed = any(
            isinstance(a, ast.Name) and a.id in functions
            for a in [*node.args, *(k.value for k in node.keywords)]
        )
        around = source.enclosing(node)
        if not (named or method or handed) or (skip is not None and skip in around):
            continue
        statement = next(outer for outer in around if isinstance(outer, ast.stmt))
        if (
            isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
            or statement in found
        ):
            continue
        if (
            handed
            and isinstance(statement, ast.Assign)
            and any(wraps(statement.value, f) for f in functions)
        ):
            continue
        found.append(statement)
        if handed and isinstance(node.func, ast.Attribute) and node.func.attr == "compile":
            # A loss or a metric: what runs it is training.
            found += [use for use in _runs_of(source, {_root_name(node.func)}) if use not in found]
    # Calls from module level need nobody else's arguments.
    found.sort(key=lambda s: (source.function_around(s) is not None, s.lineno))
    return found[:12]


def passed_around(source: ParsedFile, node: FunctionNode | None) -> list[ast.stmt]:
    """Where a function is no more than named: ``for step in (f, g): step(x)``, a table of steps."""
    if node is None or isinstance(node, ast.Lambda):
        return []
    name = node.name
    as_method = in_class(source, node)
    found: list[ast.stmt] = []
    tables: set[str] = set()

    def look(wanted: set[str]) -> None:
        for inner in source.nodes:
            if not isinstance(getattr(inner, "ctx", None), ast.Load):
                continue
            if (isinstance(inner, ast.Attribute) and as_method and inner.attr in wanted) or (
                isinstance(inner, ast.Name) and inner.id in wanted
            ):
                around = source.enclosing(inner)
                statement = next(outer for outer in around if isinstance(outer, ast.stmt))
                if node in around or statement in found:
                    continue
                if isinstance(statement, ast.For):
                    found.extend(s for s in ast.walk(statement) if isinstance(s, ast.stmt))
                elif isinstance(statement, (ast.Expr, ast.Return)):
                    found.append(statement)
                elif isinstance(statement, ast.Assign):
                    found.append(statement)
                    tables.update(t.id for t in statement.targets if isinstance(t, ast.Name))

    look({name})
    if tables - {name}:
        as_method = False
        look(set(tables))
    return found[:24]


def object_uses(source: ParsedFile, cls: str, methods: set[str], depth: int = 0) -> list[ast.stmt]:
    """Uses of objects of a class (``net(x)``, ``model.fit(...)``), or of what holds them."""
    names: set[str] = set()
    holders: set[str] = set()
    made: list[ast.stmt] = []
    for node in source.nodes:
        if not (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == cls
        ):
            continue
        around = source.enclosing(node)
        statement = next(outer for outer in around if isinstance(outer, ast.stmt))
        if isinstance(statement, ast.For):
            names |= {n.id for n in ast.walk(statement.target) if isinstance(n, ast.Name)}
        if isinstance(statement, DEFINITIONS):
            continue
        owner = next((outer.name for outer in around if isinstance(outer, ast.ClassDef)), None)
        if owner is not None and owner != cls:
            holders.add(owner)
            continue
        made.append(statement)
        if isinstance(statement, ast.Assign):
            names |= made_by(statement)
        maker = source.function_around(node)
        if isinstance(statement, ast.Return) and isinstance(maker, ast.FunctionDef):
            names |= {
                target.id
                for assign in source.nodes
                if isinstance(assign, ast.Assign) and _calls_name(assign.value, maker.name)
                for target in assign.targets
                if isinstance(target, ast.Name)
            }
    found = _runs_of(source, names, methods, cls)
    if depth < _DEPTH:
        for holder in sorted(holders):
            found += [
                use for use in object_uses(source, holder, set(), depth + 1) if use not in found
            ]
    if not found:
        found = made
    found.sort(key=lambda s: (source.function_around(s) is not None, s.lineno))
    return found[:8]


def constructions(source: ParsedFile, node: FunctionNode | None) -> list[ast.stmt]:
    """Where the file makes an object of the class that holds a method."""
    owner = source.enclosing(node)[0] if node is not None else None
    if not isinstance(owner, ast.ClassDef):
        return []
    made: list[ast.stmt] = [
        statement
        for statement in source.tree.body
        if isinstance(statement, ast.Assign)
        and isinstance(statement.value, ast.Call)
        and isinstance(statement.value.func, ast.Name)
        and statement.value.func.id == owner.name
    ]
    return made[:1]


def uses_of_results(source: ParsedFile, function: FunctionNode) -> list[ast.stmt]:
    """Calls of what a function returned, under the names and attributes that hold it."""
    found: list[ast.stmt] = []
    for made in call_sites(source, function):
        if not isinstance(made, ast.Assign) or not _calls_name(
            made.value, getattr(function, "name", "")
        ):
            continue
        scope = source.function_around(made)
        names = {target.id for target in made.targets if isinstance(target, ast.Name)}
        held = {target.attr for target in made.targets if isinstance(target, ast.Attribute)}
        found += [
            use for use in calls_of(source, names, set()) if source.function_around(use) is scope
        ]
        found += calls_of(source, set(), held)
    return list(dict.fromkeys(found))[:8]


def like_calls(source: ParsedFile, statement: ast.stmt) -> list[ast.stmt]:
    """Module-level statements that call what a statement calls or makes."""
    names = {
        node.func.id
        for node in ast.walk(statement)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    names |= made_by(statement)
    return [
        node
        for node in source.nodes
        if isinstance(node, ast.stmt)
        and not isinstance(node, DEFINITIONS)
        and not any(
            isinstance(o, (ast.For, ast.While, FunctionNode)) for o in source.enclosing(node)
        )
        and any(
            isinstance(i, ast.Call) and isinstance(i.func, ast.Name) and i.func.id in names
            for i in ast.walk(node)
        )
    ][:12]


def made_by(statement: ast.stmt) -> set[str]:
    """The names that a statement binds, or the one that it defines."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return {statement.name}
    return {
        node.id
        for node in ast.walk(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def _runs_of(
    source: ParsedFile, names: set[str], methods: Set[str] = frozenset(), cls: str = ""
) -> list[ast.stmt]:
    """Statements that run the objects under these names; a property runs when it is read."""
    found: list[ast.stmt] = []
    for node in source.nodes:
        function = node.func if isinstance(node, ast.Call) else None
        direct = isinstance(function, ast.Name) and function.id in names
        wanted = methods if function is None else _RUNNING | methods
        attribute = node if function is None else function
        through = (
            isinstance(attribute, ast.Attribute)
            and attribute.attr in wanted
            and _root_name(attribute) in names
        )
        at_once = (
            isinstance(function, ast.Call)
            and isinstance(function.func, ast.Name)
            and function.func.id == cls
        )
        if direct or through or at_once:
            statement = next(
                outer for outer in source.enclosing(node) if isinstance(outer, ast.stmt)
            )
            if statement not in found:
                found.append(statement)
    return found


def _loops_over(source: ParsedFile, functions: set[str], methods: set[str]) -> dict[ast.AST, str]:
    """The loops over some of these functions (``for f in (first, second):``), and their variables."""
    return {
        node: node.target.id
        for node in source.nodes
        if isinstance(node, ast.For)
        and isinstance(node.target, ast.Name)
        and isinstance(node.iter, (ast.Tuple, ast.List))
        and any(
            (isinstance(item, ast.Name) and item.id in functions)
            or (isinstance(item, ast.Attribute) and item.attr in methods)
            for item in node.iter.elts
        )
    }


def _calls_name(value: ast.AST, name: str) -> bool:
    return (
        isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == name
    )


def _makes_function(value: ast.AST) -> bool:
    """Whether an expression makes a graph of a function: ``tf.function(...)`` or a wrapper."""
    if not isinstance(value, ast.Call):
        return False
    name = (
        value.func.attr if isinstance(value.func, ast.Attribute) else getattr(value.func, "id", "")
    )
    return (
        "function" in name
        or name in ("partial", "jit", "wraps")
        or isinstance(value.func, ast.Name)
    )


def wraps(value: ast.AST, name: str) -> bool:
    """Whether an expression is ``tf.function(name, ...)`` or a like call that takes ``name``."""
    return (
        isinstance(value, ast.Call)
        and _makes_function(value)
        and any(
            (isinstance(a, ast.Name) and a.id == name)
            or (isinstance(a, ast.Attribute) and a.attr == name)
            for a in value.args
        )
    )


def in_class(source: ParsedFile, node: ast.AST) -> bool:
    return isinstance(source.enclosing(node)[0], ast.ClassDef)


def _root_name(node: ast.AST) -> str:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
