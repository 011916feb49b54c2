import enum

import numpy as np
import tensorflow as tf


class Mode(enum.Enum):
    FAST = 1
    EXACT = 2


class Camera:
    def __init__(self, f):
        self.f = f
        self.K = np.diag([f, f, 1.0]).astype("float32")

    @tf.function
    def project(self, pts, mode):
        uv = tf.matmul(pts, self.K)
        if mode is Mode.EXACT:
            uv = uv / uv[:, 2:]
        return uv

    def zoom(self, s):
        self.K[0, 0] *= s
        self.K[1, 1] *= s


@tf.function
def hull_area(poly):
    n = poly.shape[0]
    area = 0.0
    for i in range(n):
        j = (i + 1) % n
        area += poly[i, 0] * poly[j, 1] - poly[j, 0] * poly[i, 1]
    return abs(area) / 2.0


@tf.function
def nearest(pts, q):
    best = min(tf.unstack(tf.norm(pts - q, axis=1)))
    return best


@tf.function
def unpack(p):
    x, y = p
    return x * y


@tf.function
def bounds(pts):
    lo, hi = tf.reduce_min(pts, 0), tf.reduce_max(pts, 0)
    w, h = tf.unstack(hi - lo)
    return w * h


if __name__ == "__main__":
    cam = Camera(2.0)
    pts = tf.constant(np.random.rand(4, 3), tf.float32)
    a = cam.project(pts, Mode.FAST)
    cam.zoom(2.0)
    b = cam.project(pts, Mode.FAST)
    print("zoomed:", bool(tf.reduce_any(a != b)), cam.project(pts, Mode.EXACT).shape)
    print(float(hull_area(pts)), float(bounds(pts[:, :2])))
    print(unpack(pts[0, :2]).numpy())
    print(nearest(pts, pts[0]).numpy())
