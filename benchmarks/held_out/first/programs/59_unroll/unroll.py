import numpy as np
import tensorflow as tf

STEPS = 500
KERNELS = np.eye(3, dtype="float32")


def euler(f, y, dt):
    return y + dt * f(y)


@tf.function
def integrate(y):
    for _ in range(STEPS):
        y = euler(tf.sin, y, 1e-2)
    return y


@tf.function
def integrate_while(y):
    for _ in tf.range(STEPS):
        y = euler(tf.sin, y, 1e-2)
    return y


@tf.function
def stack(x, layers):
    for k in KERNELS:
        x = x * k
    for i in range(4):
        x = x + float(i)
    return x


@tf.function(experimental_relax_shapes=True)
def flexible(x):
    return tf.reduce_sum(x)


def eager_integrate(y):
    for _ in range(STEPS):
        y = euler(tf.sin, y, 1e-2)
    return y


def main():
    y = tf.constant([0.5])
    return integrate(y), integrate_while(y), stack(tf.ones([3]), None), flexible(y), eager_integrate(y)


if __name__ == "__main__":
    print(main())
