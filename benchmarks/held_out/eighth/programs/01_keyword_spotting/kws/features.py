import numpy as np
import tensorflow as tf


class LogMel(tf.Module):
    """Waveform [B, T] -> log mel [B, F, M]."""

    def __init__(self, cfg, name="log_mel"):
        super().__init__(name=name)
        self.cfg = cfg
        bins = cfg.frame_length // 2 + 1
        self.mel_matrix = tf.signal.linear_to_mel_weight_matrix(
            cfg.num_mel, bins, cfg.sample_rate, 80.0, cfg.sample_rate / 2.0)
        self.running_max = tf.Variable(1.0, trainable=False)
        self.num_calls = 0
        self.window = np.hanning(cfg.frame_length).astype("float32")

    @tf.function(input_signature=[tf.TensorSpec([None, None], tf.float32)])
    def __call__(self, wave):
        self.num_calls += 1
        stft = tf.signal.stft(
            wave, self.cfg.frame_length, self.cfg.frame_step,
            window_fn=lambda n, dtype: tf.constant(self.window, dtype))
        mel = tf.matmul(tf.square(tf.abs(stft)), self.mel_matrix)
        self.running_max.assign(tf.maximum(self.running_max * 0.99, tf.reduce_max(mel)))
        out = tf.math.log(mel + self.cfg.log_floor)
        tf.debugging.assert_all_finite(out, "log mel not finite")
        if self.cfg.num_mel > 64:
            out = out[..., :64]
        return out


def describe_features(extractor, wave):
    """Eager look at one batch."""
    feats = extractor(wave)
    arr = feats.numpy()
    if arr.std() < 1e-3:
        print("features look dead")
    return {"mean": float(arr.mean()), "std": float(arr.std())}
