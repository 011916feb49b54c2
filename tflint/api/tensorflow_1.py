"""What TensorFlow 1 has, and TensorFlow 2.21 lacks, by ``tools/tensorflow_1.py``: data."""

from __future__ import annotations

from tflint.api.records import words

TENSORFLOW_1_NAMES = words(
    """
    tensorflow.AUTO_REUSE tensorflow.AttrValue tensorflow.COMPILER_VERSION tensorflow.CXX11_ABI_FLAG
    tensorflow.CXX_VERSION tensorflow.ConditionalAccumulator tensorflow.ConditionalAccumulatorBase
    tensorflow.ConfigProto tensorflow.Dimension tensorflow.Event tensorflow.FIFOQueue
    tensorflow.FixedLenFeature tensorflow.FixedLenSequenceFeature tensorflow.FixedLengthRecordReader
    tensorflow.GIT_VERSION tensorflow.GPUOptions tensorflow.GRAPH_DEF_VERSION
    tensorflow.GRAPH_DEF_VERSION_MIN_CONSUMER tensorflow.GRAPH_DEF_VERSION_MIN_PRODUCER
    tensorflow.GraphDef tensorflow.GraphKeys tensorflow.GraphOptions tensorflow.HistogramProto
    tensorflow.IdentityReader tensorflow.InteractiveSession tensorflow.LMDBReader tensorflow.LogMessage
    tensorflow.MONOLITHIC_BUILD tensorflow.MetaGraphDef tensorflow.NameAttrList tensorflow.NoGradient
    tensorflow.NodeDef tensorflow.NotDifferentiable tensorflow.OpError tensorflow.OptimizerOptions
    tensorflow.PaddingFIFOQueue tensorflow.Print tensorflow.PriorityQueue tensorflow.QUANTIZED_DTYPES
    tensorflow.QueueBase tensorflow.RandomShuffleQueue tensorflow.ReaderBase tensorflow.RunMetadata
    tensorflow.RunOptions tensorflow.Session tensorflow.SessionLog
    tensorflow.SparseConditionalAccumulator tensorflow.SparseFeature tensorflow.SparseTensorValue
    tensorflow.Summary tensorflow.SummaryMetadata tensorflow.TFRecordReader tensorflow.TensorInfo
    tensorflow.TextLineReader tensorflow.VERSION tensorflow.VarLenFeature tensorflow.VariableScope
    tensorflow.WholeFileReader tensorflow.accumulate_n tensorflow.add_check_numerics_ops
    tensorflow.add_to_collection tensorflow.add_to_collections tensorflow.all_variables tensorflow.angle
    tensorflow.app tensorflow.arg_max tensorflow.arg_min tensorflow.assert_greater_equal
    tensorflow.assert_integer tensorflow.assert_less_equal tensorflow.assert_near
    tensorflow.assert_negative tensorflow.assert_non_negative tensorflow.assert_non_positive
    tensorflow.assert_none_equal tensorflow.assert_positive tensorflow.assert_proper_iterable
    tensorflow.assert_rank_at_least tensorflow.assert_rank_in tensorflow.assert_same_float_dtype
    tensorflow.assert_scalar tensorflow.assert_type tensorflow.assert_variables_initialized
    tensorflow.assign tensorflow.assign_add tensorflow.assign_sub tensorflow.batch_gather
    tensorflow.batch_scatter_update tensorflow.batch_to_space_nd tensorflow.betainc tensorflow.bincount
    tensorflow.ceil tensorflow.check_numerics tensorflow.cholesky tensorflow.cholesky_solve
    tensorflow.clip_by_average_norm tensorflow.colocate_with tensorflow.confusion_matrix tensorflow.conj
    tensorflow.container tensorflow.control_flow_v2_enabled
    tensorflow.convert_to_tensor_or_indexed_slices tensorflow.convert_to_tensor_or_sparse_tensor
    tensorflow.count_nonzero tensorflow.count_up_to tensorflow.create_partitioned_variables
    tensorflow.cross tensorflow.cumprod tensorflow.data.get_output_classes
    tensorflow.data.get_output_shapes tensorflow.data.get_output_types
    tensorflow.data.make_initializable_iterator tensorflow.data.make_one_shot_iterator
    tensorflow.debugging.is_finite tensorflow.debugging.is_inf tensorflow.debugging.is_nan
    tensorflow.debugging.is_non_decreasing tensorflow.debugging.is_strictly_increasing
    tensorflow.decode_base64 tensorflow.decode_compressed tensorflow.decode_csv
    tensorflow.decode_json_example tensorflow.decode_raw tensorflow.delete_session_tensor
    tensorflow.depth_to_space tensorflow.dequantize tensorflow.deserialize_many_sparse tensorflow.diag
    tensorflow.diag_part tensorflow.digamma tensorflow.dimension_at_index tensorflow.dimension_value
    tensorflow.distribute.get_loss_reduction tensorflow.distributions tensorflow.div
    tensorflow.div_no_nan tensorflow.dtypes.as_string tensorflow.encode_base64 tensorflow.erf
    tensorflow.erfc tensorflow.errors.error_code_from_exception_type
    tensorflow.errors.exception_type_from_error_code tensorflow.errors.raise_exception_on_not_ok_status
    tensorflow.executing_eagerly_outside_functions tensorflow.expm1 tensorflow.extract_image_patches
    tensorflow.fake_quant_with_min_max_args tensorflow.fake_quant_with_min_max_args_gradient
    tensorflow.fake_quant_with_min_max_vars tensorflow.fake_quant_with_min_max_vars_gradient
    tensorflow.fake_quant_with_min_max_vars_per_channel
    tensorflow.fake_quant_with_min_max_vars_per_channel_gradient tensorflow.feature_column.input_layer
    tensorflow.feature_column.linear_model tensorflow.feature_column.shared_embedding_columns
    tensorflow.fft tensorflow.fft2d tensorflow.fft3d tensorflow.fixed_size_partitioner tensorflow.flags
    tensorflow.floor_div tensorflow.floordiv tensorflow.floormod tensorflow.get_collection
    tensorflow.get_collection_ref tensorflow.get_default_graph tensorflow.get_default_session
    tensorflow.get_local_variable tensorflow.get_seed tensorflow.get_session_handle
    tensorflow.get_session_tensor tensorflow.get_variable tensorflow.get_variable_scope tensorflow.gfile
    tensorflow.global_norm tensorflow.global_variables tensorflow.global_variables_initializer
    tensorflow.glorot_normal_initializer tensorflow.glorot_uniform_initializer
    tensorflow.graph_util.convert_variables_to_constants tensorflow.graph_util.extract_sub_graph
    tensorflow.graph_util.must_run_on_cpu tensorflow.graph_util.remove_training_nodes
    tensorflow.graph_util.tensor_shape_from_node_def_name tensorflow.ifft tensorflow.ifft2d
    tensorflow.ifft3d tensorflow.igamma tensorflow.igammac tensorflow.imag
    tensorflow.image.extract_image_patches tensorflow.image.resize_area tensorflow.image.resize_bicubic
    tensorflow.image.resize_bilinear tensorflow.image.resize_image_with_crop_or_pad
    tensorflow.image.resize_image_with_pad tensorflow.image.resize_images
    tensorflow.image.resize_nearest_neighbor tensorflow.image.transpose_image
    tensorflow.initialize_all_tables tensorflow.initialize_all_variables
    tensorflow.initialize_local_variables tensorflow.initialize_variables tensorflow.invert_permutation
    tensorflow.io.PaddingFIFOQueue tensorflow.io.PriorityQueue tensorflow.io.QueueBase
    tensorflow.io.RandomShuffleQueue tensorflow.io.TFRecordCompressionType
    tensorflow.io.tf_record_iterator tensorflow.is_finite tensorflow.is_inf tensorflow.is_nan
    tensorflow.is_non_decreasing tensorflow.is_numeric_tensor tensorflow.is_strictly_increasing
    tensorflow.is_variable_initialized tensorflow.layers tensorflow.lbeta tensorflow.lgamma
    tensorflow.lin_space tensorflow.linalg.transpose tensorflow.lite.OpHint
    tensorflow.lite.TocoConverter tensorflow.lite.constants tensorflow.lite.toco_convert
    tensorflow.load_file_system_library tensorflow.local_variables
    tensorflow.local_variables_initializer tensorflow.log tensorflow.log1p tensorflow.log_sigmoid
    tensorflow.logging tensorflow.logical_xor tensorflow.make_template tensorflow.manip
    tensorflow.matching_files tensorflow.matrix_band_part tensorflow.matrix_determinant
    tensorflow.matrix_diag tensorflow.matrix_diag_part tensorflow.matrix_inverse
    tensorflow.matrix_set_diag tensorflow.matrix_solve tensorflow.matrix_solve_ls
    tensorflow.matrix_transpose tensorflow.matrix_triangular_solve
    tensorflow.min_max_variable_partitioner tensorflow.mod tensorflow.model_variables
    tensorflow.moving_average_variables tensorflow.multinomial tensorflow.nn.avg_pool_v2
    tensorflow.nn.bidirectional_dynamic_rnn tensorflow.nn.conv2d_backprop_filter
    tensorflow.nn.conv2d_backprop_input tensorflow.nn.conv3d_backprop_filter
    tensorflow.nn.conv3d_backprop_filter_v2 tensorflow.nn.ctc_beam_search_decoder_v2
    tensorflow.nn.ctc_loss_v2 tensorflow.nn.depthwise_conv2d_native
    tensorflow.nn.depthwise_conv2d_native_backprop_filter
    tensorflow.nn.depthwise_conv2d_native_backprop_input tensorflow.nn.dynamic_rnn
    tensorflow.nn.fused_batch_norm tensorflow.nn.log_uniform_candidate_sampler tensorflow.nn.max_pool_v2
    tensorflow.nn.quantized_avg_pool tensorflow.nn.quantized_conv2d tensorflow.nn.quantized_max_pool
    tensorflow.nn.quantized_relu_x tensorflow.nn.raw_rnn tensorflow.nn.relu_layer tensorflow.nn.rnn_cell
    tensorflow.nn.softmax_cross_entropy_with_logits_v2 tensorflow.nn.static_bidirectional_rnn
    tensorflow.nn.static_rnn tensorflow.nn.static_state_saving_rnn
    tensorflow.nn.uniform_candidate_sampler tensorflow.nn.xw_plus_b tensorflow.no_regularizer
    tensorflow.op_scope tensorflow.orthogonal_initializer tensorflow.parse_example
    tensorflow.parse_single_example tensorflow.parse_single_sequence_example tensorflow.parse_tensor
    tensorflow.placeholder tensorflow.placeholder_with_default tensorflow.polygamma
    tensorflow.profiler.AdviceProto tensorflow.profiler.GraphNodeProto
    tensorflow.profiler.MultiGraphNodeProto tensorflow.profiler.OpLogProto
    tensorflow.profiler.ProfileOptionBuilder tensorflow.profiler.Profiler tensorflow.profiler.advise
    tensorflow.profiler.profile tensorflow.profiler.write_op_log tensorflow.py_func tensorflow.python_io
    tensorflow.qr tensorflow.quantize tensorflow.quantize_v2 tensorflow.quantized_concat
    tensorflow.ragged.RaggedTensorValue tensorflow.ragged.constant_value tensorflow.ragged.placeholder
    tensorflow.random.get_seed tensorflow.random.multinomial tensorflow.random.set_random_seed
    tensorflow.random.stateless_multinomial tensorflow.random_crop tensorflow.random_gamma
    tensorflow.random_normal tensorflow.random_poisson tensorflow.random_shuffle
    tensorflow.random_uniform tensorflow.read_file tensorflow.real tensorflow.reciprocal
    tensorflow.reduce_join tensorflow.regex_replace tensorflow.report_uninitialized_variables
    tensorflow.reset_default_graph tensorflow.resource_loader tensorflow.resource_variables_enabled
    tensorflow.reverse_v2 tensorflow.rint tensorflow.rsqrt tensorflow.saved_model.Builder
    tensorflow.saved_model.LEGACY_INIT_OP_KEY tensorflow.saved_model.MAIN_OP_KEY
    tensorflow.saved_model.build_signature_def tensorflow.saved_model.build_tensor_info
    tensorflow.saved_model.builder tensorflow.saved_model.classification_signature_def
    tensorflow.saved_model.constants tensorflow.saved_model.get_tensor_from_tensor_info
    tensorflow.saved_model.is_valid_signature tensorflow.saved_model.load_v2
    tensorflow.saved_model.loader tensorflow.saved_model.main_op
    tensorflow.saved_model.main_op_with_restore tensorflow.saved_model.maybe_saved_model_directory
    tensorflow.saved_model.predict_signature_def tensorflow.saved_model.regression_signature_def
    tensorflow.saved_model.signature_constants tensorflow.saved_model.signature_def_utils
    tensorflow.saved_model.simple_save tensorflow.saved_model.tag_constants tensorflow.saved_model.utils
    tensorflow.scatter_add tensorflow.scatter_div tensorflow.scatter_max tensorflow.scatter_min
    tensorflow.scatter_mul tensorflow.scatter_nd_add tensorflow.scatter_nd_sub
    tensorflow.scatter_nd_update tensorflow.scatter_sub tensorflow.scatter_update tensorflow.segment_max
    tensorflow.segment_mean tensorflow.segment_min tensorflow.segment_prod tensorflow.segment_sum
    tensorflow.self_adjoint_eig tensorflow.self_adjoint_eigvals tensorflow.serialize_many_sparse
    tensorflow.serialize_sparse tensorflow.serialize_tensor tensorflow.set_random_seed
    tensorflow.setdiff1d tensorflow.sets.set_difference tensorflow.sets.set_intersection
    tensorflow.sets.set_size tensorflow.sets.set_union tensorflow.space_to_depth
    tensorflow.sparse.SparseConditionalAccumulator tensorflow.sparse.matmul tensorflow.sparse.merge
    tensorflow.sparse.placeholder tensorflow.sparse.reduce_max_sparse
    tensorflow.sparse.reduce_sum_sparse tensorflow.sparse_add tensorflow.sparse_concat
    tensorflow.sparse_fill_empty_rows tensorflow.sparse_mask tensorflow.sparse_matmul
    tensorflow.sparse_maximum tensorflow.sparse_merge tensorflow.sparse_minimum
    tensorflow.sparse_placeholder tensorflow.sparse_reduce_max tensorflow.sparse_reduce_max_sparse
    tensorflow.sparse_reduce_sum tensorflow.sparse_reduce_sum_sparse tensorflow.sparse_reorder
    tensorflow.sparse_reset_shape tensorflow.sparse_reshape tensorflow.sparse_retain
    tensorflow.sparse_segment_mean tensorflow.sparse_segment_sqrt_n tensorflow.sparse_segment_sum
    tensorflow.sparse_slice tensorflow.sparse_softmax tensorflow.sparse_split
    tensorflow.sparse_tensor_dense_matmul tensorflow.sparse_tensor_to_dense tensorflow.sparse_to_dense
    tensorflow.sparse_to_indicator tensorflow.sparse_transpose tensorflow.spectral
    tensorflow.squared_difference tensorflow.string_join tensorflow.string_split tensorflow.string_strip
    tensorflow.string_to_hash_bucket tensorflow.string_to_hash_bucket_fast
    tensorflow.string_to_hash_bucket_strong tensorflow.string_to_number tensorflow.substr
    tensorflow.summary.Event tensorflow.summary.FileWriter tensorflow.summary.FileWriterCache
    tensorflow.summary.SessionLog tensorflow.summary.Summary tensorflow.summary.SummaryDescription
    tensorflow.summary.TaggedRunMetadata tensorflow.summary.all_v2_summary_ops
    tensorflow.summary.get_summary_description tensorflow.summary.initialize tensorflow.summary.merge
    tensorflow.summary.merge_all tensorflow.summary.tensor_summary tensorflow.svd
    tensorflow.tables_initializer tensorflow.tensor_scatter_add tensorflow.tensor_scatter_sub
    tensorflow.tensor_scatter_update tensorflow.test.StubOutForTesting
    tensorflow.test.compute_gradient_error tensorflow.test.get_temp_dir tensorflow.test.mock
    tensorflow.test.test_src_dir_path tensorflow.to_bfloat16 tensorflow.to_complex128
    tensorflow.to_complex64 tensorflow.to_double tensorflow.to_float tensorflow.to_int32
    tensorflow.to_int64 tensorflow.tpu.CrossShardOptimizer tensorflow.tpu.PaddingSpec
    tensorflow.tpu.batch_parallel tensorflow.tpu.bfloat16_scope tensorflow.tpu.core
    tensorflow.tpu.cross_replica_sum tensorflow.tpu.initialize_system tensorflow.tpu.outside_compilation
    tensorflow.tpu.replicate tensorflow.tpu.rewrite tensorflow.tpu.shard tensorflow.tpu.shutdown_system
    tensorflow.trace tensorflow.train.AdadeltaOptimizer tensorflow.train.AdagradDAOptimizer
    tensorflow.train.AdagradOptimizer tensorflow.train.AdamOptimizer
    tensorflow.train.CheckpointSaverHook tensorflow.train.CheckpointSaverListener
    tensorflow.train.ChiefSessionCreator tensorflow.train.FeedFnHook tensorflow.train.FinalOpsHook
    tensorflow.train.FtrlOptimizer tensorflow.train.GlobalStepWaiterHook
    tensorflow.train.GradientDescentOptimizer tensorflow.train.LoggingTensorHook
    tensorflow.train.LooperThread tensorflow.train.MomentumOptimizer tensorflow.train.MonitoredSession
    tensorflow.train.MonitoredTrainingSession tensorflow.train.NanLossDuringTrainingError
    tensorflow.train.NanTensorHook tensorflow.train.NewCheckpointReader tensorflow.train.Optimizer
    tensorflow.train.ProfilerHook tensorflow.train.ProximalAdagradOptimizer
    tensorflow.train.ProximalGradientDescentOptimizer tensorflow.train.QueueRunner
    tensorflow.train.RMSPropOptimizer tensorflow.train.Saver tensorflow.train.SaverDef
    tensorflow.train.Scaffold tensorflow.train.SecondOrStepTimer tensorflow.train.Server
    tensorflow.train.SessionCreator tensorflow.train.SessionManager tensorflow.train.SessionRunArgs
    tensorflow.train.SessionRunContext tensorflow.train.SessionRunHook tensorflow.train.SessionRunValues
    tensorflow.train.SingularMonitoredSession tensorflow.train.StepCounterHook
    tensorflow.train.StopAtStepHook tensorflow.train.SummarySaverHook tensorflow.train.Supervisor
    tensorflow.train.SyncReplicasOptimizer tensorflow.train.VocabInfo
    tensorflow.train.WorkerSessionCreator tensorflow.train.add_queue_runner
    tensorflow.train.assert_global_step tensorflow.train.basic_train_loop tensorflow.train.batch
    tensorflow.train.batch_join tensorflow.train.checkpoint_exists tensorflow.train.cosine_decay
    tensorflow.train.cosine_decay_restarts tensorflow.train.create_global_step
    tensorflow.train.do_quantize_training_on_graphdef tensorflow.train.exponential_decay
    tensorflow.train.export_meta_graph tensorflow.train.generate_checkpoint_state_proto
    tensorflow.train.get_checkpoint_mtimes tensorflow.train.get_global_step
    tensorflow.train.get_or_create_global_step tensorflow.train.global_step
    tensorflow.train.import_meta_graph tensorflow.train.init_from_checkpoint
    tensorflow.train.input_producer tensorflow.train.inverse_time_decay tensorflow.train.limit_epochs
    tensorflow.train.linear_cosine_decay tensorflow.train.match_filenames_once
    tensorflow.train.maybe_batch tensorflow.train.maybe_batch_join tensorflow.train.maybe_shuffle_batch
    tensorflow.train.maybe_shuffle_batch_join tensorflow.train.natural_exp_decay
    tensorflow.train.noisy_linear_cosine_decay tensorflow.train.piecewise_constant
    tensorflow.train.piecewise_constant_decay tensorflow.train.polynomial_decay
    tensorflow.train.queue_runner tensorflow.train.range_input_producer
    tensorflow.train.remove_checkpoint tensorflow.train.replica_device_setter
    tensorflow.train.sdca_fprint tensorflow.train.sdca_optimizer tensorflow.train.sdca_shrink_l1
    tensorflow.train.shuffle_batch tensorflow.train.shuffle_batch_join
    tensorflow.train.slice_input_producer tensorflow.train.start_queue_runners
    tensorflow.train.string_input_producer tensorflow.train.summary_iterator
    tensorflow.train.update_checkpoint_state tensorflow.train.warm_start tensorflow.train.write_graph
    tensorflow.trainable_variables tensorflow.truncated_normal tensorflow.truncated_normal_initializer
    tensorflow.uniform_unit_scaling_initializer tensorflow.unsorted_segment_max
    tensorflow.unsorted_segment_mean tensorflow.unsorted_segment_min tensorflow.unsorted_segment_prod
    tensorflow.unsorted_segment_sqrt_n tensorflow.unsorted_segment_sum tensorflow.user_ops
    tensorflow.variable_axis_size_partitioner tensorflow.variable_op_scope tensorflow.variable_scope
    tensorflow.variables_initializer tensorflow.variance_scaling_initializer
    tensorflow.verify_tensor_all_finite tensorflow.where_v2 tensorflow.wrap_function
    tensorflow.write_file tensorflow.zeta
    """
)
TENSORFLOW_1_KEYWORDS = words(
    """
    tensorflow.argmax.dimension tensorflow.argmin.dimension tensorflow.assert_equal.data
    tensorflow.assert_greater.data tensorflow.assert_less.data tensorflow.assert_rank.data
    tensorflow.assert_rank.summarize tensorflow.autograph.to_code.arg_types
    tensorflow.autograph.to_code.arg_values tensorflow.autograph.to_code.indentation
    tensorflow.autograph.to_graph.arg_types tensorflow.autograph.to_graph.arg_values
    tensorflow.batch_to_space.block_size tensorflow.cond.fn1 tensorflow.cond.fn2 tensorflow.cond.strict
    tensorflow.constant.verify_shape tensorflow.convert_to_tensor.preferred_dtype
    tensorflow.debugging.assert_all_finite.msg tensorflow.debugging.assert_all_finite.t
    tensorflow.debugging.assert_equal.data tensorflow.debugging.assert_greater.data
    tensorflow.debugging.assert_greater_equal.data tensorflow.debugging.assert_less.data
    tensorflow.debugging.assert_less_equal.data tensorflow.debugging.assert_near.data
    tensorflow.debugging.assert_negative.data tensorflow.debugging.assert_non_negative.data
    tensorflow.debugging.assert_non_positive.data tensorflow.debugging.assert_none_equal.data
    tensorflow.debugging.assert_positive.data tensorflow.debugging.assert_rank.data
    tensorflow.debugging.assert_rank.summarize tensorflow.debugging.assert_rank_at_least.data
    tensorflow.debugging.assert_rank_at_least.summarize tensorflow.debugging.assert_rank_in.data
    tensorflow.debugging.assert_rank_in.summarize tensorflow.device.device_name_or_function
    tensorflow.expand_dims.dim tensorflow.gradients.colocate_gradients_with_ops
    tensorflow.hessians.colocate_gradients_with_ops tensorflow.image.crop_and_resize.box_ind
    tensorflow.image.extract_glimpse.uniform_noise tensorflow.image.resize.align_corners
    tensorflow.image.sample_distorted_bounding_box.seed2 tensorflow.io.decode_raw.bytes
    tensorflow.linalg.norm.keep_dims tensorflow.math.argmax.dimension tensorflow.math.argmin.dimension
    tensorflow.math.count_nonzero.input_tensor tensorflow.math.count_nonzero.keep_dims
    tensorflow.math.count_nonzero.reduction_indices tensorflow.math.log_softmax.dim
    tensorflow.math.reduce_all.keep_dims tensorflow.math.reduce_all.reduction_indices
    tensorflow.math.reduce_any.keep_dims tensorflow.math.reduce_any.reduction_indices
    tensorflow.math.reduce_logsumexp.keep_dims tensorflow.math.reduce_logsumexp.reduction_indices
    tensorflow.math.reduce_max.keep_dims tensorflow.math.reduce_max.reduction_indices
    tensorflow.math.reduce_mean.keep_dims tensorflow.math.reduce_mean.reduction_indices
    tensorflow.math.reduce_min.keep_dims tensorflow.math.reduce_min.reduction_indices
    tensorflow.math.reduce_prod.keep_dims tensorflow.math.reduce_prod.reduction_indices
    tensorflow.math.reduce_sum.keep_dims tensorflow.math.reduce_sum.reduction_indices
    tensorflow.math.softmax.dim tensorflow.nn.avg_pool.value tensorflow.nn.avg_pool2d.value
    tensorflow.nn.batch_norm_with_global_normalization.m
    tensorflow.nn.batch_norm_with_global_normalization.t
    tensorflow.nn.batch_norm_with_global_normalization.v tensorflow.nn.conv1d.use_cudnn_on_gpu
    tensorflow.nn.conv1d.value tensorflow.nn.conv2d.filter tensorflow.nn.conv2d.use_cudnn_on_gpu
    tensorflow.nn.conv2d_transpose.filter tensorflow.nn.conv2d_transpose.value
    tensorflow.nn.conv3d.filter tensorflow.nn.conv3d_transpose.filter
    tensorflow.nn.conv3d_transpose.value tensorflow.nn.convolution.dilation_rate
    tensorflow.nn.convolution.filter tensorflow.nn.ctc_beam_search_decoder.merge_repeated
    tensorflow.nn.ctc_loss.ctc_merge_repeated tensorflow.nn.ctc_loss.ignore_longer_outputs_than_inputs
    tensorflow.nn.ctc_loss.inputs tensorflow.nn.ctc_loss.preprocess_collapse_repeated
    tensorflow.nn.ctc_loss.sequence_length tensorflow.nn.ctc_loss.time_major
    tensorflow.nn.depthwise_conv2d.rate tensorflow.nn.dilation2d.filter tensorflow.nn.dilation2d.rates
    tensorflow.nn.dropout.keep_prob tensorflow.nn.embedding_lookup.partition_strategy
    tensorflow.nn.embedding_lookup.validate_indices
    tensorflow.nn.embedding_lookup_sparse.partition_strategy tensorflow.nn.erosion2d.kernel
    tensorflow.nn.erosion2d.rates tensorflow.nn.fractional_avg_pool.deterministic
    tensorflow.nn.fractional_avg_pool.seed2 tensorflow.nn.fractional_max_pool.deterministic
    tensorflow.nn.fractional_max_pool.seed2 tensorflow.nn.log_softmax.dim tensorflow.nn.max_pool.value
    tensorflow.nn.max_pool_with_argmax.Targmax tensorflow.nn.moments.keep_dims
    tensorflow.nn.nce_loss.partition_strategy tensorflow.nn.pool.dilation_rate
    tensorflow.nn.safe_embedding_lookup_sparse.partition_strategy
    tensorflow.nn.sampled_softmax_loss.partition_strategy tensorflow.nn.separable_conv2d.rate
    tensorflow.nn.softmax.dim tensorflow.nn.softmax_cross_entropy_with_logits.dim
    tensorflow.nn.space_to_batch.block_size tensorflow.nn.sufficient_statistics.keep_dims
    tensorflow.nn.weighted_cross_entropy_with_logits.targets tensorflow.nn.weighted_moments.keep_dims
    tensorflow.norm.keep_dims tensorflow.ones_like.optimize tensorflow.ones_like.tensor
    tensorflow.reduce_all.keep_dims tensorflow.reduce_all.reduction_indices
    tensorflow.reduce_any.keep_dims tensorflow.reduce_any.reduction_indices
    tensorflow.reduce_logsumexp.keep_dims tensorflow.reduce_logsumexp.reduction_indices
    tensorflow.reduce_max.keep_dims tensorflow.reduce_max.reduction_indices
    tensorflow.reduce_mean.keep_dims tensorflow.reduce_mean.reduction_indices
    tensorflow.reduce_min.keep_dims tensorflow.reduce_min.reduction_indices
    tensorflow.reduce_prod.keep_dims tensorflow.reduce_prod.reduction_indices
    tensorflow.reduce_sum.keep_dims tensorflow.reduce_sum.reduction_indices
    tensorflow.reverse_sequence.batch_dim tensorflow.reverse_sequence.seq_dim
    tensorflow.space_to_batch.block_size tensorflow.sparse.add.thresh
    tensorflow.sparse.concat.concat_dim tensorflow.sparse.concat.expand_nonconcat_dim
    tensorflow.sparse.reduce_max.keep_dims tensorflow.sparse.reduce_max.reduction_axes
    tensorflow.sparse.reduce_sum.keep_dims tensorflow.sparse.reduce_sum.reduction_axes
    tensorflow.sparse.split.keyword_required tensorflow.sparse.split.split_dim
    tensorflow.squeeze.squeeze_dims tensorflow.strings.reduce_join.keep_dims
    tensorflow.strings.reduce_join.reduction_indices tensorflow.strings.split.result_type
    tensorflow.strings.split.source tensorflow.strings.to_hash_bucket.string_tensor
    tensorflow.strings.to_number.string_tensor tensorflow.summary.audio.collections
    tensorflow.summary.audio.family tensorflow.summary.audio.tensor
    tensorflow.summary.histogram.collections tensorflow.summary.histogram.family
    tensorflow.summary.histogram.values tensorflow.summary.image.collections
    tensorflow.summary.image.family tensorflow.summary.image.tensor
    tensorflow.summary.scalar.collections tensorflow.summary.scalar.family
    tensorflow.summary.scalar.tensor tensorflow.summary.text.collections tensorflow.summary.text.tensor
    tensorflow.test.assert_equal_graph_def.checkpoint_v2
    tensorflow.test.assert_equal_graph_def.hash_table_shared_name
    tensorflow.test.compute_gradient.extra_feed_dict tensorflow.test.compute_gradient.init_targets
    tensorflow.test.compute_gradient.x_init_value tensorflow.test.compute_gradient.x_shape
    tensorflow.test.compute_gradient.y tensorflow.test.compute_gradient.y_shape
    tensorflow.while_loop.return_same_structure tensorflow.zeros_like.optimize
    tensorflow.zeros_like.tensor
    """
)
"""Keywords of functions that TensorFlow 2 has too, and refuses there, after the function."""
