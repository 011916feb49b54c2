import tensorflow as tf

emb = tf.Variable(tf.random.normal([11, 4]))
out = tf.Variable(tf.random.normal([4, 11]))


@tf.function
def logits(ids):
    return tf.reduce_mean(tf.gather(emb, ids), axis=1) @ out


@tf.function(reduce_retracing=True)
def logits_relaxed(ids):
    return tf.reduce_mean(tf.gather(emb, ids), axis=1) @ out


@tf.function(input_signature=[tf.TensorSpec([None, None], tf.int32)])
def logits_sig(ids):
    return tf.reduce_mean(tf.gather(emb, ids), axis=1) @ out


def greedy(fn, ids, n):
    for _ in range(n):
        nxt = tf.argmax(fn(ids), -1, output_type=tf.int32)
        ids = tf.concat([ids, nxt[:, None]], axis=-1)
    return ids


def sample(prompt, n):
    ids = [prompt]
    while len(ids) < n:
        window = tf.stack(ids, axis=1)
        nxt = tf.random.categorical(logits(window), 1, dtype=tf.int32)
        ids.append(nxt[:, 0])
    return ids


def sample_fixed(prompt, n):
    ids = [prompt] * 4
    while len(ids) < n:
        nxt = tf.random.categorical(logits_sig(tf.stack(ids[-4:], axis=1)), 1, dtype=tf.int32)
        ids.append(nxt[:, 0])
    return ids


def main():
    p = tf.zeros([2], tf.int32)
    sample(p, 8)
    sample_fixed(p, 8)
    greedy(logits_relaxed, p[:, None], 6)
    greedy(logits_sig, p[:, None], 6)


if __name__ == "__main__":
    main()
