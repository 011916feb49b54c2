import numpy as np
import tensorflow as tf

CHARS = "abc"


def ctc_loss(y_true, y_pred):
    n = len(y_true)
    t = y_pred.shape[1]
    lengths = tf.fill([tf.shape(y_pred)[0]], t)
    labels = tf.fill([tf.shape(y_pred)[0]], y_true.shape[1])
    loss = tf.nn.ctc_loss(tf.cast(y_true, tf.int32), y_pred, labels, lengths, logits_time_major=False, blank_index=3)
    worst = np.max(loss)
    return tf.reduce_mean(loss) + 0.0 * worst


def decode(logits):
    out = []
    for row in logits.argmax(-1):
        prev, s = None, ""
        for k in row:
            if k != prev and k < len(CHARS):
                s += CHARS[k]
            prev = k
        out.append(s)
    return out


def build():
    i = tf.keras.Input((8, 12))
    x = tf.keras.layers.Bidirectional(tf.keras.layers.GRU(4, return_sequences=True))(i)
    return tf.keras.Model(i, tf.keras.layers.Dense(len(CHARS) + 1)(x))


if __name__ == "__main__":
    m = build()
    m.compile("adam", ctc_loss)
    x = np.random.rand(4, 8, 12).astype("float32")
    y = np.random.randint(0, 3, (4, 3))
    print("pred", decode(m.predict(x, verbose=0)))
    m.fit(x, y, batch_size=4, epochs=1, verbose=0)
