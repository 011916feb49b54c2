from __future__ import annotations

from dataclasses import dataclass, field

import tensorflow as tf


@dataclass
class Node:
    value: float
    children: list["Node"] = field(default_factory=list)


class Scan:
    """Recursive prefix sum."""

    def depth(self, node: Node) -> int:
        return 1 + max([self.depth(c) for c in node.children], default=0)

    @tf.function
    def prefix(self, x):
        n = tf.shape(x)[0]
        if n <= 1:
            return x
        left = self.prefix(x[: n // 2])
        return tf.concat([left, x[n // 2:] + left[-1]], 0)

    @tf.function
    def tree_sum(self, leaves):
        def go(lo, hi):
            if hi - lo == 1:
                return leaves[lo]
            mid = (lo + hi) // 2
            return go(lo, mid) + go(mid, hi)
        return go(0, leaves.shape[0])


def main():
    t = Node(1.0, [Node(2.0), Node(3.0, [Node(4.0)])])
    s = Scan()
    print(s.depth(t), s.tree_sum(tf.range(4.0)))
    print(s.prefix(tf.range(4.0)))


if __name__ == "__main__":
    main()
