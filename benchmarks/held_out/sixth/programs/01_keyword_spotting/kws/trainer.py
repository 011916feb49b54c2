import time

import keras
import tensorflow as tf


class Trainer:
    def __init__(self, model, cfg):
        self.model = model
        self.cfg = cfg
        self.lr = cfg.lr
        self.optimizer = keras.optimizers.SGD(cfg.lr, momentum=0.9)
        self.loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        self.acc = keras.metrics.SparseCategoricalAccuracy()
        self.history = []
        self.grad_norms = []

    def clip(self, grads):
        grads, norm = tf.clip_by_global_norm(grads, 5.0)
        self.grad_norms.append(norm)
        return grads

    @tf.function
    def train_step(self, x, y):
        with tf.GradientTape() as tape:
            logits = self.model(x, training=True)
            loss = self.loss_fn(y, logits)
        grads = self.clip(tape.gradient(loss, self.model.trainable_variables))
        # plain SGD, the rate follows the schedule below
        for g, v in zip(grads, self.model.trainable_variables):
            v.assign_sub(self.lr * g)
        self.acc.update_state(y, logits)
        return loss

    @tf.function
    def eval_step(self, x, y):
        logits = self.model(x, training=False)
        self.acc.update_state(y, logits)
        tf.print("eval batch", tf.shape(x)[0])
        return self.loss_fn(y, logits)

    def fit(self, train, valid):
        for epoch in range(self.cfg.epochs):
            start = time.time()
            losses = []
            for x, y in train:
                losses.append(float(self.train_step(x, y)))
            train_acc = float(self.acc.result())
            self.acc.reset_state()
            for x, y in valid:
                self.eval_step(x, y)
            self.history.append((train_acc, float(self.acc.result())))
            self.acc.reset_state()
            if self.cfg.verbose:
                print(f"epoch {epoch} loss {sum(losses) / len(losses):.3f} "
                      f"acc {self.history[-1]} ({time.time() - start:.1f}s)")
            self.lr *= self.cfg.lr_decay
        return self.history
