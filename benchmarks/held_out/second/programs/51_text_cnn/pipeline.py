import re
import string

import tensorflow as tf

TEXTS = ["a good film", "a bad film", "great fun!", "awful, awful", "good fun", "bad acting"]
LABELS = [1, 0, 1, 0, 1, 0]


@tf.keras.utils.register_keras_serializable()
def standardize(text):
    text = tf.strings.lower(text)
    print("standardize", text)
    return tf.strings.regex_replace(text, f"[{re.escape(string.punctuation)}]", "")


vectorize = tf.keras.layers.TextVectorization(max_tokens=30, output_sequence_length=4, standardize=standardize)
vectorize.adapt(TEXTS)


def to_ids(text, label):
    if label == 1:
        weight = 2.0
    else:
        weight = 1.0
    return vectorize(text), label, weight


def dataset():
    return tf.data.Dataset.from_tensor_slices((TEXTS, LABELS)).map(to_ids).batch(2)


if __name__ == "__main__":
    model = tf.keras.Sequential([
        tf.keras.Input((4,)),
        tf.keras.layers.Embedding(30, 4),
        tf.keras.layers.Conv1D(4, 2, activation="relu"),
        tf.keras.layers.GlobalMaxPooling1D(),
        tf.keras.layers.Dense(1, activation="sigmoid"),
    ])
    model.compile("adam", "binary_crossentropy")
    model.fit(dataset(), epochs=1, verbose=0)
    for t in TEXTS[:3]:
        p = model.predict(vectorize([t]), verbose=0)
        print(t, float(p[0, 0]))
