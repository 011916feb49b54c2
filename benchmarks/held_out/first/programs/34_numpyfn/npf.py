import numpy as np
import tensorflow as tf


class Mixup:
    def __init__(self, alpha):
        self.rng = np.random.default_rng(3)
        self.alpha = alpha

    def _lam(self, n):
        return self.rng.beta(self.alpha, self.alpha, size=int(n)).astype(np.float32)

    def bad(self, x, y):
        lam = tf.numpy_function(func=self._lam, inp=[4], Tout=tf.float32, stateful=False)
        return x * lam[:, None], y

    def good(self, x, y):
        lam = tf.numpy_function(self._lam, [tf.shape(x)[0]], tf.float32)
        return x * tf.reshape(lam, [-1, 1]), y

    def pure(self, x, y):
        s = tf.numpy_function(np.sort, [x], tf.float32, stateful=False)
        return s, y


def batches(fn):
    ds = tf.data.Dataset.from_tensors((tf.ones([4, 1]), tf.zeros([4]))).repeat(3)
    return [x.numpy().ravel() for x, _ in ds.map(fn)]


def main():
    m = Mixup(0.4)
    return batches(m.bad), batches(m.good), batches(m.pure)


if __name__ == "__main__":
    print(main())
