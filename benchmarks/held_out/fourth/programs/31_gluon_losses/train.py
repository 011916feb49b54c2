import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

from losses import FocalLoss, HuberClip, RunningSmooth

EPOCHS = 4


def data(n=6):
    for _ in range(n):
        x = nd.random.normal(shape=(8, 5))
        yield x, nd.array(np.random.randint(0, 2, (8, 1)))


def make_net():
    net = nn.HybridSequential()
    with net.name_scope():
        net.add(nn.Dense(16, activation="relu"))
        net.add(nn.Dense(1))
    return net


def fit(loss_fn):
    net = make_net()
    net.initialize(mx.init.Xavier())
    net.hybridize()
    loss_fn.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.05})
    history = []
    for epoch in range(EPOCHS):
        for x, y in data():
            with autograd.record():
                loss = loss_fn(net(x), y)
            loss.backward()
            trainer.step(8)
            history.append(loss.mean().asscalar())
        if history[-1] < 1e-3:
            break
    return history


if __name__ == "__main__":
    for fn in (FocalLoss(), HuberClip(), RunningSmooth()):
        h = fit(fn)
        print(type(fn).__name__, h[0], h[-1])
