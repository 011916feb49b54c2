import tensorflow as tf

SPECIAL = [tf.constant(0), tf.constant(2)]
PAD_IDS = (0, 2)


class Tokens:
    def __init__(self):
        self.pad = tf.constant(0)
        self.ids = frozenset(PAD_IDS)

    @tf.function
    def is_special(self, t):
        return t in SPECIAL

    @tf.function
    def is_pad(self, t):
        return tf.constant(1) if t is self.pad else tf.constant(0)

    @tf.function
    def mask(self, t):
        return tf.reduce_any(tf.equal(t[..., None], list(PAD_IDS)), -1)

    @tf.function
    def named(self, t, mode="pad"):
        if mode in {"pad", "eos"}:
            return self.mask(t)
        return t is None


def main():
    k = Tokens()
    print(k.mask(tf.constant([0, 1])), k.named(tf.constant([0])))
    print(k.pad is k.pad, 2 in k.ids)
    for f in (k.is_special, k.is_pad):
        try:
            print(f(k.pad))
        except Exception as e:
            print(type(e).__name__)


if __name__ == "__main__":
    main()
