"""Neural ODE fit of a spiral, then tuning of its step count with a bandit."""
import argparse

import numpy as np
import tensorflow as tf

from bandit import Thompson
from fields import FIELDS
from fitting import SpiralFitter
from solvers import Euler, Heun


def spiral(n=40):
    t = np.linspace(0, 4, n).astype("float32")
    r = np.exp(-0.2 * t)
    return t, np.stack([r * np.cos(2 * t), r * np.sin(2 * t)], 1).astype("float32")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--field", default="mlp", choices=list(FIELDS))
    parser.add_argument("--solver", default="heun")
    args = parser.parse_args()
    tf.random.set_seed(6)
    solver = {"euler": Euler, "heun": Heun}[args.solver](step=0.1)
    fitter = SpiralFitter(FIELDS[args.field](16), solver, *spiral())
    fitter.fit(30)
    print("final loss", round(fitter.losses[-1], 4), "field calls", solver.field_calls)
    arms = [2, 4, 8]
    player = Thompson(len(arms), seed=6)
    for _ in range(12):
        arm = player.choose()
        player.learn(tf.constant(arm), -fitter.error_with(arms[arm]))
    print("plays", player.plays.numpy(), "rounds", player.rounds)
    fine = fitter.rollout(tf.constant(20), tf.constant(0.1))
    print("rollout", fine.shape, "stored", len(fitter.path))
    return fitter, player


if __name__ == "__main__":
    main()
