import numpy as np
import tensorflow as tf

from env import Arm, Recorder


def solve(arm, goal, iters=5):
    for _ in range(iters):
        jac = arm.jacobian()
        err = goal - arm.forward(arm.joints)
        pose = arm.move(0.1 * tf.linalg.matvec(jac, err, transpose_a=True))
        arm.recorder.record(pose.numpy())
    return pose


def main():
    arm = Arm(Recorder())
    pose = solve(arm, tf.constant([1.0, 2.0]))
    print("pose", pose.numpy(), len(arm.recorder.rows), arm.recorder.files())
    print("first joint", float(arm.joint(tf.constant(0))))
    try:
        arm.safe_move(tf.constant([0.1, 0.1, 0.1]))
    except Exception as exc:
        print("safe_move:", type(exc).__name__)
    return arm


if __name__ == "__main__":
    main()
