"""What tflint knows of TensorFlow, Keras, MXNet, NumPy and Python by name.

Names are canonical: ``tensorflow.*`` without ``compat.v1``/``compat.v2``, ``keras.*`` for every
home Keras has had, ``mxnet.*`` for MXNet.
"""

from __future__ import annotations

import re
from functools import lru_cache

TF_FUNCTION = frozenset(
    {
        "tensorflow.function",
        "tensorflow.python.eager.def_function.function",
        "tensorflow.python.eager.polymorphic_function.polymorphic_function.function",
    }
)

_REWRITES = (
    (re.compile(r"^(?:tensorflow|tf)\.compat\.v[12](?=\.|$)"), "tensorflow"),
    (
        re.compile(r"^tensorflow\.(?:python\.|_api\.v2\.)?keras(?:\.api\._v2\.keras)?(?=\.|$)"),
        "keras",
    ),
    (re.compile(r"^(?:tf_keras|keras\.api|keras\.src|keras\._tf_keras\.keras)(?=\.|$)"), "keras"),
    (re.compile(r"^tensorflow\.python\.(?:data|ops\.dataset_ops)(?=\.)"), "tensorflow.data"),
    (re.compile(r"^tensorflow\.(optimizers|metrics|losses)(?=\.[A-Z])"), r"keras.\1"),
    (re.compile(r"^keras\.optimizers\.(?:legacy|experimental)(?=\.)"), "keras.optimizers"),
    (re.compile(r"^numpy\.(?:core\.numeric)(?=\.)"), "numpy"),
    (re.compile(r"^absl\.logging$"), "absl.logging"),
)


@lru_cache(maxsize=65536)
def canonical(name: str) -> str:
    """The one name tflint uses for a dotted name.

    >>> canonical("tensorflow.compat.v2.keras.layers.Dense")
    'keras.layers.Dense'
    """
    for pattern, replacement in _REWRITES:
        name = pattern.sub(replacement, name)
    return name


KERAS_BASES = re.compile(
    r"^keras\.(?:.*\.)?(?:Layer|Model|Functional|Sequential|Wrapper|RNN|Bidirectional|"
    r"(?:Base)?(?:Random|Image|Preprocessing)\w*Layer|\w*Cell)$"
    r"|^keras\.layers\.[A-Z]\w*$|^keras\.applications\.|^tensorflow_probability\.layers\."
)
"""Classes whose ``call`` Keras traces."""

KERAS_MODELS = re.compile(
    r"^keras\.(?:.*\.)?(?:Model|Functional|Sequential)$|^keras\.applications\."
)
KERAS_METHODS = frozenset({"call", "train_step", "test_step", "predict_step"})
KERAS_LOSS_BASES = re.compile(r"^keras\.losses\.[A-Z]\w*$|^keras\.(?:.*\.)?Loss$")
KERAS_METRIC_BASES = re.compile(r"^keras\.metrics\.[A-Z]\w*$|^keras\.(?:.*\.)?Metric$")

HYBRID_BLOCKS = re.compile(
    r"^mxnet\.gluon\.(?:HybridBlock|SymbolBlock)$|^mxnet\.gluon\.(?:\w+\.)*(?:HybridBlock|ModifierCell|"
    r"(?:nn|rnn|cnn|loss|vision)\.(?:\w+\.)*(?!(?:Block|Sequential|Lambda|RecurrentCell|SequentialRNNCell|"
    r"Concurrent|SparseEmbedding)$)[A-Z]\w*)$"
)
"""Gluon's own classes that `hybridize()` makes graphs of: all its layers, cells, losses and models
but a few plain blocks."""

DATASET_CLASS = re.compile(
    r"^tensorflow\.data\.(?:.*\.)?\w*Dataset(?:V[12])?$|^tensorflow\.raw_ops\.\w+Dataset$"
)
DATASET_TRACERS = {
    "map": (0,),
    "filter": (0,),
    "flat_map": (0,),
    "interleave": (0,),
    "reduce": (1,),
    "scan": (1,),
    "take_while": (0,),
    "group_by_window": (0, 1, 2),
    "bucket_by_sequence_length": (0,),
}
"""Dataset methods that trace functions, with the positions of these among their arguments."""

DATASET_KEYWORDS = frozenset(
    {
        "map_func",
        "predicate",
        "reduce_func",
        "scan_func",
        "key_func",
        "window_size_func",
        "element_length_func",
    }
)
DATASET_METHODS_RETURNING_DATASETS = frozenset(
    {
        "apply", "batch", "bucket_by_sequence_length", "cache", "concatenate", "enumerate", "filter",
        "flat_map", "group_by_window", "interleave", "map", "options", "padded_batch", "prefetch",
        "ragged_batch", "rebatch", "repeat", "sample_from_datasets", "save", "scan", "shard",
        "shuffle", "skip", "snapshot", "sparse_batch", "take", "take_while", "unbatch", "unique",
        "window", "with_options", "zip", "from_tensor_slices", "from_tensors", "from_generator",
        "range", "list_files", "random", "choose_from_datasets", "counter", "load",
        "ignore_errors", "make_csv_dataset", "experimental_distribute_dataset",
    }
)  # fmt: skip

