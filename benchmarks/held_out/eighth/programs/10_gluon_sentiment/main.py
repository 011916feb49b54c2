import argparse
import logging

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon

from corpus import load_corpus
from nets import build_net
from tracking import Tracker


def evaluate(net, data, batch):
    correct = 0
    for i in range(0, len(data[0]), batch):
        out = net(mx.nd.array(data[0][i:i + batch]))
        correct += int((out.argmax(axis=1).asnumpy() == data[1][i:i + batch]).sum())
    return correct / len(data[0])


def train(net, data, args, tracker):
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": args.lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    rng = np.random.RandomState(args.seed)
    for epoch in range(args.epochs):
        order = rng.permutation(len(data[0]))
        total = 0.0
        for i in range(0, len(order), args.batch):
            idx = order[i:i + args.batch]
            x, y = mx.nd.array(data[0][idx]), mx.nd.array(data[1][idx])
            with autograd.record():
                loss = loss_fn(net(x), y)
            loss.backward()
            trainer.step(len(idx))
            total += loss.mean().asscalar()
            tracker.count("batches")
        net.encoder.noise_scale *= 0.5
        trainer.set_learning_rate(trainer.learning_rate * 0.9)
        logging.info("epoch %d loss %.4f", epoch, total)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--batch", type=int, default=20)
    parser.add_argument("--lr", type=float, default=0.01)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-hybrid", action="store_true")
    args = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    mx.random.seed(args.seed)
    np.random.seed(args.seed)
    data, vocab = load_corpus(args.seed)
    tracker = Tracker()
    net = build_net(vocab, tracker)
    net.initialize(mx.init.Xavier())
    if not args.no_hybrid:
        net.hybridize()
    train(net, data, args, tracker)
    print("accuracy", evaluate(net, data, args.batch))
    print("tracked", tracker.counts, "pool calls", net.encoder.calls, "kept", len(net.kept))
    return net, tracker


if __name__ == "__main__":
    main()
