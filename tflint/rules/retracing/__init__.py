"""TFL1: retracing and graph size."""
