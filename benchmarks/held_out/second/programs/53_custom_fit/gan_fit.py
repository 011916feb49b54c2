import tensorflow as tf


class GAN(tf.keras.Model):
    def __init__(self, latent=4):
        super().__init__()
        self.latent = latent
        self.gen = tf.keras.Sequential([tf.keras.Input((latent,)), tf.keras.layers.Dense(6)])
        self.disc = tf.keras.Sequential([tf.keras.Input((6,)), tf.keras.layers.Dense(1)])
        self.d_metric = tf.keras.metrics.Mean(name="d")
        self.g_metric = tf.keras.metrics.Mean(name="g")
        self.history_d = []
        self.step_i = 0

    def compile(self, d_opt, g_opt, loss_fn):
        super().compile()
        self.d_opt, self.g_opt, self.loss_fn = d_opt, g_opt, loss_fn

    @property
    def metrics(self):
        return [self.d_metric, self.g_metric]

    def train_step(self, real):
        n = tf.shape(real)[0]
        z = tf.random.normal((n, self.latent))
        with tf.GradientTape() as t:
            out = self.disc(tf.concat([self.gen(z), real], 0))
            lab = tf.concat([tf.ones((n, 1)), tf.zeros((n, 1))], 0)
            d = self.loss_fn(lab, out)
        self.d_opt.apply_gradients(zip(t.gradient(d, self.disc.trainable_weights), self.disc.trainable_weights))
        self.step_i += 1
        if self.step_i % 2 == 0:
            print("step", self.step_i, "d loss", float(d))
        with tf.GradientTape() as t:
            g = self.loss_fn(tf.zeros((n, 1)), self.disc(self.gen(z)))
        self.g_opt.apply_gradients(zip(t.gradient(g, self.gen.trainable_weights), self.gen.trainable_weights))
        self.d_metric.update_state(d)
        self.g_metric.update_state(g)
        self.history_d.append(d)
        return {m.name: m.result() for m in self.metrics}


if __name__ == "__main__":
    gan = GAN()
    gan.compile(tf.keras.optimizers.Adam(), tf.keras.optimizers.Adam(), tf.keras.losses.BinaryCrossentropy(from_logits=True))
    data = tf.data.Dataset.from_tensor_slices(tf.random.normal([16, 6])).batch(4)
    h = gan.fit(data, epochs=2, verbose=0)
    print(len(gan.history_d), gan.step_i, h.history["d"])
