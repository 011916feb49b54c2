import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd

from net import Net

EPOCHS = 3


def batches(n=4, size=8):
    for _ in range(n):
        yield nd.random.uniform(shape=(size, 3, 16, 16)), nd.array(np.random.randint(0, 10, size))


def main():
    net = Net()
    net.initialize(mx.init.Xavier())
    net.hybridize(static_alloc=True)
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 1e-3})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for epoch in range(EPOCHS):
        total = 0.0
        for x, y in batches():
            with autograd.record():
                loss = loss_fn(net(x), y)
            loss.backward()
            trainer.step(x.shape[0])
            total += loss.mean().asscalar()
        print("epoch", epoch, "loss", total, "block calls", net.blocks[0].calls)
    return net


if __name__ == "__main__":
    main()
