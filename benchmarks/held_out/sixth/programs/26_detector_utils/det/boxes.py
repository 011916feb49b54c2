"""Box geometry."""
import math

import tensorflow as tf


def area(boxes):
    return tf.maximum(boxes[:, 2] - boxes[:, 0], 0.0) * tf.maximum(boxes[:, 3] - boxes[:, 1], 0.0)


def iou_matrix(a, b):
    lt = tf.maximum(a[:, None, :2], b[None, :, :2])
    rb = tf.minimum(a[:, None, 2:], b[None, :, 2:])
    wh = tf.maximum(rb - lt, 0.0)
    inter = wh[..., 0] * wh[..., 1]
    return inter / (area(a)[:, None] + area(b)[None] - inter + 1e-9)


def diagonal(box):
    x0, y0, x1, y1 = box
    return math.sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2)


def diagonal_np(box):
    x0, y0, x1, y1 = box
    return math.hypot(x1 - x0, y1 - y0)


def anchors(size, stride, scales=(1.0, 1.5)):
    n = size // stride
    base = math.sqrt(stride * stride)
    out = []
    for i in range(n):
        for j in range(n):
            for s in scales:
                cx, cy, h = (j + 0.5) * stride, (i + 0.5) * stride, base * s / 2
                out.append([cx - h, cy - h, cx + h, cy + h])
    return tf.constant(out, tf.float32)
