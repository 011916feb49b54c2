"""Find Python that means something else once TensorFlow or MXNet turns it into a graph."""

__version__ = "0.1.0"
