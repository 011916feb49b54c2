"""Two-tower recommender on synthetic implicit feedback.

python run.py                      train + report
python run.py --hit-rate           with the hit rate as a metric
"""
import argparse
import logging
import warnings

import keras
import numpy as np

from recsys.model import Popularity, TwoTower
from recsys.objectives import METRICS, weighted_mse

N_USERS, N_ITEMS = 30, 20


class EpochLogger(keras.callbacks.Callback):
    def __init__(self, out):
        super().__init__()
        self.out = out

    def on_epoch_end(self, epoch, logs=None):
        self.out.append({k: round(float(v), 4) for k, v in logs.items()})

    def on_train_batch_end(self, batch, logs=None):
        if batch % 50 == 0 and logs["loss"] > 10:
            print("loss explodes at", batch)


def interactions(n, seed=0):
    rng = np.random.default_rng(seed)
    users, items = rng.integers(0, N_USERS, n), rng.integers(0, N_ITEMS, n)
    like = ((users + items) % 3 == 0).astype("float32")
    flip = rng.random(n) < 0.05
    like[flip] = 1 - like[flip]
    return np.stack([users, items], 1).astype("int32"), like


def rate_search(model, x, y, rates):
    """warm restarts with smaller and smaller rates"""
    log = []
    for lr in rates:
        model.compile(optimizer=keras.optimizers.Adam(lr), loss=weighted_mse, metrics=[METRICS["safe_hit_rate"]])
        model.fit(x, y, epochs=1, batch_size=50, verbose=0, callbacks=[EpochLogger(log)])
    return log


def per_user_report(model, x, y):
    table = {}
    for u in range(5):
        rows = np.where(x[:, 0] == u)[0]
        table[u] = model.evaluate(x[rows], y[rows], verbose=0)[0]
    return table


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--hit-rate", action="store_true")
    args = ap.parse_args()
    logging.basicConfig(level=logging.INFO)
    warnings.simplefilter("ignore")
    keras.utils.set_random_seed(0)
    x, y = interactions(400)
    base = Popularity(N_ITEMS)
    base.update(x[y > 0.5, 1])
    print("popular", base.top(5))
    model = TwoTower(N_USERS, N_ITEMS)
    log = rate_search(model, x, y, [1e-2, 5e-3, 1e-3])
    print(log)
    print(per_user_report(model, x, y))
    scores = model.predict(x[:200], verbose=0)
    print("mean score", float(scores.mean()))
    if args.hit_rate:
        model.compile(optimizer="adam", loss=weighted_mse, metrics=[METRICS["hit_rate"]])
        model.fit(x, y, epochs=1, verbose=0)


if __name__ == "__main__":
    main()
