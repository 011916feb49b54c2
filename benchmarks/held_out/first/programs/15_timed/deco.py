import functools
import time


def timed(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        t0 = time.perf_counter()
        out = fn(*args, **kwargs)
        wrapper.seconds.append(time.perf_counter() - t0)
        return out
    wrapper.seconds = []
    return wrapper


def timed_outside(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        t0 = time.perf_counter()
        out = fn(*args, **kwargs)
        wrapper.seconds.append(time.perf_counter() - t0)
        return out
    wrapper.seconds = []
    return wrapper
