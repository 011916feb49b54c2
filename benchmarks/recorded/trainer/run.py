"""Train as a configuration says."""

import numpy as np
import tensorflow as tf
from config import Config, Mode
from trainers import ScaledTrainer

for mode in Mode:
    config = Config(width=2, rates=(0.1, 2.0), mode=mode, tags=["run"])
    trainer = ScaledTrainer(config, tf.keras.losses.MeanAbsoluteError())
    trainer.prepare(7)
    for _ in range(2):
        trainer.step(np.random.rand(5, 7).astype("float32"), np.zeros((5, 2), "float32"))
    trainer.report(tf.constant(1.0))
    try:
        list(trainer.score([(tf.ones((3, 7)), tf.zeros((3, 2)))]))
    except TypeError:
        print("as it is")
