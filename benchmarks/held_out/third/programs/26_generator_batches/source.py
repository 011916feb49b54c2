import csv
import io
import random

import numpy as np

CSV = "\n".join("%d,%d,%d" % (i, i * 2, i % 3) for i in range(60))


def rows(text=CSV, shuffle=True):
    reader = list(csv.reader(io.StringIO(text)))
    if shuffle:
        random.shuffle(reader)
    for row in reader:
        yield np.array(row, "float32")


def batched(it, size):
    buf = []
    for row in it:
        buf.append(row)
        if len(buf) == size:
            yield np.stack(buf)
            buf = []
