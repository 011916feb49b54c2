import asyncio

import tensorflow as tf


class Head(tf.Module):
    def __init__(self, k=2.0):
        super().__init__()
        self.k = tf.Variable(k)

    @tf.function
    def apply(self, x):
        return x * self.k

    @classmethod
    @tf.function
    def double(cls, x):
        return x * 2


def broken():
    class Half(Head):
        @tf.function
        @property
        def halved(self):
            return self.k / 2
    return Half()


def load(k):
    return Head(k)


def get_fn(k):
    return load(k).apply


def keep_fn(k):
    h = load(k)
    return h, h.apply


@tf.function
async def fetch(x):
    return x + 1


async def fetch_eager(x):
    await asyncio.sleep(0)
    return Head.double(x)


@tf.function
def windows(x):
    def gen():
        for i in range(2):
            yield x[i:i + 1]
    return tf.concat(list(gen()), 0)


def main():
    x = tf.ones([2])
    owner, f = keep_fn(3.0)
    print(f(x), windows(x), asyncio.run(fetch_eager(x)))
    for t in (lambda: get_fn(4.0)(x), lambda: broken().halved + 1, lambda: asyncio.run(fetch(x))):
        try:
            print(t())
        except BaseException as e:
            print(type(e).__name__, str(e)[:90])


if __name__ == "__main__":
    main()
