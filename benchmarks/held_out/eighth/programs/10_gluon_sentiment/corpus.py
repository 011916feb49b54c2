import numpy as np


def load_corpus(seed, n=300, length=12, vocab=40):
    """Token ids; label 1 when 'good' tokens (< 10) prevail."""
    rng = np.random.RandomState(seed)
    tokens = rng.randint(0, vocab, (n, length))
    labels = ((tokens < 10).sum(1) > (tokens >= 30).sum(1)).astype("float32")
    return (tokens.astype("float32"), labels), vocab
