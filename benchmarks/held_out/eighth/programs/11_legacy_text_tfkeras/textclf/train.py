import tensorflow as tf
import tf_keras as keras

from .model import TextModel, focal


class GammaSchedule(keras.callbacks.Callback):
    def __init__(self, settings):
        super().__init__()
        self.settings = settings

    def on_epoch_begin(self, epoch, logs=None):
        self.settings.focal_gamma = 2.0 * epoch


class StepDecay(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        lr = float(keras.backend.get_value(self.model.optimizer.learning_rate))
        self.model.optimizer.learning_rate = lr * 0.7
        logs["lr"] = lr


class Runner:
    def __init__(self, settings, corpus):
        self.settings = settings
        self.corpus = corpus
        self.model = TextModel(settings)

    def run(self):
        s = self.settings
        self.model.compile(keras.optimizers.Adam(s.lr), loss=focal(s), metrics=["accuracy"])
        history = self.model.fit(
            self.corpus.dataset(), epochs=s.epochs, verbose=0, callbacks=[GammaSchedule(s), StepDecay()])
        report = dict(history.history)
        report["lr"] = history.history["lr"]
        report["eval"] = self.model.evaluate(self.corpus.dataset(False), verbose=0)
        print("long texts", len(self.corpus.long_texts), "words dropped", self.model.drop.dropped)
        self.worst(self.corpus.dataset(False))
        return report

    def worst(self, ds):
        found = []
        for tokens, label in ds:
            logits = self.model(tokens, training=False)
            wrong = tf.boolean_mask(tokens, tf.argmax(logits, -1) != label)
            found.extend(wrong.numpy()[:1].tolist())
        print("misread", len(found))
        return found
