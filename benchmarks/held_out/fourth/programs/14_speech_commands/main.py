import tensorflow as tf

from data import COMMANDS, counts, make_clips, pipeline

EPOCHS = 8


class Wrapup(tf.keras.callbacks.Callback):
    history = []

    def on_train_batch_end(self, batch, logs=None):
        self.history.append(logs["loss"])

    def on_epoch_end(self, epoch, logs=None):
        print("counts so far", counts)


model = tf.keras.Sequential([
    tf.keras.layers.Conv2D(8, 3, activation="relu"),
    tf.keras.layers.GlobalAveragePooling2D(),
    tf.keras.layers.Dense(len(COMMANDS)),
])
model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
train = pipeline(*make_clips())
model.fit(train, epochs=EPOCHS, callbacks=[Wrapup()], verbose=2)
test = pipeline(*make_clips(8), training=False)
for spec, label in test:
    print(tf.argmax(model(spec, training=False), -1).numpy(), label.numpy())
