"""The names that tell Keras up to 2.3 from Keras from 2.4 on, by ``tools/old_keras.py``: data."""

from __future__ import annotations

from tflint.api.records import words

OLD_KERAS_NAMES = words(
    """
    keras.applications.audio_conv_utils keras.applications.backend keras.applications.engine
    keras.applications.inception_v3.TF_WEIGHTS_PATH
    keras.applications.inception_v3.TF_WEIGHTS_PATH_NO_TOP
    keras.applications.inception_v3.TH_WEIGHTS_PATH
    keras.applications.inception_v3.TH_WEIGHTS_PATH_NO_TOP keras.applications.keras_modules_injection
    keras.applications.layers keras.applications.mobilenet.DepthwiseConv2D
    keras.applications.mobilenet.relu6 keras.applications.mobilenetv2 keras.applications.models
    keras.applications.music_tagger_crnn keras.applications.resnet.resnet
    keras.applications.resnet50.TF_WEIGHTS_PATH keras.applications.resnet50.TF_WEIGHTS_PATH_NO_TOP
    keras.applications.resnet50.TH_WEIGHTS_PATH keras.applications.resnet50.TH_WEIGHTS_PATH_NO_TOP
    keras.applications.resnet50.WEIGHTS_PATH keras.applications.resnet50.WEIGHTS_PATH_NO_TOP
    keras.applications.resnet50.conv_block keras.applications.resnet50.identity_block
    keras.applications.resnet_v2.resnet_v2 keras.applications.utils
    keras.applications.vgg16.TF_WEIGHTS_PATH keras.applications.vgg16.TF_WEIGHTS_PATH_NO_TOP
    keras.applications.vgg16.TH_WEIGHTS_PATH keras.applications.vgg16.TH_WEIGHTS_PATH_NO_TOP
    keras.applications.vgg19.TF_WEIGHTS_PATH keras.applications.vgg19.TF_WEIGHTS_PATH_NO_TOP
    keras.applications.vgg19.TH_WEIGHTS_PATH keras.applications.vgg19.TH_WEIGHTS_PATH_NO_TOP
    keras.backend.ConvertToBatch keras.backend.ConvertToStatic keras.backend.Function
    keras.backend.LambdaFunc keras.backend.NAME_SCOPE_STACK keras.backend.ReshapeBatch
    keras.backend.asymmetric_spatial_2d_padding keras.backend.asymmetric_temporal_padding
    keras.backend.atrous_conv2d keras.backend.b_any keras.backend.backend_module
    keras.backend.classification_error keras.backend.cntk_backend keras.backend.common
    keras.backend.control_dependencies keras.backend.ctc_cost keras.backend.ctc_create_skip_idxs
    keras.backend.ctc_interleave_blanks keras.backend.ctc_path_probs keras.backend.ctc_update_log_p
    keras.backend.deconv2d keras.backend.dev keras.backend.eager keras.backend.entries
    keras.backend.get_num_dynamic_axis keras.backend.get_variable_shape
    keras.backend.grad_parameter_dict keras.backend.has_seq_axis keras.backend.image_dim_ordering
    keras.backend.is_explicit_shape keras.backend.is_tensor keras.backend.is_variable keras.backend.k
    keras.backend.legacy_weight_ordering keras.backend.lesser keras.backend.lesser_equal
    keras.backend.load_backend keras.backend.namespace keras.backend.normalize_data_format
    keras.backend.numpy_backend keras.backend.pack keras.backend.pad keras.backend.pattern_broadcast
    keras.backend.py_slice keras.backend.required_entries keras.backend.set_image_dim_ordering
    keras.backend.set_legacy_weight_ordering keras.backend.size keras.backend.slice
    keras.backend.symbolic keras.backend.tensorflow_backend keras.backend.tf_major_version
    keras.backend.tf_minor_version keras.backend.th_sparse_module keras.backend.theano
    keras.backend.theano_backend keras.callbacks.K keras.callbacks.callbacks
    keras.callbacks.tensorboard_v1 keras.callbacks.tensorboard_v2 keras.datasets.data_utils
    keras.engine.Merge keras.engine.base_layer.Node keras.engine.base_layer.disable_tracking
    keras.engine.merge keras.engine.network.h5py keras.engine.saving.HDF5_OBJECT_HEADER_LIMIT
    keras.engine.saving.allow_read_from_gcs keras.engine.saving.allow_write_to_gcs
    keras.engine.saving.getargspec keras.engine.saving.h5py
    keras.engine.saving.load_attributes_from_hdf5_group keras.engine.saving.load_weights_from_hdf5_group
    keras.engine.saving.load_weights_from_hdf5_group_by_name keras.engine.saving.pickle_model
    keras.engine.saving.preprocess_weights_for_loading keras.engine.saving.save_attributes_to_hdf5_group
    keras.engine.saving.save_weights_to_hdf5_group keras.engine.saving.tf_file_io
    keras.engine.saving.unpickle_model keras.engine.sequential.h5py keras.engine.topology.Container
    keras.engine.topology.HDF5_OBJECT_HEADER_LIMIT keras.engine.topology.Merge
    keras.engine.topology.Node keras.engine.topology.h5py
    keras.engine.topology.load_weights_from_hdf5_group
    keras.engine.topology.load_weights_from_hdf5_group_by_name keras.engine.topology.merge
    keras.engine.topology.object_list_uid keras.engine.topology.preprocess_weights_for_loading
    keras.engine.topology.save_weights_to_hdf5_group keras.engine.topology.to_list
    keras.engine.training.GeneratorEnqueuer keras.engine.training.batch_shuffle
    keras.engine.training.check_array_lengths keras.engine.training.check_loss_and_target_compatibility
    keras.engine.training.collect_metrics keras.engine.training.collect_trainable_weights
    keras.engine.training.generator_queue keras.engine.training.make_batches
    keras.engine.training.slice_X keras.engine.training.standardize_class_weights
    keras.engine.training.standardize_input_data
    keras.engine.training.standardize_sample_or_class_weights
    keras.engine.training.standardize_sample_weights keras.engine.training.standardize_weights
    keras.engine.training.weighted_objective keras.engine.training_arrays
    keras.engine.training_generator keras.engine.training_utils.batch_shuffle
    keras.engine.training_utils.call_metric_function
    keras.engine.training_utils.check_array_length_consistency
    keras.engine.training_utils.check_generator_arguments
    keras.engine.training_utils.check_loss_and_target_compatibility
    keras.engine.training_utils.check_num_samples keras.engine.training_utils.collect_metrics
    keras.engine.training_utils.collect_per_output_metric_info
    keras.engine.training_utils.get_loss_function keras.engine.training_utils.get_metric_function
    keras.engine.training_utils.get_metric_name
    keras.engine.training_utils.get_output_sample_weight_and_mode
    keras.engine.training_utils.is_generator_or_sequence keras.engine.training_utils.is_sequence
    keras.engine.training_utils.iter_sequence_infinite keras.engine.training_utils.make_batches
    keras.engine.training_utils.prepare_loss_functions keras.engine.training_utils.prepare_loss_weights
    keras.engine.training_utils.prepare_sample_weights keras.engine.training_utils.should_run_validation
    keras.engine.training_utils.standardize_class_weights
    keras.engine.training_utils.standardize_input_data
    keras.engine.training_utils.standardize_sample_or_class_weights
    keras.engine.training_utils.standardize_sample_weights
    keras.engine.training_utils.standardize_single_array keras.engine.training_utils.standardize_weights
    keras.engine.training_utils.weighted_masked_objective keras.initializations
    keras.initializers.normal keras.initializers.one keras.initializers.uniform keras.initializers.zero
    keras.layers.AtrousConv1D keras.layers.AtrousConv2D keras.layers.AtrousConvolution1D
    keras.layers.AtrousConvolution2D keras.layers.ConvLSTM2DCell keras.layers.ConvRNN2D
    keras.layers.ConvRecurrent2D keras.layers.Deconv2D keras.layers.Deconv3D
    keras.layers.Deconvolution2D keras.layers.Deconvolution3D keras.layers.Highway
    keras.layers.MaxoutDense keras.layers.Merge keras.layers.ParametricSoftplus keras.layers.Recurrent
    keras.layers.SReLU keras.layers.TimeDistributedDense
    keras.layers.advanced_activations.ParametricSoftplus keras.layers.advanced_activations.SReLU
    keras.layers.convolutional.AtrousConv1D keras.layers.convolutional.AtrousConv2D
    keras.layers.convolutional.AtrousConvolution1D keras.layers.convolutional.AtrousConvolution2D
    keras.layers.convolutional_recurrent.ConvLSTM2DCell keras.layers.convolutional_recurrent.ConvRNN2D
    keras.layers.convolutional_recurrent.ConvRecurrent2D keras.layers.core.Highway
    keras.layers.core.MaxoutDense keras.layers.core.TimeDistributedDense
    keras.layers.deserialize_keras_object keras.layers.recurrent.Recurrent
    keras.layers.recurrent.time_distributed_dense keras.layers.time_distributed_dense
    keras.legacy.interfaces keras.legacy.layers keras.legacy.models keras.losses.cosine
    keras.losses.cosine_proximity keras.metrics.BaseMeanIoU keras.metrics.cosine keras.metrics.f1score
    keras.metrics.fbeta_score keras.metrics.fmeasure keras.metrics.fscore
    keras.metrics.matthews_correlation keras.metrics.precision keras.metrics.recall keras.models.h5py
    keras.objectives.cosine keras.objectives.cosine_proximity keras.optimizers.clip_norm
    keras.optimizers.optimizer_from_config keras.preprocessing.image.apply_transform
    keras.preprocessing.image.list_pictures keras.preprocessing.image.pil_image
    keras.preprocessing.image.random_barrel_transform keras.preprocessing.text.base_filter
    keras.preprocessing.text.maketrans keras.regularizers.ActivityRegularizer
    keras.regularizers.EigenvalueRegularizer keras.regularizers.L1L2Regularizer
    keras.regularizers.WeightRegularizer keras.regularizers.activity_l1 keras.regularizers.activity_l1l2
    keras.regularizers.activity_l2 keras.regularizers.l1l2 keras.utils.H5Dict
    keras.utils.generic_utils.display_table keras.utils.generic_utils.func_reconstruct_closure
    keras.utils.generic_utils.get_from_module keras.utils.generic_utils.getargspec
    keras.utils.generic_utils.make_tuple keras.utils.h5dict keras.utils.io_utils.H5Dict
    keras.utils.io_utils.HDF5_OBJECT_HEADER_LIMIT keras.utils.io_utils.h5dict keras.utils.io_utils.h5py
    keras.utils.io_utils.load_array keras.utils.io_utils.load_from_binary_h5py
    keras.utils.io_utils.save_array keras.utils.io_utils.save_to_binary_h5py keras.utils.io_utils.tables
    keras.utils.layer_utils.count_total_params keras.utils.layer_utils.layer_from_config
    keras.utils.losses_utils.Reduction keras.utils.losses_utils.broadcast_weights
    keras.utils.metrics_utils.filter_top_k keras.utils.metrics_utils.weighted_assign_add
    keras.utils.np_utils.accuracy keras.utils.np_utils.binary_logloss
    keras.utils.np_utils.categorical_probas_to_classes keras.utils.np_utils.conv_input_length
    keras.utils.np_utils.conv_output_length keras.utils.np_utils.convert_kernel
    keras.utils.np_utils.multiclass_logloss keras.utils.np_utils.probas_to_classes
    keras.utils.print_summary keras.utils.test_utils.keras_test keras.utils.test_utils.tf_file_io
    keras.utils.test_utils.tf_file_io_proxy keras.utils.training_utils keras.utils.vis_utils.is_model
    keras.utils.visualize_util
    """
)
"""Of 1.0, 1.1, 1.2, 2.0, 2.1, 2.2 and 2.3, and not of
2.4, 2.6, 2.7, 2.8, 2.9, 2.10, 2.11, 2.12, 2.13, 2.14, 2.15, 3.0, 3.3, 3.6 and 3.15,
nor of ``tf.keras`` in TensorFlow 2.2, 2.3, 2.4 and 2.5."""
NEWER_KERAS_NAMES = words(
    """
    keras.DTypePolicy keras.FloatDTypePolicy keras.Function keras.Initializer keras.InputSpec
    keras.KerasTensor keras.Layer keras.Loss keras.Metric keras.Operation keras.Optimizer
    keras.Quantizer keras.Regularizer keras.RematScope keras.StatelessScope keras.SymbolicScope
    keras.Variable keras.activations.celu keras.activations.gelu keras.activations.glu
    keras.activations.hard_shrink keras.activations.hard_silu keras.activations.hard_swish
    keras.activations.hard_tanh keras.activations.leaky_relu keras.activations.log_sigmoid
    keras.activations.log_softmax keras.activations.mish keras.activations.relu6 keras.activations.silu
    keras.activations.soft_shrink keras.activations.sparse_plus keras.activations.sparse_sigmoid
    keras.activations.sparsemax keras.activations.squareplus keras.activations.swish
    keras.activations.tanh_shrink keras.activations.threshold keras.applications.ConvNeXtBase
    keras.applications.ConvNeXtLarge keras.applications.ConvNeXtSmall keras.applications.ConvNeXtTiny
    keras.applications.ConvNeXtXLarge keras.applications.EfficientNetB0
    keras.applications.EfficientNetB1 keras.applications.EfficientNetB2
    keras.applications.EfficientNetB3 keras.applications.EfficientNetB4
    keras.applications.EfficientNetB5 keras.applications.EfficientNetB6
    keras.applications.EfficientNetB7 keras.applications.EfficientNetV2B0
    keras.applications.EfficientNetV2B1 keras.applications.EfficientNetV2B2
    keras.applications.EfficientNetV2B3 keras.applications.EfficientNetV2L
    keras.applications.EfficientNetV2M keras.applications.EfficientNetV2S
    keras.applications.MobileNetV3Large keras.applications.MobileNetV3Small
    keras.applications.RegNetX002 keras.applications.RegNetX004 keras.applications.RegNetX006
    keras.applications.RegNetX008 keras.applications.RegNetX016 keras.applications.RegNetX032
    keras.applications.RegNetX040 keras.applications.RegNetX064 keras.applications.RegNetX080
    keras.applications.RegNetX120 keras.applications.RegNetX160 keras.applications.RegNetX320
    keras.applications.RegNetY002 keras.applications.RegNetY004 keras.applications.RegNetY006
    keras.applications.RegNetY008 keras.applications.RegNetY016 keras.applications.RegNetY032
    keras.applications.RegNetY040 keras.applications.RegNetY064 keras.applications.RegNetY080
    keras.applications.RegNetY120 keras.applications.RegNetY160 keras.applications.RegNetY320
    keras.applications.ResNetRS101 keras.applications.ResNetRS152 keras.applications.ResNetRS200
    keras.applications.ResNetRS270 keras.applications.ResNetRS350 keras.applications.ResNetRS420
    keras.applications.ResNetRS50 keras.applications.convnext keras.applications.efficientnet
    keras.applications.efficientnet_v2 keras.applications.mobilenet_v3 keras.applications.regnet
    keras.applications.resnet_rs keras.backend.binary_focal_crossentropy
    keras.backend.binary_weighted_focal_crossentropy keras.backend.categorical_focal_crossentropy
    keras.backend.experimental keras.backend.is_float_dtype keras.backend.is_int_dtype
    keras.backend.learning_phase_scope keras.backend.random_bernoulli keras.backend.result_type
    keras.backend.standardize_dtype keras.callbacks.BackupAndRestore keras.callbacks.OrbaxCheckpoint
    keras.callbacks.SidecarEvaluatorModelExport keras.callbacks.SwapEMAWeights
    keras.callbacks.experimental keras.config keras.constraints.RadialConstraint
    keras.constraints.radial_constraint keras.datasets.california_housing
    keras.datasets.reuters.get_label_names keras.device keras.distillation keras.distribution
    keras.dtensor keras.dtype_policies keras.estimator keras.experimental keras.export
    keras.initializers.GlorotNormal keras.initializers.GlorotUniform keras.initializers.HeNormal
    keras.initializers.HeUniform keras.initializers.IdentityInitializer keras.initializers.LecunNormal
    keras.initializers.LecunUniform keras.initializers.OrthogonalInitializer keras.initializers.STFT
    keras.initializers.STFTInitializer keras.initializers.stft keras.initializers.variance_scaling
    keras.keras keras.layers.AbstractRNNCell keras.layers.AdaptiveAveragePooling1D
    keras.layers.AdaptiveAveragePooling2D keras.layers.AdaptiveAveragePooling3D
    keras.layers.AdaptiveMaxPooling1D keras.layers.AdaptiveMaxPooling2D
    keras.layers.AdaptiveMaxPooling3D keras.layers.AdditiveAttention keras.layers.Attention
    keras.layers.AugMix keras.layers.AutoContrast keras.layers.CategoryEncoding keras.layers.CenterCrop
    keras.layers.ContrastLimitedAdaptiveHistogramEqualization keras.layers.Conv1DTranspose
    keras.layers.ConvLSTM1D keras.layers.ConvLSTM3D keras.layers.Convolution1DTranspose
    keras.layers.Convolution3DTranspose keras.layers.CutMix keras.layers.DenseFeatures
    keras.layers.DepthwiseConv1D keras.layers.Discretization keras.layers.EinsumDense
    keras.layers.Equalization keras.layers.FlaxLayer keras.layers.GroupNormalization
    keras.layers.GroupQueryAttention keras.layers.HashedCrossing keras.layers.Hashing
    keras.layers.Identity keras.layers.IntegerLookup keras.layers.JaxLayer
    keras.layers.LayerNormalization keras.layers.MaxNumBoundingBoxes keras.layers.MelSpectrogram
    keras.layers.MixUp keras.layers.MultiHeadAttention keras.layers.Normalization keras.layers.Pipeline
    keras.layers.RMSNormalization keras.layers.RandAugment keras.layers.RandomBrightness
    keras.layers.RandomColorDegeneration keras.layers.RandomColorJitter keras.layers.RandomContrast
    keras.layers.RandomCrop keras.layers.RandomElasticTransform keras.layers.RandomErasing
    keras.layers.RandomFlip keras.layers.RandomGaussianBlur keras.layers.RandomGrayscale
    keras.layers.RandomHeight keras.layers.RandomHue keras.layers.RandomInvert
    keras.layers.RandomPerspective keras.layers.RandomPosterization keras.layers.RandomRotation
    keras.layers.RandomSaturation keras.layers.RandomSharpness keras.layers.RandomShear
    keras.layers.RandomTranslation keras.layers.RandomWidth keras.layers.RandomZoom
    keras.layers.Rescaling keras.layers.Resizing keras.layers.ReversibleEmbedding
    keras.layers.STFTSpectrogram keras.layers.Solarization keras.layers.SpectralNormalization
    keras.layers.StringLookup keras.layers.TFSMLayer keras.layers.TextVectorization
    keras.layers.TorchModuleWrapper keras.layers.UnitNormalization keras.layers.experimental
    keras.legacy.saving keras.losses.BinaryFocalCrossentropy keras.losses.CTC
    keras.losses.CategoricalFocalCrossentropy keras.losses.CategoricalGeneralizedCrossEntropy
    keras.losses.Circle keras.losses.CosineSimilarity keras.losses.Dice keras.losses.Reduction
    keras.losses.Tversky keras.losses.binary_focal_crossentropy
    keras.losses.categorical_focal_crossentropy keras.losses.categorical_generalized_cross_entropy
    keras.losses.circle keras.losses.ctc keras.losses.dice keras.losses.huber keras.losses.kl_divergence
    keras.losses.log_cosh keras.losses.tversky keras.metrics.BinaryIoU
    keras.metrics.ConcordanceCorrelation keras.metrics.F1Score keras.metrics.FBetaScore
    keras.metrics.IoU keras.metrics.KLD keras.metrics.MeanRelativeError keras.metrics.MeanTensor
    keras.metrics.OneHotIoU keras.metrics.OneHotMeanIoU keras.metrics.PearsonCorrelation
    keras.metrics.PrecisionAtRecall keras.metrics.R2Score keras.metrics.RecallAtPrecision
    keras.metrics.binary_focal_crossentropy keras.metrics.categorical_focal_crossentropy
    keras.metrics.concordance_correlation keras.metrics.experimental keras.metrics.huber
    keras.metrics.kl_divergence keras.metrics.kld keras.metrics.log_cosh
    keras.metrics.pearson_correlation keras.mixed_precision keras.models.experimental keras.name_scope
    keras.ops keras.optimizers.Adafactor keras.optimizers.AdamW keras.optimizers.Ftrl
    keras.optimizers.Lamb keras.optimizers.Lion keras.optimizers.LossScaleOptimizer
    keras.optimizers.MultiOptimizer keras.optimizers.Muon keras.optimizers.OptimizerMap
    keras.optimizers.ScheduleFreeAdamW keras.optimizers.experimental keras.optimizers.legacy
    keras.optimizers.schedules keras.premade keras.preprocessing.image.smart_resize
    keras.preprocessing.image_dataset_from_directory keras.preprocessing.text_dataset_from_directory
    keras.preprocessing.timeseries_dataset_from_array keras.quantizers keras.random
    keras.regularizers.L1 keras.regularizers.L2 keras.regularizers.OrthogonalRegularizer
    keras.regularizers.orthogonal_regularizer keras.remat keras.saving keras.tree keras.utils.Config
    keras.utils.FeatureSpace keras.utils.PyDataset keras.utils.SequenceEnqueuer
    keras.utils.SidecarEvaluator keras.utils.StepsPerExecutionTuner keras.utils.TimedThread
    keras.utils.array_to_img keras.utils.audio_dataset_from_directory keras.utils.bounding_boxes
    keras.utils.clear_session keras.utils.disable_interactive_logging
    keras.utils.enable_interactive_logging keras.utils.experimental keras.utils.get_registered_name
    keras.utils.get_registered_object keras.utils.image_dataset_from_directory keras.utils.img_to_array
    keras.utils.is_interactive_logging_enabled keras.utils.is_keras_tensor keras.utils.legacy
    keras.utils.load_img keras.utils.pack_x_y_sample_weight keras.utils.pad_sequences
    keras.utils.register_keras_serializable keras.utils.save_img keras.utils.set_random_seed
    keras.utils.split_dataset keras.utils.standardize_dtype keras.utils.text_dataset_from_directory
    keras.utils.timeseries_dataset_from_array keras.utils.to_ordinal
    keras.utils.unpack_x_y_sample_weight keras.utils.warmstart_embedding_matrix keras.version
    keras.visualization keras.wrappers.SKLearnClassifier keras.wrappers.SKLearnRegressor
    keras.wrappers.SKLearnTransformer
    """
)
"""Of the interfaces of these, and not of those."""
