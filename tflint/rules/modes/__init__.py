"""TFL9: running modes and Keras calls, in eager code."""
