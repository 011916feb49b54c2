import tensorflow as tf


@tf.function
def step(x, flag):
    if tf.reduce_mean(x) > 0:
        scale = 2.0
    elif flag:
        scale = 3.0
    if flag:
        bias = 1.0
    else:
        bias = 0.0
    return x * scale + bias


@tf.function
def collect(xs):
    kept = []
    for x in xs:
        if x > 0:
            kept.append(x)
    return tf.stack(kept)


@tf.function
def collect_static(xs):
    kept = []
    for x in tf.unstack(xs):
        kept.append(x * 2)
    return tf.stack(kept)


@tf.function
def mean(xs):
    s = 0
    for x in xs:
        s += x
    return s


@tf.function
def mean_ok(xs):
    s = 0.0
    for x in xs:
        s += x
    return s


def main():
    x = tf.constant([1.5, -1.0, 2.5])
    print(collect_static(x), mean_ok(x))
    for f in (lambda: step(x, False), lambda: collect(x), lambda: mean(x)):
        try:
            print(f())
        except Exception as e:
            print(type(e).__name__, str(e)[:90].replace("\n", " "))


if __name__ == "__main__":
    main()
