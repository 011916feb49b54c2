import random

import tensorflow as tf


class Fitter:
    def __init__(self, model, task, teacher_ratio):
        self.model, self.task = model, task
        self.teacher_ratio = teacher_ratio
        self.opt = tf.keras.optimizers.Adam(5e-3)
        self.loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")
        self.log = {"batches": 0, "tokens": 0}
        self.model(task.encode(task.samples(2)), token=tf.constant([1, 1]))

    @tf.function
    def train_batch(self, src, tgt):
        self.log["batches"] += 1
        loss = 0.0
        with tf.GradientTape() as tape:
            memory, state, mask = self.model.encode(src)
            token = tgt[:, 0]
            for t in range(1, tgt.shape[1]):
                logits, state, _ = self.model.step(token, state, memory, mask)
                weight = tf.cast(tgt[:, t] > 0, tf.float32)
                loss += tf.reduce_mean(self.loss_fn(tgt[:, t], logits) * weight)
                if random.random() < self.teacher_ratio:
                    token = tgt[:, t]
                else:
                    token = tf.argmax(logits, -1, output_type=tf.int32)
        grads = tape.gradient(loss, self.model.trainable_variables)
        grads = [g if g is None else tf.clip_by_norm(g, 2.0) for g in grads]
        self.opt.apply_gradients(zip(grads, self.model.trainable_variables))
        return loss

    def fit(self, epochs):
        data = self.task.dataset()
        for epoch in range(epochs):
            losses = [self.train_batch(src, tgt) for src, tgt in data]
            self.teacher_ratio *= 0.5
            print("epoch", epoch, float(tf.reduce_mean(losses)))
