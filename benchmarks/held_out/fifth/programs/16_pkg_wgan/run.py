from wgan.config import default
from wgan.losses import penalties
from wgan.trainer import WGAN, ring


if __name__ == "__main__":
    gan = WGAN(default)
    log = gan.train(ring(default))
    print({k: round(v[-1], 3) for k, v in log.items()})
    print("penalties", len(penalties), "power steps", gan.c.layers[0].power_steps)
