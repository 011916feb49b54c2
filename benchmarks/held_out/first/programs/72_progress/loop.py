import tensorflow as tf
from tqdm.auto import tqdm, trange


class Fit:
    def __init__(self):
        self.w = tf.Variable(0.0)
        self.bar = None

    @tf.function
    def epoch(self, ds):
        for x in ds:
            self.w.assign_add(x)
            if self.bar is not None:
                self.bar.update(1)
        return self.w.read_value()

    @tf.function
    def burn_in(self):
        for i in trange(64):
            self.w.assign_add(tf.cast(i, tf.float32))

    def eager(self, ds):
        for x in tqdm(ds, disable=True):
            self.w.assign_add(x)


def main():
    ds = tf.data.Dataset.range(6).map(lambda v: tf.cast(v, tf.float32))
    f = Fit()
    f.bar = tqdm(total=12, disable=None)
    for _ in range(2):
        f.epoch(ds)
    f.eager(ds)
    f.burn_in()
    return f


if __name__ == "__main__":
    main()
