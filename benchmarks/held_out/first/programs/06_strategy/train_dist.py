import tensorflow as tf

strategy = tf.distribute.MirroredStrategy(["/cpu:0"])
GLOBAL_BATCH = 8
examples_seen = 0
epochs_done = 0

with strategy.scope():
    model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
    opt = tf.keras.optimizers.SGD(0.1)
    tokens = tf.Variable(0, aggregation=tf.VariableAggregation.SUM)


def replica_step(inputs):
    global examples_seen
    x, y = inputs
    with tf.GradientTape() as tape:
        per = tf.reduce_sum((model(x) - y) ** 2, axis=1)
        loss = tf.nn.compute_average_loss(per, global_batch_size=GLOBAL_BATCH)
    examples_seen += x.shape[0] or 0
    tokens.assign_add(tf.shape(x)[0])
    opt.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    return loss


@tf.function
def distributed_epoch(ds):
    total = 0.0
    n = 0
    for batch in ds:
        total += strategy.reduce(tf.distribute.ReduceOp.SUM, strategy.run(replica_step, args=(batch,)), axis=None)
        n += 1
    tf.print("batches", n)
    return total / tf.cast(n, tf.float32)


def main(epochs=2):
    global epochs_done
    raw = tf.data.Dataset.from_tensor_slices((tf.ones([32, 3]), tf.ones([32, 1]))).batch(GLOBAL_BATCH, drop_remainder=True)
    ds = strategy.experimental_distribute_dataset(raw)
    for _ in range(epochs):
        loss = distributed_epoch(ds)
        epochs_done += 1
        print(epochs_done, float(loss))
    return examples_seen


if __name__ == "__main__":
    main()
