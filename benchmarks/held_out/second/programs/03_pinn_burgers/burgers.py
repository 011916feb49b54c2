import numpy as np
import tensorflow as tf

NU = 0.01 / np.pi
N_COL = 64
lambda_bc = 1.0


class PINN(tf.keras.Model):
    def __init__(self, width=8, depth=3):
        super().__init__()
        self.hidden = [tf.keras.layers.Dense(width, activation="tanh") for _ in range(depth)]
        self.out = tf.keras.layers.Dense(1)

    def call(self, tx):
        h = tx
        for layer in self.hidden:
            h = layer(h)
        return self.out(h)


model = PINN()
optimizer = tf.keras.optimizers.Adam(1e-3)


def residual(t, x):
    with tf.GradientTape(persistent=True) as t2:
        t2.watch(x)
        with tf.GradientTape(persistent=True) as t1:
            t1.watch([t, x])
            u = model(tf.concat([t, x], axis=1))
        u_t = t1.gradient(u, t)
        u_x = t1.gradient(u, x)
    u_xx = t2.gradient(u_x, x)
    return u_t + u * u_x - NU * u_xx


@tf.function
def train_step(x_bc, u_bc, epoch):
    pts = np.random.uniform(-1, 1, size=(N_COL, 2)).astype("float32")
    t = tf.constant(np.abs(pts[:, :1]))
    x = tf.constant(pts[:, 1:])
    with tf.GradientTape() as tape:
        f = residual(t, x)
        mse_f = tf.reduce_mean(tf.square(f))
        mse_bc = tf.reduce_mean(tf.square(model(x_bc) - u_bc))
        loss = mse_f + lambda_bc * mse_bc
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    if epoch % 2 == 0:
        tf.print("epoch", epoch, "loss", loss)
    return loss


def main():
    x_bc = np.random.rand(16, 2).astype("float32")
    u_bc = -np.sin(np.pi * x_bc[:, 1:])
    log = []
    for epoch in range(3):
        for it in range(3):
            loss = train_step(x_bc, u_bc, epoch)
        log.append(loss.numpy())
    print("final", log[-1])


if __name__ == "__main__":
    main()
