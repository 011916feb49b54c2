import numpy as np
import tensorflow as tf

from captioner import Captioner, Memory


def camera(n, seed=0):
    rng = np.random.default_rng(seed)
    for _ in range(n):
        yield tf.constant(rng.normal(size=6), tf.float32)


def live(model, n=8):
    memory, words = Memory(), []
    for frame in camera(n):
        memory.push(frame)
        words.append(int(model.caption(memory.frames)))
    return words


def windowed(model, n=8, size=4):
    memory, words = Memory(size), []
    for k, frame in enumerate(camera(n)):
        memory.push(frame)
        if k >= size:
            words.append(int(model.caption(list(memory.frames))))
    return words


def main():
    model = Captioner()
    print(live(model), windowed(model))
    clip = tf.stack(list(camera(5)))
    print(bool(model.shot_change(clip)), float(model.energy(clip)))
    return model


if __name__ == "__main__":
    main()
