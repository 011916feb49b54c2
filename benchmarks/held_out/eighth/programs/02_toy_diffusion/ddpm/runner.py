import keras
import numpy as np
import tensorflow as tf

from .data import make_dataset
from .model import Denoiser
from .recorder import Recorder
from .sampler import Sampler
from .schedule import NoiseSchedule
from .trainer import DiffusionTrainer


def report(points):
    points = np.asarray(points)
    radius = np.sqrt((points ** 2).sum(1))
    if radius.max() > 50:
        print("sampler diverged")
    return {"radius_mean": float(radius.mean()), "n": len(points)}


def run(cfg):
    keras.utils.set_random_seed(cfg["seed"])
    schedule = NoiseSchedule(**cfg["schedule"])
    model = Denoiser(**cfg["model"]).build(cfg)
    recorder = Recorder(cfg["out"])
    trainer = DiffusionTrainer(cfg, model, schedule, recorder)
    trainer.loop(make_dataset(cfg))
    sampler = Sampler(model, schedule, cfg)
    label = tf.constant(np.random.randint(0, 2, cfg["sample"]["count"]), tf.int32)
    for churn in (1.0, 0.0):
        sampler.churn = churn
        x, frames = sampler.trajectory(label, cfg["sample"]["stride"])
    print("trajectory", report(x), "frame norms", np.linalg.norm(frames[-3:], axis=(1, 2)))
    print("guided", report(sampler.guided(label)))
    try:
        x = sampler.refine(x, 3)
    except ValueError as err:
        print("refine skipped:", str(err)[:60])
    print("record lines", recorder.lines(), "steps", trainer.step)
    return trainer, sampler
