import numpy as np

from kws.config import FeatureConfig
from kws.features import LogMel


def test_shape():
    cfg = FeatureConfig()
    wave = np.random.randn(2, 2000).astype("float32")
    out = LogMel(cfg)(wave)
    assert out.shape[0] == 2 and out.shape[-1] == cfg.num_mel


def test_finite():
    out = LogMel(FeatureConfig())(np.zeros((1, 2000), "float32"))
    assert np.isfinite(out.numpy()).all()
