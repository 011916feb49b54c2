import keras
from keras import layers


def conv_block(x, f, name):
    for k in range(2):
        x = layers.Conv2D(f, 3, padding="same", name=f"{name}_conv{k}")(x)
        x = layers.BatchNormalization(name=f"{name}_bn{k}")(x)
        x = layers.ReLU(name=f"{name}_relu{k}")(x)
    return x


def build_unet(size=32, base=8, depth=2):
    inp = keras.Input((size, size, 1))
    x, skips = inp, []
    for d in range(depth):
        x = conv_block(x, base * 2 ** d, f"down{d}")
        skips.append(x)
        x = layers.MaxPool2D()(x)
    x = conv_block(x, base * 2 ** depth, "mid")
    for d in reversed(range(depth)):
        x = layers.UpSampling2D()(x)
        x = layers.Concatenate()([x, skips[d]])
        x = conv_block(x, base * 2 ** d, f"up{d}")
    return keras.Model(inp, layers.Conv2D(1, 1)(x), name="unet")
