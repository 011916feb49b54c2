import tensorflow as tf

w = tf.Variable(tf.ones([4, 4]))


@tf.function(input_signature=[tf.TensorSpec([None, 4])], jit_compile=True)
def encode(x):
    return tf.reduce_sum(tf.nn.relu(x @ w))


@tf.function(jit_compile=True)
def lookup(table, idx):
    return tf.gather(table, idx)


@tf.function(input_signature=[tf.TensorSpec([None, 4])])
def encode_plain(x):
    return tf.reduce_sum(tf.nn.relu(x @ w))


def pad(x, to):
    return tf.pad(x, [[0, to - x.shape[0]], [0, 0]])


def main():
    text = tf.random.normal([12, 4])
    for n in range(1, 12):
        encode(text[:n])
        encode_plain(text[:n])
    for n in range(1, 12):
        encode(pad(text[:n], 12))
    print(lookup(tf.range(3), tf.constant([1, 2, 7])))


if __name__ == "__main__":
    main()
