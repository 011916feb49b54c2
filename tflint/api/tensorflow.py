"""TensorFlow 2.21, and what of TensorFlow 1 is in it: pure data.

What a name gives was found by calling it in a graph; what could not be called that way, by its
documentation. Names that stand nowhere here are not known.
"""

from __future__ import annotations

from tflint.api.records import Effect, Record, Result, Rows, Runs, Shape, Xla, words

DTYPES = words(
    "bool float16 bfloat16 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 string"
)
"""The dtypes of tensors, by their names."""

ROWS: Rows = (
    (
        Record(result=Result.TENSOR, effect=Effect.CHECKS, fails=True, kept=True, xla=Xla.DROPPED),
        """
        : check_numerics=debugging.check_numerics
            verify_tensor_all_finite=debugging.assert_all_finite
        """,
    ),
    (
        Record(result=Result.TENSOR, effect=Effect.READS, fails=True, kept=False),
        """
        : read_file=io.read_file
        """,
    ),
    (
        Record(result=Result.TENSOR, effect=Effect.READS, kept=False),
        """
        : matching_files=io.matching_files
        """,
    ),
    (
        Record(result=Result.TENSOR, fails=False, kept=False, shape=Shape.SAME),
        """
        : abs=math.abs cast=dtypes.cast convert_to_tensor cos=math.cos exp=math.exp identity
            log=math.log sigmoid=nn.sigmoid=math.sigmoid sin=math.sin sqrt=math.sqrt
            square=math.square tanh=nn.tanh=math.tanh
        """,
    ),
    (
        Record(result=Result.TENSOR, fails=True, kept=False),
        """
        : add=math.add batch_to_space bincount=math.bincount broadcast_to
            cholesky=linalg.cholesky cholesky_solve=linalg.cholesky_solve concat
            decode_base64=io.decode_base64 decode_json_example=io.decode_json_example
            divide=math.divide dynamic_stitch einsum=linalg.einsum
            ensure_shape expand_dims floordiv=math.floordiv gather gather_nd=manip.gather_nd
            matmul=linalg.matmul matrix_diag=linalg.diag matrix_inverse=linalg.inv
            matrix_set_diag=linalg.set_diag matrix_solve=linalg.solve matrix_solve_ls=linalg.lstsq
            matrix_triangular_solve=linalg.triangular_solve mod=floormod=math.mod=math.floormod
            multiply=math.multiply one_hot pad reduce_all=math.reduce_all reduce_any=math.reduce_any
            reduce_logsumexp=math.reduce_logsumexp
            reduce_max=math.reduce_max reduce_mean=math.reduce_mean reduce_min=math.reduce_min
            reduce_prod=math.reduce_prod
            reduce_sum=math.reduce_sum regex_replace=strings.regex_replace
            reshape=manip.reshape reverse_sequence roll=manip.roll scatter_nd=manip.scatter_nd
            segment_max=math.segment_max segment_mean=math.segment_mean
            segment_min=math.segment_min segment_prod=math.segment_prod
            segment_sum=math.segment_sum sequence_mask slice space_to_batch=nn.space_to_batch
            sparse_tensor_dense_matmul=sparse.matmul=sparse.sparse_dense_matmul
            sparse_tensor_to_dense=sparse.to_dense squeeze stack strided_slice
            string_join=strings.join string_to_hash_bucket=strings.to_hash_bucket
            string_to_number=strings.to_number subtract=math.subtract
            tensor_scatter_add=tensor_scatter_nd_add tensor_scatter_nd_max tensor_scatter_nd_min
            tensor_scatter_sub=tensor_scatter_nd_sub tensor_scatter_update=tensor_scatter_nd_update
            tensordot=linalg.tensordot tile=manip.tile transpose truediv=math.truediv
            unsorted_segment_sum=math.unsorted_segment_sum
        image: crop_and_resize crop_to_bounding_box pad_to_bounding_box resize=image.resize_images
        linalg: logdet matvec
        math: reduce_euclidean_norm reduce_std reduce_variance
        nn: avg_pool=nn.avg_pool2d=nn.avg_pool_v2 conv2d embedding_lookup in_top_k=math.in_top_k
            max_pool2d softmax_cross_entropy_with_logits sparse_softmax_cross_entropy_with_logits
        signal: frame stft
        strings: format substr unicode_transcode
        """,
    ),
    (
        Record(result=Result.TENSOR, fails=True, kept=False, shape=Shape.FROM_VALUES),
        """
        : boolean_mask decode_raw=io.decode_raw parse_tensor=io.parse_tensor repeat where=where_v2
        io: decode_bmp=image.decode_bmp decode_gif=image.decode_gif decode_image=image.decode_image
            decode_jpeg=image.decode_jpeg decode_png=image.decode_png
        """,
    ),
    (
        Record(result=Result.TENSOR, shape=Shape.FROM_VALUES),
        """
        image: non_max_suppression non_max_suppression_overlaps
        """,
    ),
    (
        Record(result=Result.TENSOR, fails=True, kept=True),
        """
        : confusion_matrix=math.confusion_matrix
        """,
    ),
    (
        Record(result=Result.TENSOR, kept=False, shape=Shape.SAME),
        """
        : clip_by_value ones_like round=math.round sign=math.sign stop_gradient zeros_like
        experimental.numpy: abs cos log sign sin sqrt square tanh zeros_like
        nn: elu relu softmax=math.softmax
        """,
    ),
    (
        Record(result=Result.TENSOR, kept=False),
        """
        : accumulate_n=math.accumulate_n acos=math.acos acosh=math.acosh add_n=math.add_n
            angle=math.angle arg_max arg_min argmax=math.argmax argmin=math.argmin argsort
            as_string=dtypes.as_string=strings.as_string asin=math.asin asinh=math.asinh
            atan2=math.atan2 atan=math.atan atanh=math.atanh batch_gather betainc=math.betainc
            bitcast broadcast_dynamic_shape ceil=math.ceil clip_by_average_norm clip_by_norm
            complex=dtypes.complex conj=math.conj constant cosh=math.cosh
            count_nonzero=math.count_nonzero cross=linalg.cross cumprod=math.cumprod
            cumsum=math.cumsum decode_compressed=io.decode_compressed diag=linalg.tensor_diag
            diag_part=linalg.tensor_diag_part digamma=math.digamma div
            div_no_nan=math.divide_no_nan eigvals=linalg.eigvals encode_base64=io.encode_base64
            equal=math.equal erf=math.erf erfc=math.erfc expm1=math.expm1 eye=linalg.eye
            fake_quant_with_min_max_args=quantization.fake_quant_with_min_max_args
            fake_quant_with_min_max_args_gradient=quantization.fake_quant_with_min_max_args_gradient
            fake_quant_with_min_max_vars=quantization.fake_quant_with_min_max_vars
            fake_quant_with_min_max_vars_per_channel=quantization.fake_quant_with_min_max_vars_per_channel
            fft2d=signal.fft2d=spectral.fft2d fft3d=signal.fft3d=spectral.fft3d
            fft=signal.fft=spectral.fft fftnd fill fingerprint floor=math.floor floor_div
            global_norm=linalg.global_norm greater=math.greater greater_equal=math.greater_equal
            histogram_fixed_width ifft2d=signal.ifft2d=spectral.ifft2d
            ifft3d=signal.ifft3d=spectral.ifft3d ifft=signal.ifft=spectral.ifft ifftnd
            igamma=math.igamma igammac=math.igammac imag=math.imag
            invert_permutation=math.invert_permutation irfftnd
            is_finite=math.is_finite=debugging.is_finite is_inf=math.is_inf=debugging.is_inf
            is_nan=math.is_nan=debugging.is_nan
            is_non_decreasing=math.is_non_decreasing=debugging.is_non_decreasing
            is_strictly_increasing=math.is_strictly_increasing=debugging.is_strictly_increasing
            lbeta=math.lbeta less=math.less less_equal=math.less_equal
            lgamma=math.lgamma linspace=lin_space log1p=math.log1p log_sigmoid=math.log_sigmoid
            logical_and=math.logical_and logical_not=math.logical_not logical_or=math.logical_or
            logical_xor=math.logical_xor matrix_band_part=linalg.band_part
            matrix_determinant=linalg.det matrix_diag_part=linalg.diag_part
            matrix_square_root=linalg.sqrtm
            matrix_transpose=linalg.transpose=linalg.matrix_transpose maximum=math.maximum
            minimum=math.minimum multinomial=random.multinomial negative=math.negative
            norm=linalg.norm not_equal=math.not_equal ones parallel_stack placeholder
            placeholder_with_default polygamma=math.polygamma pow=math.pow
            random_gamma=random.gamma random_index_shuffle random_normal=random.normal
            random_poisson=random.poisson random_shuffle=random.shuffle
            random_uniform=random.uniform range rank real=math.real realdiv
            reciprocal=math.reciprocal reduce_join=strings.reduce_join
            report_uninitialized_variables rfftnd rint=math.rint
            rsqrt=math.rsqrt saturate_cast=dtypes.saturate_cast
            scalar_mul=math.scalar_mul searchsorted self_adjoint_eigvals=linalg.eigvalsh
            serialize_many_sparse=io.serialize_many_sparse serialize_sparse=io.serialize_sparse
            serialize_tensor=io.serialize_tensor shape sinh=math.sinh size sort
            sparse_matmul sparse_reduce_max=sparse.reduce_max sparse_reduce_sum=sparse.reduce_sum
            sparse_segment_mean=sparse.segment_mean sparse_segment_sqrt_n=sparse.segment_sqrt_n
            sparse_segment_sum=sparse.segment_sum sparse_to_dense
            squared_difference=math.squared_difference string_strip=strings.strip
            string_to_hash_bucket_fast=strings.to_hash_bucket_fast substr tan=math.tan to_bfloat16
            to_complex128 to_complex64 to_double to_float to_int32 to_int64 trace=linalg.trace
            truncated_normal=random.truncated_normal truncatediv truncatemod unravel_index
            unsorted_segment_max=math.unsorted_segment_max
            unsorted_segment_mean=math.unsorted_segment_mean
            unsorted_segment_min=math.unsorted_segment_min
            unsorted_segment_prod=math.unsorted_segment_prod zeros zeta=math.zeta
        audio: encode_wav
        bitwise: bitwise_and bitwise_or bitwise_xor invert left_shift right_shift
        experimental.numpy: absolute add all allclose amax amin angle any append arange arccos
            arccosh arcsin arcsinh arctan arctan2 arctanh argmax argmin argsort array array_equal
            asanyarray asarray ascontiguousarray average bitwise_and bitwise_not bitwise_or
            bitwise_xor broadcast_to cbrt ceil clip compress concatenate conj conjugate copy
            cosh count_nonzero cross cumprod cumsum deg2rad diagonal diff divide dot dstack empty
            empty_like equal exp exp2 expand_dims expm1 fabs flatten flip fliplr flipud floor full
            imag isfinite isnan log1p max mean min negative positive prod ravel real reciprocal
            reshape roll rot90 signbit sinh sort squeeze stack sum tan
            trace transpose
        experimental.numpy.random: poisson
        image: adjust_brightness adjust_contrast adjust_gamma adjust_hue adjust_jpeg_quality
            adjust_saturation central_crop convert_image_dtype draw_bounding_boxes flip_left_right
            flip_up_down hsv_to_rgb per_image_standardization random_brightness
            random_flip_left_right random_flip_up_down resize_area resize_bicubic resize_bilinear
            resize_nearest_neighbor rgb_to_grayscale rgb_to_hsv rgb_to_yiq rgb_to_yuv sobel_edges
            total_variation transpose=image.transpose_image yiq_to_rgb yuv_to_rgb
        io: decode_jxl=image.decode_jxl decode_webp=image.decode_webp encode_jpeg=image.encode_jpeg
            encode_png=image.encode_png extract_jpeg_shape=image.extract_jpeg_shape
            is_jpeg=image.is_jpeg
        linalg: adjoint logm lu_matrix_inverse lu_reconstruct lu_solve matrix_rank pinv
            tridiagonal_matmul tridiagonal_solve
        losses: absolute_difference compute_weighted_loss get_regularization_loss hinge_loss
            huber_loss log_loss mean_pairwise_squared_error mean_squared_error
            sigmoid_cross_entropy softmax_cross_entropy sparse_softmax_cross_entropy
        math: bessel_i0=math.special.bessel_i0 bessel_i0e=math.special.bessel_i0e
            bessel_i1=math.special.bessel_i1 bessel_i1e=math.special.bessel_i1e
            cumulative_logsumexp erfcinv erfinv multiply_no_nan ndtri nextafter polyval
            reciprocal_no_nan sobol_sample xdivy
            xlog1py xlogy
        math.special: bessel_j0 bessel_j1 bessel_k0 bessel_k0e bessel_k1 bessel_k1e bessel_y0
            bessel_y1 dawsn expint fresnel_cos fresnel_sin spence
        nn: batch_normalization bias_add convolution crelu l2_loss
            l2_normalize=math.l2_normalize=linalg.l2_normalize leaky_relu log_poisson_loss
            log_softmax=math.log_softmax lrn=nn.local_response_normalization relu6 relu_layer
            scale_regularization_loss selu silu=nn.swish
            softmax_cross_entropy_with_logits_v2 softplus=math.softplus softsign=math.softsign
            xw_plus_b
        nn.experimental: stateless_dropout
        quantization: quantize_and_dequantize quantize_and_dequantize_v2
        ragged: row_splits_to_segment_ids segment_ids_to_row_splits
        random: categorical create_rng_state=random.experimental.create_rng_state
            fold_in=random.experimental.stateless_fold_in split=random.experimental.stateless_split
            stateless_binomial stateless_gamma stateless_normal
            stateless_parameterized_truncated_normal stateless_poisson stateless_truncated_normal
            stateless_uniform
        random.experimental: index_shuffle stateless_shuffle
        signal: dct=spectral.dct fftnd fftshift hamming_window hann_window idct=spectral.idct
            ifftnd ifftshift irfft irfft2d irfft3d irfftnd kaiser_bessel_derived_window
            kaiser_window linear_to_mel_weight_matrix mfccs_from_log_mel_spectrograms
            overlap_and_add rfft rfft2d rfft3d rfftnd vorbis_window
        spectral: irfft irfft2d irfft3d rfft rfft2d rfft3d
        strings: length lower regex_full_match unicode_script upper
        summary: should_record_summaries tensor_summary
        summary.experimental: write_raw_pb
        """,
    ),
    (
        Record(result=Result.TENSOR, kept=True),
        """
        : Print guarantee_const histogram_fixed_width_bins random_crop=image.random_crop timestamp
        experimental.numpy: diag diagflat
        image: rot90
        nn: compute_average_loss
        """,
    ),
    (
        Record(result=Result.TENSOR),
        """
        : batch_to_space_nd=manip.batch_to_space_nd conv conv2d_backprop_filter_v2
            conv2d_backprop_input_v2 depth_to_space=nn.depth_to_space
            dequantize=quantization.dequantize edit_distance
            extract_image_patches=image.extract_image_patches extract_volume_patches
            reverse=reverse_v2=manip.reverse space_to_batch_nd=manip.space_to_batch_nd
            space_to_depth=nn.space_to_depth sparse_to_indicator=sparse.to_indicator
            string_to_hash_bucket_strong=strings.to_hash_bucket_strong
            unsorted_segment_sqrt_n=math.unsorted_segment_sqrt_n
        image: extract_glimpse extract_patches grayscale_to_rgb psnr random_contrast random_hue
            random_jpeg_quality random_saturation resize_image_with_pad
            resize_with_crop_or_pad=image.resize_image_with_crop_or_pad resize_with_pad ssim
            ssim_multiscale stateless_random_brightness stateless_random_contrast
            stateless_random_crop stateless_random_flip_left_right stateless_random_flip_up_down
            stateless_random_hue stateless_random_jpeg_quality stateless_random_saturation
        io: decode_and_crop_jpeg=image.decode_and_crop_jpeg encode_proto
        linalg: banded_triangular_solve expm
        losses: cosine_distance get_total_loss
        nn: atrous_conv2d atrous_conv2d_transpose avg_pool1d avg_pool3d
            batch_norm_with_global_normalization conv1d conv1d_transpose conv2d_backprop_filter
            conv2d_backprop_input conv2d_transpose conv3d
            conv3d_backprop_filter=nn.conv3d_backprop_filter_v2 conv3d_transpose conv_transpose
            ctc_loss ctc_loss_v2 depthwise_conv2d
            depthwise_conv2d_backprop_filter=nn.depthwise_conv2d_native_backprop_filter
            depthwise_conv2d_backprop_input=nn.depthwise_conv2d_native_backprop_input
            depthwise_conv2d_native dilation2d dropout embedding_lookup_sparse erosion2d gelu
            max_pool1d max_pool3d max_pool=nn.max_pool_v2 nce_loss pool quantized_avg_pool
            safe_embedding_lookup_sparse sampled_softmax_loss separable_conv2d
            sigmoid_cross_entropy_with_logits weighted_cross_entropy_with_logits
            with_space_to_batch zero_fraction=math.zero_fraction
        random: stateless_categorical
        sets: size=sets.set_size
        signal: inverse_mdct inverse_stft mdct
        strings: unicode_encode unsorted_segment_join
        """,
    ),
    (
        Record(result=Result.STRUCTURE, takes=(0, "fn"), runs=Runs.IN_GRAPH),
        """
        : foldl foldr map_fn scan
        """,
    ),
    (
        Record(result=Result.STRUCTURE, takes=(0, 1, "cond", "body"), runs=Runs.IN_GRAPH),
        """
        : while_loop
        """,
    ),
    (
        Record(result=Result.STRUCTURE, takes=(1, 2, "true_fn", "false_fn"), runs=Runs.IN_GRAPH),
        """
        : cond
        """,
    ),
    (
        Record(result=Result.STRUCTURE, runs=Runs.IN_GRAPH),
        """
        : case switch_case
        """,
    ),
    (
        Record(takes=(0, "func"), runs=Runs.NOW),
        """
        nest: map_structure
        """,
    ),
    (
        Record(result=Result.STRUCTURE, takes=(0, "func"), runs=Runs.PYTHON),
        """
        : numpy_function py_func py_function
        """,
    ),
    (
        Record(result=Result.STRUCTURE, takes=(0, "fn"), runs=Runs.TRACED),
        """
        : vectorized_map
        """,
    ),
    (
        Record(result=Result.STRUCTURE),
        """
        data.experimental: get_single_element
        """,
    ),
    (
        Record(
            result=Result.TUPLE, size=2, fields=("audio", "sample_rate"), fails=True, kept=False
        ),
        """
        audio: decode_wav
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=3,
            fields=("output", "output_min", "output_max"),
            fails=True,
            kept=False,
        ),
        """
        : quantize=quantization.quantize
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("q", "r"), fails=True, kept=False),
        """
        : qr=linalg.qr
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("values", "indices"), fails=True, kept=False),
        """
        nn: top_k=math.top_k
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fails=True, kept=False),
        """
        : self_adjoint_eig=linalg.eigh
        """,
    ),
    (
        Record(result=Result.TUPLE, size=3, fails=True, kept=False),
        """
        : svd=linalg.svd
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=3,
            fields=("backprops_wrt_input", "backprop_wrt_min", "backprop_wrt_max"),
            kept=False,
        ),
        """
        : fake_quant_with_min_max_vars_gradient=quantization.fake_quant_with_min_max_vars_gradient
            fake_quant_with_min_max_vars_per_channel_gradient=quantization.fake_quant_with_min_max_vars_per_channel_gradient
        """,
    ),
    (
        Record(result=Result.TUPLE, size=3, fields=("begin", "size", "bboxes")),
        """
        image: sample_distorted_bounding_box stateless_sample_distorted_bounding_box
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("d_values", "d_default_value"), kept=False),
        """
        : ragged_fill_empty_rows_grad
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("lu", "p"), kept=False),
        """
        linalg: lu
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=4,
            fields=("nmsed_boxes", "nmsed_scores", "nmsed_classes", "valid_detections"),
        ),
        """
        image: combined_non_max_suppression
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=2,
            fields=("out", "idx"),
            kept=False,
            shape=Shape.FROM_VALUES,
        ),
        """
        : setdiff1d
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("output", "argmax")),
        """
        nn: max_pool_with_argmax
        """,
    ),
    (
        Record(result=Result.TUPLE, size=3, fields=("output", "output_min", "output_max")),
        """
        : quantized_concat=quantization.quantized_concat
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=3,
            fields=("output", "row_pooling_sequence", "col_pooling_sequence"),
        ),
        """
        nn: fractional_avg_pool fractional_max_pool
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("output", "segments"), kept=False),
        """
        nn: isotonic_regression
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=3,
            fields=("sampled_candidates", "true_expected_count", "sampled_expected_count"),
        ),
        """
        nn: all_candidate_sampler=random.all_candidate_sampler
            fixed_unigram_candidate_sampler=random.fixed_unigram_candidate_sampler
            learned_unigram_candidate_sampler=random.learned_unigram_candidate_sampler
            log_uniform_candidate_sampler=random.log_uniform_candidate_sampler
            uniform_candidate_sampler=random.uniform_candidate_sampler
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("sign", "log_abs_determinant"), kept=False),
        """
        linalg: slogdet
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("values", "indices"), kept=False),
        """
        : approx_top_k
        nn: approx_max_k=math.approx_max_k approx_min_k=math.approx_min_k
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=2,
            fields=("y", "idx"),
            kept=False,
            shape=Shape.FROM_VALUES,
            by_values=(0,),
        ),
        """
        : unique
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=3,
            fields=("y", "idx", "count"),
            kept=False,
            shape=Shape.FROM_VALUES,
            by_values=(0, 2),
        ),
        """
        : unique_with_counts
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, kept=False),
        """
        : eig=linalg.eig required_space_to_batch_paddings
        experimental.numpy: diag_indices divmod
        image: image_gradients
        linalg: normalize
        nn: collapse_repeated moments normalize_moments
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, kept=True),
        """
        metrics: accuracy auc mean mean_absolute_error mean_cosine_distance mean_relative_error
            mean_squared_error mean_tensor percentage_below precision precision_at_top_k recall
            recall_at_top_k root_mean_squared_error
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2),
        """
        image: non_max_suppression_padded
        nn: weighted_moments
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, shape=Shape.FROM_VALUES),
        """
        image: non_max_suppression_with_scores
        """,
    ),
    (
        Record(result=Result.TUPLE, size=3),
        """
        nn: compute_accidental_hits
        """,
    ),
    (
        Record(result=Result.TUPLE, size=4),
        """
        nn: sufficient_statistics
        """,
    ),
    (
        Record(result=Result.LIST, fails=True, kept=False),
        """
        : decode_csv=io.decode_csv meshgrid split unstack
        """,
    ),
    (
        Record(result=Result.LIST, fails=True, kept=False, shape=Shape.FROM_VALUES),
        """
        : dynamic_partition
        """,
    ),
    (
        Record(result=Result.LIST, kept=False),
        """
        : identity_n shape_n tuple
        experimental.numpy: hsplit ix_ split vsplit
        """,
    ),
    (
        Record(result=Result.LIST, kept=False, shape=Shape.FROM_VALUES),
        """
        experimental.numpy: nonzero
        """,
    ),
    (Record(result=Result.TUPLE, size=3), "sparse: sampled_addmm"),
    (
        Record(result=Result.LIST),
        """
        : hessians
        nn: ctc_unique_labels
        """,
    ),
    (Record(kept=False), ": gradients"),  # a list, of None where nothing leads to a variable
    (
        Record(result=Result.MIXED, size=2, fields=("sizes", "values"), fails=True, kept=False),
        """
        io: decode_proto
        """,
    ),
    (
        Record(result=Result.MIXED, size=2, fails=True, kept=False),
        """
        : parse_single_sequence_example=io.parse_single_sequence_example
        """,
    ),
    (
        Record(result=Result.MIXED, size=3, fails=True, kept=False),
        """
        io: parse_sequence_example
        """,
    ),
    (
        Record(result=Result.MIXED, size=5, fields=("i", "x", "r", "p", "gamma")),
        """
        linalg.experimental: conjugate_gradient
        """,
    ),
    (
        Record(result=Result.MIXED, size=2, kept=False),
        """
        : clip_by_global_norm
        nn: ctc_beam_search_decoder=nn.ctc_beam_search_decoder_v2 ctc_greedy_decoder
        """,
    ),
    (
        Record(result=Result.MIXED, size=2, kept=True),
        """
        metrics: false_negatives false_positives mean_iou true_negatives true_positives
        """,
    ),
    (
        Record(result=Result.MIXED, size=2),
        """
        : sparse_fill_empty_rows=sparse.fill_empty_rows
        strings: unicode_decode_with_offsets unicode_split_with_offsets
        """,
    ),
    (
        Record(result=Result.DICT, fails=True, kept=False),
        """
        : parse_example=io.parse_example parse_single_example=io.parse_single_example
        """,
    ),
    (
        Record(result=Result.DICT),
        """
        feature_column: make_parse_example_spec
        """,
    ),
    (
        Record(result=Result.RAGGED, fails=True, kept=False),
        """
        strings: split unicode_decode
        """,
    ),
    (Record(kept=False), "strings: ngrams"),  # as ragged as what it is given
    (Record(fails=True, kept=False), "ragged: constant"),  # of what is flat it gives a tensor
    (
        Record(result=Result.RAGGED, kept=False),
        """
        ragged: boolean_mask range
        strings: bytes_split
        """,
    ),
    (
        Record(result=Result.RAGGED, kept=True),
        """
        ragged: stack_dynamic_partitions
        """,
    ),
    (
        Record(result=Result.RAGGED),
        """
        ragged: cross cross_hashed
        strings: unicode_split
        """,
    ),
    (
        Record(result=Result.SPARSE, fails=True, kept=False),
        """
        : sparse_concat=sparse.concat sparse_reorder=sparse.reorder sparse_reshape=sparse.reshape
        """,
    ),
    (
        Record(result=Result.SPARSE, kept=False),
        """
        : sparse_placeholder=sparse.placeholder sparse_reduce_max_sparse=sparse.reduce_max_sparse
            sparse_reduce_sum_sparse=sparse.reduce_sum_sparse sparse_reset_shape=sparse.reset_shape
            sparse_softmax=sparse.softmax sparse_transpose=sparse.transpose string_split
        sparse: bincount cross cross_hashed expand_dims eye from_dense
        """,
    ),
    (
        Record(result=Result.SPARSE),
        """
        : deserialize_many_sparse=io.deserialize_many_sparse sparse_maximum=sparse.maximum
            sparse_minimum=sparse.minimum sparse_retain=sparse.retain sparse_slice=sparse.slice
        sets: difference=sets.set_difference intersection=sets.set_intersection
            union=sets.set_union
        """,
    ),
    (
        Record(result=Result.SLICES),
        """
        : sparse_mask=sparse.mask
        """,
    ),
    (
        Record(result=Result.ARRAY),
        """
        : make_ndarray
        """,
    ),
    (
        Record(result=Result.BOOL, effect=Effect.ASKS_FILES),
        """
        gfile: Exists IsDirectory
        io.gfile: exists isdir
        """,
    ),
    (
        Record(result=Result.BOOL),
        """
        : control_flow_v2_enabled executing_eagerly_outside_functions
            is_numeric_tensor=debugging.is_numeric_tensor is_symbolic_tensor is_tensor
            resource_variables_enabled
        debugging: get_log_device_placement is_traceback_filtering_enabled
        distribute: has_strategy in_cross_replica_context
        experimental.numpy: iscomplexobj isrealobj isscalar
        saved_model:
            contains_saved_model=saved_model.maybe_saved_model_directory=saved_model.loader.maybe_saved_model_directory
        test: is_built_with_cuda is_built_with_gpu_support is_built_with_rocm is_built_with_xla
            is_gpu_available
        """,
    ),
    (
        Record(result=Result.DATASET),
        """
        data.experimental: Counter choose_from_datasets from_list from_variant load
            make_batched_features_dataset make_csv_dataset sample_from_datasets
        """,
    ),
    (
        Record(result=Result.DTYPE, effect=Effect.CHECKS_STATIC),
        """
        : assert_same_float_dtype=debugging.assert_same_float_dtype
        """,
    ),
    (
        Record(result=Result.DTYPE),
        """
        : as_dtype=dtypes.as_dtype
        """,
    ),
    (
        Record(result=Result.FUNCTION),
        """
        : fixed_size_partitioner min_max_variable_partitioner nondifferentiable_batch_function
            variable_axis_size_partitioner
        data.experimental: assert_cardinality bucket_by_sequence_length copy_to_device
            dense_to_ragged_batch dense_to_sparse_batch enumerate_dataset group_by_reducer
            group_by_window ignore_errors map_and_batch map_and_batch_with_legacy_function
            pad_to_cardinality parallel_interleave parse_example_dataset prefetch_to_device
            rejection_resample scan shuffle_and_repeat snapshot take_while unbatch unique
        signal: inverse_stft_window_fn
        """,
    ),
    (
        Record(result=Result.ITERATOR),
        """
        data: make_initializable_iterator make_one_shot_iterator
        """,
    ),
    (
        Record(result=Result.NONE, effect=Effect.CHECKS_STATIC),
        """
        : assert_proper_iterable=debugging.assert_proper_iterable
        debugging: assert_shapes
        """,
    ),
    (
        Record(result=Result.NONE, effect=Effect.EAGER_FUNCTIONS),
        "config: experimental_run_functions_eagerly run_functions_eagerly",
    ),
    (
        Record(result=Result.NONE, effect=Effect.EAGER_DATASETS),
        "data.experimental: enable_debug_mode",
    ),
    (
        Record(result=Result.NONE, effect=Effect.GRAPH_MODE),
        ": disable_eager_execution disable_v2_behavior",
    ),
    (
        Record(result=Result.NONE, effect=Effect.SEEDS_GRAPH),
        """
        : set_random_seed=random.set_random_seed
        random: set_seed
        """,
    ),
    (
        Record(result=Result.NONE),
        """
        : NoGradient=no_gradient=NotDifferentiable add_to_collection add_to_collections
            get_default_session no_regularizer register_tensor_conversion_function
        app: run
        debugging: disable_check_numerics disable_traceback_filtering enable_check_numerics
            enable_traceback_filtering set_log_device_placement
        experimental: enable_strict_mode output_all_intermediates
        experimental.numpy: experimental_enable_numpy_behavior
        experimental.numpy.random: seed
        losses: add_loss
        mixed_precision:
            disable_mixed_precision_graph_rewrite=train.experimental.disable_mixed_precision_graph_rewrite
        random: set_global_generator=random.experimental.set_global_generator
        summary: merge_all trace_export trace_off trace_on
        summary.experimental: get_step set_step
        test: main
        """,
    ),
    (
        Record(result=Result.NUMBER),
        """
        experimental.numpy: ndim
        """,
    ),
    (
        Record(
            result=Result.OPERATION, effect=Effect.CHECKS, fails=True, kept=True, xla=Xla.DROPPED
        ),
        """
        : Assert=debugging.Assert assert_equal=debugging.assert_equal
            assert_greater=debugging.assert_greater
            assert_greater_equal=debugging.assert_greater_equal assert_less=debugging.assert_less
            assert_less_equal=debugging.assert_less_equal assert_near=debugging.assert_near
            assert_negative=debugging.assert_negative
            assert_non_negative=debugging.assert_non_negative
            assert_non_positive=debugging.assert_non_positive
            assert_none_equal=debugging.assert_none_equal assert_positive=debugging.assert_positive
        """,
    ),
    (
        Record(result=Result.OPERATION, effect=Effect.CHECKS_STATIC),
        """
        : assert_rank=debugging.assert_rank assert_rank_at_least=debugging.assert_rank_at_least
            assert_rank_in=debugging.assert_rank_in
        """,
    ),
    (
        Record(result=Result.OPERATION),
        """
        : add_check_numerics_ops global_variables_initializer=initializers.global_variables group
            initialize_all_tables initialize_variables
            local_variables_initializer=initializers.local_variables no_op print
            tables_initializer=initializers.tables_initializer
            variables_initializer=initializers.variables write_file=io.write_file
        summary: flush
        """,
    ),
    (
        Record(result=Result.SHAPE),
        """
        : broadcast_static_shape
        experimental.numpy: shape
        """,
    ),
    (
        Record(result=Result.TEXT, effect=Effect.NONE),
        """
        io.gfile: join
        """,
    ),
    (
        Record(result=Result.TEXT),
        """
        : get_current_name_scope
        sysconfig: get_include get_lib
        test: gpu_device_name
        """,
    ),
    (
        Record(result=Result.VARIABLE),
        """
        : get_local_variable get_variable
        train: create_global_step get_or_create_global_step
        """,
    ),
    (
        Record(effect=Effect.CHECKS, fails=True, kept=True, xla=Xla.DROPPED),
        """
        : assert_variables_initialized
        """,
    ),
    (
        Record(effect=Effect.CHECKS_STATIC),
        """
        : assert_integer=debugging.assert_integer assert_scalar=debugging.assert_scalar
            assert_type=debugging.assert_type
        """,
    ),
    (
        Record(effect=Effect.FILES),
        """
        gfile: Copy DeleteRecursively MkDir Remove Rename
        io.gfile: copy mkdir remove rename rmtree
        """,
    ),
    (
        Record(effect=Effect.ASKS_FILES),
        """
        gfile: Glob ListDirectory Stat Walk
        io.gfile: get_registered_schemes glob listdir stat walk
        """,
    ),
    (
        Record(effect=Effect.SUMMARY),
        """
        summary: audio histogram image scalar text write
        """,
    ),
    (
        Record(result=Result.FUNCTION, takes=(0, "func"), runs=Runs.TRACED),
        """
        : function=python.eager.def_function.function
            =python.eager.polymorphic_function.polymorphic_function.function
        """,
    ),
    (
        Record(result=Result.TENSOR),
        """
        experimental.numpy: eye fix float_power floor_divide full_like gcd geomspace
            greater greater_equal heaviside hstack hypot identity inner isclose
            iscomplex isreal kron lcm less less_equal linspace log10 log2 logaddexp
            logaddexp2 logical_and logical_not logical_or logical_xor logspace matmul
            maximum minimum mod multiply nanmean nanprod nansum nextafter not_equal ones
            ones_like outer polyval power ptp remainder repeat select sinc std subtract
            swapaxes take take_along_axis tensordot tile tri tril triu true_divide
            vander var vdot vstack zeros
        experimental.numpy.random: rand randint randn random standard_normal uniform
        """,
    ),
    (Record(result=Result.LIST), "experimental.numpy: dsplit meshgrid"),
    (Record(result=Result.TENSOR), ": Tensor"),
    (Record(result=Result.VARIABLE, effect=Effect.VARIABLES), ": Variable"),
    (Record(result=Result.TENSOR_ARRAY), ": TensorArray"),
    (
        Record(result=Result.BOOL, effect=Effect.ASKS_EAGER),
        """
        : executing_eagerly=python.eager.context.executing_eagerly
        config: functions_run_eagerly
        """,
    ),
    (Record(result=Result.BOOL, effect=Effect.ASKS_GRAPH), ": inside_function"),
    (
        Record(result=Result.STRUCTURE),
        "GradientTape: gradient jacobian batch_jacobian autodiff.ForwardAccumulator: jvp",
    ),
    (
        Record(result=Result.OBJECT, of="tensorflow.linalg.LinearOperator"),
        """
        linalg: LinearOperator LinearOperatorAdjoint LinearOperatorBlockDiag
            LinearOperatorBlockLowerTriangular LinearOperatorCirculant LinearOperatorCirculant2D
            LinearOperatorCirculant3D LinearOperatorComposition LinearOperatorDiag
            LinearOperatorFullMatrix LinearOperatorHouseholder LinearOperatorIdentity
            LinearOperatorInversion LinearOperatorKronecker LinearOperatorLowRankUpdate
            LinearOperatorLowerTriangular LinearOperatorPermutation LinearOperatorScaledIdentity
            LinearOperatorToeplitz LinearOperatorTridiag LinearOperatorZeros
        """,
    ),
    (
        Record(result=Result.TENSOR),
        """
        linalg.LinearOperator: add_to_tensor batch_shape_tensor cond determinant diag_part
            domain_dimension_tensor eigvals log_abs_determinant matvec range_dimension_tensor
            shape_tensor solvevec tensor_rank_tensor to_dense trace
        """,
    ),
    (Record(result=Result.STRUCTURE), "linalg.LinearOperator: matmul solve"),
    (Record(result=Result.SHAPE), ": TensorShape"),
    (Record(result=Result.SPARSE), ": SparseTensor=sparse.SparseTensor"),
    (Record(result=Result.SLICES), ": IndexedSlices"),
    (
        Record(result=Result.RAGGED, fails=True, kept=True),
        "RaggedTensor: from_row_splits from_row_lengths from_value_rowids",
    ),
    (
        Record(result=Result.RAGGED),
        "RaggedTensor: from_nested_row_lengths from_nested_row_splits from_row_limits from_row_starts"
        " from_tensor from_uniform_row_length merge_dims with_flat_values with_values",
    ),
    (
        Record(result=Result.TENSOR),
        "RaggedTensor: bounding_shape nrows row_lengths row_limits row_starts to_tensor value_rowids",
    ),
    (
        Record(result=Result.TENSOR, is_attribute=True),
        """
        RaggedTensor: flat_values row_splits
        SparseTensor: dense_shape indices values
        """,
    ),
    (
        Record(result=Result.DATASET),
        "data: Dataset=data.ops.dataset_ops.DatasetV2=data.ops.dataset_ops.DatasetV1",
    ),
    (
        Record(result=Result.DATASET, of="tensorflow.data.Dataset"),
        """
        data: FixedLengthRecordDataset TextLineDataset TFRecordDataset
        data.experimental: CsvDataset RandomDataset SqlDataset
        """,
    ),
    (
        Record(result=Result.DATASET, takes=(0, "map_func"), runs=Runs.TRACED),
        "data.Dataset: map flat_map interleave",
    ),
    (
        Record(result=Result.DATASET, takes=(0, "predicate"), runs=Runs.TRACED),
        "data.Dataset: filter take_while",
    ),
    (
        Record(result=Result.STRUCTURE, takes=(1, "reduce_func"), runs=Runs.TRACED),
        "data.Dataset: reduce",
    ),
    (
        Record(result=Result.DATASET, takes=(1, "scan_func"), runs=Runs.TRACED),
        "data.Dataset: scan",
    ),
    (
        Record(
            result=Result.DATASET,
            takes=(0, 1, 2, "key_func", "reduce_func", "window_size_func"),
            runs=Runs.TRACED,
        ),
        "data.Dataset: group_by_window",
    ),
    (
        Record(result=Result.DATASET, takes=(0, "element_length_func"), runs=Runs.TRACED),
        "data.Dataset: bucket_by_sequence_length",
    ),
    (
        Record(result=Result.DATASET, takes=(0, "generator"), runs=Runs.PYTHON),
        "data.Dataset: from_generator",
    ),
    (
        Record(result=Result.DATASET),
        """
        data.Dataset: apply batch cache choose_from_datasets concatenate counter enumerate
            from_tensor_slices from_tensors ignore_errors list_files load padded_batch
            prefetch ragged_batch random range rebatch repeat sample_from_datasets shard
            shuffle skip snapshot sparse_batch take unbatch unique window with_options zip
        """,
    ),
    (Record(result=Result.NUMPY_ITERATOR), "data.Dataset: as_numpy_iterator"),
    (Record(result=Result.TENSOR), "data.Dataset: cardinality"),
    (Record(result=Result.SHAPE), "Tensor: get_shape Variable: get_shape"),
    (Record(result=Result.NONE), "Tensor: set_shape"),
    (Record(result=Result.ARRAY), "Tensor: numpy Variable: numpy"),
    (
        Record(result=Result.VARIABLE, effect=Effect.STATE, kept=True),
        """
        Variable: assign assign_add assign_sub batch_scatter_update scatter_add scatter_div
            scatter_max scatter_min scatter_mul scatter_nd_add scatter_nd_sub scatter_nd_update
            scatter_sub scatter_update
        """,
    ),
    (
        Record(result=Result.TENSOR),
        "Variable: gather_nd initialized_value read_value sparse_read value",
    ),
    (Record(result=Result.TENSOR_ARRAY), "TensorArray: scatter split unstack write identity"),
    (Record(result=Result.TENSOR), "TensorArray: concat gather read size stack"),
    (
        Record(result=Result.OBJECT, of="tensorflow.random.Generator"),
        """
        random: get_global_generator=random.experimental.get_global_generator
            Generator=random.experimental.Generator
        random.Generator: from_seed=random.experimental.Generator.from_seed
            from_state=random.experimental.Generator.from_state
            from_key_counter=random.experimental.Generator.from_key_counter
            from_non_deterministic_state=random.experimental.Generator.from_non_deterministic_state
        """,
    ),
    (
        Record(result=Result.TENSOR, kept=True),
        "random.Generator: binomial make_seeds normal truncated_normal uniform uniform_full_int",
    ),
    (Record(result=Result.OBJECT, of="logging.Logger"), ": get_logger"),
    (
        Record(effect=Effect.LOGS),
        "logging: error fatal info log log_every_n log_first_n log_if warn warning",
    ),
)
