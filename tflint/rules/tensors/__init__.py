"""Tensors used as Python values"""
