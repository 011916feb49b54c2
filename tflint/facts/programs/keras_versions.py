"""Which Keras a file is written for: Keras 2 converts its layers with AutoGraph, Keras 3 does not."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from tflint.api.old_keras import NEWER_KERAS_NAMES, OLD_KERAS_NAMES
from tflint.api.python import PYTHON_2_NAMES, PYTHON_2_PROGRAM
from tflint.api.releases import (
    KERAS_1_LAYER_KEYWORDS,
    KERAS_1_METHOD_KEYWORDS,
    KERAS_1_MODEL_KEYWORDS,
    KERAS_2_BACKEND_NAMES,
    KERAS_2_KEYWORDS,
    KERAS_2_METHODS,
    KERAS_2_METHODS_OF,
    KERAS_2_MODULES,
    KERAS_2_NAMES,
    KERAS_3_FROM_PYTHON,
    KERAS_3_MODEL_FILES,
    KERAS_3_NAMES,
    KERAS_3_WEIGHT_FILES,
    KERAS_BEFORE_2_3_ATTRIBUTES,
    KERAS_BEFORE_2_4_APPLICATION_KEYWORDS,
    KERAS_BEFORE_2_4_CALLS,
    KERAS_CORE,
    LATER_PACKAGES,
    LEGACY_KERAS,
    NAMED_BY_KERAS,
    TENSORFLOW_1_PACKAGES,
    TENSORFLOW_2_NAMES,
    TRACES_LOOPS_FROM_PYTHON,
)
from tflint.api.tensorflow_1 import TENSORFLOW_1_KEYWORDS, TENSORFLOW_1_NAMES
from tflint.facts.expressions.program import Program
from tflint.files.pins import KERAS_2_ONLY
from tflint.files.source import has_python_2_line
from tflint.syntax.expressions import names_along
from tflint.syntax.model import (
    Binding,
    Block,
    CallSite,
    Class,
    Function,
    ImportedName,
    Module,
    outward,
)
from tflint.syntax.python_versions import needs_python_3_9
from tflint.syntax.scopes import every_binding, holder_of
from tflint.syntax.trees import walk
from tflint.syntax.words import has_word, words_in

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inferred

_KERAS_2 = "tf_keras"
_OWN_COPY = "tensorflow.python.keras"
"""Where TensorFlow keeps a Keras 2 of its own, in any version."""
_TF_OF_BACKEND = "keras.backend.tf."
_GONE = frozenset(f"keras.{name}" for name in KERAS_2_NAMES) | KERAS_2_MODULES
_OLD_KEYWORDS = (
    KERAS_1_LAYER_KEYWORDS
    | KERAS_1_METHOD_KEYWORDS
    | KERAS_1_MODEL_KEYWORDS
    | KERAS_BEFORE_2_4_APPLICATION_KEYWORDS
)
_OLD_CALLS = PYTHON_2_NAMES | {name.rpartition(".")[2] for name in KERAS_BEFORE_2_4_CALLS}
"""The last parts of the names of calls that only old programs make."""
_OF_BACKEND = frozenset(f"keras.backend.{name}" for name in KERAS_2_BACKEND_NAMES)
_OF_TENSORFLOW_1 = TENSORFLOW_1_NAMES | TENSORFLOW_1_PACKAGES
_FUNCTIONS_OF_BOTH = frozenset(name.rpartition(".")[0] for name in TENSORFLOW_1_KEYWORDS)
_OF_OLD_KERAS = OLD_KERAS_NAMES | TENSORFLOW_1_PACKAGES
_OF_NEW_KERAS = TENSORFLOW_2_NAMES | NEWER_KERAS_NAMES
_OLD_RATE = "lr"
"""What Keras 2 calls the learning rate of an optimizer, and Keras 3 does not."""
_OPTIMIZERS = "keras.optimizers."
_OF_KEPT_OPTIMIZERS = "get_weights"
_OF_ALL_METRICS = "reset_states"
"""What is asked of the optimizer that a model keeps; what others keep by that name may have the rest."""
_APPLICATIONS = "keras.applications."
_MODELS = frozenset({"keras.Model", "keras.models.Model"})
_MODEL_MAKERS = ("keras.Model", "keras.Sequential", "keras.models.", "keras.applications.")
"""What the names begin with of what makes models, and of no layer."""
_CHECKPOINTS = "keras.callbacks.ModelCheckpoint"
_WEIGHTS_ONLY = "save_weights_only"
_SAVERS = frozenset({"keras.models.save_model", "keras.saving.save_model"})
_PATH = "filepath"
_FILES_OF = {"save": KERAS_3_MODEL_FILES, "save_weights": KERAS_3_WEIGHT_FILES}
"""What the names of the files end in that methods of models write."""
_WRITING = frozenset({*_FILES_OF, "ModelCheckpoint", "save_model"})
"""The last parts of the names of calls that write models to files."""
_ELSEWHERE = "hf://"
"""What a path begins with that is no file."""
_ASKING_FOR_EAGER = frozenset({"defun", "enable_eager_execution", "enable_v2_behavior"})
"""What programs for TensorFlow 1 call to run their code eagerly."""
_ASKS_FOR_ONE_VERSION = re.compile(r"[=!]=\s*[\"']2\.")
_WITH_KERAS_2 = re.compile(r"2\.(?:\d|1[0-5])(?:\.\d+)?")
"""The releases of TensorFlow 2 that have Keras 2."""
_ASKING = frozenset({"version", "versions", "hasattr", "getattr", "legacy", "py"})
"""Words of tests that ask which Keras there is."""


def uses_keras_2(module: Module, program: Program) -> bool:
    """True for a file that only Keras 2 runs.

    Its project asks for nothing newer; it imports ``tf_keras`` or what needs Keras 2, or from another file
    what that imports of it; it uses a file that can't be imported without Keras 2, or serves such files
    alone; it or a package around it speaks of the switch to Keras 2; or it gives ``add_weight`` a name
    first, where Keras 3 takes a shape. Or the project allows both, and somewhere uses what Keras 3 does not
    have.
    """
    if program.versions.run_keras_2:
        return True
    if not program.versions.run_keras_3 and program.remember(_needs_keras_2):
        return True
    imported = list(_imports_of(module))
    return (
        any(map(_is_of_tf_keras, imported))
        or module.path in program.remember(_of_keras_2)
        or _names_weights_first(module)
        or _switches(module, program)
        or any(_hands_on_tf_keras(name, module, program) for name in imported)
    )


def uses_keras_3(module: Module, program: Program) -> bool:
    """True for a file that no Keras before Keras 3 runs; of others, Keras 2 may.

    Its project asks for nothing older; or somewhere uses what only Keras 3 has, and does not ask first
    whether it is there; or a notebook of it was run by a Python for which there is no older one.
    """
    if program.uses_keras_2(module):
        return False
    return program.versions.run_keras_3 or program.remember(_needs_keras_3)


def _needs_keras_3(program: Program) -> bool:
    return any(
        program.sources[module.path].python >= KERAS_3_FROM_PYTHON
        or _writes_out(KERAS_3_NAMES, module)
        or any(name.partition(".")[0] == KERAS_CORE for name, _, _ in module.imported)
        for module in program.relevant_modules
    )


def builds_models_once(module: Module, program: Inferred) -> bool:
    """True for a file whose Keras builds each model once, in one graph: that of TensorFlow 1, or up to 2.3.

    It is one for TensorFlow 1; or it has Keras by itself, and its project asks for no other; or it imports
    that, and the program what later ones have not. Which Keras by itself a project asks for says nothing of
    the Keras of ``tf.keras``.
    """
    if _is_for_tensorflow_1(module, program):
        return True
    if program.versions.run_old_keras and not _is_near_tf_keras(module, program):
        return True
    return any(
        imported.module.partition(".")[0] == "keras" and not imported.level
        for imported in _imports_of(module)
    ) and program.remember(_needs_old_keras)


def is_all_graph(module: Module, program: Inferred) -> bool:
    """True for a file for TensorFlow 1: all code makes one graph, where no program asks for eager code."""
    is_old = _is_for_tensorflow_1(module, program) or program.remember(_writing)[module.path]
    return is_old and _ASKING_FOR_EAGER.isdisjoint(program.names.calls)


def _is_for_tensorflow_1(module: Module, program: Inferred) -> bool:
    return program.versions.run_tensorflow_1 or module.path in program.remember(_of_tensorflow_1)


def may_build_models_once(program: Program) -> bool:
    """True for a program of which nothing tells whether its Keras is one up to 2.3, which does so.

    It imports from inside of Keras by itself (``from keras.models import Model``), as programs for those
    do; those for later ones mostly import it from TensorFlow, or as a whole. Or its project asks for one
    of those, and for no TensorFlow: that of their days, with the ``tf.keras`` in it, is 1.15 or 2.0. And
    it names nothing that came later, is not written for a later Python, nor a notebook that was run with
    one, and its project asks for none of them.
    """
    return program.remember(_shows_no_new_keras)


def _shows_no_new_keras(program: Program) -> bool:
    modules, versions = program.relevant_modules, program.versions
    is_of_old_days = versions.run_old_keras and not versions.ask_for_tensorflow
    new = _OF_NEW_KERAS - {"tensorflow.keras"} if is_of_old_days else _OF_NEW_KERAS
    return (
        (is_of_old_days or any(map(_imports_from_inside, modules)))
        and not versions.run_new_keras
        and not any(
            program.sources[module.path].python >= TRACES_LOOPS_FROM_PYTHON
            or _writes_out(new, module, meant=str)
            or any(name.partition(".")[0] in LATER_PACKAGES for name, _, _ in module.imported)
            or needs_python_3_9(module)
            for module in modules
        )
    )


def _imports_from_inside(module: Module) -> bool:
    """True for a file with ``from keras.layers import Dense``, or another import of a part of it.

    ``from keras import layers`` is none: of twelve repositories that import Keras by itself no other way,
    ten are later than Keras 2.4.
    """
    return any(
        imported.module.startswith("keras.") and not imported.level
        for imported in _imports_of(module)
    )


def _is_near_tf_keras(module: Module, program: Program) -> bool:
    """True for a file that has its models from ``tf.keras``.

    One that names no Keras has them from the nearest files that it imports of which some do, be it through
    others. Where one of these has Keras by itself alone, nobody knows.
    """
    near, seen = {module.path}, set[str]()
    while near:
        modules = [m for m in program.relevant_modules if m.path in near]
        if by_name := {is_of_tf for m in modules for is_of_tf in _kerases_of(m, program)}:
            return by_name == {True}
        seen |= near
        near = program.imports.used_by(near) - seen
    return False


def _kerases_of(module: Module, program: Program) -> set[bool]:
    """True of a file that names ``tf.keras``, False of one that imports Keras by itself.

    Of one that does both, the first counts alone where TensorFlow 2 is asked for.
    """
    is_of_tf = _names_tf_keras(module)
    if is_of_tf and program.versions.run_tensorflow_2:
        return {True}
    by_itself = any(f"{name}.".startswith("keras.") for name, _, _ in module.imported)
    return {*([True] if is_of_tf else ()), *([False] if by_itself else ())}


def _names_tf_keras(module: Module) -> bool:
    """True for a file with ``tf.keras``, or an import of it."""
    return any(f"{name}.".startswith("tensorflow.keras.") for name, _, _ in module.imported) or any(
        _spelled(node, function) == "tensorflow.keras"
        for node, function in module.reads.get("keras", ())
    )


def _of_tensorflow_1(program: Inferred) -> frozenset[str]:
    """The files for TensorFlow 1: they write out names that only it has, or serve such files alone.

    Where a name is written in the body of a file, no other TensorFlow gets through importing that.
    """
    modules, imports = program.relevant_modules, program.imports
    writing = {path for path, is_so in program.remember(_writing).items() if is_so}
    failing = {m.path for m in modules if m.path in writing and _is_of_tensorflow_1(m, m.body)}
    return frozenset(imports.only_used_by(writing | imports.users(failing)))


def _writing(program: Program) -> dict[str, bool]:
    """Whether each file writes out what only TensorFlow 1 has."""
    return {module.path: _is_of_tensorflow_1(module) for module in program.relevant_modules}


def _is_of_tensorflow_1(module: Module, only: Function | None = None) -> bool:
    """True for a file that writes out names or keywords which only TensorFlow 1 has."""
    return _writes_out(_OF_TENSORFLOW_1, module, only) or _is_met(
        site.block
        for name in _ends(_FUNCTIONS_OF_BOTH) & module.calls.keys()
        for site in module.calls[name]
        if only in (None, site.function) and _is_given_old_keyword(site)
    )


def _is_given_old_keyword(site: CallSite) -> bool:
    """True for a call of a function of TensorFlow with what only TensorFlow 1 takes."""
    given = [keyword.arg for keyword in site.node.keywords if keyword.arg]
    name = _spelled(site.node.func, site.function) if given else ""
    return any(f"{name}.{keyword}" in TENSORFLOW_1_KEYWORDS for keyword in given)


def _needs_old_keras(program: Program) -> bool:
    """True for a program that uses what no Keras from 2.4 on has, or Python 2, which has none of them.

    So is a notebook that was run, and saved, with such a Keras.
    """
    old = KERAS_BEFORE_2_3_ATTRIBUTES
    own = program.remember(_parameters)
    return _imports_python_2(program) or any(
        PYTHON_2_PROGRAM.match(program.sources[module.path].text)
        or any(cell.names_backend for cell in program.sources[module.path].cells or ())
        or _writes_out(_OF_OLD_KERAS, module, meant=_keras_alone)
        or any(_is_old_attribute(module, name) for name in old & module.reads.keys())
        or any(_is_of_old_keras(site, own) for sites in module.calls.values() for site in sites)
        for module in program.relevant_modules
    )


def _imports_python_2(program: Program) -> bool:
    """True where a file imports another one that only Python 2 takes: ``print "so"``."""
    imported = (
        path
        for module in program.relevant_modules
        for path in program.imports.of(module.path).files
    )
    return any(
        has_python_2_line(program.sources[path].text) and program.module(path) is None
        for path in dict.fromkeys(imported)
    )


def _parameters(program: Program) -> frozenset[str]:
    """The names of all parameters of the program's own functions."""
    return frozenset(
        parameter.arg
        for module in program.relevant_modules
        for function in module.functions
        for parameter in function.parameters
    )


