import json
import logging

import numpy as np

from scoring.server import ScoringServer, serve


def traffic(n):
    rng = np.random.default_rng(0)
    for _ in range(n):
        yield json.dumps({"rows": rng.random((2, 4)).tolist()})


def main(n=20):
    logging.basicConfig(level=logging.WARNING)
    server = ScoringServer()
    answers = list(serve(server, traffic(n)))
    grads = [server.explain(body) for body in traffic(n)]
    print(len(answers), len(grads), np.mean(server.audit(traffic(n))))
    return server


if __name__ == "__main__":
    main()
