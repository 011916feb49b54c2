import numpy as np
import tensorflow as tf
from wrappers import FrameStack, RewardLog, RunningNorm

q_net = tf.keras.Sequential([tf.keras.Input((4, 4, 2)), tf.keras.layers.Flatten(), tf.keras.layers.Dense(2)])


def main(steps=4):
    stack, norm, log = FrameStack(2), RunningNorm(), RewardLog()
    obs = stack.reset(np.random.rand(4, 4).astype("float32"))
    for t in range(steps):
        x = norm(obs)
        q = q_net(x[None], training=False)
        r = log.shape_reward(tf.constant(1.0), tf.constant(t == 3))
        obs = stack.push(np.random.rand(4, 4).astype("float32"))
        print(t, q.numpy().argmax(), r.numpy())
    print(norm.count, len(log.rewards))


if __name__ == "__main__":
    main()
