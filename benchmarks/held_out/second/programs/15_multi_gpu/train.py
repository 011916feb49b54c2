import logging
import os
import time

import numpy as np
import tensorflow as tf

logging.basicConfig(level=logging.INFO, format="%(message)s")
logger = logging.getLogger("trainer")

strategy = tf.distribute.MirroredStrategy(["/cpu:0"])
GLOBAL_BATCH = 8

with strategy.scope():
    model = tf.keras.Sequential([tf.keras.Input((5,)), tf.keras.layers.Dense(8, "relu"), tf.keras.layers.Dense(1)])
    optimizer = tf.keras.optimizers.SGD(0.01)
    train_loss = tf.keras.metrics.Mean()

step_times = []
best = {"loss": 1e9}


def replica_step(inputs):
    x, y = inputs
    with tf.GradientTape() as tape:
        per_example = tf.square(y - model(x, training=True))
        loss = tf.nn.compute_average_loss(per_example, global_batch_size=GLOBAL_BATCH)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    logger.info("replica %s", tf.distribute.get_replica_context().replica_id_in_sync_group)
    return loss


@tf.function
def distributed_step(inputs):
    t = time.perf_counter()
    per_replica = strategy.run(replica_step, args=(inputs,))
    loss = strategy.reduce(tf.distribute.ReduceOp.SUM, per_replica, axis=None)
    train_loss.update_state(loss)
    step_times.append(time.perf_counter() - t)
    best["loss"] = tf.minimum(best["loss"], loss)
    return loss


def main():
    x = np.random.rand(32, 5).astype("float32")
    y = x.sum(1, keepdims=True)
    ds = strategy.experimental_distribute_dataset(
        tf.data.Dataset.from_tensor_slices((x, y)).batch(GLOBAL_BATCH, drop_remainder=True))
    for epoch in range(2):
        train_loss.reset_state()
        for batch in ds:
            loss = distributed_step(batch)
        logger.info("epoch %d loss %.4f", epoch, float(train_loss.result()))
    print("mean step", np.mean(step_times), "n", len(step_times))
    os.makedirs("/tmp/ckpt_demo", exist_ok=True)


if __name__ == "__main__":
    main()
