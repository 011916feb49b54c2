import logging

from classifier import Config, Trainer
from classifier.data import make_dataset, synthetic
from classifier.models import FORWARD_CALLS, build_model
from classifier.trainer import Printer


def main():
    logging.basicConfig(level=logging.WARNING)
    cfg = Config()
    x, y = synthetic(cfg)
    ds = make_dataset(cfg, x, y, augment=True)
    model = build_model(cfg)
    FORWARD_CALLS.clear()
    trainer = Trainer(cfg, model, [Printer()])
    trainer.fit(ds)
    print("forward calls", len(FORWARD_CALLS), "steps", int(trainer.tf_step))


if __name__ == "__main__":
    main()
