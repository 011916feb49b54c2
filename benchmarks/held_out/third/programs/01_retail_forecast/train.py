import tensorflow as tf

from config import TrainConfig
from data import synthetic_sales, windows

cfg = TrainConfig()
model = tf.keras.Sequential([
    tf.keras.Input((cfg.window,)),
    tf.keras.layers.Dense(cfg.hidden, activation="relu"),
    tf.keras.layers.Dense(cfg.horizon),
])
mse = tf.keras.losses.MeanSquaredError()
mean_loss = tf.keras.metrics.Mean()


@tf.function
def train_step(x, y, lr):
    with tf.GradientTape() as tape:
        loss = mse(y, model(x, training=True))
    grads = tape.gradient(loss, model.trainable_variables)
    for var, grad in zip(model.trainable_variables, grads):
        var.assign_sub(lr * grad)
    mean_loss.update_state(loss)
    print("loss:", loss)
    return loss


@tf.function
def evaluate(x, y):
    return mse(y, model(x, training=False))


def main():
    ds = windows(synthetic_sales(), cfg)
    for epoch in range(cfg.epochs):
        mean_loss.reset_state()
        lr = cfg.base_lr * cfg.decay ** epoch
        for x, y in ds:
            train_step(x, y, lr)
        val = [evaluate(x, y) for x, y in ds.take(2)]
        print(f"epoch {epoch} loss {mean_loss.result():.4f} val {float(val[0]):.4f}")
    return epoch


if __name__ == "__main__":
    main()
