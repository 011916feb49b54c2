import tensorflow as tf


class Board:
    def __init__(self, path):
        self.writer = tf.summary.create_file_writer(path)
        self.global_step = 0
        self.var_step = tf.Variable(0, dtype=tf.int64)

    @tf.function
    def log(self, **scalars):
        with self.writer.as_default():
            for k, v in scalars.items():
                tf.summary.scalar(k, v, step=self.global_step)
        return True

    @tf.function
    def log_var(self, loss):
        with self.writer.as_default(step=self.var_step):
            tf.summary.scalar("loss_v", loss)
        self.var_step.assign_add(1)

    def log_eager(self, loss):
        with self.writer.as_default():
            tf.summary.scalar("loss_e", loss, step=self.global_step)


def main(path="/tmp/of_board"):
    b = Board(path)
    for i in range(3):
        loss = tf.constant(1.0) / (i + 1)
        b.log(loss=loss)
        b.log_var(loss)
        b.log_eager(loss)
        b.global_step += 1
    b.writer.flush()
    return path


if __name__ == "__main__":
    main()
