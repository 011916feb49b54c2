"""Implicit feedback retrieval with in-batch negatives."""
import numpy as np
import tensorflow as tf
from tensorflow import keras

from model import TwoTower

N_USERS, N_ITEMS, BATCH = 60, 80, 32


class TemperatureAnnealer(keras.callbacks.Callback):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def on_epoch_end(self, epoch, logs=None):
        self.model.temperature *= self.factor
        print(f"epoch {epoch} T={self.model.temperature:.3f} loss={logs['loss']:.3f}")


class WarmupLR(keras.callbacks.Callback):
    def __init__(self, base, steps):
        super().__init__()
        self.base, self.steps, self.seen = base, steps, 0

    def on_train_batch_begin(self, batch, logs=None):
        self.seen += 1
        self.model.optimizer.learning_rate = self.base * min(1.0, self.seen / self.steps)


class Freezer(keras.callbacks.Callback):
    """Freeze the user tower after some epochs."""

    def __init__(self, epoch):
        super().__init__()
        self.epoch = epoch

    def on_epoch_begin(self, epoch, logs=None):
        if epoch == self.epoch:
            self.model.user_tower.trainable = False
            self.snapshot = [w.numpy().copy() for w in self.model.user_tower.weights]


def interactions(rng, n=640):
    group = rng.integers(0, 4, N_USERS)
    users = rng.integers(0, N_USERS, n)
    items = group[users] * 20 + rng.integers(0, 20, n)
    return users.astype("int32"), items.astype("int32"), group


def recall_at(model, users, group, k=10):
    items = tf.range(N_ITEMS)
    hits = []
    for u in users:
        scores = model.scores(tf.constant([u]), items)[0].numpy()
        top = np.argsort(-scores)[:k]
        hits.append(np.mean(top // 20 == group[u]))
    return float(np.mean(hits))


def main():
    keras.utils.set_random_seed(5)
    rng = np.random.default_rng(5)
    users, items, group = interactions(rng)
    ds = tf.data.Dataset.from_tensor_slices({"user": users, "item": items})
    ds = ds.shuffle(640).batch(BATCH, drop_remainder=True)
    model = TwoTower(N_USERS, N_ITEMS)
    model.compile(optimizer=keras.optimizers.Adam(0.01))
    freezer = Freezer(2)
    model.fit(ds, epochs=4, verbose=0, callbacks=[TemperatureAnnealer(0.8), WarmupLR(0.01, 20), freezer])
    moved = [float(np.abs(a - b.numpy()).max()) for a, b in zip(freezer.snapshot, model.user_tower.weights)]
    print("user tower moved after freezing", moved)
    print("batches", model.batches_done)
    print("recall", recall_at(model, range(10), group))


if __name__ == "__main__":
    main()
