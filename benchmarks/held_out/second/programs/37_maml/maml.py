import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(8, "tanh"), tf.keras.layers.Dense(1)])


def regress(x):
    return model(x)


@tf.function
def inner_loss(x, y, tape):
    tape.watch(x)
    return tf.reduce_mean(tf.square(regress(x) - y))


@tf.function
def own_tape(x, y):
    with tf.GradientTape() as t:
        t.watch(x)
        loss = tf.reduce_mean(tf.square(regress(x) - y))
    return t.gradient(loss, x)


def adapt(task, lr=0.01):
    x, y = task
    with tf.GradientTape() as tape:
        loss = inner_loss(x, y, tape)
    return tape.gradient(loss, x)


def tasks(n):
    for i in range(n):
        x = tf.random.uniform([6, 1], -5, 5)
        yield x, tf.sin(x + i)


if __name__ == "__main__":
    for t in tasks(2):
        print("inner", adapt(t) is None)
        print("own", own_tape(*t).shape)
