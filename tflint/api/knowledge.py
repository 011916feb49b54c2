"""What tflint knows of TensorFlow, Keras, MXNet and Python by family of names, and by method."""

from __future__ import annotations

import re

from tflint.api.records import words

TF_FUNCTION = frozenset(
    {
        "tensorflow.function",
        "tensorflow.python.eager.def_function.function",
        "tensorflow.python.eager.polymorphic_function.polymorphic_function.function",
    }
)

DATASET_KEYWORDS = words(
    """
    block_length bucket_batch_sizes bucket_boundaries cycle_length deterministic drop_remainder
    element_length_func initial_state key_func map_func name no_padding num_parallel_calls
    pad_to_bucket_boundary padded_shapes padding_values predicate reduce_func scan_func synchronous
    use_unbounded_threadpool window_size window_size_func
    """
)
"""The parameters of the methods of `tf.data.Dataset` that trace what they are given."""

RELAXING = ("reduce_retracing", "experimental_relax_shapes")
"""Options of ``tf.function`` with which calls of other shapes open the dimensions of one trace."""
GENERALISING = ("input_signature", *RELAXING)
"""Those with which one trace serves several shapes."""
KERAS_MACHINERY = re.compile(
    r"^keras\.(?:.*\.)?(?:Layer|Model|Functional|Sequential|Wrapper|RNN|Bidirectional|"
    r"(?:Base)?(?:Random|Image|Preprocessing)\w*Layer|\w*Cell)$"
)
"""Those that others inherit from, or that run others: what these do is Keras's own business."""
KERAS_BASES = re.compile(
    rf"{KERAS_MACHINERY.pattern}|^keras\.layers\.[A-Z]\w*$|^keras\.applications\."
    r"|^tensorflow_probability\.layers\."
)
"""Classes whose ``call`` Keras traces."""

