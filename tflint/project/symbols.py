"""What expressions may be while a graph is built.

The plain inference says what an expression is in eager code. In a graph some of that changes:
arrays given to a ``tf.function`` are tensors inside, the arguments of a helper are those of its
traced callers, AutoGraph's ``int`` of a tensor is a tensor, and a tensor made outside the graph is
still an eager one that knows its value.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tflint.finding import EntryKind
from tflint.project import knowledge, results
from tflint.project.definitions import default_of
from tflint.project.indexing import called_name
from tflint.project.inference import Inference
from tflint.project.model import Binding, CallSite, Class, Function
from tflint.project.operations import binary, iterated, unpack
from tflint.project.trees import walk
from tflint.project.values import (
    ARRAY,
    BOOL,
    CAPTURED,
    DATASET,
    ITERATOR,
    NONE,
    NOTHING,
    NUMBER,
    SHAPE,
    TENSOR,
    TENSORS,
    UNKNOWN,
    VARIABLE,
    ClassValue,
    Container,
    External,
    ExternalInstance,
    FunctionValue,
    GraphFunction,
    Instance,
    Number,
    Parent,
    Partial,
    Simple,
    Text,
    Value,
    join,
    members,
)

if TYPE_CHECKING:
    from tflint.project.project import Project
    from tflint.project.tracing import Trace


def words(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


_MOST_CALL_SITES = 40
_SYMBOLIC = (TENSOR, VARIABLE)
_TENSOR_ATTRIBUTES = frozenset({"dtype", "name", "graph", "op", "device"})
_TENSOR_CALLBACKS = frozenset(
    {
        "tensorflow.map_fn",
        "tensorflow.vectorized_map",
        "tensorflow.while_loop",
        "tensorflow.scan",
        "tensorflow.foldl",
        "tensorflow.foldr",
    }
)
"""Functions that call what they are given with tensors, or structures of them."""

_KERAS_ARGUMENTS = {
    "call": ("inputs",),
    "train_step": ("data",),
    "test_step": ("data",),
    "predict_step": ("data",),
    "update_state": ("y_true", "y_pred"),
}
ONE_TENSOR = words(
    """
    abs accumulate_n acos acosh add add_n all angle any arange arccos arcsin arctan arctan2
    argmax argmin argsort as_string asin asinh atan atan2 atanh average avg_pool avg_pool2d
    batch_dot bias_add bincount binary_crossentropy binary_focal_crossentropy bitcast
    boolean_mask broadcast_to cast categorical_crossentropy ceil cholesky clip clip_by_norm
    clip_by_value complex concat concatenate conj constant conv1d conv2d convert_to_tensor copy
    cos cosh cosine_similarity count_nonzero cross crop_and_resize cumprod cumsum
    cumulative_logsumexp decode_image decode_jpeg decode_png decode_raw depthwise_conv2d det
    diag diag_part digamma divide divide_no_nan dot dropout edit_distance einsum elu
    embedding_lookup ensure_shape equal erf erfc exp expand_dims expm1 eye fill flatten flip
    flip_left_right floor floordiv floormod full full_like gather gather_nd gelu greater
    greater_equal hinge histogram_fixed_width huber identity imag inv irfft is_finite is_inf
    is_nan isfinite isinf isnan kl_divergence kullback_leibler_divergence l2_loss l2_normalize
    lbeta leaky_relu less less_equal lgamma linspace log log10 log1p log2 log_cosh log_sigmoid
    log_softmax logdet logical_and logical_not logical_or logical_xor logsumexp matmul
    matrix_transpose matvec max max_pool max_pool2d maximum mean mean_absolute_error
    mean_absolute_percentage_error mean_squared_error mean_squared_logarithmic_error min minimum
    mod mse mae multiply multiply_no_nan negative norm normal normalize not_equal one_hot ones
    ones_like outer pad permute_dimensions poisson polygamma pow prod random_brightness
    random_contrast random_crop random_flip_left_right random_flip_up_down random_normal
    random_uniform range rank read_file real reciprocal reduce_all reduce_any
    reduce_euclidean_norm reduce_logsumexp reduce_max reduce_mean reduce_min reduce_prod
    reduce_std reduce_sum reduce_variance relu relu6 repeat resize rescale reshape reverse rfft
    rgb_to_grayscale roll rot90 round rsqrt scatter_nd searchsorted segment_mean segment_sum
    selu sequence_mask sigmoid sigmoid_cross_entropy_with_logits sign silu sin sinh size slice
    softmax softmax_cross_entropy_with_logits softplus softsign solve sort space_to_depth
    sparse_categorical_crossentropy sparse_softmax_cross_entropy_with_logits sqrt square
    squared_difference squeeze stack std stop_gradient strided_slice subtract sum swish take tan
    tanh tensor_scatter_nd_add tensor_scatter_nd_update tensordot tile to_number trace transpose
    tril triu truediv truncated_normal uniform unsorted_segment_sum var where xlogy
    zero_fraction zeros zeros_like
    """
)
"""Functions of TensorFlow and Keras, by the last part of the name, that give one tensor."""

_ONE_TENSOR_HOMES = (
    "tensorflow.",
    "keras.ops.",
    "keras.random.",
    "keras.backend.",
    "keras.losses.",
)


_KERAS_STATIC = words("ndim shape dtype is_tensor size convert_to_numpy get deserialize serialize")
_STATIC_PARTS = ("static", "shape", "dtype", "spec", "device", "is_")
_OF_TENSORS = words(
    """
    reduce_sum reduce_mean reduce_max reduce_min reduce_any reduce_all reduce_prod shape matmul
    transpose argmax argmin expand_dims squeeze unstack
    """
)
_KERAS_RESULTS = frozenset({"compute_loss", "compiled_loss"})


class Symbols(Inference):
    """Answers ``value(expression, function)`` for functions that are traced."""

    def __init__(self, project: Project) -> None:
        super().__init__(project)
        self._plain = project.inference
        self._tracing = project.tracing

    # what is the same inside and outside

    def decorated(self, function: Function) -> Value:
        """What the name of a function is bound to."""
        return self._plain.decorated(function)

    def call_sites(self, function: Function) -> list[CallSite]:
        """Where the project calls a function."""
        return self._plain.call_sites(function)

    def bases(self, definition: Class) -> list[Class | str]:
        """A class and what it inherits from."""
        return self._plain.bases(definition)

    def instance_attribute(self, definition: Class, attr: str) -> Value:
        """What ``self.attr`` may be; tensors there were made outside the graph.

        A property may compute with what is static, so its result counts as unknown.
        """
        found = captured(self._plain.instance_attribute(definition, attr))
        if found == CAPTURED and any(
            isinstance(base, Class) and attr in base.methods for base in self.bases(definition)
        ):
            return UNKNOWN
        return found

    def lambda_function(self, node: ast.Lambda, function: Function) -> Function:
        """The indexed function of a lambda expression."""
        return self._plain.lambda_function(node, function)

    # expressions

    def value(self, node: ast.expr, function: Function) -> Value:
        """What ``node`` may be; outside traced functions that is what the plain inference says."""
        if self._tracing.trace(function) is None:
            return self._plain.value(node, function)
        return super().value(node, function)

    def _evaluate(self, node: ast.expr, function: Function) -> Value:
        match node:
            case ast.BinOp(left=left, right=right):
                first = operand(self.value(left, function))
                second = operand(self.value(right, function))
                return binary(first, second, node.op)
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                found = self.value(inner, function)
                if found == NOTHING:
                    return NOTHING
                return TENSOR if found in _SYMBOLIC else BOOL
            case ast.UnaryOp(operand=inner):
                found = self.value(inner, function)
                return TENSOR if operand(found) in _SYMBOLIC else super()._evaluate(node, function)
            case ast.Starred(value=inner):
                return self.value(inner, function)
            case _:
                return super()._evaluate(node, function)

    def _comparison(self, node: ast.Compare, function: Function) -> Value:
        if any(isinstance(op, (ast.Is, ast.IsNot, ast.In, ast.NotIn)) for op in node.ops):
            return BOOL
        values = [operand(self.value(part, function)) for part in (node.left, *node.comparators)]
        if NOTHING in values:
            return NOTHING
        if any(value in (NONE, SHAPE) or isinstance(value, (External, Text)) for value in values):
            return BOOL
        if any(value in _SYMBOLIC for value in values):
            return TENSOR
        return super()._comparison(node, function)

    def _subscript(self, node: ast.Subscript, function: Function) -> Value:
        owner = self.value(node.value, function)
        if owner == TENSORS:
            return TENSORS
        if operand(owner) in _SYMBOLIC:
            return TENSOR
        return super()._subscript(node, function)

    def _attribute(self, owner: Value, attr: str) -> Value:
        match owner:
            case Simple() if owner in (CAPTURED, TENSORS):
                if attr in ("shape", "get_shape"):
                    return super()._attribute(TENSOR, attr)
                return (
                    External(f"tensorflow.Tensor.{attr}") if attr in _TENSOR_ATTRIBUTES else UNKNOWN
                )
            case ClassValue() | Parent():
                return captured(self._plain._attribute(owner, attr))
            case Instance(definition=definition, declared=True) if (
                "typing.NamedTuple" in self.base_names(definition)
            ):
                return self._plain._attribute(owner, attr)
            case _:
                return super()._attribute(owner, attr)

    # names

    def lookup(self, name: str, function: Function, use: ast.expr | None = None) -> Value:
        """What ``name`` may be where ``function`` reads it."""
        scope: Function | None = function
        while scope is not None:
            if name in scope.global_names:
                break
            if name in scope.bindings and name not in scope.nonlocal_names:
                if self._tracing.trace(scope) is not None:
                    return super().lookup(name, function, use)
                break
            scope = scope.parent
        return captured(self._plain.lookup(name, function, use))

    def _binding_value(self, name: str, binding: Binding, scope: Function) -> Value:
        if binding.kind == "for" and binding.value is not None:
            return _parts(_elements(self.value(binding.value, scope)), binding.path)
        return super()._binding_value(name, binding, scope)

    def assigned(self, binding: Binding, scope: Function, name: str) -> Value:
        """What an assignment gives."""
        if binding.value is not None:
            value = self.value(binding.value, scope)
            if binding.path:
                return _parts(value, binding.path)
            if binding.kind == "augment":
                before = self._held_before(name, binding.node, scope) or UNKNOWN
                if {operand(value), operand(before)} & set(_SYMBOLIC):
                    return TENSOR
            if value in (CAPTURED, TENSORS):
                return value
        return super().assigned(binding, scope, name)

    # calls

    def returns(self, function: Function) -> Value:
        """What a function returns to traced code."""
        if self._tracing.trace(function) is None:
            return self._plain.returns(function)
        return super().returns(function)

    def _called(self, callee: Value, node: ast.Call, function: Function) -> Value:
        match callee:
            case External(name=name) if not self._is_special(name, node):
                return self._external(name, node, function)
            case ExternalInstance(name=name):
                found = results.instance_call(name, [self.value(a, function) for a in node.args])
                return TENSORS if found == TENSOR else found
            case Instance(definition=definition):
                for method in ("__call__", "call", "forward"):
                    inner = self._plain.instance_attribute(definition, method)
                    if isinstance(inner, (FunctionValue, GraphFunction)):
                        result = self._called(inner, node, function)
                        unknown = self.is_layer(definition) and result == UNKNOWN
                        return TENSORS if unknown else result
                return TENSORS if self.is_layer(definition) else UNKNOWN
            case GraphFunction(inner=inner):
                return _from_graph(self._called(inner, node, function))
            case _:
                return super()._called(callee, node, function)

    @staticmethod
    def _is_special(name: str, node: ast.Call) -> bool:
        """True for calls that the plain inference follows by itself."""
        return name in knowledge.TF_FUNCTION or name in ("builtins.super", "functools.partial")

    def _external(self, name: str, node: ast.Call, function: Function) -> Value:
        def evaluate(expression: ast.expr) -> Value:
            return self.value(expression, function)

        arguments = [evaluate(argument) for argument in node.args]
        if name.startswith("builtins."):
            found = self._builtin(name.removeprefix("builtins."), arguments, function)
            if found is not None:
                return found
        last = name.rpartition(".")[2]
        gives_one = last in ONE_TENSOR and not name.startswith(results.NOT_TENSORS)
        if gives_one and name.startswith(_ONE_TENSOR_HOMES):
            return TENSOR
        if name == "tensorflow.shape" or (name.startswith("keras.") and last in _KERAS_RESULTS):
            return TENSOR
        found = results.external_call(name, node, evaluate, function)
        if found == TENSOR and not name.startswith("builtins."):
            if name.startswith("keras."):
                return UNKNOWN if last in _KERAS_STATIC else TENSORS
            if any(part in last for part in _STATIC_PARTS):
                return UNKNOWN
            method = name.startswith(("tensorflow.Tensor.", "tensorflow.Variable."))
            return TENSOR if method else TENSORS
        return found

    def _builtin(self, name: str, arguments: list[Value], function: Function) -> Value | None:
        trace = self._tracing.trace(function)
        converts = trace is not None and trace.autograph
        symbolic = any(value in _SYMBOLIC for value in arguments)
        match name:
            case "int" | "float" if symbolic:
                return TENSOR if converts else UNKNOWN
            case "len" if symbolic or TENSORS in arguments:
                return UNKNOWN
            case "range" if symbolic:
                return TENSOR if converts else UNKNOWN
            case "abs" | "pow" | "round" | "sorted" if any(
                operand(value) in _SYMBOLIC for value in arguments
            ):
                return TENSOR
            case "sum" if arguments and _elements(arguments[0]) in _SYMBOLIC:
                return TENSOR
            case "enumerate" if arguments and arguments[0] in (DATASET, ITERATOR):
                return Container("iterator", element=Container("tuple", (TENSOR, TENSORS)))
            case "enumerate" if arguments:
                items = (NUMBER, _elements(arguments[0]))
                return Container("iterator", element=Container("tuple", items))
            case "zip":
                rows = tuple(_elements(value) for value in arguments)
                return Container("iterator", element=Container("tuple", rows))
            case "next" if arguments and arguments[0] in (ITERATOR, DATASET):
                return TENSORS
            case "list" | "tuple" if arguments and symbolic:
                return Container(name, element=TENSOR)
            case "getattr" | "isinstance" | "hasattr":
                return None
            case _:
                return None

    # parameters

    def _parameter(self, name: str, binding: Binding, function: Function) -> Value:
        trace = self._tracing.trace(function)
        if trace is None or not isinstance(binding.node, ast.arg):
            return captured(self._plain.parameter(name, binding, function))
        if isinstance(function.node, ast.Module) or not _is_named(binding.node, function):
            return super()._parameter(name, binding, function)
        if function.owner is not None and binding.path == (0,) and not function.is_static:
            return self._plain.parameter(name, binding, function)
        given = self._from_framework(name, binding, function, trace)
        if given is not None:
            return given
        declared = self._declared(binding.node, function)
        if declared not in (UNKNOWN, ARRAY):
            return declared
        found = self._from_calls(name, function, trace)
        if found and any(operand(value) in (*_SYMBOLIC, TENSORS) for value in found):
            found = [value for value in found if value != UNKNOWN]
        is_entry = trace.entry is function and trace.kind is EntryKind.TF_FUNCTION
        if is_entry and declared == UNKNOWN and all(value == UNKNOWN for value in found):
            return TENSOR if self._is_used_as_tensor(name, function) else UNKNOWN
        if not found:
            return as_argument(declared) if is_entry else declared
        return join(*found)

    def _is_used_as_tensor(self, name: str, function: Function) -> bool:
        """True for an argument of a graph that is used as only tensors and arrays are.

        It goes straight to an operation on whole tensors, or is asked for its shape or its array.
        """
        if len(function.bindings[name]) != 1:
            return False
        if any(
            isinstance(part, ast.Attribute)
            and part.attr in ("shape", "numpy")
            and isinstance(part.value, ast.Name)
            and part.value.id == name
            for part in walk(function.node)
        ):
            return True
        return any(
            site.name in _OF_TENSORS
            and site.node.args
            and isinstance(site.node.args[0], ast.Name)
            and site.node.args[0].id == name
            and isinstance(self._plain.value(site.node.func, function), External)
            for site in function.calls
        )

    def _declared(self, node: ast.arg, function: Function) -> Value:
        if node.annotation is None:
            return UNKNOWN
        return self._plain.annotated(node.annotation, function.parent or function)

    def _from_framework(
        self, name: str, binding: Binding, function: Function, trace: Trace
    ) -> Value | None:
        place = binding.path[0] if binding.path and binding.path[0] is not None else 99
        place -= 1 if function.is_method else 0
        owner = function.owner
        if owner is not None and function.name in _KERAS_ARGUMENTS:
            if self.is_layer(owner):
                return TENSORS if place == 0 else None
            if trace.entry is function and trace.kind is EntryKind.KERAS:
                if place < 2:
                    return TENSORS
                return join(TENSORS, NONE) if name == "sample_weight" else None
        taker = self._tracing.takers.get(id(function))
        if taker is None:
            return None
        site, argument = taker
        value = self._plain.value(argument, site.function)
        if any(isinstance(member, Partial) for member in members(value)):
            return None
        if default_of(function, name) is not None:
            return None
        if trace.kind is EntryKind.DATASET and trace.entry is function:
            return TENSORS
        if trace.kind is EntryKind.KERAS and trace.entry is function:
            return TENSORS
        names = members(self._plain.value(site.node.func, site.function))
        if any(isinstance(m, External) and m.name in _TENSOR_CALLBACKS for m in names):
            return TENSORS
        return None

    def _from_calls(self, name: str, function: Function, trace: Trace) -> list[Value]:
        is_entry = trace.entry is function and trace.kind is EntryKind.TF_FUNCTION
        if is_entry and name in self.signed(function):
            return [TENSOR]
        found: list[Value] = []
        missing = False
        for site in self.call_sites(function)[:_MOST_CALL_SITES]:
            inside = self._tracing.trace(site.function) is not None
            if not inside and not is_entry:
                continue
            given = self._plain.arguments(site, function).get(name)
            if given is None:
                missing = True
                continue
            value = self.value(given, site.function) if inside else self._outside(given, site)
            found.append(as_argument(value) if is_entry else value)
        default = default_of(function, name)
        if default is not None and (missing or not found):
            holder = function.parent or function.module.body
            value = captured(self._plain.value(default, holder))
            found.append(NUMBER if isinstance(value, Number) else value)
            if value == NONE and len(found) == 1:
                found.append(UNKNOWN)
        return found

    def _outside(self, node: ast.expr, site: CallSite) -> Value:
        """What an argument is in eager code; an element of a dataset may be a structure."""
        value = self._plain.value(node, site.function)
        if value != TENSOR or not isinstance(node, ast.Name):
            several = isinstance(node, ast.Call) and called_name(node) not in ONE_TENSOR
            return TENSORS if value == TENSOR and several else value
        for binding in site.function.bindings.get(node.id, ()):
            source = binding.value
            if source is None:
                continue
            name = called_name(source) if isinstance(source, ast.Call) else ""
            depth = 2 if name == "enumerate" else 1
            if binding.kind == "for" or name == "next":
                if len(binding.path) < depth:
                    return TENSORS
            elif isinstance(source, ast.Call) and not binding.path and name not in ONE_TENSOR:
                return TENSORS
        return value

    def signed(self, function: Function) -> dict[str, ast.expr]:
        """The parameters of a tf.function that ``input_signature`` covers, with their specs."""
        for site in self._tracing.graph_sites_of(function):
            signature = site.value.option("input_signature")
            if signature is not None:
                signature = self.written_out(signature, site.holder)
            if isinstance(signature, (ast.List, ast.Tuple)):
                specs = [self.written_out(spec, site.holder) for spec in signature.elts]
                names = [parameter.arg for parameter in function.parameters]
                if function.is_method:
                    names = names[1:]
                return dict(zip(names, specs, strict=False))
        return {}


def _is_named(node: ast.arg, function: Function) -> bool:
    return any(parameter is node for parameter in function.parameters)


def operand(value: Value) -> Value:
    """What a value counts as in an operation: its result is part of the graph."""
    return TENSOR if value in (CAPTURED, TENSORS) else value


def captured(value: Value) -> Value:
    """What a value from outside is in the graph: eager tensors there keep their value."""
    found: list[Value] = []
    for member in members(value):
        match member:
            case Simple() if member == TENSOR:
                found.append(CAPTURED)
            case Simple() if member == TENSORS:
                found.append(UNKNOWN)
            case Container(kind=kind, items=items, keys=keys, element=element):
                inner = None if items is None else tuple(captured(item) for item in items)
                other = None if element is None else captured(element)
                found.append(Container(kind, inner, keys, other))
            case _:
                found.append(member)
    return join(*found)


def as_argument(value: Value) -> Value:
    """What a value given to a ``tf.function`` is inside."""
    found: list[Value] = []
    for member in members(value):
        match member:
            case Simple() if member in (ARRAY, CAPTURED):
                found.append(TENSOR)
            case Container(kind=kind, items=items, keys=keys, element=element):
                inner = None if items is None else tuple(as_argument(item) for item in items)
                other = None if element is None else as_argument(element)
                found.append(Container(kind, inner, keys, other))
            case _:
                found.append(member)
    return join(*found)


def _from_graph(value: Value) -> Value:
    """What a graph returns for what its Python function returns."""
    plain = {BOOL, ARRAY, CAPTURED}
    return join(*(TENSOR if m in plain or isinstance(m, Number) else m for m in members(value)))


def _elements(value: Value) -> Value:
    """What a loop sees."""
    return join(
        *(
            TENSORS
            if m in (TENSORS, DATASET, ITERATOR)
            else TENSOR
            if m == CAPTURED
            else iterated(m)
            for m in members(value)
        )
    )


def _parts(value: Value, path: tuple[int | None, ...]) -> Value:
    """What one target of an unpacking gets."""
    for step in path:
        value = join(
            *(
                TENSORS if m == TENSORS else TENSOR if m == CAPTURED else unpack(m, (step,))
                for m in members(value)
            )
        )
    return value
