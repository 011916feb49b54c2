import numpy as np

from model import Autoencoder, History, VerboseAutoencoder


def main(cls=Autoencoder):
    x = np.random.default_rng(0).random((40, 6)).astype("float32")
    model = cls(3)
    model.compile(optimizer="adam")
    hist = History()
    model.fit(x, epochs=2, batch_size=8, verbose=0, callbacks=[hist])
    print("batches", len(hist.params["losses"]), "lines", len(model.lines()))
    return model, hist


if __name__ == "__main__":
    main()
