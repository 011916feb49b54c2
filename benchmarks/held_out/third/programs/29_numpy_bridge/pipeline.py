import numpy as np
import tensorflow as tf

from bridge import augment, denoise, jittered_grid, standardise


class Pipeline:
    def __init__(self, signals):
        self.signals = signals
        self.log = []

    def run(self):
        for s in self.signals:
            clean = denoise(augment(tf.constant(s)))
            self.log.append(clean.numpy().mean())
        return np.mean(self.log)

    def grids(self, n=4):
        return [jittered_grid().numpy() for _ in range(n)]


def main():
    data = np.random.default_rng(0).random((4, 12)).astype("float32")
    pipe = Pipeline(data)
    print("mean", pipe.run())
    print("grids", np.std(pipe.grids(), axis=0))
    print(standardise(tf.constant(data[:2]), tf.constant([12, 6])).shape)
    return pipe


if __name__ == "__main__":
    main()
