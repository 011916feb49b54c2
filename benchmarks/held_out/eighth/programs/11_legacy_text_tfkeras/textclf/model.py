import tensorflow as tf
import tf_keras as keras

from .layers import MaskedMean, Reshaper, WordDrop


def focal(settings):
    def loss(y_true, y_pred):
        y_true = tf.cast(tf.reshape(y_true, [-1]), tf.int32)
        p = tf.gather(tf.nn.softmax(y_pred), y_true, axis=1, batch_dims=1)
        return -tf.pow(1.0 - p, settings.focal_gamma) * tf.math.log(p + 1e-7)
    return loss


class TextModel(keras.Model):
    def __init__(self, settings):
        super().__init__()
        self.drop = WordDrop(settings.word_drop)
        self.embed = keras.layers.Embedding(settings.vocab, settings.dim, mask_zero=True)
        self.pool = MaskedMean()
        self.heads = Reshaper(2)
        self.out = keras.layers.Dense(settings.classes)

    def call(self, tokens, training=None):
        tokens = self.drop(tokens, training=training)
        h = self.embed(tokens)
        mask = self.embed.compute_mask(tokens)
        return self.out(self.heads(self.pool(h, mask=mask, training=training)))

    def train_step(self, data):
        logs = super().train_step(data)
        self.last_logs = logs
        return logs
