import keras
from keras import layers


class DSConvBlock(layers.Layer):
    def __init__(self, filters, rate=0.1, **kw):
        super().__init__(**kw)
        self.filters, self.rate = filters, rate
        self.conv = layers.SeparableConv1D(filters, 3, padding="same")
        self.norm = layers.LayerNormalization()
        self.drop = layers.Dropout(rate)

    def call(self, x, training=False):
        h = self.norm(self.conv(x))
        if training:
            h = self.drop(h, training=True)
        return keras.ops.relu(h)


class KeywordNet(keras.Model):
    def __init__(self, n_classes, width=24, depth=2):
        super().__init__()
        self.blocks = []
        for _ in range(depth):
            self.blocks.append(DSConvBlock(width))
        self.pool = layers.GlobalAveragePooling1D()
        self.head = layers.Dense(n_classes)

    def call(self, x, training=False):
        for block in self.blocks:
            x = block(x, training=training)
        return self.head(self.pool(x))
