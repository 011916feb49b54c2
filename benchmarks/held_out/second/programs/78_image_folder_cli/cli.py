"""Train and predict from a folder of images."""
import argparse
import pathlib
import random
import tempfile

import numpy as np
import tensorflow as tf

SIZE = (8, 8)
counter = 0


def fake_folder(n):
    root = pathlib.Path(tempfile.mkdtemp())
    for i in range(n):
        img = np.random.randint(0, 255, (10, 10, 3)).astype("uint8")
        (root / f"img{i}.png").write_bytes(tf.io.encode_png(img).numpy())
    return root


def decode(path):
    global counter
    counter += 1
    print("Reading file:", path)
    img = tf.io.decode_png(tf.io.read_file(path), 3)
    if random.random() > 0.5:
        img = tf.image.flip_up_down(img)
    return tf.image.resize(img, SIZE) / 255.0


def decode_debug(path):
    tf.print("reading", path)
    return decode_plain(path)


def decode_plain(path):
    return tf.image.resize(tf.io.decode_png(tf.io.read_file(path), 3), SIZE) / 255.0


def to_gray(img):
    arr = np.mean(img, axis=-1, keepdims=True)
    return arr


def show_stats(ds):
    for i, img in enumerate(ds):
        arr = np.asarray(img)
        print(i, arr.mean().round(3))


def predict_all(model, files):
    out = {}
    for f in files:
        img = decode_plain(str(f))[None]
        out[f.name] = model.predict(img, verbose=0)[0].argmax()
    return out


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--n", type=int, default=3)
    a = p.parse_args()
    root = fake_folder(a.n)
    files = sorted(root.glob("*.png"))
    ds = tf.data.Dataset.from_tensor_slices([str(f) for f in files])
    show_stats(ds.map(decode))
    show_stats(ds.map(decode_debug))
    print("files:", counter)
    model = tf.keras.Sequential([tf.keras.Input((*SIZE, 3)), tf.keras.layers.Flatten(), tf.keras.layers.Dense(2)])
    print(predict_all(model, files))
    print(model.predict(ds.map(decode_plain).batch(2), verbose=0).shape)
    show_stats(ds.map(decode_plain).map(to_gray))


if __name__ == "__main__":
    main()
