from typing import Generic, Protocol, TypeVar, overload
import random
import sys
import uuid

import tensorflow as tf

T = TypeVar("T")


class Transform(Protocol):
    def __call__(self, x: tf.Tensor) -> tf.Tensor: ...


class Chain(Generic[T]):
    def __init__(self, *fns: Transform):
        self.fns = fns

    def __call__(self, x):
        for f in self.fns:
            x = f(x)
        return x

    def __or__(self, other):
        return Chain(*self.fns, other)


class Dropper:
    def __init__(self, p: float, rnd: random.Random | None = None):
        self.p, self.rnd = p, rnd or random.Random(0)

    def __call__(self, x):
        return x * 0.0 if self.rnd.random() < self.p else x


class Tagger:
    def __call__(self, x):
        tag = uuid.uuid4().hex
        return tf.strings.join([tag, tf.strings.as_string(x)])


class TFDropper(Dropper):
    def __call__(self, x):
        keep = tf.cast(tf.random.uniform([]) >= self.p, x.dtype)
        return x * keep


pipeline = Chain(Dropper(0.5)) | Tagger()
good = Chain(TFDropper(0.5)) | tf.strings.as_string


@tf.function
def apply(x):
    return pipeline(x), good(x)


def main():
    print(file=sys.stderr)
    return [apply(tf.constant(1.0)) for _ in range(6)]


if __name__ == "__main__":
    print(main())
