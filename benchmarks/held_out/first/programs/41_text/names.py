import tensorflow as tf


@tf.function
def report(loss, acc):
    msg = "loss {:} acc {!r}".format(loss, acc)
    tf.print(msg)
    tf.print("loss", loss, "acc", acc)
    return loss


@tf.function
def bucket_name(x):
    head = "rank-" + str(x.shape.rank)
    name = tf.strings.format("{}-{}", (head, x))
    return tf.strings.join([head, f"-{x[0]}"]), name


@tf.function
def shape_message(x):
    if x.shape[-1] != 3:
        raise ValueError(f"expected 3 channels, got {x.shape} of {x.dtype.name}")
    return x


def main():
    for i in range(2):
        out = report(tf.constant(float(i)), tf.constant(0.5))
        print("got {}".format(out))
    print(bucket_name(tf.constant([1, 2])))
    shape_message(tf.ones([2, 3]))


if __name__ == "__main__":
    main()
