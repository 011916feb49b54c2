"""Files for parameters that name one: text, or the records that the program goes on to parse.

What is parsed is known once the program says so, which it does when the graph of a data set is made:
before anything is read.
"""

from __future__ import annotations

import functools
import os
import struct
import zlib
from typing import Any

FILE = "tflint_input.txt"
"""In the experiment's own folder: the same name on both sides."""
PICTURE = "tflint_picture.png"
PICTURES = (".jpg", ".jpeg", ".png", ".bmp", ".tif", ".tiff")
"""How names of files with pictures end."""
_PIXELS = 256
"""Its height and width: code that cuts parts out of pictures asks for some hundred."""
FOLDER = "tflint_folder"
_TEXT = "1 2 3\n4 5 6\n7 8 9\n"
_SIZE = 3
"""Values of a feature of any length."""
_RECORDS = 4


def file() -> str:
    """The name of a text file that exists."""
    if not os.path.exists(FILE):
        with open(FILE, "w", encoding="utf-8") as stream:
            stream.write(_TEXT)
    return FILE


def picture() -> str:
    """The name of a file that holds a picture with colours."""
    if not os.path.exists(PICTURE):
        with open(PICTURE, "wb") as stream:
            stream.write(_png(_PIXELS))
    return PICTURE


def image() -> Any:
    """The same picture, opened by Pillow."""
    from PIL import Image

    return Image.open(picture())


def table() -> Any:
    """Numbers in rows and columns, as pandas has them."""
    import numpy
    import pandas  # type: ignore[import-not-found, import-untyped, unused-ignore]

    return pandas.DataFrame(numpy.arange(12, dtype="float64").reshape(4, 3) / 12)


def _png(size: int) -> bytes:
    """A picture as PNG, of this height and width, in which no two neighbours are alike."""
    rows = b"".join(
        b"\0" + bytes(value % 256 for x in range(size) for value in (x, y, x + y))
        for y in range(size)
    )
    chunks = [
        (b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(rows)),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )


def folder() -> str:
    """The name of a folder that exists."""
    os.makedirs(FOLDER, exist_ok=True)
    return FOLDER


class Records:
    """Notes which features the program parses."""

    def __init__(self, tf: Any) -> None:
        self._tf = tf
        self.features: dict[str, list[Any]] = {}
        """For each the dtype and how many values it has."""
        for place in (tf.io, tf.compat.v1.io, tf.compat.v1):
            for name in ("parse_single_example", "parse_example"):
                if hasattr(place, name):
                    setattr(place, name, self._watched(getattr(place, name)))

    def _watched(self, parse: Any) -> Any:
        @functools.wraps(parse)
        def watched(*args: Any, **kwargs: Any) -> Any:
            features = kwargs.get("features", args[1] if len(args) > 1 else None)
            if isinstance(features, dict):
                self._note(features)
            return parse(*args, **kwargs)

        watched.autograph_info__ = {}  # type: ignore[attr-defined]  # AutoGraph calls it as it is
        return watched

    def _note(self, features: dict[str, Any]) -> None:
        noted: dict[str, list[Any]] = {}
        for name, feature in features.items():
            size = _SIZE
            if type(feature).__name__ == "FixedLenFeature":
                shape = self._tf.TensorShape(feature.shape)
                size = shape.num_elements()
            if hasattr(feature, "dtype") and size is not None:
                noted[name] = [self._tf.as_dtype(feature.dtype).name, size]
        if noted != self.features and os.path.exists(FILE):
            with self._tf.io.TFRecordWriter(FILE) as writer:
                for _ in range(_RECORDS):
                    writer.write(serialized(self._tf, noted))
        self.features = noted


def serialized(tf: Any, features: dict[str, list[Any]]) -> bytes:
    """A record with these features, as it lies in a file."""
    train = tf.train
    made = {}
    for name, (dtype, size) in features.items():
        if dtype == "string":
            value = _picture(tf) if "image" in name or "encoded" in name else b"1"
            made[name] = train.Feature(bytes_list=train.BytesList(value=[value] * size))
        elif dtype.startswith("float"):
            floats = [(number + 1) / (size + 1) for number in range(size)]
            made[name] = train.Feature(float_list=train.FloatList(value=floats))
        else:
            made[name] = train.Feature(int64_list=train.Int64List(value=range(size)))
    record = train.Example(features=train.Features(feature=made))
    return bytes(record.SerializeToString())


def _picture(tf: Any) -> bytes:
    with tf.init_scope():
        return bytes(tf.io.encode_png(tf.fill([4, 4, 3], tf.constant(7, tf.uint8))).numpy())
