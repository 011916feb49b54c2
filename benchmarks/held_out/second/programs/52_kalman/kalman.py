import sys
import tensorflow as tf


class Kalman(tf.Module):
    def __init__(self, dim):
        super().__init__()
        self.x = tf.Variable(tf.zeros([dim, 1]))
        self.P = tf.Variable(tf.eye(dim))
        self.Q = 0.01 * tf.eye(dim)
        self.innovation = None

    @tf.function
    def predict_state(self, F):
        self.x.assign(F @ self.x)
        self.P.assign(F @ self.P @ tf.transpose(F) + self.Q)
        return self.x.read_value()

    @tf.function
    def update(self, z, H, R):
        y = z - H @ self.x
        self.innovation = y
        S = H @ self.P @ tf.transpose(H) + R
        K = self.P @ tf.transpose(H) @ tf.linalg.inv(S)
        self.x.assign_add(K @ y)
        self.P.assign_sub(K @ H @ self.P)
        return y

    @tf.function
    def gate(self, z):
        d = tf.norm(z - self.x)
        return "far" if d > 3.0 else "near"


def main():
    k = Kalman(2)
    F, H, R = tf.constant([[1.0, 0.1], [0.0, 1.0]]), tf.constant([[1.0, 0.0]]), tf.constant([[0.1]])
    res = []
    for i in range(3):
        k.predict_state(F)
        res.append(k.update(tf.constant([[float(i)]]), H, R).numpy()[0, 0])
    print(res, k.gate(tf.zeros([2, 1])).numpy())
    try:
        print("last innovation", k.innovation.numpy())
    except Exception as e:
        print(type(e).__name__, file=sys.stderr)


if __name__ == "__main__":
    main()
