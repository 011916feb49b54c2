"""Mass-spring chain, integrated in the graph."""
import tensorflow as tf

N = 6
DT = 0.01


@tf.function
def simulate(pos, vel, stiffness):
    for i in range(1000):
        force = -stiffness * (2 * pos - tf.roll(pos, 1, 0) - tf.roll(pos, -1, 0))
        vel = vel + DT * force
        pos = pos + DT * vel
    return pos, vel


@tf.function
def simulate_while(pos, vel, stiffness, n):
    for i in tf.range(n):
        vel = vel - DT * stiffness * pos
        pos = pos + DT * vel
    return pos, vel


@tf.function
def energy(pos, vel):
    e = tf.zeros([])
    for k in range(3):
        e += 0.5 * tf.reduce_sum(vel[k::3] ** 2) + 0.5 * tf.reduce_sum(pos[k::3] ** 2)
    return e


@tf.function(experimental_relax_shapes=True)
def center(pos):
    return pos - tf.reduce_mean(pos)


if __name__ == "__main__":
    p, v = tf.random.normal([N]), tf.zeros([N])
    for k in tf.constant([0.5, 1.0]):
        p, v = simulate(center(p), v, k)
        print(float(energy(p, v)))
    p, v = simulate_while(p, v, tf.constant(1.0), tf.constant(50))
    print(p.numpy())
