import tensorflow as tf


def l2(x):
    return tf.math.l2_normalize(x, axis=1)


def nt_xent(za, zb, temperature):
    za, zb = l2(za), l2(zb)
    n = za.shape[0]
    sim_ab = tf.matmul(za, zb, transpose_b=True) / temperature
    sim_aa = tf.matmul(za, za, transpose_b=True) / temperature - 1e9 * tf.eye(n)
    logits = tf.concat([sim_ab, sim_aa], 1)
    labels = tf.range(n)
    loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)
    if tf.reduce_any(tf.math.is_nan(loss)):
        tf.print("nan in contrastive loss", temperature)
    return tf.reduce_mean(loss)


def uniformity(z):
    sq = tf.reduce_sum(tf.square(z[:, None] - z[None]), -1)
    return tf.math.log(tf.reduce_mean(tf.exp(-2.0 * sq)))