KERAS_MODELS = re.compile(
    r"^keras\.(?:.*\.)?(?:Model|Functional|Sequential)$|^keras\.applications\."
)
KERAS_STEPS = ("train_step", "test_step", "predict_step")
"""Methods of a Keras model that ``fit``, ``evaluate`` and ``predict`` make graphs of."""
KERAS_METHODS = frozenset({"call", *KERAS_STEPS})
KERAS_PARTS_OF_STEPS = frozenset({"compute_loss", "compute_metrics"})
"""Methods of a Keras model that its steps call, where the project has not written these.

https://keras.io/guides/custom_train_step_in_tensorflow/
"""
KERAS_LOSSES = ("loss", "metrics", "weighted_metrics")
"""What ``compile`` is given by keyword that Keras makes graphs of."""
KERAS_STEP_OF = {
    method: step
    for step, methods in zip(
        KERAS_STEPS,
        (
            ("fit", "fit_generator", "make_train_function", "train_on_batch"),
            ("evaluate", "evaluate_generator", "make_test_function", "test_on_batch"),
            ("make_predict_function", "predict", "predict_generator", "predict_on_batch"),
        ),
        strict=True,
    )
    for method in methods
}
"""The step that a method of a Keras model makes a graph of; ``fit`` also tests where it is to validate."""
KERAS_VALIDATION = frozenset({"validation_data", "validation_split"})
"""Arguments by which ``fit`` also runs ``test_step``."""
KERAS_BEFORE_VALIDATION = ("x", "y", "batch_size", "epochs", "verbose", "callbacks")
"""The arguments of ``fit`` that come before them."""
ORBIT_RUNNERS = {
    re.compile(rf"(?:.*\.)?orbit\.(?:standard_runner\.)?{name}"): methods
    for name, methods in (
        ("StandardTrainer", ("train_step", "train", "create_train_loop_fn")),
        ("StandardEvaluator", ("eval_step", "evaluate", "create_eval_loop_fn")),
    )
}
"""Classes of Orbit whose loop runs a method in a graph, with that method and those that make the loop.

Orbit comes with TensorFlow's models, and may lie in any folder.
"""
ORBIT_OPTIONS = re.compile(
    r"(?:.*\.)?orbit\.(?:standard_runner\.)?Standard(?:Trainer|Evaluator)Options"
)
KERAS_TRACERS = frozenset(
    {
        *("compile", "export", "save"),
        *("evaluate", "evaluate_generator", "fit", "fit_generator", "predict", "predict_generator"),
        *("predict_on_batch", "test_on_batch", "train_on_batch"),
        *("make_predict_function", "make_test_function", "make_train_function"),
    }
)
"""Methods of a layer or model that trace its `call`, or that make ready for it.

Nothing runs the graphs that `build` and `compute_output_shape` look into for shapes and weights.
"""
KERAS_LOOPS = KERAS_TRACERS - {"compile", "export", "save"}
"""Methods of a model that run, or make, the steps that compiling it is for."""
KERAS_BUILDERS = KERAS_TRACERS - {"save", "compile"} | {"__call__", "build", "call"}
"""What makes the Variables of a layer or model, beside a call of it."""
ESTIMATOR_MAKERS = frozenset({"Estimator", "EstimatorSpec", "TPUEstimator", "TPUEstimatorSpec"})
"""What makes an estimator of TensorFlow, or says what its one graph is."""
KERAS_NUMBERS = frozenset({"keras.backend.eval", "keras.backend.get_value"})
"""What asks a tensor for its numbers, by ``.numpy()``: measured with Keras 3.15 and ``tf_keras``."""
KERAS_INPUT = "keras.Input"
"""What makes the symbolic tensors that connect layers to a functional model."""
_NO_CLASSES = "(?!(?:KLD|MAE|MAPE|MSE|MSLE)$)"
"""Functions of Keras that have names like classes."""
KERAS_LOSS_BASES = re.compile(rf"^keras\.losses\.{_NO_CLASSES}[A-Z]\w*$|^keras\.(?:.*\.)?Loss$")
KERAS_SCHEDULES = re.compile(r"^keras\.(?:.*\.)?schedules\.[A-Z]\w*$")
"""Learning rates that Keras asks at each step, in the graph of that step."""
KERAS_OPTIMIZERS = re.compile(r"^keras\.optimizers\.(?:\w+\.)*([A-Z]\w*)$")
KERAS_RATES = frozenset({"learning_rate", "lr"})
"""Properties of optimizers that assign what they are set to, to a Variable; `lr` in Keras 2 only.

By the same names they are given: where that is a number, the properties give the Variable.
"""
WITH_RATES = re.compile(r"^keras\.optimizers\.(?!LossScaleOptimizer$|Optimizer$)[A-Z]\w*$")
"""Optimizers that are given a learning rate first: one that is put around another has that one's."""
KERAS_LAYER_NUMBERS = {
    **dict.fromkeys(("BatchNormalization",), ("epsilon", "momentum")),
    **dict.fromkeys(("GroupNormalization", "LayerNormalization"), ("epsilon",)),
    **dict.fromkeys(("AlphaDropout", "Dropout", "GaussianDropout"), ("rate",)),
    **dict.fromkeys(("SpatialDropout1D", "SpatialDropout2D", "SpatialDropout3D"), ("rate",)),
    "GaussianNoise": ("stddev",),
    "ELU": ("alpha",),
    "LeakyReLU": ("alpha", "negative_slope"),
    "ReLU": ("max_value", "negative_slope", "threshold"),
}
"""Layers whose `call` reads numbers from attributes: constants of the graph that is made by it."""
KERAS_METRIC_BASES = re.compile(
    rf"^keras\.metrics\.{_NO_CLASSES}[A-Z]\w*$|^keras\.(?:.*\.)?Metric$"
)

HYBRID_BLOCKS = re.compile(
    r"^mxnet\.gluon\.(?:HybridBlock|SymbolBlock)$|^mxnet\.gluon\.(?:\w+\.)*(?:HybridBlock|ModifierCell|"
    r"(?:nn|rnn|cnn|loss|vision)\.(?:\w+\.)*(?!(?:Block|Sequential|Lambda|RecurrentCell|SequentialRNNCell|"
    r"Concurrent|SparseEmbedding)$)[A-Z]\w*)$"
)
"""Gluon's own classes that `hybridize()` makes graphs of: all its layers, cells, losses and models
but a few plain blocks."""

GLUON_HYBRIDIZERS = frozenset({"export", "hybridize", "optimize_for"})
"""Methods of a block that make graphs of it and of all that is in it."""
GLUON_FILLERS = frozenset({"add", "register_child"})
"""Methods of a block that make what they are given part of it."""

