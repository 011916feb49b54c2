import mxnet as mx
from mxnet import autograd, gluon, nd

from net import Classifier, Debug, NormalizedDense


def batches(n=4, size=8):
    mx.random.seed(1)
    for _ in range(n):
        yield nd.random.uniform(shape=(size, 1, 4, 4)), nd.array([i % 3 for i in range(size)])


def train(net, epochs=2):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    debug = Debug()
    for epoch in range(epochs):
        total = 0.0
        for x, y in batches():
            with autograd.record():
                loss = loss_fn(net(x), y)
            loss.backward()
            trainer.step(x.shape[0])
            total += loss.mean().asscalar()
        debug(x)
        print(f"epoch {epoch} loss {total:.3f}")
    return net


def main(hybrid=False):
    head = gluon.nn.HybridSequential()
    head.add(gluon.nn.Flatten(), gluon.nn.Dense(8, activation="relu"), NormalizedDense(3))
    head.initialize()
    head.hybridize()
    train(head)
    net = Classifier(3)
    net.initialize()
    if hybrid:
        net.hybridize()
    return head, train(net)


if __name__ == "__main__":
    main(hybrid=False)