COMPILE_KEYWORDS = frozenset({"loss", "optimizer"})
"""What tells ``Model.compile`` from other methods of that name."""

ALWAYS_TRACES = {"tensorflow.vectorized_map": (0,)}
"""Functions that trace what they are given even in eager code."""

RUNS_PYTHON = frozenset(
    {
        "tensorflow.py_function",
        "tensorflow.numpy_function",
        "tensorflow.py_func",
        "tensorflow.data.Dataset.from_generator",
        "threading.Thread",
        "atexit.register",
        "weakref.finalize",
        "signal.signal",
        "tensorflow.config.run_functions_eagerly",
    }
)
"""Calls that take a Python function and run it later, outside the graph."""

NOT_CALLED_NOW = frozenset({"functools.partial", "functools.wraps", "functools.update_wrapper"}) | {
    f"builtins.{name}"
    for name in [
        "isinstance",
        "issubclass",
        "hasattr",
        "getattr",
        "setattr",
        "callable",
        "id",
        "repr",
        "str",
        "type",
        "print",
        "len",
        "hash",
        "super",
    ]
}
"""Calls that take a function and do not run it."""

EAGER_TESTS = frozenset(
    {
        "tensorflow.executing_eagerly",
        "tensorflow.config.functions_run_eagerly",
        "tensorflow.python.eager.context.executing_eagerly",
    }
)

BACKEND_NAMES = frozenset(
    {"keras.backend.backend", "keras.config.backend", "keras.backend.config.backend"}
)
"""Functions that tell which backend Keras runs on."""

STATEFUL_LAYERS = frozenset(
    [
        "BatchNormalization",
        "Conv1D",
        "Conv2D",
        "Conv3D",
        "Conv1DTranspose",
        "Conv2DTranspose",
        "Conv3DTranspose",
        "ConvLSTM1D",
        "ConvLSTM2D",
        "ConvLSTM3D",
        "Convolution1D",
        "Convolution2D",
        "Convolution3D",
        "Dense",
        "DepthwiseConv1D",
        "DepthwiseConv2D",
        "EinsumDense",
        "Embedding",
        "GroupNormalization",
        "GroupQueryAttention",
        "GRU",
        "GRUCell",
        "LayerNormalization",
        "LSTM",
        "LSTMCell",
        "MultiHeadAttention",
        "PReLU",
        "SeparableConv1D",
        "SeparableConv2D",
        "SimpleRNN",
        "SimpleRNNCell",
        "SpectralNormalization",
        "SyncBatchNormalization",
    ]
)
"""Keras layers that own weights, so that making one makes Variables.

Measured: Dense raises when made in a tf.function, ReLU and Flatten do not.
"""

RANDOM_LAYERS = frozenset(
    [
        "AlphaDropout",
        "Dropout",
        "GaussianDropout",
        "GaussianNoise",
        "SpatialDropout1D",
        "SpatialDropout2D",
        "SpatialDropout3D",
    ]
)
"""Keras layers that own a random seed.

Measured: in Keras 3 the seed is a Variable, made only for rates above zero; in Keras 2 it is none.
"""

KERAS_OPTIMIZERS = frozenset(
    [
        "Adadelta",
        "Adafactor",
        "Adagrad",
        "Adam",
        "Adamax",
        "AdamW",
        "Ftrl",
        "Lamb",
        "Lion",
        "LossScaleOptimizer",
        "Muon",
        "Nadam",
        "RMSprop",
        "SGD",
    ]
)

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
    f"builtins.{kind}.{method}": kind for kind, methods in MUTATORS.items() for method in methods
}
"""The same by canonical name, each with the kind of container."""

ONCE_ONLY_METHODS = frozenset({"__init__", "build", "__new__", "__init_subclass__", "__setstate__"})
"""Methods that make or restore an object; what they store belongs to it."""

BATCH_CALLBACKS = re.compile(r"^on_(?:train_|test_|predict_)?(?:batch|epoch)_(?:begin|end)$")
"""Methods of a Keras callback that run over and over."""

PRINTERS = frozenset(
    {
        "builtins.print",
        "pprint.pprint",
        "pprint.pp",
        "sys.stdout.write",
        "sys.stderr.write",
        "sys.__stdout__.write",
        "sys.__stderr__.write",
        "rich.print",
        "click.echo",
    }
)

