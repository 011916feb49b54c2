import numpy as np
import tensorflow as tf


def synthetic_sales(days=200, seed=3):
    rng = np.random.default_rng(seed)
    t = np.arange(days)
    return (np.sin(t / 7.0) + 0.05 * rng.normal(size=days)).astype("float32")


def windows(series, cfg):
    print(f"series of {len(series)} days")
    xs = np.stack([series[i:i + cfg.window] for i in range(len(series) - cfg.window)])
    ys = series[cfg.window:][:, None]
    ds = tf.data.Dataset.from_tensor_slices((xs, ys))
    return ds.shuffle(256, seed=1).batch(cfg.batch_size, drop_remainder=True)
