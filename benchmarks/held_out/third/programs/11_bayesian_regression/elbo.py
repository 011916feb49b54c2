import tensorflow as tf

from priors import LOG_2PI, PriorRegistry


@PriorRegistry.register("normal")
def normal_logpdf(x, scale=1.0):
    return -0.5 * tf.square(x / scale) - tf.math.log(scale) - 0.5 * LOG_2PI


class MeanFieldRegression:
    def __init__(self, n_features, prior="normal", lr=0.05):
        self.prior = PriorRegistry.get(prior)
        self.loc = tf.Variable(tf.zeros([n_features]))
        self.rho = tf.Variable(tf.fill([n_features], -2.0))
        self.optimizer = tf.keras.optimizers.Adam(lr)
        self.noise = None

    @property
    def variables(self):
        return [self.loc, self.rho]

    def sample_weights(self):
        scale = tf.nn.softplus(self.rho)
        return self.loc + scale * tf.random.normal(tf.shape(self.loc)), scale

    @tf.function
    def step(self, x, y):
        if self.noise is None:
            self.noise = tf.Variable(0.1, trainable=False)
        with tf.GradientTape() as tape:
            w, scale = self.sample_weights()
            resid = y - tf.linalg.matvec(x, w)
            loglik = tf.reduce_sum(normal_logpdf(resid, self.noise))
            kl = tf.reduce_sum(normal_logpdf((w - self.loc) / scale) - self.prior(w) - tf.math.log(scale))
            loss = kl - loglik
        self.optimizer.apply_gradients(zip(tape.gradient(loss, self.variables), self.variables))
        return loss

    @tf.function
    def predictive(self, x, n=8):
        draws = tf.TensorArray(tf.float32, size=n)
        total = tf.Variable(0.0, name="draw_count")
        for i in tf.range(n):
            w, _ = self.sample_weights()
            draws = draws.write(i, tf.linalg.matvec(x, w))
            total.assign_add(1.0)
        stacked = draws.stack()
        return tf.reduce_mean(stacked, 0), tf.math.reduce_std(stacked, 0)
