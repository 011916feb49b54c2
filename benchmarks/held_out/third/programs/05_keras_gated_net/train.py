import numpy as np
import keras

from model import Classifier, Progress


def main(gated=False):
    x = np.random.rand(64, 6).astype("float32")
    y = (x.sum(1) > 3).astype("int32")
    model = Classifier(gated)
    model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    model.fit(x, y, epochs=2, batch_size=16, verbose=0, callbacks=[Progress()])
    return model


if __name__ == "__main__":
    main()
