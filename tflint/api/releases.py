"""Since which release a framework has what rules advise, and what changed with one: data only.

Source: https://github.com/tensorflow/tensorflow/blob/master/RELEASE.md, of TensorFlow 2.3
(``run_functions_eagerly``), 2.5 (``jit_compile``), 2.9 (``reduce_retracing``) and 2.16 (``tf.keras`` is
Keras 3).
"""

from __future__ import annotations

SINCE: dict[str, str] = {
    "tensorflow.config.run_functions_eagerly": "2.3",
    "tensorflow.function.jit_compile": "2.5",
    "tensorflow.function.reduce_retracing": "2.9",
}
"""The release of TensorFlow that brought a name, an option after the function that has it."""
KERAS_2_ONLY = frozenset({"tensorflow-addons"})
"""Packages that run with Keras 2 and with no other: this one is for TensorFlow up to 2.14."""
KERAS_3_SINCE = {"tensorflow": "2.16", "keras": "3.0"}
"""The release of a package from which on its Keras is Keras 3."""
RELEASES = {
    "tensorflow": (*(f"1.{n}" for n in range(16)), *(f"2.{n}" for n in range(60))),
    "keras": (*(f"2.{n}" for n in range(17)), *(f"3.{n}" for n in range(60))),
}
"""Releases that there are or may be, without their last number."""
