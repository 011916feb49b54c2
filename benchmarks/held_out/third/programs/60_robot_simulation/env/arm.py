import contextlib

import tensorflow as tf


def within(angle, limit):
    return abs(angle.numpy()) < limit


def clamp(angle, limit):
    return tf.clip_by_value(angle, -limit, limit)


class Arm(tf.Module):
    def __init__(self, recorder, links=3):
        super().__init__()
        self.recorder = recorder
        self.lengths = tf.constant([1.0] * links)
        self.joints = tf.Variable(tf.zeros([links]))
        self.steps = tf.Variable(0)

    def forward(self, joints):
        angles = tf.cumsum(joints)
        return tf.stack([tf.reduce_sum(self.lengths * tf.cos(angles)), tf.reduce_sum(self.lengths * tf.sin(angles))])

    @tf.function
    def move(self, delta):
        self.joints.assign(clamp(self.joints + delta, 1.5))
        self.steps.assign_add(1)
        pose = self.forward(self.joints)
        self.recorder.snapshot(self.steps.read_value(), pose)
        return pose

    @tf.function
    def safe_move(self, delta):
        for i, angle in enumerate(tf.unstack(self.joints + delta)):
            if not within(angle, 1.5):
                return self.forward(self.joints)
        self.joints.assign_add(delta)
        return self.forward(self.joints)

    @tf.function
    def joint(self, index):
        value = tf.constant(0.0)
        with contextlib.suppress(tf.errors.InvalidArgumentError):
            value = tf.gather(self.joints, index)
        return value

    @tf.function
    def jacobian(self):
        with tf.GradientTape() as tape:
            pose = self.forward(self.joints)
        return tape.jacobian(pose, self.joints)
