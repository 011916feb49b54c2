import logging
import time

import mxnet as mx
from mxnet import autograd, gluon, nd

from model import resnet

logging.basicConfig(level=logging.INFO)


def train(net, steps=4):
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 1e-3})
    loss_fn = gluon.loss.SoftmaxCELoss()
    tic = time.time()
    for step in range(steps):
        x = nd.random.normal(shape=(4, 3, 8, 8))
        y = nd.array([0, 1, 2, 0])
        with autograd.record():
            loss = loss_fn(net(x), y).mean()
        loss.backward()
        trainer.step(4)
        logging.info("step %d loss %.3f", step, loss.asscalar())
    return time.time() - tic


def main(gated=False):
    net = resnet(gated=gated)
    net.initialize(mx.init.Xavier())
    net.hybridize()
    print("seconds", train(net))
    return net


if __name__ == "__main__":
    main()
