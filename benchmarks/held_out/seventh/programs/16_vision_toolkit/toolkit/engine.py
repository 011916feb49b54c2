import tensorflow as tf

from .registry import HOOKS, LOSSES, MODELS


class Engine:
    def __init__(self, cfg):
        self.cfg = cfg
        self.model = MODELS.build(cfg["model"])
        loss_cfg = dict(cfg["loss"])
        self.loss_fn = LOSSES.get(loss_cfg["type"])
        self.hooks = [HOOKS.build(h) for h in cfg["hooks"]]
        self.opt = tf.keras.optimizers.Adam(cfg["train"]["lr"])
        self.batch_count = 0
        self.window = []

    def prepare(self, sample):
        self.model(sample)
        self.opt.build(self.model.trainable_variables)
        self.accum = [tf.Variable(tf.zeros_like(v), trainable=False) for v in self.model.trainable_variables]
        self.call_hooks("attach")

    def call_hooks(self, name, *args):
        for hook in self.hooks:
            getattr(hook, name)(self, *args)

    @tf.function
    def train_step(self, images, labels):
        with tf.GradientTape() as tape:
            logits, aux = self.model(images, training=True)
            loss = tf.reduce_mean(self.loss_fn(labels, logits, smoothing=self.cfg["loss"]["smoothing"]))
            aux_loss = tf.reduce_mean(self.loss_fn(labels, aux))
            loss += self.cfg["loss"]["aux_weight"] * aux_loss
        grads = tape.gradient(loss, self.model.trainable_variables, unconnected_gradients=tf.UnconnectedGradients.ZERO)
        for a, g in zip(self.accum, grads):
            a.assign_add(g)
        self.batch_count += 1
        if self.batch_count % self.cfg["train"]["accum"] == 0:
            self.opt.apply_gradients(zip(self.accum, self.model.trainable_variables))
            for a in self.accum:
                a.assign(tf.zeros_like(a))
        self.call_hooks("on_step", loss)
        return loss

    def epoch_loss(self):
        return sum(self.window) / max(len(self.window), 1)

    def fit(self, dataset):
        for epoch in range(self.cfg["train"]["epochs"]):
            self.window.clear()
            for images, labels in dataset:
                loss = self.train_step(images, labels)
                self.window.append(loss.numpy())
                self.call_hooks("after_batch", loss)
            self.call_hooks("after_epoch", epoch)
