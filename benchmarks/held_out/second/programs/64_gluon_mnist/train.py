import argparse
import logging
import time

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon
from mxnet.gluon import nn

logging.basicConfig(level=logging.INFO)


class LeNet(nn.HybridBlock):
    def __init__(self, classes, **kw):
        super().__init__(**kw)
        self.seen = 0
        with self.name_scope():
            self.features = nn.HybridSequential()
            self.features.add(nn.Conv2D(4, 3, activation="relu"), nn.MaxPool2D(2), nn.Flatten())
            self.output = nn.Dense(classes)

    def hybrid_forward(self, F, x):
        self.seen += 1
        h = self.features(x)
        print("features", h)
        return self.output(F.Dropout(h, p=0.2))


class Timer(nn.Block):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.spent = 0.0

    def forward(self, x):
        t = time.time()
        y = self.net(x)
        self.spent += time.time() - t
        print("forward", y.shape)
        return y


def train(net, data, epochs, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    losses = []
    for epoch in range(epochs):
        for x, y in data:
            with autograd.record():
                loss = loss_fn(net(x), y)
            loss.backward()
            trainer.step(x.shape[0])
            losses.append(loss.mean().asscalar())
        trainer.set_learning_rate(lr * 0.5)
        logging.info("epoch %d loss %.3f", epoch, np.mean(losses))
    return losses


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=2)
    a = p.parse_args()
    X = mx.nd.random.uniform(shape=(8, 1, 8, 8))
    Y = mx.nd.array(np.random.randint(0, 3, 8))
    data = gluon.data.DataLoader(gluon.data.ArrayDataset(X, Y), batch_size=4)
    net = LeNet(3)
    net.initialize()
    net.hybridize()
    train(net, data, a.epochs, 0.1)
    print(net.seen, Timer(net)(X).shape)
