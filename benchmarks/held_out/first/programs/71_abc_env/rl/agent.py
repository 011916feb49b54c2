import tensorflow as tf


class PPO:
    def __init__(self, env, clip=0.2):
        self.env = env
        self.clip = clip
        self.pi = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
        self.opt = tf.keras.optimizers.Adam(1e-3)
        self.update = tf.function(self._update)
        self.kl_coef = 1.0
        self.kls = []

    def _rollout(self, n):
        s = tf.convert_to_tensor(self.env.reset())
        out = []
        for _ in range(n):
            a = tf.random.categorical(self.pi(s[None]), 1)[0, 0]
            s, r = tf.numpy_function(self.env.step, [a], [tf.float32, tf.float32])
            s = tf.ensure_shape(s, [3])
            out.append((s, a, r))
        return [tf.stack(c) for c in zip(*out)]

    def _update(self, s, a, adv, old_logp):
        with tf.GradientTape() as tape:
            logp = tf.gather(tf.nn.log_softmax(self.pi(s)), a, axis=1, batch_dims=1)
            ratio = tf.exp(logp - old_logp)
            kl = tf.reduce_mean(old_logp - logp)
            loss = -tf.reduce_mean(tf.minimum(ratio * adv, tf.clip_by_value(ratio, 1 - self.clip, 1 + self.clip) * adv))
            loss += self.kl_coef * kl
        g = tape.gradient(loss, self.pi.trainable_variables)
        self.opt.apply_gradients(zip(g, self.pi.trainable_variables))
        return kl

    def train(self, iters, epochs=2):
        for _ in range(iters):
            s, a, r = self._rollout(5)
            old = tf.gather(tf.nn.log_softmax(self.pi(s)), a, axis=1, batch_dims=1)
            for _ in range(epochs):
                kl = self.update(s, a, r, old)
                self.kls.append(float(kl))
            if self.kls[-1] > 0.01:
                self.kl_coef *= 2
            else:
                self.kl_coef /= 2
