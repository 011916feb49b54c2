"""Variational autoencoder on toy data, Gluon."""
import random

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn


class VAE(gluon.HybridBlock):
    def __init__(self, latent=2, hidden=16, out=6, **kwargs):
        super().__init__(**kwargs)
        self.latent = latent
        self.kl = None
        with self.name_scope():
            self.encoder = nn.HybridSequential()
            self.encoder.add(nn.Dense(hidden, activation="relu"), nn.Dense(latent * 2))
            self.decoder = nn.HybridSequential()
            self.decoder.add(nn.Dense(hidden, activation="relu"), nn.Dense(out, activation="sigmoid"))

    def hybrid_forward(self, F, x):
        stats = self.encoder(x)
        mu = F.slice_axis(stats, axis=1, begin=0, end=self.latent)
        logvar = F.slice_axis(stats, axis=1, begin=self.latent, end=None)
        z = F.sample_normal(mu=mu, sigma=F.exp(0.5 * logvar))
        keep = random.uniform(0.8, 1.0)
        out = self.decoder(z * keep)
        kl = 0.5 * F.sum(1 + logvar - mu * mu - F.exp(logvar), axis=1)
        return out, -kl


class Annealed(gluon.HybridBlock):
    """Adds noise while training."""

    def __init__(self, sigma=0.5, **kwargs):
        super().__init__(**kwargs)
        self.sigma = sigma

    def hybrid_forward(self, F, x, weight=None):
        if weight is not None:
            x = F.broadcast_mul(x, weight)
        return F.clip(x * self.sigma, 0.0, 1.0)


def train(net, steps=6):
    pre = Annealed(0.9)
    pre.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 1e-2})
    l2 = gluon.loss.L2Loss()
    history = []
    for step in range(steps):
        batch = nd.array([[random.random() for _ in range(6)] for _ in range(8)])
        x = pre(batch)
        with autograd.record():
            out, kl = net(x)
            loss = (l2(out, x) + 0.01 * kl).mean()
        loss.backward()
        trainer.step(8)
        history.append(loss.asscalar())
    weighted = pre(batch, nd.ones((8, 1)) * 0.5)
    print("loss", history[-1], "weighted", weighted.mean().asscalar())
    return history


def main():
    net = VAE()
    net.initialize()
    net.hybridize()
    try:
        train(net)
    except Exception as exc:
        print("training stopped:", type(exc).__name__)
    return net


if __name__ == "__main__":
    main()
