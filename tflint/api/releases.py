"""Since which release a framework has what rules advise, and what changed with one: data only.

Sources: https://github.com/tensorflow/tensorflow/blob/master/RELEASE.md, of TensorFlow 2.3
(``run_functions_eagerly``), 2.5 (``jit_compile``), 2.9 (``reduce_retracing``) and 2.16 (``tf.keras`` is
Keras 3), what Keras 3.15 answers when it is asked for a name of Keras 2, and what wheels of Keras hold.
"""

from __future__ import annotations

from tflint.api.records import words

SINCE: dict[str, str] = {
    "tensorflow.config.run_functions_eagerly": "2.3",
    "tensorflow.function.jit_compile": "2.5",
    "tensorflow.function.reduce_retracing": "2.9",
}
"""The release of TensorFlow that brought a name, an option after the function that has it."""
NAMED_BY_KERAS = (
    "keras.layers.",
    "keras.models.",
    "keras.optimizers.",
    "keras.Model",
    "keras.Sequential",
)
"""Where Keras 3 refuses a name with a slash in it, and Keras 2 takes it (measured with 3.15 and 2.21)."""
KERAS_3_SINCE = {"tensorflow": "2.16", "keras": "3.0"}
"""The release of a package from which on its Keras is Keras 3."""
LEGACY_KERAS = "TF_USE_LEGACY_KERAS"
"""The environment variable that makes ``tf.keras`` be Keras 2, of the package ``tf_keras``."""
TRACES_LOOPS_SINCE = "2.4"
"""The release of Keras from which on it is that of TensorFlow 2, whose ``predict`` is a tf.function."""
TRACES_LOOPS_FROM_PYTHON = (3, 9)
"""The Python that no TensorFlow before 2.5, and so no earlier Keras, has packages for."""
KERAS_CORE = "keras_core"
"""What Keras 3 was called in 2023, before it was released."""
LATER_PACKAGES = frozenset({"gymnasium", KERAS_CORE, "keras_hub"})
"""Packages that came years after the last Keras for other backends, 2.3 of 2019: from 2022 to 2024."""
KERAS_3_FROM_PYTHON = (3, 12)
"""The Python that no TensorFlow before 2.16, and so none with Keras 2, has packages for."""
MAKES_OPTIMIZERS_WHOLE_SINCE = "2.11"
"""The release of TensorFlow, and of Keras, whose optimizers make Variables before they are applied."""
RELEASES = {
    "tensorflow": (*(f"1.{n}" for n in range(16)), *(f"2.{n}" for n in range(60))),
    "keras": (
        *(f"1.{n}" for n in range(3)),
        *(f"2.{n}" for n in range(17)),
        *(f"3.{n}" for n in range(60)),
    ),
}
"""Releases that there are or may be, without their last number."""

