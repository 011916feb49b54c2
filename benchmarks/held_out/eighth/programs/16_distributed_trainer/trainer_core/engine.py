import logging
import time

import tensorflow as tf

from .hooks import HOOKS
from .timing import CALLS, timed

log = logging.getLogger("dist")
logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")


class Engine:
    def __init__(self, cfg, strategy, recipe):
        self.cfg, self.strategy, self.recipe = cfg, strategy, recipe
        self.hooks = [HOOKS[name]() for name in cfg.hooks]
        self.lr = cfg.base_lr
        self.examples = 0
        self.history = []
        self.step_times = []
        self.holdout = tf.random.normal([24, cfg.dim]), tf.zeros([24, 1])
        with strategy.scope():
            self.weights = recipe.variables()
            self.loss_sum = tf.Variable(0.0, trainable=False)
            self.steps = tf.Variable(0, dtype=tf.int64, trainable=False)

    def replica_step(self, x, y):
        ctx = tf.distribute.get_replica_context()
        with tf.GradientTape() as tape:
            loss = self.recipe.forward_loss(self.weights, x, y)
        grads = tape.gradient(loss, self.weights)
        grads = ctx.all_reduce(tf.distribute.ReduceOp.SUM, grads)
        for w, g in zip(self.weights, grads):
            w.assign_sub(self.lr * g)
        log.info("replica %s loss %s", ctx.replica_id_in_sync_group, loss)
        return loss

    @tf.function
    @timed
    def evaluate(self, x, y):
        return self.recipe.error(self.weights, x, y) / tf.cast(tf.shape(x)[0], tf.float32)

    @tf.function
    def spread(self, x, parts):
        size = int(tf.math.count_nonzero(tf.math.is_finite(x[:, 0]))) // parts
        return tf.math.reduce_std(tf.stack([tf.reduce_mean(x[i * size:(i + 1) * size]) for i in range(parts)]))

    @tf.function
    def inner_loop(self, iterator, num_steps):
        begin = time.time()
        for _ in tf.range(num_steps):
            losses = self.strategy.run(self.replica_step, args=next(iterator))
            total = self.strategy.reduce(tf.distribute.ReduceOp.SUM, losses, axis=None)
            self.loss_sum.assign_add(total)
            self.steps.assign_add(1)
            self.step_times.append(time.time() - begin)

    def run(self, dataset):
        iterator = iter(dataset)
        for loop in range(self.cfg.loops):
            self.inner_loop(iterator, tf.constant(self.cfg.steps_per_loop))
            self.examples += self.cfg.steps_per_loop * self.cfg.global_batch
            for hook in self.hooks:
                hook.after_loop(self, loop)
            self.examples_loss = float(self.evaluate(*self.holdout))
        print("spread", float(self.spread(self.holdout[0], 4)))
        print("evaluations", CALLS)
        print("timed steps", len(self.step_times), "steps", int(self.steps.numpy()))