def _functions(program: Program) -> frozenset[str]:
    """The names of all of the program's own functions and methods."""
    return frozenset(
        function.name for module in program.relevant_modules for function in module.functions
    )


def _is_of_old_keras(site: CallSite, own: frozenset[str]) -> bool:
    """True for a call that neither Keras from 2.4 on takes nor, by its name, the program's own functions.

    ``own`` are the parameters of these.
    """
    if not site.node.keywords and site.name not in _OLD_CALLS:
        return False
    func, given = site.node.func, {keyword.arg for keyword in site.node.keywords}
    if given.isdisjoint(_OLD_KEYWORDS) and site.name not in _OLD_CALLS:
        return False
    name = _dotted(func, site.function)
    if name.startswith("keras."):
        is_old = name in KERAS_BEFORE_2_4_CALLS or not given.isdisjoint(_old_keywords(name))
    elif isinstance(func, ast.Attribute):
        is_old = not given.isdisjoint(KERAS_1_METHOD_KEYWORDS - own)
    else:
        is_old = _is_builtin_of_python_2(func, site.function)
    return is_old and not _is_tested(site.block)


def _old_keywords(name: str) -> frozenset[str]:
    """The keywords of a name of Keras that only Keras up to 2.3 takes."""
    if name in _MODELS:
        return KERAS_1_MODEL_KEYWORDS
    if name.startswith(_APPLICATIONS):
        return KERAS_BEFORE_2_4_APPLICATION_KEYWORDS
    return KERAS_1_LAYER_KEYWORDS


