import numpy as np
import tensorflow as tf

teacher = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
student = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
opt = tf.keras.optimizers.Adam()
kld = tf.keras.losses.KLDivergence()


@tf.function
def distill_step(x):
    soft = teacher.predict(x, verbose=0)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(kld(tf.nn.softmax(soft), tf.nn.softmax(student(x))))
    opt.apply_gradients(zip(tape.gradient(loss, student.trainable_variables), student.trainable_variables))
    return loss


@tf.function
def distill_ok(x):
    soft = teacher(x, training=False)
    return tf.reduce_mean(tf.square(soft - student(x)))


def add_teacher(x):
    return x, teacher(x[None])[0]


if __name__ == "__main__":
    data = np.random.rand(12, 4).astype("float32")
    targets = teacher.predict(data, verbose=0)
    ds = tf.data.Dataset.from_tensor_slices(data).map(add_teacher).batch(4)
    student.compile("sgd", "mse")
    student.fit(ds, epochs=2, verbose=0)
    for x, _ in ds:
        print(float(distill_ok(x)))
    for x, _ in ds:
        print(float(distill_step(x)))
