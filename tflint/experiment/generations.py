"""Which Keras a program is written for, by what Keras 3 says of it."""

from __future__ import annotations

import re

_REFUSED = re.compile(
    "|".join(
        (
            r"Layer\.__init__\(\) takes 1 positional argument but \d",
            r"is not supported in Keras 3",
            r"Argument\(s\) not recognized: \{'(lr|decay)'",
            r"A KerasTensor cannot be used as input to a TensorFlow function",
            r"add_weight\(\) got multiple values for argument 'shape'",
            r"property '\w+' of '\w+' object has no setter",
            r"Unrecognized keyword arguments passed to \w+: \{'(input_shape|weights|dynamic)'",
            r"object has no attribute '(lr|_get_hyper|_set_hyper|_create_slots|add_slot|get_slot)'",
            r"object has no attribute '(compiled_loss|_compile_was_called|_distribution_strategy)'",
            r"No module named 'keras\.",
            r"Exception encountered when calling \w+\.call\(\)",
            r"module '(tf_)?keras\S*' has no attribute|from '(tensorflow\.)?keras\b",
        )
    )
)
"""What Keras 3 says, and Keras 2 does not, where code is written for that."""


def is_refused_by_keras_3(reason: str) -> bool:
    """Whether a program did not run for a reason that is none in Keras 2."""
    return bool(_REFUSED.search(reason))
