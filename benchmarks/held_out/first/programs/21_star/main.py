import tensorflow as t
from tensorflow import function as graph
from ops import *


@graph
def block(x):
    return glu(rms(x))


def main():
    x = t.ones([2, 4])
    print(swish(x))
    for _ in range(3):
        y = block(x)
    return y


if __name__ == "__main__":
    main()
