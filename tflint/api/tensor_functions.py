"""Functions of TensorFlow and Keras by what they give."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


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
_OF_KERAS = "eig eigh fft fft2 histogram ifft2 lu_factor moments qr rfft slogdet stft svd top_k"
_SAMPLERS = """
    all_candidate_sampler fixed_unigram_candidate_sampler learned_unigram_candidate_sampler
    log_uniform_candidate_sampler uniform_candidate_sampler
    """
SEVERAL_TENSORS = frozenset(
    f"{home}.{name}"
    for home, names in {
        "tensorflow": "approx_top_k eig unique unique_with_counts",
        "tensorflow.audio": "decode_wav",
        "tensorflow.image": """
            generate_bounding_box_proposals non_max_suppression_padded
            non_max_suppression_with_scores sample_distorted_bounding_box
            stateless_sample_distorted_bounding_box
            """,
        "tensorflow.linalg": "eig eigh lu normalize qr slogdet svd",
        "tensorflow.math": "approx_max_k approx_min_k top_k",
        "tensorflow.nn": f"""
            {_SAMPLERS} approx_max_k approx_min_k collapse_repeated compute_accidental_hits
            ctc_unique_labels fractional_avg_pool fractional_max_pool isotonic_regression
            max_pool_with_argmax moments normalize_moments sufficient_statistics top_k
            weighted_moments
            """,
        "tensorflow.quantization": "quantize quantized_concat",
        "tensorflow.random": _SAMPLERS,
        "tensorflow.sparse": "fill_empty_rows",
        "tensorflow.strings": "unicode_decode_with_offsets unicode_split_with_offsets",
        **dict.fromkeys(
            ("keras.ops", "keras.ops.linalg", "keras.ops.nn", "keras.ops.numpy"), _OF_KERAS
        ),
    }.items()
    for name in names.split()
)
"""Functions that give a tuple of tensors, as the reference of TensorFlow 2.21 and of Keras 3.15 has it."""
