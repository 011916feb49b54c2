import keras
import tensorflow as tf
from keras import layers, ops


class Block(layers.Layer):
    def __init__(self, dim, heads=1, drop=0.1, **kw):
        super().__init__(**kw)
        self.mha = layers.MultiHeadAttention(heads, dim)
        self.norm = layers.LayerNormalization()
        self.drop = layers.Dropout(drop)
        self.last_scores = None
        self.debug = False

    def build(self, shape):
        self.mha.build(shape, shape)
        self.norm.build(shape)
        self.width = shape[-1]
        self.built = True

    def call(self, x, training=None):
        y, scores = self.mha(x, x, return_attention_scores=True)
        self.last_scores = scores
        if self.debug:
            tf.print(scores)
        n = ops.shape(x)[1]
        pos = ops.arange(n)
        y = self.drop(y, training=training)
        return self.norm(x + y + 0.0 * ops.cast(pos[None, :, None], x.dtype))

    def get_config(self):
        cfg = super().get_config()
        cfg.update(drop=self.drop.rate)
        return cfg


class Length(layers.Layer):
    def call(self, x):
        out = []
        for t in range(x.shape[1]):
            out.append(ops.sum(x[:, t], axis=-1))
        if ops.max(x) > 3:
            return ops.stack(out, 1) * 2
        return ops.stack(out, 1)


def main():
    inp = keras.Input((3, 4))
    blk = Block(4)
    m = keras.Model(inp, blk(inp))
    m.predict(tf.ones([2, 3, 4]), verbose=0)
    print(blk.last_scores)
    try:
        print(keras.Model(inp, Length()(inp)))
    except Exception as e:
        print(type(e).__name__, str(e)[:100])
    return blk


if __name__ == "__main__":
    main()
