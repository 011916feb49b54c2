import tensorflow as tf
from registry import LOSSES, TRACE_LOG


def make_step(loss_name, model, opt):
    loss_fn = LOSSES[loss_name]

    @tf.function
    def step(x, y, tag="train"):
        with tf.GradientTape() as t:
            loss = loss_fn(y, model(x))
        opt.apply_gradients(zip(t.gradient(loss, model.trainable_variables), model.trainable_variables))
        return loss
    return step


def main():
    x = tf.random.normal([8, 2])
    y = tf.reduce_sum(x, 1, keepdims=True)
    for name in LOSSES:
        model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
        opt = tf.keras.optimizers.SGD(0.1)
        step = make_step(name, model, opt)
        for i in range(3):
            loss = step(x, y, "train")
        print(name, float(loss))
    for i in range(3):
        step(x, y, tag=f"step_{i}")
    print(TRACE_LOG)


if __name__ == "__main__":
    main()