def _is_builtin_of_python_2(func: ast.expr, function: Function) -> bool:
    return (
        isinstance(func, ast.Name)
        and func.id in PYTHON_2_NAMES
        and holder_of(func.id, function) is None
        and not function.module.star_imports
    )


def _is_old_attribute(module: Module, name: str) -> bool:
    """True where a file reads an attribute of that name, of nothing that it gave one itself."""
    return any(
        not _is_tested(function.statement_of(node)[1]) for node, function in module.reads[name]
    ) and not any(
        store.node.attr == name for function in module.functions for store in function.stores
    )


def _imports_of(module: Module) -> Iterator[ImportedName]:
    """What the imports in the body of a file bind."""
    return _imported(chain.from_iterable(module.body.bindings.values()))


def _imported(bindings: Iterable[Binding]) -> Iterator[ImportedName]:
    """What imports bind, among the bindings of a file."""
    for binding in bindings:
        if binding.kind == "import" and isinstance(binding.target, ImportedName):
            yield binding.target


def _is_of_tf_keras(imported: ImportedName) -> bool:
    package = imported.module.partition(".")[0]
    if f"{imported.module}.{imported.name}.".startswith(f"{_OWN_COPY}."):
        return True
    return _KERAS_2 in (package, imported.name) or package.replace("_", "-") in KERAS_2_ONLY


