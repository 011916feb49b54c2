"""TFL4: results and errors that the graph drops."""
