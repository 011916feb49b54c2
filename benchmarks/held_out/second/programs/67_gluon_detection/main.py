import mxnet as mx
from heads import Act, Anchor, Gate, Rows, SafeGate, Stack


def check(block, x):
    block.initialize()
    plain = block(x)
    block.hybridize()
    try:
        hyb = block(x)
        return "same" if plain.shape == hyb.shape and (plain - hyb).abs().max().asscalar() < 1e-5 else "differs"
    except Exception as e:
        return type(e).__name__


if __name__ == "__main__":
    x = mx.nd.random.normal(shape=(3, 4))
    for b in (Anchor(4), Gate(), SafeGate(), Rows(), Stack(2), Act()):
        print(type(b).__name__, check(b, x))
