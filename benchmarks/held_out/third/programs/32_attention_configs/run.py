import functools

import numpy as np
import tensorflow as tf

from attention import attend, mix, power, quantise
from configs import BASE, HeadConfig, for_layer


def forward(x, n_layers=6):
    for i in range(n_layers):
        y = attend(x, x, x, for_layer(i))
        x = x + tf.reshape(tf.transpose(y, (0, 2, 1, 3)), x.shape)
    return x


def forward_shared(x, n_layers=6):
    for _ in range(n_layers):
        attend(x, x, x, BASE)
    return x


def activations(x):
    for _ in range(5):
        x = mix(x, lambda t: tf.nn.leaky_relu(t, 0.1))
    for _ in range(5):
        x = mix(x, tf.nn.relu)
    return x


def main():
    x = tf.constant(np.random.default_rng(0).normal(size=(2, 4, 8)), tf.float32)
    out = activations(forward_shared(forward(x)))
    for p in (1, 2):
        power(out, tf.constant(p))
    ints = tf.constant([7, 8])
    print(quantise(ints, 2))
    print(quantise(ints, 2.0))
    return out


if __name__ == "__main__":
    main()
