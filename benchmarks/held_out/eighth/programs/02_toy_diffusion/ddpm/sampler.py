import tensorflow as tf


class Sampler:
    def __init__(self, model, schedule, cfg):
        self.model = model
        self.schedule = schedule
        self.cfg = cfg
        self.guidance = 1.0
        self.churn = 1.0

    def denoise(self, x, t, label, score_hook):
        tt = tf.fill([tf.shape(x)[0]], t)
        eps = score_hook(self.model(x, tt, label))
        beta = self.schedule.betas[t]
        a_bar = self.schedule.alpha_bar[t]
        mean = (x - beta / tf.sqrt(1.0 - a_bar) * eps) / tf.sqrt(1.0 - beta)
        if t > 0:
            mean += self.churn * tf.sqrt(beta) * tf.random.normal(tf.shape(x))
        return mean

    @tf.function
    def trajectory(self, label, stride):
        x = tf.random.normal([tf.shape(label)[0], 2])
        count = self.schedule.steps // stride
        frames = tf.TensorArray(tf.float32, size=count + 1, element_shape=[None, 2])
        frames = frames.write(0, x)
        for i in tf.range(self.schedule.steps):
            t = self.schedule.steps - 1 - i
            x = self.denoise(x, t, label, lambda e: e)
            if (i + 1) % stride == 0:
                frames.write((i + 1) // stride, x)
        return x, frames.stack()

    @tf.function
    def guided_step(self, x, t, label, score_hook):
        return self.denoise(x, t, label, score_hook)

    def guided(self, label, steps=20):
        x = tf.random.normal([len(label), 2])
        for i in range(steps):
            x = self.guided_step(x, tf.constant(steps - 1 - i), label, lambda e: e * self.guidance)
        return x

    @tf.function
    def refine(self, x, rounds):
        state = tf.Variable(x)
        for _ in tf.range(rounds):
            state.assign_sub(0.1 * self.model(state, tf.zeros([tf.shape(x)[0]], tf.int32), tf.zeros([tf.shape(x)[0]], tf.int32)))
        return state.read_value()
