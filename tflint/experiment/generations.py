"""Which Keras a program is written for, by what Keras 3 says of it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tflint.api.releases import LEGACY_KERAS

_OF_KERAS_2 = (
    r"Layer\.__init__\(\) takes 1 positional argument but \d",
    r"is not supported in Keras 3",
    r"Argument\(s\) not recognized: \{'(lr|decay)'",
    r"A KerasTensor cannot be used as input to a TensorFlow function",
    r"Unrecognized keyword arguments passed to \w+: \{'(input_shape|weights|dynamic)'",
    r"object has no attribute '(_get_hyper|_set_hyper|_create_slots|add_slot|get_slot)'",
    r"AveragePooling\dD\.__init__\(\) missing 1 required positional argument: 'pool_size'",
    r"object has no attribute '(compiled_loss|_compile_was_called|_distribution_strategy)'",
    r"object has no attribute '_init_graph_network'",
    r"TensorBoard\.__init__\(\) got an unexpected keyword argument '(batch_size|write_grads)'",
)
"""What Keras 3 says of code that is written for Keras 2, and of no other."""
_SHAPES = (
    r"incompatible|must be broadcastable|Dimensions must be equal"
    r"|Expected dimension|out of bounds|could not be broadcast"
)
"""What is said of shapes that do not fit, in each Keras the same."""
_OF_OTHERS = (
    r"add_weight\(\) got multiple values for argument 'shape'",
    r"property '\w+' of '\w+' object has no setter",
    r"object has no attribute 'lr'",
    r"No module named 'keras\.",
    rf"Exception encountered when calling \w+\.call\(\)(?!.*(?i:{_SHAPES}))",
    r"module '(tf_)?keras\S*' has no attribute|from '(tensorflow\.)?keras\b",
)
"""What may be said of code with other faults, too."""
_SURE = re.compile("|".join(_OF_KERAS_2))
_REFUSED = re.compile("|".join((*_OF_KERAS_2, *_OF_OTHERS)), re.DOTALL)


_OF_KERAS_3 = re.compile(r"\bkeras\.ops\b|\bfrom keras import [^\n]*\bops\b|\bKERAS_BACKEND\b")
_KERAS_3 = "keras.src."
_OF_SHAPES = "keras.src.layers.input_spec"
"""What refuses shapes, in each Keras the same."""


def is_refused_by_keras_3(reason: str, raised_in: Iterable[str] = ()) -> bool:
    """Whether a program did not run for a reason that may be none in Keras 2.

    Args:
        reason: what was said.
        raised_in: the modules whose own code raised something.
    """
    of_keras = any(name.startswith(_KERAS_3) and name != _OF_SHAPES for name in raised_in)
    return of_keras or bool(_REFUSED.search(reason))


def is_written_for_keras_3(text: str) -> bool:
    """Whether code names what Keras 2 does not have."""
    return bool(_OF_KERAS_3.search(text))


def is_written_for_keras_2(reason: str) -> bool:
    """Whether it did not for one that is none there."""
    return bool(_SURE.search(reason))


def what_to_do(*, chosen: bool) -> str:
    """What lets code of Keras 2 run where Keras 3 does; ``chosen`` where the user asked for Keras 3."""
    if chosen:
        return f"Keras 3 does not run this code of Keras 2: set {LEGACY_KERAS}=1, or unset it"
    return (
        "Keras 3 does not run this code of Keras 2: install `tf_keras` for the interpreter, "
        "or name one with TensorFlow before 2.16 by `--python`"
    )
