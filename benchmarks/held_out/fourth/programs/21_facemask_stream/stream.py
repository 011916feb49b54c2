"""Live mask detection with a small detector head."""
import argparse
import collections
import logging

import cv2
import numpy as np
import tensorflow as tf

logging.basicConfig(level=logging.INFO)
LOG = logging.getLogger("mask")
CLASSES = ("mask", "no_mask")


def load_net():
    return tf.keras.Sequential([
        tf.keras.layers.Input((None, None, 3)),
        tf.keras.layers.Conv2D(4, 3, activation="relu", padding="same"),
        tf.keras.layers.GlobalAveragePooling2D(),
        tf.keras.layers.Dense(2, activation="softmax"),
    ])


class MaskStream:
    def __init__(self, source, threshold=0.5):
        self.cap = cv2.VideoCapture(source)
        self.net = load_net()
        self.threshold = threshold
        self.frame_no = 0
        self.alarms = collections.deque(maxlen=50)
        self.crops = []

    @tf.function
    def detect(self, crop, frame_idx):
        x = tf.cast(crop, tf.float32) / 255.0
        p = self.net(x[None])[0]
        LOG.info("frame %s mask prob %s", frame_idx, p[0])
        if p[1] > self.threshold:
            return tf.constant(1)
        return tf.constant(0)

    @tf.function(reduce_retracing=True)
    def embed(self, crop):
        self.crops.append(crop)
        return tf.reduce_mean(tf.cast(crop, tf.float32), axis=(0, 1))

    def boxes(self, frame):
        gray = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
        h, w = gray.shape
        for x in range(0, w - 31, 16):
            yield x, 0, 32, 32

    def run(self, max_frames=200):
        while self.cap.isOpened() and self.frame_no < max_frames:
            ok, frame = self.cap.read()
            if not ok:
                break
            for x, y, w, h in self.boxes(frame):
                crop = np.ascontiguousarray(frame[y:y + h, x:x + w])
                cls = self.detect(crop, self.frame_no)
                self.embed(crop)
                if int(cls) == 1:
                    self.alarms.append((self.frame_no, CLASSES[int(cls)]))
            self.frame_no += 1
            if cv2.waitKey(1) == 27:
                break
        self.cap.release()
        return list(self.alarms)


if __name__ == "__main__":
    ap = argparse.ArgumentParser()
    ap.add_argument("--source", type=int, default=0)
    a, _ = ap.parse_known_args()
    print(MaskStream(a.source).run())
