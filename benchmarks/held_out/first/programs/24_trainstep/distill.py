import keras
import tensorflow as tf


class Distiller(keras.Model):
    def __init__(self, student, teacher, every=2, **kw):
        super().__init__(**kw)
        self.student, self.teacher = student, teacher
        self.every = every
        self.n_batches = 0
        self.alpha = keras.Variable(0.5, trainable=False)
        self.tracker = keras.metrics.Mean(name="loss")
        self.seen = set()

    @property
    def metrics(self):
        return [self.tracker]

    def call(self, x, training=False):
        if training:
            x = x + 0.01 * keras.random.normal(keras.ops.shape(x))
        return self.student(x)

    def train_step(self, data):
        x, y = data
        setattr(self, "n_batches", self.n_batches + 1)
        self.seen |= {x.shape}
        with tf.GradientTape() as tape:
            p = self(x, training=True)
            hard = tf.reduce_mean((y - p) ** 2)
            soft = tf.reduce_mean((self.teacher(x) - p) ** 2)
            loss = self.alpha * hard + (1 - self.alpha) * soft
            if self.n_batches % self.every == 0:
                loss = loss + 0.01 * tf.reduce_mean(p ** 2)
        vs = self.student.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, vs), vs))
        self.tracker.update_state(loss)
        return {m.name: m.result() for m in self.metrics}

    def test_step(self, data):
        x, y = data
        err = tf.reduce_mean((y - self(x)) ** 2)
        return {"err": round(float(err), 4)}


def make():
    mk = lambda: keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
    d = Distiller(mk(), mk())
    d.compile(optimizer="sgd")
    return d


if __name__ == "__main__":
    d = make()
    d.fit(tf.ones([8, 2]), tf.ones([8, 1]), epochs=2, batch_size=2, verbose=0)
    print(d.n_batches, float(d.alpha))
    d.evaluate(tf.ones([8, 2]), tf.ones([8, 1]))
