import keras
import tensorflow as tf

from .registry import MODELS


class AttentionPool(keras.layers.Layer):
    """Weighted mean over frames."""

    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.score = keras.layers.Dense(units, activation="tanh")
        self.out = keras.layers.Dense(1)
        self.last_weights = None

    def build(self, input_shape):
        self.score.build(input_shape)
        self.out.build(tuple(input_shape[:-1]) + (self.score.units,))
        self.built = True

    def call(self, x, mask=None):
        logits = self.out(self.score(x))
        if mask is not None:
            logits += tf.cast(~mask[..., None], logits.dtype) * -1e9
        weights = tf.nn.softmax(logits, axis=1)
        self.last_weights = weights
        return tf.reduce_sum(weights * x, axis=1)


@MODELS.register("attn_cnn")
class AttnCnn(keras.Model):
    def __init__(self, num_classes, width=16, depth=2, **kwargs):
        super().__init__(**kwargs)
        self.blocks = []
        for i in range(depth):
            self.blocks.append(keras.layers.Conv1D(width * (i + 1), 3, padding="same", activation="relu"))
        self.drop = keras.layers.Dropout(0.1)
        self.pool = AttentionPool(width)
        self.head = keras.layers.Dense(num_classes)

    def call(self, x, training=False):
        for block in self.blocks:
            x = block(x)
        if x.shape[-1] is None:
            raise ValueError("channel dim unknown")
        x = self.drop(x, training=training)
        return self.head(self.pool(x))


@MODELS.register("dense")
def dense_net(num_classes, width=32):
    return keras.Sequential([
        keras.layers.Flatten(), keras.layers.Dense(width, "relu"), keras.layers.Dense(num_classes)])
