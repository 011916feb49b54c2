import sys
import time

import cv2
import numpy as np
import tensorflow as tf

LABELS = ["angry", "happy", "neutral", "sad"]
SMOOTH = 0.6


def build_model():
    return tf.keras.Sequential([
        tf.keras.layers.Input((48, 48, 1)),
        tf.keras.layers.Conv2D(8, 3, activation="relu"),
        tf.keras.layers.GlobalAveragePooling2D(),
        tf.keras.layers.Dense(len(LABELS), activation="softmax"),
    ])


class EmotionDetector:
    def __init__(self, weights=None):
        self.model = build_model()
        if weights:
            self.model.load_weights(weights)
        self.faces = cv2.CascadeClassifier(cv2.data.haarcascades + "haarcascade_frontalface_default.xml")
        self.history = []
        self.infer = tf.function(lambda x: self.model(x, training=False))

    def prepare(self, gray, box):
        x, y, w, h = box
        roi = cv2.resize(gray[y:y + h, x:x + w], (48, 48))
        return roi.astype("float32")[None, ..., None] / 255.0

    def classify(self, roi):
        probs = self.model.predict(roi, verbose=0)[0]
        self.history.append(probs)
        return LABELS[int(np.argmax(probs))], float(probs.max())

    def mood(self):
        if not self.history:
            return None
        return np.mean(self.history[-30:], axis=0)

    def edges(self, gray):
        sobel = tf.function(lambda im: tf.reduce_mean(tf.abs(tf.image.sobel_edges(im))))
        return float(sobel(tf.constant(gray[None, ..., None], tf.float32)))

    def warmup(self):
        self.infer(tf.zeros((1, 48, 48, 1)))


def main(source=0):
    cap = cv2.VideoCapture(source)
    cap.set(cv2.CAP_PROP_FPS, 30)
    det = EmotionDetector(sys.argv[1] if len(sys.argv) > 1 else None)
    det.warmup()
    last = time.time()
    while True:
        ok, frame = cap.read()
        if not ok:
            break
        gray = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
        blur = det.edges(gray) < 5.0
        for box in det.faces.detectMultiScale(gray, 1.3, 5):
            label, p = det.classify(det.prepare(gray, box))
            x, y, w, h = box
            cv2.rectangle(frame, (x, y), (x + w, y + h), (255, 0, 0), 2)
            cv2.putText(frame, f"{label} {p:.2f}", (x, y - 10), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (0, 255, 0), 2)
        fps = 1.0 / max(time.time() - last, 1e-6)
        last = time.time()
        print("fps %.1f" % fps, det.mood(), blur)
        cv2.imshow("emotion", frame)
        if cv2.waitKey(1) & 0xFF == ord("q"):
            break
    cap.release()
    cv2.destroyAllWindows()


if __name__ == "__main__":
    main()
