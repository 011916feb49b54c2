import time

import keras
import tensorflow as tf

from .base_trainer import BaseTrainer
from .features import LogMel
from .logging_utils import log_batch
from .registry import MODELS


class KwsTrainer(BaseTrainer):
    def __init__(self, config, data, callbacks=()):
        super().__init__(config.train, data, callbacks)
        self.frontend = LogMel(config.features)
        self.model = MODELS.create(config.train.model, config.train.num_classes)
        self.optimizer = keras.optimizers.Adam(config.train.learning_rate)
        self.loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        self.noise_level = config.train.noise_level
        self.class_weights = tf.constant(data.class_weights(), tf.float32)
        self.clip_events = []
        self.global_step = tf.Variable(0, dtype=tf.int64, trainable=False)
        self.compute_seconds = 0.0

    @tf.function
    def train_step(self, wave, label):
        started = time.perf_counter()
        wave += self.noise_level * tf.random.normal(tf.shape(wave))
        with tf.GradientTape() as tape:
            logits = self.model(self.frontend(wave), training=True)
            weights = tf.gather(self.class_weights, label)
            loss = self.loss_fn(label, logits, sample_weight=weights)
        variables = self.model.trainable_variables
        grads = tape.gradient(loss, variables)
        norm = tf.linalg.global_norm(grads)
        if norm > self.cfg.clip_norm:
            self.clip_events.append(int(self.step))
        grads, _ = tf.clip_by_global_norm(grads, self.cfg.clip_norm, norm)
        self.optimizer.apply_gradients(zip(grads, variables))
        self.global_step.assign_add(1)
        log_batch("train", loss)
        if self.global_step % 12 == 0:
            tf.print("step", self.global_step, "loss", loss)
        self.compute_seconds += time.perf_counter() - started
        return loss

    @tf.function
    def eval_step(self, wave, label, index):
        logits = self.model(self.frontend(wave), training=False)
        return tf.cast(tf.argmax(logits, -1) == label, tf.float32)
