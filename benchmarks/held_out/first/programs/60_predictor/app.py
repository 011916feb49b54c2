import numpy as np

from svc.handler import Handler
from svc.model import Ensemble


def main(n=4):
    h = Handler(Ensemble())
    for i in range(n):
        h.inbox.put(np.ones(3, "float32") * i)
    h.drain()
    for i in range(n):
        h.inbox.put(np.ones(3, "float32") * i)
    h.drain_batched()
    h.score_ok(np.ones((2, 3), "float32"))
    try:
        h.score(np.ones((2, 3), "float32"))
    except Exception as e:
        print(type(e).__name__, str(e)[:80])
    return h


if __name__ == "__main__":
    main()
