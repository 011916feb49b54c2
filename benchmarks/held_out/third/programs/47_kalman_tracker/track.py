import sys

import numpy as np
import tensorflow as tf

from kalman import Kalman, rmse


def observe(n, seed=0):
    rng = np.random.default_rng(seed)
    for k in range(n):
        yield 0.5 * k * 0.1 + rng.normal(0, 0.1)


def main(n=8):
    filt = Kalman()
    filt.reset()
    errors = []
    for k, z in enumerate(observe(n)):
        filt.predict()
        filt.correct(tf.constant([[z]], tf.float32))
        errors.append(filt.x.numpy()[0, 0] - 0.05 * k)
    sys.stdout.write(f"rmse {rmse(errors):.3f}\n")
    return filt


if __name__ == "__main__":
    main()
