import argparse
import sys

import tensorflow as tf


def parse(argv=None):
    p = argparse.ArgumentParser()
    p.add_argument("--debug", action="store_true")
    p.add_argument("--steps", type=int, default=3)
    p.add_argument("--noise", type=float, default=0.0)
    return p.parse_args(argv)


def build(args):
    w = tf.Variable(2.0)

    def dump(tag, t):
        sys.stdout.write("%s: %s\n" % (tag, t))
        return t

    @tf.function
    def step(x):
        y = w * x + args.noise
        if args.debug:
            dump("y", y)
        w.assign(y)
        return y

    return step


def main(argv=None):
    args = parse(argv)
    step = build(args)
    for i in range(args.steps):
        y = step(tf.constant(1.5))
        if args.debug:
            sys.stdout.write(f"{i} {y.numpy()}\n")
    return step


if __name__ == "__main__":
    main()
