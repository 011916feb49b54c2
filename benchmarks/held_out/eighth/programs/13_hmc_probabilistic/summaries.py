import numpy as np


def effective_size(chain, max_lag=20):
    chain = np.asarray(chain) - np.mean(chain)
    var = np.mean(chain ** 2)
    if var == 0:
        return 0.0
    total = 0.0
    for lag in range(1, max_lag):
        rho = np.mean(chain[lag:] * chain[:-lag]) / var
        if rho < 0.05:
            break
        total += rho
    return round(float(len(chain) / (1 + 2 * total)), 1)


def summary_table(chains):
    lines = []
    for name, draws in chains.items():
        lines.append(f"{name:>6} " + " ".join(f"{m:+.2f}±{s:.2f}" for m, s in zip(draws.mean(0), draws.std(0))))
    return "\n".join(lines)
