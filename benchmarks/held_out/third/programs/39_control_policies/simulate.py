import numpy as np
import tensorflow as tf

import policy


def simulate(n=3):
    rng = np.random.default_rng(0)
    for v in rng.uniform(0, 15, n):
        v = tf.constant(v, tf.float32)
        print(float(policy.ramp(v)), policy.level_of(float(v) / 15))
    track = tf.constant(rng.uniform(0, 5, 10), tf.float32)
    print(int(policy.first_crossing_ok(track, tf.constant(4.0))))
    print(policy.settle(track, tf.constant(0.1)).numpy().max())


def main():
    simulate()
    for fn, args in ((policy.bucketed, (tf.constant(7.0),)),
                     (policy.first_crossing, (tf.range(5.0), tf.constant(2.0)))):
        try:
            print(fn.python_function.__name__, fn(*args))
        except Exception as exc:
            print(fn.python_function.__name__, "failed:", type(exc).__name__)


if __name__ == "__main__":
    main()
