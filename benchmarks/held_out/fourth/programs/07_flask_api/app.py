import io
import logging
import time

import numpy as np
import tensorflow as tf
from flask import Flask, jsonify, request

from features import normalise, window

logging.basicConfig(level=logging.INFO)
log = logging.getLogger("serving")
app = Flask(__name__)
calls = {"n": 0}


def load():
    model = tf.keras.Sequential([
        tf.keras.layers.Input((8,)),
        tf.keras.layers.Dense(16, activation="relu"),
        tf.keras.layers.Dense(1),
    ])
    return model


MODEL = load()


@tf.function(input_signature=[tf.TensorSpec([None, 8], tf.float32)])
def serve(x):
    calls["n"] += 1
    log.info("scoring batch %s", x)
    return MODEL(normalise(x), training=False)


@app.route("/predict", methods=["POST"])
def predict():
    started = time.time()
    payload = request.get_json(force=True)
    x = np.array(payload["x"], dtype="float32")[None]
    y = serve(x).numpy()
    log.info("took %.1f ms", 1000 * (time.time() - started))
    return jsonify({"score": float(y[0, 0]), "served": calls["n"]})


@app.route("/explain", methods=["POST"])
def explain():
    payload = request.get_json(force=True)
    x = np.array(payload["x"], dtype="float32")[None]

    @tf.function
    def saliency(v):
        with tf.GradientTape() as tape:
            tape.watch(v)
            out = MODEL(v, training=False)
        return tape.gradient(out, v)

    g = saliency(tf.constant(x))
    return jsonify({"saliency": g.numpy()[0].tolist()})


@app.route("/health")
def health():
    return jsonify({"status": "ok", "tf": tf.__version__})


if __name__ == "__main__":
    app.run(host="0.0.0.0", port=5000)
