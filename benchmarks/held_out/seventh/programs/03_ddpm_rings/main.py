"""Denoising diffusion on 2D rings."""
import math
import time

import numpy as np
import tensorflow as tf

from schedule import NoiseSchedule

CONFIG = {
    "data": {"n": 2000, "radii": [0.5, 1.0], "batch_size": 128},
    "model": {"width": 64, "depth": 2, "emb": 16},
    "diffusion": {"steps": 30, "kind": "cosine"},
    "train": {"iters": 80, "lr": 2e-3, "ema": 0.9, "ema_final": 0.995, "warm_ema": 40},
}


def make_rings(cfg, rng):
    theta = rng.uniform(0, 2 * np.pi, cfg["n"])
    r = rng.choice(cfg["radii"], cfg["n"]) + 0.03 * rng.normal(size=cfg["n"])
    return np.stack([r * np.cos(theta), r * np.sin(theta)], 1).astype("float32")


class TimeEmbedding(tf.keras.layers.Layer):
    def __init__(self, dim):
        super().__init__()
        half = dim // 2
        self.freqs = tf.constant(np.exp(-math.log(100) * np.arange(half) / half), tf.float32)

    def call(self, t):
        args = tf.cast(t, tf.float32)[:, None] * self.freqs[None]
        return tf.concat([tf.sin(args), tf.cos(args)], -1)


class Denoiser(tf.keras.Model):
    def __init__(self, width, depth, emb):
        super().__init__()
        self.time = TimeEmbedding(emb)
        self.blocks = [tf.keras.layers.Dense(width, activation="silu") for _ in range(depth)]
        self.out = tf.keras.layers.Dense(2)

    def call(self, inputs):
        x, t = inputs
        h = tf.concat([x, self.time(t)], -1)
        for block in self.blocks:
            h = block(h)
        return self.out(h)


class Diffusion:
    def __init__(self, cfg):
        self.cfg = cfg
        self.schedule = NoiseSchedule(**cfg["diffusion"])
        self.net = Denoiser(**cfg["model"])
        self.ema_net = Denoiser(**cfg["model"])
        self.opt = tf.keras.optimizers.Adam(cfg["train"]["lr"])
        self.ema_decay = cfg["train"]["ema"]
        self.step_times = []
        self.t_hist = np.zeros(cfg["diffusion"]["steps"], dtype=int)
        self.loss_ema = None

    def build(self):
        dummy = (tf.zeros((1, 2)), tf.zeros((1,), tf.int32))
        self.net(dummy)
        self.ema_net(dummy)
        self.ema_net.set_weights(self.net.get_weights())

    @tf.function
    def train_step(self, x0):
        t0 = time.perf_counter()
        batch = x0.shape[0]
        t = np.random.randint(0, self.schedule.steps, size=batch)
        self.t_hist += np.bincount(t, minlength=self.schedule.steps)
        noise = tf.random.normal(tf.shape(x0))
        with tf.GradientTape() as tape:
            pred = self.net((self.schedule.q_sample(x0, t, noise), tf.constant(t)))
            loss = tf.reduce_mean(tf.square(pred - noise))
        grads = tape.gradient(loss, self.net.trainable_variables)
        self.opt.apply_gradients(zip(grads, self.net.trainable_variables))
        for w, e in zip(self.net.weights, self.ema_net.weights):
            e.assign(self.ema_decay * e + (1.0 - self.ema_decay) * w)
        self.step_times.append(time.perf_counter() - t0)
        return loss

    def fit(self, ds):
        cfg = self.cfg["train"]
        for i, x in enumerate(ds.take(cfg["iters"])):
            if i == cfg["warm_ema"]:
                self.ema_decay = cfg["ema_final"]
            loss = float(self.train_step(x))
            self.loss_ema = loss if self.loss_ema is None else 0.9 * self.loss_ema + 0.1 * loss
            if i % 20 == 0:
                print("iter", i, "loss", round(self.loss_ema, 4))

    @tf.function
    def denoise(self, x, t):
        eps = self.ema_net((x, tf.fill([x.shape[0]], t)))
        a, ab, b = self.schedule.alphas[t], self.schedule.alpha_bar[t], self.schedule.betas[t]
        mean = (x - b / tf.sqrt(1.0 - ab) * eps) / tf.sqrt(a)
        if t > 0:
            mean += tf.sqrt(b) * tf.random.normal(tf.shape(x))
        return mean

    def sample(self, n):
        x = tf.random.normal((n, 2))
        for t in reversed(range(self.schedule.steps)):
            x = self.denoise(x, t)
        return x.numpy()

    @tf.function
    def sample_fast(self, n):
        x = tf.random.normal((n, 2))
        for t in tf.range(self.schedule.steps - 1, -1, -1):
            eps = self.ema_net((x, tf.fill([tf.shape(x)[0]], t)))
            ab = tf.gather(self.schedule.alpha_bar, t)
            x = (x - tf.sqrt(1.0 - ab) * eps) / tf.sqrt(ab + 1e-3)
            x = tf.clip_by_value(x, -3.0, 3.0)
        return x


def main():
    rng = np.random.default_rng(0)
    np.random.seed(0)
    data = make_rings(CONFIG["data"], rng)
    ds = tf.data.Dataset.from_tensor_slices(data).shuffle(2000).repeat()
    ds = ds.batch(CONFIG["data"]["batch_size"], drop_remainder=True)
    model = Diffusion(CONFIG)
    model.build()
    model.fit(ds)
    samples = model.sample(64)
    fast = model.sample_fast(64)
    print("times recorded", len(model.step_times), "timesteps drawn", model.t_hist.sum())
    print("radius", np.linalg.norm(samples, axis=1).mean(), float(tf.reduce_mean(tf.norm(fast, axis=1))))


if __name__ == "__main__":
    main()