def _of_keras_2(program: Program) -> frozenset[str]:
    """The files that import what needs Keras 2, those that use one, and those that serve these alone.

    Keras 3 gets through no such import, unless a test or a ``try`` stands around it.
    """
    failing = {
        module.path
        for module in program.relevant_modules
        if _is_met(
            block
            for name, function, block in module.imported
            if function is module.body and name.partition(".")[0].replace("_", "-") in KERAS_2_ONLY
        )
    }
    return frozenset(program.imports.only_used_by(program.imports.users(failing)))


def _hands_on_tf_keras(imported: ImportedName, module: Module, program: Program) -> bool:
    """True for a name that another file of the project took from ``tf_keras``."""
    path = program.layout.find(module.path, imported.module, imported.level)
    if path is None or imported.name is None or _KERAS_2 not in program.sources[path].text:
        return False
    other = program.module(path)
    return other is not None and any(
        map(_is_of_tf_keras, _imported(other.body.bindings.get(imported.name, ())))
    )


def _names_weights_first(module: Module) -> bool:
    return any(
        isinstance(first, ast.Constant) and isinstance(first.value, str)
        for site in module.calls.get("add_weight", ())
        for first in site.node.args[:1]
    )


def _switches(module: Module, program: Program) -> bool:
    sources = program.sources
    if LEGACY_KERAS in sources[module.path].text:
        return True
    for folder in Path(module.path).parents:
        init = sources.get((folder / "__init__.py").as_posix())
        if init is None:
            return False
        if LEGACY_KERAS in init.text:
            return True
    return False


