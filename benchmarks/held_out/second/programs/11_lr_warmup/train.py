import argparse

import numpy as np
import tensorflow as tf

import schedule


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--schedule", default="step", choices=["cosine", "step"])
    args = p.parse_args()
    x, y = np.random.rand(32, 4), np.random.rand(32, 1)
    cosine = schedule.WarmupCosine(1e-3, 4, 20)
    print("preview", schedule.check(cosine))
    cosine.trace.clear()
    for name, sch in [("cosine", cosine), (args.schedule, schedule.StepDecay(1e-3, 3))]:
        model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
        model.compile(tf.keras.optimizers.Adam(sch), "mse")
        model.fit(x, y, epochs=2, batch_size=8, verbose=0)
        print(name, "done")
    print(len(cosine.trace), "rates recorded")


if __name__ == "__main__":
    main()
