import numpy as np


def linear_probe(encoder, images, labels):
    feats = np.asarray(encoder(images))
    feats = np.concatenate([feats, np.ones((len(feats), 1))], 1)
    target = np.eye(labels.max() + 1)[labels]
    w, *_ = np.linalg.lstsq(feats, target, rcond=None)
    hit = (feats @ w).argmax(1) == labels
    if hit.mean() < 0.34:
        print("probe at chance level")
    return float(hit.mean())
