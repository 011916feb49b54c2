import mxnet as mx
from mxnet import autograd, gluon
from mxnet.gluon import nn, rnn


class LM(nn.HybridBlock):
    def __init__(self, vocab, dim, **kw):
        super().__init__(**kw)
        with self.name_scope():
            self.emb = nn.Embedding(vocab, dim)
            self.rnn = rnn.LSTM(dim, layout="NTC")
            self.out = nn.Dense(vocab, flatten=False)

    def hybrid_forward(self, F, x):
        if autograd.is_training():
            x = F.maximum(x - 1, 0)
        return self.out(self.rnn(self.emb(x)))


class Scale(nn.HybridBlock):
    def __init__(self, **kw):
        super().__init__(**kw)
        self.factor = 2.0

    def hybrid_forward(self, F, x):
        return x * self.factor


class Eager(nn.HybridBlock):
    def forward(self, x):
        print("eager", x.shape)
        return x + 1


def main():
    net = LM(10, 4)
    net.initialize()
    net.hybridize()
    x = mx.nd.array([[1, 2, 3]])
    a = net(x).asnumpy()
    with autograd.record():
        b = net(x)
    print("train differs:", abs(a - b.asnumpy()).max() > 1e-6)
    s = Scale()
    s.hybridize()
    print(s(x).asnumpy())
    s.factor = 3.0
    print(s(x).asnumpy())
    e = Eager()
    e.hybridize()
    for _ in range(2):
        e(x)


if __name__ == "__main__":
    main()
