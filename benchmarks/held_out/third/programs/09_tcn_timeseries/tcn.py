import math
import time

import numpy as np
import tensorflow as tf

STEPS = 400


class LeakyIntegrator(tf.Module):
    def __init__(self, dim, leak=0.1):
        super().__init__()
        self.leak = leak
        self.w = tf.Variable(tf.random.normal((dim, dim)) / math.sqrt(dim))

    @tf.function
    def simulate(self, x):
        state = tf.zeros_like(x)
        for _ in range(STEPS):
            state = (1 - self.leak) * state + self.leak * tf.tanh(tf.matmul(state + x, self.w))
        return state

    @tf.function
    def simulate_loop(self, x):
        state = tf.zeros_like(x)
        for _ in tf.range(STEPS):
            state = (1 - self.leak) * state + self.leak * tf.tanh(tf.matmul(state + x, self.w))
        return state


@tf.function
def dilated_stack(x, kernels):
    scale = 1.0 / math.sqrt(x.shape[-1])
    for depth, kernel in enumerate(kernels):
        x = tf.nn.conv1d(x, kernel, stride=1, padding="SAME", dilations=2 ** depth)
        x = tf.nn.relu(x) * scale
    return x


@tf.function
def robust_scale(x):
    rms = math.sqrt(tf.reduce_mean(tf.square(x)))
    return x / rms


def timed(label, fn, *args):
    start = time.perf_counter()
    out = fn(*args)
    print(f"{label}: {time.perf_counter() - start:.2f}s")
    return out


def main():
    x = tf.constant(np.random.rand(2, 4).astype("float32"))
    cell = LeakyIntegrator(4)
    timed("unrolled", cell.simulate, x)
    timed("while", cell.simulate_loop, x)
    kernels = [tf.random.normal((3, 4, 4)) for _ in range(3)]
    y = timed("tcn", dilated_stack, tf.random.normal((2, 32, 4)), kernels)
    return robust_scale(y)


if __name__ == "__main__":
    main()
