"""Which handlers a trace may come to: of what, around what."""

from __future__ import annotations

import pytest
from programs import lint_all

from tflint.rules.effects.print import Print

PROGRAM = """\
import tensorflow as tf
SIZE = 3
class Reader:
    def __init__(self, size):
        self.size = size
    def load(self, name):
        try:
            {tried}
        except {kind}:
            print("not read", name)
            return tf.zeros((3, 3, 3))
        return image
tf.data.Dataset.from_tensor_slices(paths).map(Reader((3, 3)).load)
"""
READ = "image = tf.io.decode_jpeg(tf.io.read_file(name))"


@pytest.mark.parametrize(
    ("kind", "tried", "never"),
    [
        ("Exception", READ, True),
        ("BaseException", READ, True),
        ("ValueError", READ, True),
        ("(tf.errors.NotFoundError, KeyError)", READ, True),
        ("Oops", READ, False),
        ("Exception", f"{READ}; image = tf.image.resize(image, self.size)", True),
        ("Exception", f"{READ}; image = tf.image.resize(image / 255, [SIZE, SIZE])", True),
        ("Exception", f"{READ}; image = tf.image.resize(image, self.other)", False),
        ("Exception", f"{READ}; image = tf.reshape(image, self.size)", False),
        ("Exception", f"{READ}; image = image + tf.io.decode_png(name)", False),
        ("Exception", f"{READ}; image += name", False),
        ("Exception", f"{READ}; image = image[..., 0]", False),
        ("Exception", f"{READ}; image = scaled(image)", False),
        ("Exception", f"{READ}; image = tf.gather(image, 0, axis=3)", False),
        ("Exception", f"{READ}; tf.debugging.assert_greater(tf.size(image), 0)", True),
        ("Exception", f"{READ}; tf.debugging.assert_equal(tf.shape(image), [3, 3, 3])", False),
        ("Exception", "image = tf.image.resize(tf.io.decode_image(name), (3, 3))", False),
        (
            "Exception",
            "image = tf.image.resize(tf.io.decode_image(name, expand_animations=False), (3, 3))",
            True,
        ),
        ("Exception", "image, rate = tf.audio.decode_wav(tf.io.read_file(name))", True),
        ("Exception", "image, rate = tf.io.read_file(name)", False),
        ("Exception", "image, rate, more = tf.audio.decode_wav(tf.io.read_file(name))", False),
        ("tf.errors.InvalidArgumentError", f"{READ}; tf.debugging.assert_less(SIZE, 2)", False),
        ("tf.errors.InvalidArgumentError", f"{READ}; image = tf.reshape(image, [3, 3])", True),
        ("tf.errors.NotFoundError", f"tf.io.gfile.stat('a'); {READ}", False),
        ("tf.errors.OperatorNotAllowedInGraphError", f"{READ}; image = scaled(image)", False),
    ],
)
def test_handlers(kind: str, tried: str, never: bool) -> None:
    found = lint_all({"m.py": PROGRAM.format(kind=kind, tried=tried)}, [Print])
    assert ["never runs" in finding.message for finding in found] == [never]
