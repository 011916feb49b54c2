import json
import queue
import threading
import time

import numpy as np
import tensorflow as tf

from preprocess import build_pipeline

requests = queue.Queue()
answers = {}


class Predictor:
    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.Input((6,)), tf.keras.layers.Dense(3, activation="softmax")])
        self.pipeline = build_pipeline()
        self.served = 0

    def explain(self, x):
        @tf.function
        def saliency(v):
            with tf.GradientTape() as tape:
                tape.watch(v)
                top = tf.reduce_max(self.model(v), axis=1)
            return tape.gradient(top, v)
        return saliency(x)

    def handle(self, payload):
        x = self.pipeline(np.asarray(payload["x"], "float32"))
        scores = self.model.predict(x, verbose=0)
        self.served += 1
        return {"scores": scores[0].tolist(), "saliency": self.explain(x).numpy()[0].tolist()}


def worker(predictor):
    while True:
        item = requests.get()
        if item is None:
            break
        key, payload = item
        start = time.perf_counter()
        answers[key] = predictor.handle(json.loads(payload))
        print("served", key, f"{time.perf_counter() - start:.3f}s")


if __name__ == "__main__":
    p = Predictor()
    th = threading.Thread(target=worker, args=(p,))
    th.start()
    for i in range(4):
        requests.put((i, json.dumps({"x": np.random.rand(1, 6).tolist()})))
    requests.put(None)
    th.join()
    print(len(answers), p.served)
