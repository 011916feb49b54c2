import numpy as np
import tensorflow as tf

from metrics import MacroF1, TopConfidence, balanced_accuracy


def test_macro_f1_eager():
    m = MacroF1(3)
    m.update_state(np.array([0, 1]), np.eye(3, dtype="float32")[:2])
    assert m.batches == 1


def main():
    test_macro_f1_eager()
    x = np.random.rand(32, 4).astype("float32")
    y = np.random.randint(0, 3, 32)
    model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3, activation="softmax")])
    f1 = MacroF1(3)
    model.compile("sgd", "sparse_categorical_crossentropy", metrics=[f1, TopConfidence(name="top"), balanced_accuracy])
    h = model.fit(x, y, batch_size=8, epochs=2, verbose=0)
    print("batches", f1.batches, h.history)


if __name__ == "__main__":
    main()
