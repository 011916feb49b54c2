"""Tensors used as Python values: what eager code allows and a graph does not."""
