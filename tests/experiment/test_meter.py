"""What is told of the exceptions that calls raise."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

from tflint.runtime.worker.meter import Meter

WORLD = SimpleNamespace(named_in=lambda message: "")
STAGED = """in user code:

    File "steps.py", line 7, in step  *
        raise NotImplementedError("not here")

    NotImplementedError: not here
"""


def test_the_type_that_autograph_puts_before_a_message_is_told_once(tmp_path: Path) -> None:
    told = Meter(str(tmp_path), WORLD, lambda: None).describe(NotImplementedError(STAGED))
    assert (told.type, told.message) == ("NotImplementedError", "not here")
    assert told.frames == [("steps.py", 7)]


def test_a_message_of_another_type_is_told_whole(tmp_path: Path) -> None:
    error = RuntimeError("ValueError: no shape")
    told = Meter(str(tmp_path), WORLD, lambda: None).describe(error)
    assert told.message == "ValueError: no shape"


OF_A_LAYER = """Exception encountered when calling layer 'block' (type Block).

in user code:

    File "steps.py", line 7, in call  *
        x = Dense(2)(x)

    ValueError: tf.function only supports singleton tf.Variables.


Call arguments received by layer 'block' (type Block):
  • x=tf.Tensor(shape=(2, 3), dtype=float32)
"""


def test_what_keras_2_says_of_a_layer_around_a_message_is_left_out(tmp_path: Path) -> None:
    told = Meter(str(tmp_path), WORLD, lambda: None).describe(ValueError(OF_A_LAYER))
    assert told.message == "tf.function only supports singleton tf.Variables."
    assert told.frames == [("steps.py", 7)]
