import tensorflow as tf

MEAN = 0.1
STD = 1.3


def normalise(x):
    return (x - MEAN) / STD


def window(series, size=8):
    return [series[i:i + size] for i in range(len(series) - size + 1)]
