import tensorflow as tf


def iou(pred, mask, eps=1e-6):
    assert pred.shape.rank == mask.shape.rank, f"ranks differ: {pred.shape} {mask.shape}"
    inter = tf.reduce_sum(pred * mask)
    union = tf.reduce_sum(pred) + tf.reduce_sum(mask) - inter
    return (inter + eps) / (union + eps)


class RunningIoU(tf.keras.metrics.Metric):
    def __init__(self, name="iou", **kw):
        super().__init__(name=name, **kw)
        self.total = self.add_weight(name="total", initializer="zeros")
        self.count = self.add_weight(name="count", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        self.total.assign_add(iou(tf.cast(y_pred > 0, tf.float32), y_true))
        self.count.assign_add(1.0)

    def result(self):
        return self.total / self.count