KERAS_2_NAMES = words(
    """
    applications.RegNetX002 applications.RegNetX004 applications.RegNetX006 applications.RegNetX008
    applications.RegNetX016 applications.RegNetX032 applications.RegNetX040 applications.RegNetX064
    applications.RegNetX080 applications.RegNetX120 applications.RegNetX160 applications.RegNetX320
    applications.RegNetY002 applications.RegNetY004 applications.RegNetY006 applications.RegNetY008
    applications.RegNetY016 applications.RegNetY032 applications.RegNetY040 applications.RegNetY064
    applications.RegNetY080 applications.RegNetY120 applications.RegNetY160 applications.RegNetY320
    applications.ResNetRS101 applications.ResNetRS152 applications.ResNetRS200 applications.ResNetRS270
    applications.ResNetRS350 applications.ResNetRS420 applications.ResNetRS50 applications.regnet
    applications.resnet_rs backend.experimental backend.function backend.get_session
    backend.in_test_phase backend.in_train_phase backend.learning_phase backend.learning_phase_scope
    backend.local_conv1d backend.local_conv2d backend.manual_variable_initialization
    backend.normalize_batch_in_training backend.placeholder backend.print_tensor backend.random_binomial
    backend.reset_uids backend.set_learning_phase backend.set_session backend.tensorflow_backend
    callbacks.BaseLogger callbacks.SidecarEvaluatorModelExport callbacks.experimental
    constraints.RadialConstraint constraints.radial_constraint dtensor engine estimator experimental
    layers.AbstractRNNCell layers.CuDNNGRU layers.CuDNNLSTM layers.DenseFeatures
    layers.LocallyConnected1D layers.LocallyConnected2D layers.advanced_activations layers.convolutional
    layers.core layers.embeddings layers.experimental layers.merge layers.noise layers.pooling
    layers.recurrent metrics.MeanRelativeError metrics.MeanTensor metrics.experimental
    mixed_precision.experimental models.experimental models.model_from_config models.model_from_yaml
    objectives optimizers.experimental optimizers.legacy premade protobuf utils.GeneratorEnqueuer
    utils.OrderedEnqueuer utils.SequenceEnqueuer utils.SidecarEvaluator utils.StepsPerExecutionTuner
    utils.TimedThread utils.conv_utils utils.data_utils utils.experimental utils.generic_utils
    utils.io_utils utils.layer_utils utils.multi_gpu_model utils.np_utils utils.to_ordinal
    utils.vis_utils utils.warmstart_embedding_matrix wrappers.scikit_learn
    """
)
"""Names that some Keras 2 has and no Keras 3, or only to raise: all that ``tf_keras`` 2.21 has is here."""
KERAS_3_NAMES = words(
    """
    keras.DTypePolicy keras.FloatDTypePolicy keras.Function keras.Initializer keras.InputSpec
    keras.KerasTensor keras.Layer keras.Loss keras.Metric keras.Operation keras.Optimizer
    keras.Quantizer keras.Regularizer keras.RematScope keras.StatelessScope keras.SymbolicScope
    keras.Variable keras.callbacks.SwapEMAWeights keras.config keras.device keras.distribution
    keras.dtype_policies keras.layers.FlaxLayer keras.layers.JaxLayer keras.layers.MelSpectrogram
    keras.layers.RMSNormalization keras.layers.STFTSpectrogram keras.layers.TFSMLayer
    keras.layers.TorchModuleWrapper keras.losses.CTC keras.losses.Circle keras.losses.Dice
    keras.losses.Tversky keras.name_scope keras.ops keras.optimizers.Lamb keras.optimizers.Muon
    keras.quantizers keras.random keras.remat keras.tree keras.utils.PyDataset keras.visualization
    """
)
"""Names that Keras 3 has and no Keras before: not ``tf_keras`` 2.21, and no wheel of Keras 2.4 to 2.15."""
KERAS_2_BACKEND_NAMES = words(
    """
    abs all any arange argmax argmin batch_dot batch_flatten batch_get_value batch_normalization
    batch_set_value bias_add binary_crossentropy binary_focal_crossentropy cast cast_to_floatx
    categorical_crossentropy categorical_focal_crossentropy clip concatenate constant conv1d conv2d
    conv2d_transpose conv3d cos count_params ctc_batch_cost ctc_decode ctc_label_dense_to_sparse cumprod
    cumsum depthwise_conv2d dot dropout dtype elu equal eval exp expand_dims eye flatten foldl foldr
    gather get_value gradients greater greater_equal hard_sigmoid in_top_k int_shape is_sparse
    l2_normalize less less_equal log map_fn max maximum mean min minimum moving_average_update
    name_scope ndim not_equal one_hot ones ones_like permute_dimensions pool2d pool3d pow prod
    random_bernoulli random_normal random_normal_variable random_uniform random_uniform_variable relu
    repeat repeat_elements reshape resize_images resize_volumes reverse rnn round separable_conv2d
    set_value shape sigmoid sign sin softmax softplus softsign sparse_categorical_crossentropy
    spatial_2d_padding spatial_3d_padding sqrt square squeeze stack std stop_gradient sum switch tanh
    temporal_padding tile to_dense transpose truncated_normal update update_add update_sub var variable
    zeros zeros_like
    """
)
"""Names of ``keras.backend`` in Keras 2 that Keras 3 has as ``tf.keras.backend`` alone."""
KERAS_2_MODULES = words(
    """
    tensorflow.python.keras.applications tensorflow.python.keras.datasets
    tensorflow.python.keras.estimator tensorflow.python.keras.feature_column
    tensorflow.python.keras.layers.cudnn_recurrent tensorflow.python.keras.layers.einsum_dense
    tensorflow.python.keras.layers.kernelized tensorflow.python.keras.layers.local
    tensorflow.python.keras.layers.multi_head_attention tensorflow.python.keras.layers.noise
    tensorflow.python.keras.layers.normalization tensorflow.python.keras.layers.recurrent_v2
    tensorflow.python.keras.layers.wrappers tensorflow.python.keras.premade
    tensorflow.python.keras.preprocessing tensorflow.python.keras.wrappers
    """
)
"""Modules of TensorFlow's own Keras 2 that went before its Keras was Keras 3; others are still there."""
KERAS_2_METHODS = words(
    """
    add_update evaluate_generator fit_generator get_input_at get_input_mask_at get_input_shape_at
    get_output_at get_output_mask_at get_output_shape_at predict_generator
    """
)
"""Methods of its models and layers that Keras 3 has not."""
_METRICS, _OPTIMIZERS = ("keras.metrics.", "tensorflow.metrics."), ("keras.optimizers.",)
KERAS_2_METHODS_OF = {
    "aggregate_gradients": _OPTIMIZERS,
    "compute_gradients": _OPTIMIZERS,
    "get_weights": _OPTIMIZERS,
    "merge_state": _METRICS,
    "minimize": _OPTIMIZERS,
    "reset_states": _METRICS,
}
"""Methods that some of its metrics and optimizers have, and none of Keras 3, by what makes these."""
_OF_GENERATORS = words("max_queue_size use_multiprocessing workers")
KERAS_2_KEYWORDS = {
    "add_weight": words(
        "caching_device collections experimental_autocast partitioner synchronization use_resource"
    ),
    "apply_gradients": words("experimental_aggregate_gradients skip_gradients_aggregation"),
    "compile": words(
        "experimental_run_tf_function pss_evaluation_shards sample_weight_mode target_tensors"
    ),
    "evaluate": _OF_GENERATORS,
    "fit": _OF_GENERATORS,
    "get_initial_state": words("dtype inputs"),
    "predict": _OF_GENERATORS,
    "save_weights": words("options save_format"),
    "test_on_batch": words("reset_metrics"),
    "train_on_batch": words("reset_metrics"),
}
"""Keywords that methods of its models, layers and optimizers take, and those of Keras 3 refuse."""
KERAS_3_WEIGHT_FILES = (".weights.h5", ".weights.json")
"""What the names of files for weights end in: Keras 3 refuses others (ValueError, run with 3.15)."""
KERAS_3_MODEL_FILES = (".keras", ".h5", ".hdf5")
"""What those of files for whole models end in."""
TENSORFLOW_2_NAMES = words(
    """
    tensorflow.GradientTape tensorflow.config.list_physical_devices
    tensorflow.config.run_functions_eagerly tensorflow.data.AUTOTUNE tensorflow.function tensorflow.keras
    tensorflow.random.set_seed
    """
)
"""Names that tell of TensorFlow 2, or of what a program for TensorFlow 1 took over of it."""
TENSORFLOW_1_PACKAGES = frozenset({"tensorflow.contrib", "tensorflow.examples.tutorials"})
"""Parts of TensorFlow 1 that went with it as a whole."""
KERAS_BEFORE_2_4_CALLS = frozenset(
    f"keras.optimizers.{name}" for name in words("adadelta adagrad adam adamax nadam rmsprop sgd")
) | {"keras.layers.merge"}
"""Names that can be called up to Keras 2.3; later ones have modules of these names, or nothing."""
KERAS_1_LAYER_KEYWORDS = words(
    """
    U_regularizer W_constraint W_regularizer b_constraint b_regularizer border_mode consume_less
    dim_ordering dropout_U dropout_W filter_length init inner_activation inner_init nb_col nb_filter
    nb_row pool_length subsample subsample_length
    """
)
"""Keywords of layers in Keras 1, which Keras up to 2.3 takes for their new names, and later ones refuse."""
KERAS_1_MODEL_KEYWORDS = words("input output")
"""The same of ``Model``."""
KERAS_1_METHOD_KEYWORDS = words(
    "max_q_size nb_epoch nb_val_samples nb_worker pickle_safe samples_per_epoch val_samples"
)
"""The same of methods of its models."""
KERAS_BEFORE_2_4_APPLICATION_KEYWORDS = words("backend models utils")
"""Keywords by which ``keras.applications`` up to 2.3 hand on modules of Keras; later ones refuse them.

Not ``layers``, which some later ones take.
"""
KERAS_BEFORE_2_3_ATTRIBUTES = words(
    "metrics_tensors metrics_updates stateful_metric_functions stateful_metric_names"
)
"""Attributes of models that Keras 2.2 has, and 2.3, 2.4 and ``tf_keras`` not."""
