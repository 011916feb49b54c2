import argparse

import keras
import numpy as np

from . import callbacks, conf, losses  # noqa: F401
from .dataset import Interactions
from .model import TwoTower
from .plugins import make
from .serving import Recommender


class App:
    def __init__(self, cfg):
        self.cfg = cfg
        self.data = Interactions(cfg.data, cfg.seed)

    @classmethod
    def from_argv(cls, argv):
        parser = argparse.ArgumentParser()
        parser.add_argument("--conf")
        parser.add_argument("--loss")
        args = parser.parse_args(argv)
        cfg = conf.load(args.conf)
        if args.loss:
            cfg["loss"]["name"] = args.loss
        return cls(cfg)

    def build_model(self):
        c = self.cfg
        loss = make("loss", c.loss["name"], temperature=c.loss["temperature"], hard_negatives=c.loss["hard_negatives"])
        return TwoTower(c.data.num_users, c.data.num_items, c.model, loss, losses.HitRate())

    def sweep(self, model, batches):
        results = {}
        for lr in self.cfg.sweep["lrs"]:
            model.compile(optimizer=keras.optimizers.SGD(lr))
            history = model.fit(batches, epochs=1, verbose=0)
            results[lr] = history.history["loss"][-1]
        return results

    def run(self):
        keras.utils.set_random_seed(self.cfg.seed)
        model = self.build_model()
        model.compile(optimizer=keras.optimizers.Adam(self.cfg.train["lr"]))
        cbs = [make("callback", name) for name in self.cfg.train["callbacks"]]
        history = model.fit(self.data.batches(), epochs=self.cfg.train["epochs"], callbacks=cbs, verbose=2)
        print("losses", np.round(history.history["loss"], 4))
        print("batches seen", model.batches_seen, "kept losses", len(model.batch_losses))
        serve = Recommender(model, self.cfg.data.num_items)
        print("top", serve.top(3), serve.top(3))
        rng = np.random.default_rng(0)
        sessions = [(int(u), rng.integers(0, 100, n).tolist()) for u, n in zip(rng.integers(0, 200, 8), range(2, 10))]
        print("sessions", np.round(serve.for_sessions(sessions), 2))
        print("vectors", serve.batch_vectors(range(20)).shape)
        first = next(iter(self.data.stream_dataset().skip(2)))
        print("stream pos", int(first["pos"]))
        print("sweep", self.sweep(self.build_model(), self.data.batches()))
        return model, serve
