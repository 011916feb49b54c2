import argparse

import numpy as np
import tensorflow as tf

from posteriors import POSTERIORS, simulate
from samplers import AdaptiveHmc, RandomWalk
from summaries import effective_size, summary_table


def run_chain(sampler, start, draws, label):
    state = tf.constant(start)
    kept = []
    for k in range(draws):
        state, accepted = sampler.step(state)
        kept.append(state.numpy())
        sampler.tune(float(accepted))
    draws = np.stack(kept)
    print(label, "mean", draws.mean(0).round(2), "ess", effective_size(draws[:, 0]))
    return draws


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--posterior", default="logistic", choices=sorted(POSTERIORS))
    parser.add_argument("--draws", type=int, default=60)
    args = parser.parse_args()
    tf.random.set_seed(2)
    x, y = simulate(80, seed=2)
    target = POSTERIORS[args.posterior](x, y)
    hmc = AdaptiveHmc(target, step_size=0.05, leaps=4)
    draws = run_chain(hmc, np.zeros(3, "float32"), args.draws, "hmc")
    walk = RandomWalk(target, scale=0.2)
    walk_draws = run_chain(walk, np.zeros(3, "float32"), args.draws, "walk")
    for temperature in (1.0, 0.5, 0.25):
        value = target.tempered(tf.constant(draws[-1]), temperature)
        print("tempered", temperature, float(value))
    try:
        pointwise = target.pointwise(tf.constant(draws[-5:]))
    except tf.errors.OperatorNotAllowedInGraphError:
        pointwise = tf.map_fn(target.log_likelihood, tf.constant(draws[-5:]))
    print("last log likelihoods", pointwise.numpy().round(1))
    print(summary_table({"hmc": draws, "walk": walk_draws}))
    print("step size", round(hmc.step_size, 3), "energy evaluations", target.evaluations, "divergences", hmc.divergences)
    return target, hmc, walk


if __name__ == "__main__":
    main()
