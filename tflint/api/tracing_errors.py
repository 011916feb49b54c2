"""What operations of TensorFlow refuse while they are traced, measured with TensorFlow 2.21: pure data."""

from __future__ import annotations

from tflint.api.records import words

REFUSED_WHILE_TRACING = frozenset(
    {
        "tensorflow.errors.InaccessibleTensorError",
        "tensorflow.errors.OperatorNotAllowedInGraphError",
    }
)
"""Errors that Python raises while a graph is made, for what can't be done with a symbol."""
TRACED_WITHOUT_ERROR = frozenset(
    f"tensorflow.{name}"
    for name in words(
        """
        abs audio.decode_wav cast cos debugging.assert_all_finite debugging.check_numerics
        device exp eye gather identity image.adjust_brightness image.convert_image_dtype
        image.decode_gif image.decode_image image.random_brightness io.decode_base64
        io.decode_compressed io.decode_csv io.decode_gif io.decode_image io.decode_raw
        io.encode_base64 io.matching_files io.parse_example io.parse_single_example
        io.parse_tensor io.read_file linalg.cholesky linalg.det linalg.inv math.abs math.cos
        math.exp math.is_finite math.is_nan math.log math.round math.sigmoid math.sign math.sin
        math.sqrt math.square math.tanh name_scope nn.relu nn.sigmoid nn.tanh numpy_function
        one_hot ones ones_like print py_function rank round shape sigmoid sign sin size sqrt
        square stop_gradient strings.as_string strings.length strings.lower
        strings.regex_replace strings.split strings.strip strings.substr
        strings.to_hash_bucket_fast strings.to_number strings.upper tanh zeros zeros_like
        """
    )
)
"""What tracing takes whatever the sizes of its arguments are, known or not.

It refuses another dtype, more names or contents of files than one, to gather from a single number, and to
invert what is known to be no square: what no call of the code goes well with, in eager code either.
"""
DECODED_PICTURES = frozenset(
    f"tensorflow.{module}.{name}"
    for module in ("image", "io")
    for name in words("decode_bmp decode_jpeg decode_png")
)
"""What gives a picture of three known axes; of ``decode_image``, so does ``expand_animations=False``."""
OF_PICTURES = frozenset(
    f"tensorflow.image.{name}"
    for name in words(
        """
        adjust_contrast central_crop flip_left_right per_image_standardization random_contrast
        random_flip_left_right random_hue resize resize_with_crop_or_pad resize_with_pad
        rgb_to_grayscale
        """
    )
)
"""What tracing takes of a picture of three axes; of what has not two to four known ones it refuses some."""
