import functools
import time

CALLS = {}


def timed(fn):
    """Collect number and duration of calls per function name."""

    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        begin = time.perf_counter()
        try:
            return fn(*args, **kwargs)
        finally:
            count, total = CALLS.get(fn.__name__, (0, 0.0))
            CALLS[fn.__name__] = (count + 1, total + time.perf_counter() - begin)

    return wrapper
