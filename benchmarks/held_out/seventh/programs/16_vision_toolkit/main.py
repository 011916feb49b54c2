import pathlib

import numpy as np
import tensorflow as tf
import yaml

from toolkit import Engine


def stripes(n, rng):
    labels = rng.integers(0, 3, n)
    yy, xx = np.mgrid[:16, :16]
    patterns = np.stack([yy % 4 < 2, xx % 4 < 2, (xx + yy) % 4 < 2]).astype("float32")
    images = patterns[labels] + 0.5 * rng.normal(size=(n, 16, 16))
    return images[..., None].astype("float32"), labels.astype("int32")


def main():
    cfg = yaml.safe_load((pathlib.Path(__file__).parent / "config.yaml").read_text())
    rng = np.random.default_rng(0)
    images, labels = stripes(320, rng)
    ds = tf.data.Dataset.from_tensor_slices((images, labels)).shuffle(320).batch(cfg["train"]["batch"], drop_remainder=True)
    engine = Engine(cfg)
    engine.prepare(tf.constant(images[:1]))
    before = [w.numpy().copy() for w in engine.model.trainable_variables]
    engine.fit(ds)
    moved = max(np.abs(b - w.numpy()).max() for b, w in zip(before, engine.model.trainable_variables))
    recorder, ema = engine.hooks[0], engine.hooks[1]
    print("weights moved", moved, "batches", engine.batch_count)
    print("recorded", len(recorder.values), len(recorder.batch_values), "ema updates", ema.updates)


if __name__ == "__main__":
    main()
