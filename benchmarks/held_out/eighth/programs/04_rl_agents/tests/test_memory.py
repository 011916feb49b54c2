import numpy as np

from agents.memory import Episode, ReplayMemory


def test_wraps():
    mem = ReplayMemory(4, 2)
    for i in range(6):
        mem.add(np.zeros(2), i, 0.0, np.zeros(2), 0.0)
    assert len(mem) == 4
    assert set(mem.sample(3)._fields) >= {"obs"}


def test_returns():
    ep = Episode()
    ep.add(0, 0, 1.0)
    ep.add(0, 0, 1.0)
    assert np.allclose(ep.returns(0.5), [1.5, 1.0])
