import tensorflow as tf

from ddpm.ema import TrueEma
from ddpm.schedule import NoiseSchedule


def test_alpha_bar_decreases():
    s = NoiseSchedule(10, 1e-3, 0.1)
    assert float(s.alpha_bar[-1]) < float(s.alpha_bar[0])


def test_ema_moves():
    v = tf.Variable([0.0])
    ema = TrueEma([v], 0.5)
    v.assign([1.0])
    tf.function(ema.update)()
    assert abs(float(ema.shadow[0][0]) - 0.5) < 1e-6
