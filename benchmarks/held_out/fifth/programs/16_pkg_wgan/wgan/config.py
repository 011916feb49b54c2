from types import SimpleNamespace

default = SimpleNamespace(
    noise=4,
    batch=16,
    n_critic=2,
    gp_weight=10.0,
    steps=6,
    lr=1e-3,
)
