import numpy as np
import tensorflow as tf

from sentiment import build_net, load
from sentiment.train import Trainer

if __name__ == "__main__":
    cfg = load()
    ids = np.random.randint(0, cfg.vocab, (12, 5)).astype("int32")
    y = (ids.sum(1, keepdims=True) > 70).astype("float32")
    ds = tf.data.Dataset.from_tensor_slices((ids, y)).batch(cfg.batch)
    t = Trainer(build_net(cfg), cfg)
    t.fit(ds)
    print(t.meter.n)
