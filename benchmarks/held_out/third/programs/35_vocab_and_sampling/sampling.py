import tensorflow as tf


class Sampler:
    def __init__(self, seed=0):
        self.gen = tf.random.Generator.from_seed(seed)

    @tf.function
    def gumbel(self, logits):
        u = self.gen.uniform(tf.shape(logits), minval=1e-6)
        return tf.argmax(logits - tf.math.log(-tf.math.log(u)), axis=-1)


@tf.function
def bootstrap(x):
    gen = tf.random.Generator.from_seed(5)
    idx = gen.uniform([x.shape[0]], maxval=x.shape[0], dtype=tf.int32)
    return tf.reduce_mean(tf.gather(x, idx))


@tf.function
def bootstrap_stateless(x, seed):
    idx = tf.random.stateless_uniform([x.shape[0]], seed, maxval=x.shape[0], dtype=tf.int32)
    return tf.reduce_mean(tf.gather(x, idx))


@tf.function
def negatives(x, generator):
    idx = generator.uniform([4], maxval=x.shape[0], dtype=tf.int32)
    return tf.gather(x, idx)
