"""TFL8: Gluon `hybrid_forward`."""
