import tensorflow as tf
from trainers import Regression


def main():
    m = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
    ds = tf.data.Dataset.from_tensors((tf.ones([4, 2]), tf.ones([4, 1]))).repeat(5)
    t = Regression(m)
    t.run(ds, epochs=2)
    print(len(t.losses), t.meter.total)
    return t


if __name__ == "__main__":
    main()