RECURRENT_CELLS = re.compile(r"^mxnet\.gluon\.(?:contrib\.)?rnn\.(?:\w+\.)*\w*Cell$")
"""Gluon's recurrent cells, whose ``reset`` runs before each unrolling."""

CHECKING_SHAPES_ALONE = frozenset(
    {
        *("tensorflow.add", "tensorflow.broadcast_to", "tensorflow.concat", "tensorflow.divide"),
        *(
            "tensorflow.einsum",
            "tensorflow.expand_dims",
            "tensorflow.matmul",
            "tensorflow.multiply",
        ),
        *(
            "tensorflow.one_hot",
            "tensorflow.pad",
            "tensorflow.reduce_max",
            "tensorflow.reduce_mean",
        ),
        *(
            "tensorflow.reduce_min",
            "tensorflow.reduce_sum",
            "tensorflow.reshape",
            "tensorflow.roll",
        ),
        *("tensorflow.squeeze", "tensorflow.stack", "tensorflow.subtract", "tensorflow.tensordot"),
        *("tensorflow.tile", "tensorflow.transpose", "tensorflow.truediv"),
    }
)
"""Operations that calculate or rearrange, and fail for no value of what they are given."""
COMPILE_KEYWORDS = frozenset({"loss", "optimizer"})
"""What tells ``Model.compile`` from other methods of that name."""

MUTATORS = {
    "list": frozenset({"append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse"}),
    "dict": frozenset({"update", "setdefault", "pop", "popitem", "clear"}),
    "set": frozenset(
        {
            "add",
            "update",
            "remove",
            "discard",
            "pop",
            "clear",
            "difference_update",
            "intersection_update",
            "symmetric_difference_update",
        }
    ),
    "deque": frozenset(
        {
            "append",
            "appendleft",
            "extend",
            "extendleft",
            "insert",
            "pop",
            "popleft",
            "remove",
            "rotate",
            "clear",
            "reverse",
        }
    ),
}
"""Methods that change a Python container in place."""
CONTAINER_CHANGES = {
    **{
        f"builtins.{kind}.{method}": kind
        for kind, methods in MUTATORS.items()
        for method in methods
    },
    **{
        f"queue.{kind}.{method}": "queue"
        for kind in ("LifoQueue", "PriorityQueue", "Queue", "SimpleQueue")
        for method in ("get", "get_nowait", "put", "put_nowait")
    },
}
"""The same by canonical name, and those of queues, each with the kind of container."""
CHANGES_OF_ARGUMENTS = {
    **dict.fromkeys(
        (
            *("bisect.insort", "bisect.insort_left", "bisect.insort_right"),
            *("heapq.heappop", "heapq.heappush", "heapq.heappushpop", "heapq.heapreplace"),
        ),
        "list",
    ),
    **dict.fromkeys(("operator.delitem", "operator.setitem"), ""),
}
"""Functions that change the container they are given first, each with its kind where they take one only."""

ONCE_ONLY_METHODS = frozenset({"__init__", "build", "__new__", "__init_subclass__", "__setstate__"})
"""Methods that make or restore an object; what they store belongs to it."""

BATCH_CALLBACKS = re.compile(r"^on_(?:train_|test_|predict_)?(?:batch|epoch)_(?:begin|end)$")
"""Methods of a Keras callback that run over and over."""

LOG_METHODS = frozenset(
    {"info", "warning", "warn", "error", "critical", "exception", "log", "fatal"}
)
"""Methods of loggers that speak at the levels people leave on; ``debug`` is silent by default."""

GENERATORS = re.compile(r"(?:^|\.)(?:Random|RandomState|default_rng|Generator|PCG64)$")
"""What makes generators of random numbers of Python and NumPy, from a seed."""

RANDOM_OPERATIONS = re.compile(
    r"^tensorflow\.(?:(?:random\.)?(?:multinomial|truncated_normal)|random_(?:crop|gamma|normal|poisson|shuffle|"
    r"uniform)|random\.(?:categorical|gamma|normal|poisson|shuffle|uniform)|nn\.dropout|image\.random_\w+)$"
)
"""Operations that draw anew at each call of a graph, whatever number their ``seed`` is."""