def _needs_keras_2(program: Program) -> bool:
    """True for a program that uses what Keras 3 does not have, and does not ask whether it is there."""
    return program.remember(_needs_old_keras) or any(
        any(_is_old_call(module, name) for name in KERAS_2_METHODS & module.calls.keys())
        or any(_has_old_keyword(module, n) for n in KERAS_2_KEYWORDS.keys() & module.calls.keys())
        or _writes_out(_GONE, module)
        or _writes_out(_OF_BACKEND, module, meant=str)
        or _sets_old_rate(module)
        or _gives_names_with_slashes(module)
        or _is_met(_places_of_old_files(module))
        or _asks_for_one_version(module)
        or _is_met(_places_of_old_methods(module, program))
        for module in program.relevant_modules
    )


def _asks_for_one_version(module: Module) -> bool:
    """True for a file that asks whether its TensorFlow is one release with Keras 2, and no other.

    ``tf.__version__ == "2.0.0"``, also by a name that speaks of both: so it was written when that was
    around. What asks for a least, or for a greatest version, may mean all others as well.
    """
    return _ASKS_FOR_ONE_VERSION.search(module.text) is not None and any(
        _is_one_version(node.comparators[0]) and _is_version_of_tensorflow(node.left)
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.Eq, ast.NotEq))
    )


