"""Data parallel training with MirroredStrategy on two logical CPUs."""
import os
import sys
import time

import numpy as np
import tensorflow as tf

GLOBAL_STEP = 0


def setup_devices(n=2):
    cpus = tf.config.list_physical_devices("CPU")
    tf.config.set_logical_device_configuration(cpus[0], [tf.config.LogicalDeviceConfiguration()] * n)
    return [f"/cpu:{i}" for i in range(n)]


def spiral(n, rng):
    k = rng.integers(0, 3, n)
    r = rng.random(n)
    t = 4 * r + k * 2.1 + 0.1 * rng.normal(size=n)
    return np.stack([r * np.sin(t), r * np.cos(t)], 1).astype("float32"), k.astype("int64")


class Meter:
    """Average meter."""

    def __init__(self):
        self.total, self.count = 0.0, 0

    def update(self, value):
        self.total += value
        self.count += 1

    @property
    def avg(self):
        return self.total / max(self.count, 1)


class ParallelTrainer:
    def __init__(self, strategy, lr=0.05, warmup=6):
        self.strategy = strategy
        self.lr, self.warmup = lr, warmup
        with strategy.scope():
            self.model = tf.keras.Sequential([
                tf.keras.layers.Input((2,)), tf.keras.layers.Dense(32, "relu"), tf.keras.layers.Dense(3)])
            self.velocity = [tf.Variable(tf.zeros_like(v), trainable=False) for v in self.model.trainable_variables]
            self.correct = tf.keras.metrics.SparseCategoricalAccuracy()
        self.best = Meter()

    def replica_step(self, x, y, lr):
        global GLOBAL_STEP
        GLOBAL_STEP += 1
        ctx = tf.distribute.get_replica_context()
        print(f"[replica {ctx.replica_id_in_sync_group}] step {GLOBAL_STEP}", file=sys.stderr)
        with tf.GradientTape() as tape:
            logits = self.model(x, training=True)
            losses = tf.nn.sparse_softmax_cross_entropy_with_logits(y, logits)
            loss = tf.nn.compute_average_loss(losses, global_batch_size=64)
        grads = tape.gradient(loss, self.model.trainable_variables)
        grads = ctx.all_reduce("sum", grads)
        for v, m, g in zip(self.model.trainable_variables, self.velocity, grads):
            m.assign(0.9 * m + g)
            v.assign_sub(lr * m)
        self.correct.update_state(y, logits)
        return loss

    @tf.function
    def dist_step(self, x, y, lr):
        per_replica = self.strategy.run(self.replica_step, args=(x, y, lr))
        return self.strategy.reduce("SUM", per_replica, axis=None)

    def epoch(self, dist_ds, step0):
        meter = Meter()
        for i, (x, y) in enumerate(dist_ds):
            lr = self.lr * min(1.0, (step0 + i + 1) / self.warmup)
            loss = self.dist_step(x, y, lr)
            meter.update(loss.numpy())
        return meter, step0 + i + 1


def evaluate(strategy, model, dataset):
    scores = Meter()

    @tf.function
    def predict(x):
        return tf.argmax(model(x, training=False), -1)

    for x, y in dataset:
        hit = tf.equal(predict(x), y)
        scores.update(float(tf.reduce_mean(tf.cast(hit, tf.float32))))
    return scores.avg


def main():
    devices = setup_devices()
    strategy = tf.distribute.MirroredStrategy(devices)
    rng = np.random.default_rng(int(os.environ.get("SEED", 0)))
    x, y = spiral(640, rng)
    ds = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(640).batch(64, drop_remainder=True)
    dist_ds = strategy.experimental_distribute_dataset(ds)
    trainer = ParallelTrainer(strategy)
    test = tf.data.Dataset.from_tensor_slices(spiral(200, rng)).batch(64)
    step, tic = 0, time.time()
    for epoch in range(3):
        trainer.correct.reset_state()
        meter, step = trainer.epoch(dist_ds, step)
        acc = evaluate(strategy, trainer.model, test)
        print(f"epoch {epoch} loss {meter.avg:.3f} train {float(trainer.correct.result()):.3f} test {acc:.3f}")
    print(f"{step} steps in {time.time() - tic:.1f}s, GLOBAL_STEP={GLOBAL_STEP}")


if __name__ == "__main__":
    main()
