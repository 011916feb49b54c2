import sys

import tensorflow as tf

from compose import Composer, score, score_kept
from tree import Node, leaves


def sample_tree(depth, value=1.0):
    if depth == 0:
        return Node(value)
    return Node(0.0, sample_tree(depth - 1, value), sample_tree(depth - 1, value * 2))


def main():
    values = tf.constant(list(leaves(sample_tree(3))))
    print("kept", float(score_kept(values)))
    composer = Composer(0.9)
    try:
        print("fresh", float(score(values)))
    except AttributeError as exc:
        print("fresh failed:", exc)
    if "--geometric" in sys.argv:
        print(composer.geometric(tf.constant(1.0), tf.constant(4)))


if __name__ == "__main__":
    main()