def _is_one_version(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and _WITH_KERAS_2.fullmatch(str(node.value)) is not None


def _is_version_of_tensorflow(node: ast.expr) -> bool:
    words = [word for name in names_along(node) for word in words_in(name)]
    return not {"tf", "tensorflow"}.isdisjoint(words) and not {"ver", "version"}.isdisjoint(words)


def _gives_names_with_slashes(module: Module) -> bool:
    """True for a file that gives layers, models or optimizers names with a slash, which Keras 3 refuses."""
    return any(
        keyword.arg == "name"
        and _has_slash(keyword.value)
        and _keras(_dotted(site.node.func, site.function)).startswith(NAMED_BY_KERAS)
        and not _is_tested(site.block)
        for sites in module.calls.values()
        for site in sites
        for keyword in site.node.keywords
    )


def _has_slash(name: ast.expr) -> bool:
    """True for a text with a slash in what of it is written out."""
    match name:
        case ast.Constant(value=str(text)):
            return "/" in text
        case ast.JoinedStr(values=parts):
            return any(map(_has_slash, parts))
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _has_slash(left) or _has_slash(right)
        case (
            ast.BinOp(left=text, op=ast.Mod())
            | ast.Call(func=ast.Attribute(value=text, attr="format"))
        ):
            return _has_slash(text)
        case _:
            return False


def _places_of_old_files(module: Module) -> Iterator[Block | None]:
    """Where a file writes models of Keras to files whose names Keras 3 refuses."""
    for name in _WRITING & module.calls.keys():
        for site in module.calls[name]:
            given = {keyword.arg: keyword.value for keyword in site.node.keywords}
            place, endings = _file_of(site, given)
            if not endings or None in given or "zipped" in given:
                continue
            path = given.get(_PATH, next(iter(site.node.args[place:]), None))
            if path is not None and _is_refused(path, site.function, endings):
                yield site.block


def _file_of(site: CallSite, given: dict[str | None, ast.expr]) -> tuple[int, tuple[str, ...]]:
    """Which argument names the file of a call, and what the name may end in; no endings for other calls."""
    func, name = site.node.func, _dotted(site.node.func, site.function)
    if name == _CHECKPOINTS:
        only = given.get(_WEIGHTS_ONLY)
        is_only = isinstance(only, ast.Constant) and only.value is True
        return 0, KERAS_3_WEIGHT_FILES if is_only else KERAS_3_MODEL_FILES
    if name in _SAVERS:
        return 1, KERAS_3_MODEL_FILES
    match func:
        case ast.Attribute(value=model, attr=method) if method in _FILES_OF and _is_model(
            model, method, site.function
        ):
            return 0, _FILES_OF[method]
    return 0, ()


def _is_model(node: ast.expr, method: str, function: Function) -> bool:
    """True for what a file shows to be a model of Keras, which has that method from there."""
    if isinstance(node, ast.Name) and node.id == function.self_name:
        return function.owner is not None and _is_model_class(function.owner, method)
    made = _given_to(node, function)
    return bool(made) and all(
        isinstance(value, ast.Call) and _makes_model(value.func, method, scope)
        for value, scope in made
    )


def _makes_model(func: ast.expr, method: str, function: Function) -> bool:
    if _dotted(func, function).startswith(_MODEL_MAKERS):
        return True
    own = [c for c in function.module.classes if isinstance(func, ast.Name) and c.name == func.id]
    return bool(own) and all(_is_model_class(definition, method) for definition in own)


def _is_model_class(definition: Class, method: str) -> bool:
    """True for a class right below Keras's ``Model`` that leaves the method to it."""
    bases = definition.node.bases
    return (
        not definition.binds(method)
        and len(bases) == 1
        and _dotted(bases[0], definition.parent) in _MODELS
    )


def _is_refused(path: ast.expr, function: Function, endings: tuple[str, ...]) -> bool:
    """True for a path of which the end is written out, and is no ending that is allowed."""
    if isinstance(path, ast.Name):
        given = _given_to(path, function)
        return bool(given) and all(
            value is not None
            and not isinstance(value, ast.Name)
            and _is_refused(value, scope, endings)
            for value, scope in given
        )
    end = _end_of(path)
    return bool(end) and not any(end.endswith(ending) or ending.endswith(end) for ending in endings)


def _end_of(path: ast.expr) -> str:
    """What a text ends in, as far as it is written out; "" where nothing of that is known."""
    match path:
        case ast.Constant(value=str(text)):
            return "" if text.startswith(_ELSEWHERE) else text
        case ast.JoinedStr(values=[*_, last]) | ast.BinOp(op=ast.Add(), right=last):
            return _end_of(last)
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="format")):
            return text.rpartition("}")[2]
        case ast.Call(func=ast.Attribute(attr="join"), args=[_, *_, last]):
            return _end_of(last)
        case _:
            return ""


