import sys

import tensorflow as tf
from reg import LOSSES


@tf.function
def evaluate(y, p):
    return {name: fn(y, p) for name, fn in LOSSES.items() if name not in SKIP}


SKIP = set()


def main():
    y, p = tf.ones([4]), tf.zeros([4])
    for name, fn in LOSSES.items():
        print(name, fn(y, p))
    print(evaluate(y, p))


if __name__ == "__main__":
    main()
