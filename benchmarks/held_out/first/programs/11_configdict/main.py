import tensorflow as tf
from conf import cfg

w = tf.Variable(tf.ones([cfg.model.width]))


@tf.function
def update(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum((w * x - 3.0) ** 2)
    g = tape.gradient(loss, w)
    g = tf.clip_by_norm(g, cfg.optim.clip)
    w.assign_sub(cfg["optim"]["lr"] * g)
    return loss


def decay(factor):
    cfg.optim.lr *= factor


def main():
    cfg.model.act = "tanh"
    for epoch in range(3):
        for _ in range(2):
            update(tf.ones([cfg.model.width]))
        decay(0.5)
        print("lr", cfg.optim.lr)


if __name__ == "__main__":
    main()
