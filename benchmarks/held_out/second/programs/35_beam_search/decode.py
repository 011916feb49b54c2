import tensorflow as tf

VOCAB, EOS = 12, 0


class Decoder(tf.Module):
    def __init__(self):
        super().__init__()
        self.emb = tf.Variable(tf.random.normal([VOCAB, 8]))

    def logits(self, tok):
        return tf.tensordot(tf.gather(self.emb, tok), self.emb, [[0], [1]])


dec = Decoder()


@tf.function
def greedy(start, n):
    out = []
    tok = start
    for i in tf.range(n):
        tok = tf.argmax(dec.logits(tok), output_type=tf.int32)
        out.append(tok)
    return tf.stack(out)


@tf.function
def greedy_array(start, n):
    ta = tf.TensorArray(tf.int32, size=n)
    tok = start
    for i in tf.range(n):
        tok = tf.argmax(dec.logits(tok), output_type=tf.int32)
        ta = ta.write(i, tok)
    return ta.stack()


@tf.function
def first_eos(tokens):
    for i in tf.range(tf.shape(tokens)[0]):
        if tokens[i] == EOS:
            return i
    return -1


@tf.function
def unrolled(start):
    out = []
    tok = start
    for _ in range(4):
        tok = tf.argmax(dec.logits(tok), output_type=tf.int32)
        out.append(tok)
    return tf.stack(out)


@tf.function
def describe(tok):
    if tok == EOS:
        kind = 1
    return kind


def attempt(f, *a):
    try:
        print(f.__name__ if hasattr(f, "__name__") else "f", f(*a).numpy())
    except Exception as e:
        print(f.__name__ if hasattr(f, "__name__") else "f", type(e).__name__)


if __name__ == "__main__":
    s = tf.constant(3)
    attempt(greedy, s, tf.constant(4))
    attempt(greedy_array, s, tf.constant(4))
    attempt(first_eos, tf.constant([1, 0, 2]))
    attempt(unrolled, s)
    attempt(describe, tf.constant(0))
