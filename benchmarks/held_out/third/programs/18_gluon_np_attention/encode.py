import numpy as onp
from mxnet import gluon, np, npx

from attention import GatedResidual, Pooler, SelfAttention

npx.set_np()


def causal_mask(n):
    return np.array(onp.triu(onp.full((n, n), -1e9), 1).astype("float32"))


def main(n=5, units=8):
    x = np.random.uniform(size=(2, n, units))
    attn = SelfAttention(units)
    attn.initialize()
    attn.hybridize()
    mask = np.broadcast_to(causal_mask(n), (2, n, n))
    y = attn(x, mask)
    gate = GatedResidual(units)
    gate.initialize()
    pool = Pooler(units)
    pool.initialize()
    out = pool(gate(x, y))
    print(out.shape, float(out.mean()))
    return attn, gate, pool, x, y


if __name__ == "__main__":
    main()
