from mxnet import autograd, gluon, nd
from mxnet.gluon.loss import Loss


class FocalLoss(Loss):
    def __init__(self, gamma=2.0, weight=None, batch_axis=0, **kw):
        super().__init__(weight, batch_axis, **kw)
        self._gamma = gamma
        self.last = None

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        p = F.sigmoid(pred)
        pt = F.where(label, p, 1 - p)
        loss = -((1 - pt) ** self._gamma) * F.log(pt + 1e-8)
        self.last = loss
        if sample_weight is not None:
            loss = F.broadcast_mul(loss, sample_weight)
        return F.mean(loss, axis=self._batch_axis, exclude=True)


def train(net, loss_fn, steps=3):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    history = []
    for _ in range(steps):
        x, y = nd.ones((4, 2)), nd.ones((4, 1))
        with autograd.record():
            l = loss_fn(net(x), y)
        l.backward()
        trainer.step(4)
        history.append(l.mean().asscalar())
        print(history[-1], type(loss_fn.last).__name__)
    return history


def main():
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(1))
    net.initialize()
    loss = FocalLoss()
    net.hybridize()
    loss.hybridize()
    return train(net, loss)


if __name__ == "__main__":
    main()
