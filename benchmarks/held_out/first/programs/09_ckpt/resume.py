"""Checkpointing trainer."""
import json
import pathlib
import time

import tensorflow as tf


class Trainer:
    def __init__(self, workdir: str):
        self.dir = pathlib.Path(workdir)
        self.dir.mkdir(parents=True, exist_ok=True)
        self.w = tf.Variable(1.0)
        self.step_no = tf.Variable(0, dtype=tf.int64)
        self.ckpt = tf.train.Checkpoint(w=self.w, step=self.step_no)
        self.manager = tf.train.CheckpointManager(self.ckpt, str(self.dir), max_to_keep=1)
        self.started = time.monotonic()

    def _status(self, loss):
        elapsed = time.monotonic() - self.started
        rate = tf.cast(self.step_no, tf.float32) / elapsed
        return {"loss": loss, "rate": rate}

    def _dump(self, what):
        (self.dir / "progress.json").write_text(json.dumps({"last": what}))

    @tf.function
    def step(self, x):
        with tf.GradientTape() as tape:
            loss = (self.w * x - 2.0) ** 2
        self.w.assign_sub(0.1 * tape.gradient(loss, self.w))
        self.step_no.assign_add(1)
        self._dump("step")
        return self._status(loss)

    def save(self):
        path = self.manager.save()
        (self.dir / "meta.json").write_text(json.dumps({"path": path, "at": time.time()}))
        return path


def main(tmp="/tmp/of_ck"):
    t = Trainer(tmp)
    for i in range(3):
        out = t.step(tf.constant(1.0))
        print(i, {k: float(v) for k, v in out.items()})
        time.sleep(0.01)
    return t, t.save()


if __name__ == "__main__":
    main()
