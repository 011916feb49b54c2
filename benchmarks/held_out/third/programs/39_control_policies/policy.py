import tensorflow as tf

LEVELS = (0.1, 0.5, 0.9)


@tf.function
def bucketed(speed):
    if speed > 10.0:
        gain = speed * 0.5
    elif speed > 5.0:
        gain = speed * 0.8
        brake = speed - 5.0
    else:
        gain = speed
        brake = 0.0
    return gain - brake


@tf.function
def ramp(speed):
    gain = speed
    if speed > 10.0:
        gain = speed * 0.5
    return gain


@tf.function
def first_crossing(track, limit):
    for i in tf.range(tf.shape(track)[0]):
        if track[i] > limit:
            return i
    return -1


@tf.function
def first_crossing_ok(track, limit):
    found = -1
    for i in tf.range(tf.shape(track)[0]):
        if track[i] > limit:
            found = i
            break
    return found


@tf.function
def settle(x, tol):
    while tf.reduce_max(tf.abs(x)) > tol:
        x = x * 0.5
    return x


def level_of(value):
    for level in LEVELS:
        if value < level:
            return level
    return 1.0
