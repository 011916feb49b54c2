"""Files for parameters that name one: text, or the records that the program goes on to parse.

What is parsed is known once the program says so, which it does when the graph of a data set is made:
before anything is read.
"""

from __future__ import annotations

import functools
import math
import os
import re
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
_size = [_PIXELS, _PIXELS]
_RESHAPED = re.compile(r"cannot reshape array of size (\d+) into shape \(([\d, ]+)\)")
_EXPECTED = re.compile(
    r"xpected shape[= ]\(None, (\d+), (\d+), \d+\), (?:found|but input has incompatible) shape[= ]"
    r"\(\w+, (\d+), (\d+), \d+\)"
)
_CHANNELS = (1, 3, 4)
_MOST_PARTS = 2
"""In how many parts a program may cut a picture along an axis."""
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
            stream.write(_png(*_size))
    return PICTURE


def resize_picture(size: list[int]) -> None:
    """Have the picture another height and width from now on."""
    _size[:] = size
    if os.path.exists(PICTURE):
        os.remove(PICTURE)
        picture()


def picture_asked(message: str) -> list[int]:
    """The height and width that an error asks for in place of the picture's; empty for none."""
    for count, text in _RESHAPED.findall(message):
        shape = [int(one) for one in text.split(",") if one.strip()]
        channels, rest = divmod(int(count), math.prod(_size))
        sizes = shape[:-1] if shape[-1] in _CHANNELS else shape
        if not rest and channels in _CHANNELS and len(sizes) > 1 and min(sizes[-2:]) > 1:
            return sizes[-2:]
    for sizes in _EXPECTED.findall(message):
        wanted, found = [int(one) for one in sizes[:2]], [int(one) for one in sizes[2:]]
        # What is found may be a part of the picture, such as the half of two that stand side by side.
        if all(found) and not any(whole % part for whole, part in zip(_size, found, strict=True)):
            parts = [whole // part for whole, part in zip(_size, found, strict=True)]
            if max(parts) <= _MOST_PARTS:
                return [size * part for size, part in zip(wanted, parts, strict=True)]
    return []


def image() -> Any:
    """The same picture, opened by Pillow."""
    from PIL import Image

    return Image.open(picture())


def table() -> Any:
    """Numbers in rows and columns, as pandas has them."""
    import numpy
    import pandas  # type: ignore[import-not-found, import-untyped, unused-ignore]

    return pandas.DataFrame(numpy.arange(12, dtype="float64").reshape(4, 3) / 12)


def _png(height: int, width: int) -> bytes:
    """A picture as PNG, of this height and width, in which no two neighbours are alike."""
    rows = b"".join(
        b"\0" + bytes(value % 256 for x in range(width) for value in (x, y, x + y))
        for y in range(height)
    )
    chunks = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
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
