import json
import logging
import time

import numpy as np
import tensorflow as tf

from .model import compiled, load_model

logger = logging.getLogger(__name__)


class ScoringServer:
    def __init__(self):
        self.model = load_model()
        self.forward = compiled(self.model)
        self.requests = 0
        self.latencies = []

    def handle(self, body):
        start = time.monotonic()
        self.requests += 1
        rows = np.asarray(json.loads(body)["rows"], dtype="float32")
        scores = self.forward(rows)
        self.latencies.append(time.monotonic() - start)
        logger.info("request %d took %.4f", self.requests, self.latencies[-1])
        return json.dumps({"scores": scores.numpy().ravel().tolist()})

    def explain(self, body):
        x = tf.constant(json.loads(body)["rows"], tf.float32)

        @tf.function
        def saliency(inp):
            with tf.GradientTape() as tape:
                tape.watch(inp)
                out = self.model(inp, training=False)
            return tape.gradient(out, inp)

        return saliency(x).numpy().tolist()

    def audit(self, bodies):
        report = []
        for body in bodies:
            rows = np.asarray(json.loads(body)["rows"], dtype="float32")
            report.append(float(self.model.predict(rows, verbose=0).mean()))
        return report


def serve(server, queue):
    for body in queue:
        yield server.handle(body)
