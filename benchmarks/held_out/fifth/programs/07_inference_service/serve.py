"""Minimal model server (a small Flask-like router, no network)."""
import json
import logging
import time
from functools import lru_cache, wraps

import numpy as np
import tensorflow as tf

logger = logging.getLogger("serve")
ROUTES = {}
REQUESTS = {"count": 0}


def route(path):
    def deco(fn):
        @wraps(fn)
        def inner(body):
            t0 = time.time()
            REQUESTS["count"] += 1
            out = fn(json.loads(body))
            logger.info("%s took %.4f", path, time.time() - t0)
            return json.dumps(out)
        ROUTES[path] = inner
        return inner
    return deco


@lru_cache(maxsize=1)
def get_model():
    print("loading model")
    m = tf.keras.Sequential([tf.keras.layers.Input((4,)),
                             tf.keras.layers.Dense(8, activation="relu"),
                             tf.keras.layers.Dense(3, activation="softmax")])
    return m


@lru_cache(maxsize=None)
def get_scorer(top_k):
    model = get_model()

    @tf.function(input_signature=[tf.TensorSpec([None, 4], tf.float32)])
    def score(x):
        p = model(x, training=False)
        v, i = tf.math.top_k(p, k=top_k)
        return v, i
    return score


@tf.function
def normalize(x, scale, name="input"):
    return x / scale


@tf.function
def embed(tokens):
    return tf.reduce_mean(tf.one_hot(tokens, 16), axis=0)


@route("/classify")
def classify(payload):
    x = np.asarray(payload["rows"], np.float32)
    v, i = get_scorer(2)(x)
    return {"prob": v.numpy().tolist(), "cls": i.numpy().tolist()}


@route("/explain")
def explain(payload):
    model = get_model()

    @tf.function
    def saliency(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            top = tf.reduce_max(model(x), axis=1)
        return tape.gradient(top, x)

    g = saliency(tf.constant(payload["rows"], tf.float32))
    return {"grad": np.abs(g.numpy()).round(4).tolist()}


@route("/embed")
def embed_text(payload):
    ids = [hash(w) % 16 for w in payload["text"].split()]
    vec = embed(ids)
    return {"vec": vec.numpy().tolist()}


@route("/score_each")
def score_each(payload):
    model = get_model()
    out = []
    for row in payload["rows"]:
        p = model.predict(np.array([row], "float32"), verbose=0)
        out.append(int(p.argmax()))
    return {"cls": out}


@route("/batch")
def batch(payload):
    rows = np.array(payload["rows"], "float32")
    p = get_model().predict_on_batch(rows)
    return {"cls": np.argmax(p, 1).tolist()}


@route("/normalize")
def norm(payload):
    scale = float(max(map(max, payload["rows"])))
    y = normalize(tf.constant(payload["rows"], tf.float32), scale)
    return {"rows": y.numpy().tolist()}


def simulate(n=4):
    rng = np.random.RandomState(7)
    for i in range(n):
        rows = (rng.rand(5, 4) * (i + 1)).round(3).tolist()
        for path in ("/classify", "/explain", "/batch", "/normalize"):
            ROUTES[path](json.dumps({"rows": rows}))
        ROUTES["/embed"](json.dumps({"text": " ".join("abcdefgh"[i:i + 4])}))
    print(ROUTES["/score_each"](json.dumps({"rows": rows})))
    print("requests:", REQUESTS["count"])


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING)
    simulate()
