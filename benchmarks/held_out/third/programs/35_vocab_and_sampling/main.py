import tensorflow as tf

from sampling import Sampler, bootstrap, bootstrap_stateless, negatives
from vocab import count_distinct, lookup_static


def documents():
    return [tf.constant(d) for d in (["cat", "dog"], ["cat", "cat"], ["eel", "fox"])]


def interval(x, n=5):
    return [float(bootstrap_stateless(x, tf.constant([s, 1]))) for s in range(n)]


def negative_sets(x, n=5):
    out = []
    for s in range(n):
        out.append(negatives(x, tf.random.Generator.from_seed(s)))
    return out


def main():
    for doc in documents():
        print(lookup_static(doc).numpy(), int(count_distinct(doc)))
    sampler = Sampler()
    print(sampler.gumbel(tf.zeros((2, 5))).numpy())
    x = tf.random.normal((20,))
    print(interval(x), len(negative_sets(x)))
    return bootstrap(x)


if __name__ == "__main__":
    main()
