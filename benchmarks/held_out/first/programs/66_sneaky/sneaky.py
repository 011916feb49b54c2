import tensorflow as tf
from collections import ChainMap, deque


class Probe:
    def __init__(self):
        self.log = []
        self.recent = deque(maxlen=4)
        self.cache = {}
        self.count = 0
        self.last = None

    @tf.function
    def by_alias(self, x):
        out = self.log
        push = out.append
        push(x * 2)
        return x

    @tf.function
    def by_dict(self, x):
        self.__dict__["last"] = x + 1
        vars(self).update(count=self.count + 1)
        return x

    @tf.function
    def by_slice(self, x):
        self.log[len(self.log):] = [x]
        self.recent.appendleft(x)
        return x

    @tf.function
    def by_unpack(self, x):
        self.last, y = x, x * 2
        for self.count in range(3):
            y = y + 1.0
        return y

    @tf.function
    def local_only(self, x):
        log = list(self.log)
        log.append(x)
        view = {**self.cache, "x": x}
        view["y"] = x
        merged = ChainMap({}, self.cache)
        merged["z"] = x
        return view["y"] + merged["z"]

    @tf.function
    def memo(self, x, key="k"):
        if key not in self.cache:
            self.cache[key] = tf.reduce_sum(x)
        return self.cache[key]


def main():
    p = Probe()
    x = tf.constant(1.0)
    for _ in range(3):
        for f in (p.by_alias, p.by_dict, p.by_slice, p.by_unpack, p.local_only):
            f(x)
    print(len(p.log), p.count, p.last, len(p.recent))
    p.memo(x)
    try:
        p.memo(tf.constant([1.0, 2.0]))
    except Exception as e:
        print(type(e).__name__, str(e)[:60])


if __name__ == "__main__":
    main()
