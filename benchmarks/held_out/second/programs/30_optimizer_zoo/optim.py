import tensorflow as tf

w = tf.Variable(tf.ones([3]))
v = tf.Variable(tf.ones([3]))


@tf.function
def minimize(opt, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(w * x)
    opt.apply_gradients([(tape.gradient(loss, w), w)])
    return loss


@tf.function
def inner(x):
    opt = tf.keras.optimizers.SGD(0.1)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(v * x)
    opt.apply_gradients([(tape.gradient(loss, v), v)])
    return loss


@tf.function
def accuracy(y, p):
    m = tf.keras.metrics.BinaryAccuracy()
    m.update_state(y, p)
    return m.result()


def make_step(opt):
    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(w * x)
        opt.apply_gradients([(tape.gradient(loss, w), w)])
        return loss
    return step


def main():
    x = tf.constant([1.0, 2.0, 3.0])
    for opt in (tf.keras.optimizers.SGD(0.1), tf.keras.optimizers.Adam(0.1)):
        try:
            print(minimize(opt, x).numpy())
        except ValueError as e:
            print("minimize:", type(e).__name__)
    for f, args in ((inner, (x,)), (accuracy, (x[None], x[None]))):
        try:
            f(*args)
            print(f(*args))
        except ValueError as e:
            print("failed:", type(e).__name__)
    steps = [make_step(tf.keras.optimizers.SGD(lr)) for lr in (0.1, 0.2)]
    for s in steps:
        print(s(x).numpy())


if __name__ == "__main__":
    main()
