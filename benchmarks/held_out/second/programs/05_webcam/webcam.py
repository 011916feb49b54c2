"""Face mask detection on the web cam."""
import argparse
import time

import numpy as np
import tensorflow as tf

LABELS = ["mask", "no_mask"]


class FakeCapture:
    def __init__(self, n):
        self.left = n

    def read(self):
        self.left -= 1
        return self.left >= 0, (np.random.rand(24, 24, 3) * 255).astype("uint8")

    def release(self):
        pass


@tf.function
def preprocess(frame):
    t0 = time.time()
    x = tf.image.resize(tf.cast(frame, tf.float32), (16, 16)) / 255.0
    mean = tf.reduce_mean(x)
    print("preprocess took", time.time() - t0, "mean", mean)
    return (x - mean)[tf.newaxis]


def load_model():
    m = tf.keras.Sequential([
        tf.keras.Input((16, 16, 3)),
        tf.keras.layers.Conv2D(4, 3, activation="relu"),
        tf.keras.layers.GlobalAveragePooling2D(),
        tf.keras.layers.Dense(2, activation="softmax"),
    ])
    m(tf.zeros((1, 16, 16, 3)))
    return m


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--frames", type=int, default=4)
    args = ap.parse_args()
    model = load_model()
    cap = FakeCapture(args.frames)
    fps = []
    while True:
        ok, frame = cap.read()
        if not ok:
            break
        tic = time.time()
        x = preprocess(frame)
        prob = model.predict(x, verbose=0)[0]
        fps.append(1.0 / (time.time() - tic))
        print(f"{LABELS[int(prob.argmax())]}: {prob.max():.2f}")
    cap.release()
    print("mean fps", np.mean(fps))


if __name__ == "__main__":
    main()
