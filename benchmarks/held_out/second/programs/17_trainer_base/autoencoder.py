import tensorflow as tf
from base import BaseTrainer
from hooks import LossRecorder, Patience


class AutoencoderTrainer(BaseTrainer):
    noise = 0.1

    def compute_loss(self, batch):
        noisy = batch + self.noise * tf.random.normal(tf.shape(batch))
        return tf.reduce_mean(tf.square(self.model(noisy) - batch))


FACTORY = {"ae": AutoencoderTrainer}


def main():
    data = tf.data.Dataset.from_tensor_slices(tf.random.uniform([16, 6])).batch(4)
    model = tf.keras.Sequential([tf.keras.Input((6,)), tf.keras.layers.Dense(3, "relu"), tf.keras.layers.Dense(6)])
    trainer = FACTORY["ae"](model, {"optimizer": "adam"})
    rec, pat = LossRecorder(), Patience()
    trainer.hooks += [rec, pat]
    trainer.fit(data, 2)
    trainer.noise = 0.0
    trainer.fit(data, 1)
    print(len(rec.values), pat.calls, trainer.step_no)


if __name__ == "__main__":
    main()
