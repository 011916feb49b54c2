import tensorflow as tf

SPEC = tf.TensorSpec([None, 3], tf.float32, name="x")


class Scorer(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(tf.ones([3, 1]))

    @tf.function(input_signature=[SPEC])
    def score(self, x):
        n = x.shape[0]
        total = tf.reduce_sum(x @ self.w)
        return {"mean": total / (n * 1.0)}

    @tf.function(input_signature=[SPEC])
    def score_ok(self, x):
        n = tf.shape(x)[0]
        width = x.shape[1] * 2
        return {"mean": tf.reduce_sum(x @ self.w) / tf.cast(n, tf.float32), "w": tf.constant(width)}

    @tf.function(input_signature=(SPEC,))
    def square(self, x):
        if x.shape[0] == x.shape[1]:
            return tf.linalg.trace(x)
        return tf.reduce_sum(x)


def export(path="/tmp/of_saved"):
    m = Scorer()
    tf.saved_model.save(m, path, signatures={"serving_default": m.score_ok, "sq": m.square})
    return tf.saved_model.load(path)


if __name__ == "__main__":
    r = export()
    print(r.signatures["sq"](x=tf.ones([3, 3])))
    print(Scorer().score(tf.ones([2, 3])))
