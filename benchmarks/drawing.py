"""What a picture in a loop costs beside `predict`: `python benchmarks/drawing.py`, milliseconds each."""

from __future__ import annotations

import io
import time

import matplotlib as mpl
import numpy as np

SIZES = (3, 15)


def draw(pictures: int) -> None:
    """Draw and save one figure of so many pictures, as a notebook does at the end of a cell."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, pictures)
    for axis in axes:
        axis.imshow(np.random.default_rng(0).random((64, 64, 3)))
        axis.set_title("a picture")
        axis.axis("off")
    figure.savefig(io.BytesIO(), format="png")
    plt.close(figure)


def main() -> None:
    """Print the milliseconds a picture takes, by how many stand in the figure."""
    mpl.use("agg")
    draw(2)  # the fonts
    for pictures in SIZES:
        start = time.perf_counter()
        draw(pictures)
        took = (time.perf_counter() - start) / pictures
        print(f"{pictures} pictures: {took * 1000:.0f} ms each")


if __name__ == "__main__":
    main()
