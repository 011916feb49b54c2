"""Export a scoring service as SavedModel and call it back."""
import datetime
import logging
import os
import shutil
import tempfile
import uuid

import numpy as np
import tensorflow as tf

from service import ScoringService

logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
log = logging.getLogger("export")


def fit_weights(rng, n=500):
    x = rng.normal(size=(n, 4)).astype("float32")
    y = (x @ np.array([1.0, -2.0, 0.5, 0.0]) > 0).astype("float32")
    w, b = tf.Variable(tf.zeros((4, 1))), tf.Variable(0.0)
    opt = tf.keras.optimizers.SGD(0.5)

    @tf.function
    def step():
        with tf.GradientTape() as tape:
            logits = tf.matmul(x, w)[:, 0] + b
            loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(y, logits))
        opt.apply_gradients(zip(tape.gradient(loss, [w, b]), [w, b]))
        return loss

    for i in range(30):
        loss = step()
        if i % 10 == 0:
            log.info("step %d loss %.4f", i, float(loss))
    return w.numpy(), float(b.numpy())


def main():
    rng = np.random.default_rng(0)
    service = ScoringService(*fit_weights(rng))
    target = os.path.join(tempfile.gettempdir(), f"scoring_{uuid.uuid4().hex[:6]}")
    tf.saved_model.save(service, target, signatures={"serving_default": service.predict})
    log.info("exported %s at %s", target, datetime.datetime.now().isoformat(timespec="seconds"))
    loaded = tf.saved_model.load(target)
    requests = rng.normal(size=(5, 3, 4)).astype("float32")
    seen_ids, stamps = set(), set()
    for r in requests:
        out = loaded.predict(tf.constant(r))
        seen_ids.add(out["request_id"].numpy())
        stamps.add(out["scored_at"].numpy())
    print("requests", len(requests), "distinct ids", len(seen_ids), "distinct stamps", len(stamps))
    before = int(tf.reduce_sum(service.predict(tf.constant(requests[0]))["flag"]))
    service.threshold = 0.0
    after = int(tf.reduce_sum(service.predict(tf.constant(requests[0]))["flag"]))
    print("flags with threshold 0.5:", before, "with 0.0:", after, "python says", service.predict_eager(requests[0]).sum())
    service.cutoff.assign(0.0)
    print("adjustable flags", int(tf.reduce_sum(service.predict_adjustable(tf.constant(requests[0])))))
    bad = requests[0].copy()
    bad[0, 0] = np.nan
    print("nan request accepted in graph:", service.predict(tf.constant(bad))["score"].numpy())
    try:
        service.predict_eager(bad)
    except ValueError as err:
        print("eager check:", err)
    print("served", int(service.served))
    shutil.rmtree(target)


if __name__ == "__main__":
    main()
