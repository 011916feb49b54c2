import numpy as np
import tensorflow as tf
from tensorflow import keras

EPOCHS = 20


def teacher_net():
    return keras.Sequential([keras.layers.Input((28, 28)), keras.layers.Flatten(), keras.layers.Dense(32, activation="relu"), keras.layers.Dense(10)])


def student_net():
    return keras.Sequential([keras.layers.Input((28, 28)), keras.layers.Flatten(), keras.layers.Dense(8, activation="relu"), keras.layers.Dense(10)])


class Distiller(keras.Model):
    def __init__(self, student, teacher):
        super().__init__()
        self.student, self.teacher = student, teacher
        self.agree = keras.metrics.SparseCategoricalAccuracy(name="agree")
        self.alpha = 0.1
        self.history_kl = []

    def compile(self, optimizer, temperature=3.0):
        super().compile(optimizer=optimizer)
        self.temperature = temperature
        self.kl = keras.losses.KLDivergence()

    def soft(self, logits):
        return tf.nn.softmax(logits / self.temperature, axis=1)

    def call(self, x, training=False):
        return self.student(x, training=training)

    def train_step(self, data):
        x, y = data
        t = self.teacher(x, training=False)
        with tf.GradientTape() as tape:
            s = self.student(x, training=True)
            hard = tf.reduce_mean(keras.losses.sparse_categorical_crossentropy(y, s, from_logits=True))
            soft = self.kl(self.soft(t), self.soft(s)) * self.temperature ** 2
            loss = self.alpha * hard + (1 - self.alpha) * soft
        grads = tape.gradient(loss, self.student.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.student.trainable_variables))
        self.agree.update_state(tf.argmax(t, 1), s)
        self.log(loss, soft)
        return {"loss": loss, "agree": self.agree.result()}

    def log(self, loss, soft):
        print("loss", loss, "soft", soft)
        self.history_kl.append(soft.numpy())

    def test_step(self, data):
        x, y = data
        s = self.student(x, training=False)
        self.agree.update_state(y, s)
        return {"agree": self.agree.result()}

    def set_alpha(self, value):
        self.alpha = value


class Report(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        print(f"{epoch}: {logs['loss']:.3f} {float(self.model.optimizer.learning_rate):.5f}")


(x, y), (xt, yt) = keras.datasets.mnist.load_data()
x, xt = x.astype("float32") / 255.0, xt.astype("float32") / 255.0
teacher = teacher_net()
teacher.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
teacher.fit(x, y, epochs=EPOCHS, verbose=0)
distiller = Distiller(student_net(), teacher)
distiller.compile(keras.optimizers.Adam(1e-3))
distiller.fit(x, y, epochs=EPOCHS, verbose=0, callbacks=[Report()])
distiller.set_alpha(0.9)
distiller.fit(x, y, epochs=EPOCHS, verbose=0, callbacks=[Report()])
print(distiller.evaluate(xt, yt, verbose=0), np.mean(teacher.predict(xt, verbose=0)))