def _keras(name: str) -> str:
    """The name as Keras 2 has it: ``legacy`` and ``experimental`` are part of it here.

    What its backend module imports as ``tf`` is TensorFlow.
    """
    for before in ("tensorflow.keras", "tensorflow.compat.v1.keras", "tensorflow.compat.v2.keras"):
        if name == before or name.startswith(f"{before}."):
            return name.removeprefix(before.removesuffix("keras"))
    if name.startswith(_TF_OF_BACKEND):
        return f"tensorflow.{name.removeprefix(_TF_OF_BACKEND)}"
    return name


def _keras_alone(name: str) -> str:
    """The same, but for what TensorFlow 2 still has of the Keras of TensorFlow 1."""
    return name if name.startswith("tensorflow.compat.") else _keras(name)


def _writes_out(
    names: frozenset[str],
    module: Module,
    only: Function | None = None,
    meant: Callable[[str], str] = _keras,
) -> bool:
    """True where a file imports or writes out one of these names, and asks for no version first.

    ``only`` is the one function of it that counts; ``meant`` says which of these a spelling means.
    """
    imports = (
        block
        for name, function, block in module.imported
        if only in (None, function) and _means_one_of(names, name, meant)
    )
    used = module.calls.keys() | module.reads.keys()
    uses = (
        function.statement_of(node)[1]
        for end in _ends(names) & used
        for node, function in _places(end, module)
        if only in (None, function) and meant(_spelled(node, function)) in names
    )
    return _is_met(chain(imports, uses))


@cache
def _ends(names: frozenset[str]) -> frozenset[str]:
    """The last parts of names, by which a file knows what it calls and reads."""
    return frozenset(name.rpartition(".")[2] for name in names)


@cache
def _means_one_of(names: frozenset[str], spelled: str, meant: Callable[[str], str]) -> bool:
    """True for what is spelled like one of the names, or what is below one; asked for each import."""
    return _is_below(meant(spelled), names)


def is_of_tensorflow_1(name: str) -> bool:
    """True for a dotted name that only TensorFlow 1 has, or that is below one."""
    return _is_below(name, TENSORFLOW_1_NAMES)


def _is_below(name: str, names: frozenset[str]) -> bool:
    """True for one of the names, or what is below one."""
    parts = name.split(".")
    return any(".".join(parts[:end]) in names for end in range(2, len(parts) + 1))


def _is_old_call(module: Module, name: str) -> bool:
    """True where a file calls a method of that name, and defines none."""
    return any(
        isinstance(s.node.func, ast.Attribute) for s in module.calls.get(name, ())
    ) and not any(function.name == name for function in module.functions)


def _has_old_keyword(module: Module, name: str) -> bool:
    """True where a file calls a method of that name with what only Keras 2 takes, and defines none."""
    return any(
        isinstance(site.node.func, ast.Attribute)
        and any(keyword.arg in KERAS_2_KEYWORDS[name] for keyword in site.node.keywords)
        and not _is_tested(site.block)
        for site in module.calls[name]
    ) and not any(function.name == name for function in module.functions)


def _places(end: str, module: Module) -> Iterator[tuple[ast.expr, Function]]:
    """What a file calls or reads by a name that ends so."""
    yield from ((site.node.func, site.function) for site in module.calls.get(end, ()))
    yield from module.reads.get(end, ())


def _dotted(node: ast.expr, function: Function) -> str:
    """The name that an expression in a function stands for from an import on; "" if it is none."""
    return _keras(_spelled(node, function))


def _spelled(node: ast.expr, function: Function) -> str:
    """The name that an expression in a function spells out from an import on; "" if it is none."""
    root, *parts = names_along(node) or [""]
    scope = holder_of(root, function)
    for binding in () if scope is None else scope.bindings.get(root, ()):
        match binding.target:
            case ImportedName(module=package, name=name, level=0):
                return ".".join([package, *([name] if name else []), *parts])
    return ""


def _sets_old_rate(module: Module) -> bool:
    """True where a file makes an optimizer of Keras with ``lr=``, or asks one of a model for its ``lr``."""
    if any(
        isinstance(node.value, ast.Attribute) and node.value.attr == "optimizer"
        for node, _ in module.reads.get(_OLD_RATE, ())
    ):
        return True
    return any(
        keyword.arg == _OLD_RATE and _dotted(site.node.func, site.function).startswith(_OPTIMIZERS)
        for sites in module.calls.values()
        for site in sites
        for keyword in site.node.keywords
    )


