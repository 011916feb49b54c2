import time

import numpy as np
import tensorflow as tf

from app.model import PoseNet

ROUTES = {}
METRICS = {"requests": 0, "seconds": 0.0}
_kept = PoseNet.get().infer_fn()


def route(path):
    def deco(fn):
        ROUTES[path] = fn
        return fn
    return deco


@route("/pose")
def pose(body):
    t = time.time()
    y = _kept(np.asarray(body, "float32")).numpy()
    METRICS["requests"] += 1
    METRICS["seconds"] += time.time() - t
    return y.tolist()


@route("/pose_slow")
def pose_slow(body):
    fn = PoseNet.get().infer_fn()
    return fn(np.asarray(body, "float32")).numpy().tolist()


@route("/batch")
def batch(bodies):
    return [PoseNet.get().net.predict(np.asarray(b, "float32"), verbose=0).tolist() for b in bodies]


@route("/calibrate")
def calibrate(body):
    PoseNet.get().calibrate(float(body))
    return "ok"


@route("/debug")
def debug(_):
    return str(PoseNet.get().last)
