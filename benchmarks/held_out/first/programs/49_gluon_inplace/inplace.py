import numpy as onp
from mxnet import autograd, gluon, init, nd
from mxnet.gluon import nn, Trainer


class Residual(nn.HybridBlock):
    def __init__(self, ch):
        super().__init__()
        with self.name_scope():
            self.body = nn.HybridSequential()
            for _ in range(2):
                self.body.add(nn.Dense(ch, flatten=False))

    def hybrid_forward(self, F, x):
        out = self.body(x)
        out = out + x
        out[:] = F.relu(out)
        return out


class DropPath(nn.HybridBlock):
    def __init__(self, p=0.5):
        super().__init__()
        self.p = p

    def hybrid_forward(self, F, x):
        if autograd.is_training() and onp.random.uniform() < self.p:
            return F.zeros_like(x)
        return x


class DropPathF(nn.HybridBlock):
    def __init__(self, p=0.5):
        super().__init__()
        self.drop = nn.Dropout(p)

    def hybrid_forward(self, F, x):
        return self.drop(x) * (1 - 0.0)


def main():
    x = nd.ones((2, 3))
    d = DropPath()
    d.hybridize()
    seen = set()
    for _ in range(12):
        with autograd.record():
            seen.add(float(d(x).sum().asscalar()))
    r = Residual(3)
    r.initialize(init.Xavier())
    print(r(x).shape, seen)
    r.hybridize()
    return r(x), seen


if __name__ == "__main__":
    main()
