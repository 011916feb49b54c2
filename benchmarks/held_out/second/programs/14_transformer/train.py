import numpy as np
import tensorflow as tf

from model import Classifier


class Trainer:
    def __init__(self, model, warmup=4):
        self.model = model
        self.opt = tf.keras.optimizers.Adam(1e-3)
        self.warmup = warmup
        self.loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        self.train_loss = tf.keras.metrics.Mean()

    @tf.function
    def train_step(self, ids, labels, step):
        scale = tf.minimum(1.0, (step + 1) / self.warmup)
        with tf.GradientTape() as tape:
            logits = self.model(ids, training=True)
            loss = scale * self.loss_fn(labels, logits)
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.opt.apply_gradients(zip(grads, self.model.trainable_variables))
        self.train_loss.update_state(loss)

    def fit(self, ds, epochs):
        step = 0
        for epoch in range(epochs):
            self.train_loss.reset_state()
            for i, (ids, labels) in enumerate(ds):
                self.train_step(ids, labels, step)
                step += 1
                if i % 2 == 0:
                    print(f"{epoch}/{i} {self.train_loss.result():.3f}")


if __name__ == "__main__":
    ids = np.random.randint(0, 50, (12, 6))
    ds = tf.data.Dataset.from_tensor_slices((ids, np.random.randint(0, 2, 12))).batch(4)
    model = Classifier(50, 6)
    Trainer(model).fit(ds, 2)
    att = model.blocks[0].att
    print({k: v.shape for k, v in att.maps.items()})
