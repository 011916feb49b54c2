import numpy as np
import tensorflow as tf

from monitor import BestKeeper, EpochTimer, workdir

model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.05)
global_step = tf.Variable(0, dtype=tf.int64)
step = 0


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    global_step.assign_add(1)
    tf.summary.scalar("loss", loss, step=step)
    tf.summary.scalar("grad_norm", tf.linalg.global_norm(grads), step=global_step)
    return loss


def custom_loop(logdir, steps=6):
    global step
    rng = np.random.default_rng(0)
    writer = tf.summary.create_file_writer(logdir)
    with writer.as_default():
        for step in range(steps):
            x = rng.normal(size=(8, 3)).astype("float32")
            loss = train_step(tf.constant(x), tf.constant(x.sum(1, keepdims=True)))
            tf.summary.scalar("eager_loss", loss, step=step)
    writer.flush()


def main():
    x = np.random.rand(32, 3).astype("float32")
    with workdir() as d:
        custom_loop(d)
        model.compile("sgd", "mse")
        model.fit(x, x.sum(1), epochs=2, verbose=0, callbacks=[EpochTimer(), BestKeeper(d)])


if __name__ == "__main__":
    main()