def _places_of_old_methods(module: Module, program: Program) -> Iterator[Block | None]:
    """Where a file calls methods of optimizers and metrics that those of Keras 3 have not."""
    for name in KERAS_2_METHODS_OF.keys() & module.calls.keys():
        for site in module.calls[name]:
            match site.node.func:
                case ast.Attribute(value=ast.Attribute(attr="optimizer")) if (
                    name == _OF_KEPT_OPTIMIZERS
                ):
                    yield site.block
                case ast.Attribute(value=asked) if _is_made_by(
                    KERAS_2_METHODS_OF[name], asked, site.function
                ):
                    yield site.block
                case ast.Attribute(value=ast.Name(id=each)) if (
                    name == _OF_ALL_METRICS
                    and _is_each_metric(each, site.function)
                    and name not in program.remember(_functions)
                ):
                    yield site.block


def _is_made_by(makers: tuple[str, ...], node: ast.expr, function: Function) -> bool:
    """True for what a file gives nothing but what these make, and for each item of a list of these."""
    made = _given_to(node, function)
    return bool(made) and all(
        isinstance(value, ast.Call) and _dotted(value.func, scope).startswith(makers)
        for value, scope in made
    )


def _given_to(node: ast.expr, function: Function) -> list[tuple[ast.expr | None, Function]]:
    """What a file gives a name or an attribute, each with where; None for what is not written out."""
    found: list[tuple[ast.expr | None, Function]] = []
    for binding, scope in _bindings_of(node, function):
        if binding.kind == "for" and not binding.path and binding.value is not None:
            found += _items(binding.value, scope)
        else:
            found.append((binding.written, scope))
    return found


def _bindings_of(node: ast.expr, function: Function) -> list[tuple[Binding, Function]]:
    match node:
        case ast.Attribute(attr=attr):
            holders = (holder.stores_by_name.get(attr, ()) for holder in function.module.functions)
            return [(store.binding, store.function) for store in chain.from_iterable(holders)]
        case ast.Name(id=name):
            return every_binding(name, function)
        case _:
            return []


def _items(node: ast.expr, function: Function) -> Iterator[tuple[ast.expr | None, Function]]:
    """What a list holds that is written out, there or where it gets its name; else None."""
    lists: list[tuple[ast.expr | None, Function]] = [(node, function)]
    if not isinstance(node, ast.List):
        lists = [(binding.written, scope) for binding, scope in _bindings_of(node, function)]
    for value, scope in lists:
        if isinstance(value, ast.List):
            yield from ((part, scope) for part in value.elts)
        else:
            yield None, scope


def _is_each_metric(name: str, function: Function) -> bool:
    """True for a name that loops over the metrics of a model give, and nothing else."""
    bindings = function.bindings.get(name, ())
    return bool(bindings) and all(
        binding.kind == "for"
        and not binding.path
        and isinstance(binding.value, ast.Attribute)
        and binding.value.attr == "metrics"
        for binding in bindings
    )


def _is_met(places: Iterable[Block | None]) -> bool:
    """True where a program comes to one of these places, whichever Keras there is.

    To one that nothing tests, or to one in a handler of a ``try`` that has another in its body: what fails
    there fails again.
    """
    arms: dict[int, set[str]] = {}
    for place in places:
        around = _test_around(place)
        if around is None:
            return True
        if isinstance(around.node, ast.Try):
            met = arms.setdefault(id(around.node), set())
            met.add(around.arm)
            if len(met) > 1 and not _is_tested(around.parent):
                return True
    return False


def _is_tested(block: Block | None) -> bool:
    """True under a test that may ask which Keras there is, and in what may fail without harm."""
    return _test_around(block) is not None


def _test_around(block: Block | None) -> Block | None:
    """The innermost such test around a place."""
    for around in outward(block):
        if isinstance(around.node, ast.Try) and around.arm in ("body", "handlers"):
            return around
        if isinstance(around.node, ast.If):
            names = [
                getattr(part, "attr", getattr(part, "id", "")) for part in walk(around.node.test)
            ]
            if any(has_word(name, _ASKING) for name in names if isinstance(name, str)):
                return around
    return None
