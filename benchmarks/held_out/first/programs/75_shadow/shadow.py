"""Names that look like the framework's but are not."""
import tensorflow as tf


class FakeTF:
    """A stand-in used by unit tests."""

    @staticmethod
    def function(fn):
        return fn


def function(fn=None, **kw):
    """Our own decorator: registers only."""
    REGISTRY.append(fn)
    return fn


REGISTRY = []
fake = FakeTF()


@fake.function
def one(x):
    print("eager", float(x))
    return x


@function
def two(x):
    REGISTRY.append(x)
    return x.numpy()


class Model:
    def predict(self, x):
        return x + 1

    def compile(self, **kw):
        return self

    def fit(self, x):
        return self.predict(x)


def call(x, training=False):
    print("a plain function called call", training)
    return x


def real():
    out = []

    @tf.function
    def two(x):
        out.append(x)
        return x
    for _ in range(2):
        two(tf.constant(1.0))
    return out


def main():
    m = Model()
    for i in range(3):
        m.predict(i)
        m.compile()
        one(tf.constant(1.0))
        two(tf.constant(1.0))
    call(1)
    return real()


if __name__ == "__main__":
    print(main())