LOG_METHODS = frozenset(
    {"info", "warning", "warn", "error", "critical", "exception", "log", "fatal"}
)
"""Methods of loggers that speak at the levels people leave on; ``debug`` is silent by default."""

LOGGERS = re.compile(
    r"^(?:logging(?:\.Logger)?|absl\.logging|tensorflow\.logging|loguru\.logger)"
    r"\.(?:info|warning|warn|error|critical|exception|log|fatal|success"
    r"|log_every_n|log_every_n_seconds|log_if)$"
)

FALLIBLE_OPS = frozenset(
    f"tensorflow.{name}"
    for name in [
        "gather",
        "gather_nd",
        "reshape",
        "slice",
        "strided_slice",
        "concat",
        "stack",
        "squeeze",
        "matmul",
        "tensordot",
        "einsum",
        "scatter_nd",
        "tensor_scatter_nd_update",
        "tensor_scatter_nd_add",
        "tensor_scatter_nd_sub",
        "tensor_scatter_nd_max",
        "tensor_scatter_nd_min",
        "boolean_mask",
        "split",
        "unstack",
        "tile",
        "pad",
        "transpose",
        "broadcast_to",
        "ensure_shape",
        "one_hot",
        "sequence_mask",
        "batch_to_space",
        "space_to_batch",
        "reverse_sequence",
        "dynamic_stitch",
        "dynamic_partition",
        "meshgrid",
        "repeat",
        "roll",
        "cast",
        "where",
        "add",
        "subtract",
        "multiply",
        "divide",
        "floordiv",
        "truediv",
        "math.floordiv",
        "math.floormod",
        "math.add",
        "math.subtract",
        "math.multiply",
        "math.divide",
        "math.truediv",
        "math.mod",
        "math.segment_sum",
        "math.segment_mean",
        "math.segment_max",
        "math.segment_min",
        "math.segment_prod",
        "math.unsorted_segment_sum",
        "math.bincount",
        "math.confusion_matrix",
        "math.in_top_k",
        "math.top_k",
        "linalg.inv",
        "linalg.cholesky",
        "linalg.solve",
        "linalg.matmul",
        "linalg.lstsq",
        "linalg.logdet",
        "linalg.triangular_solve",
        "linalg.cholesky_solve",
        "linalg.diag",
        "linalg.set_diag",
        "linalg.matvec",
        "linalg.qr",
        "linalg.svd",
        "linalg.eigh",
        "strings.to_number",
        "strings.to_hash_bucket",
        "strings.substr",
        "strings.format",
        "strings.join",
        "strings.unicode_decode",
        "strings.unicode_transcode",
        "strings.regex_replace",
        "strings.split",
        "io.read_file",
        "io.decode_jpeg",
        "io.decode_png",
        "io.decode_image",
        "io.decode_gif",
        "io.decode_bmp",
        "io.decode_raw",
        "io.decode_csv",
        "io.decode_base64",
        "io.decode_json_example",
        "io.decode_proto",
        "io.parse_tensor",
        "io.parse_example",
        "io.parse_single_example",
        "io.parse_sequence_example",
        "io.parse_single_sequence_example",
        "image.decode_jpeg",
        "image.decode_png",
        "image.decode_image",
        "image.crop_and_resize",
        "image.resize",
        "image.crop_to_bounding_box",
        "image.pad_to_bounding_box",
        "audio.decode_wav",
        "nn.embedding_lookup",
        "nn.sparse_softmax_cross_entropy_with_logits",
        "nn.conv2d",
        "nn.softmax_cross_entropy_with_logits",
        "nn.max_pool2d",
        "nn.avg_pool2d",
        "nn.top_k",
        "sparse.to_dense",
        "sparse.reorder",
        "sparse.sparse_dense_matmul",
        "sparse.reshape",
        "sparse.concat",
        "ragged.constant",
        "RaggedTensor.from_row_splits",
        "RaggedTensor.from_row_lengths",
        "RaggedTensor.from_value_rowids",
        "signal.frame",
        "signal.stft",
        "quantization.quantize",
        "expand_dims",
        "identity",
        "convert_to_tensor",
        "math.reduce_sum",
        "math.reduce_mean",
        "reduce_sum",
        "reduce_mean",
        "reduce_max",
        "reduce_min",
        "math.reduce_max",
        "math.sqrt",
        "sqrt",
        "math.log",
        "math.exp",
        "exp",
        "abs",
        "math.abs",
        "square",
        "math.square",
        "sin",
        "cos",
        "tanh",
        "sigmoid",
    ]
)
"""Ops without an effect of their own: unused, the graph drops them, and with them their errors.

Measured for gather, reshape, ensure_shape, to_number, the decoders and parsers, read_file, inv,
integer division and tensor_scatter_nd_update. ``assert_*``, ``check_numerics``, ``print``,
``assign`` and ``write_file`` are kept by the graph and are not here.
"""
