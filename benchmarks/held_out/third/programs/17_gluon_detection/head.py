import mxnet as mx
from mxnet import gluon
from mxnet.gluon import nn


class BoxDecoder(gluon.HybridBlock):
    def __init__(self, stds=(0.1, 0.1, 0.2, 0.2), **kwargs):
        super().__init__(**kwargs)
        self.stds = stds

    def hybrid_forward(self, F, deltas, anchors):
        xy = F.slice_axis(anchors, axis=-1, begin=0, end=2)
        wh = F.slice_axis(anchors, axis=-1, begin=2, end=4) - xy
        d_xy = deltas[:, :, 0:2] * self.stds[0]
        d_wh = F.slice_axis(deltas, axis=-1, begin=2, end=4) * self.stds[2]
        centre = F.broadcast_add(xy + wh * 0.5, F.broadcast_mul(d_xy, wh))
        half = F.broadcast_mul(F.exp(d_wh), wh) * 0.5
        return F.concat(centre - half, centre + half, dim=-1)


class DetectionHead(gluon.HybridBlock):
    def __init__(self, classes=2, **kwargs):
        super().__init__(**kwargs)
        self.classes = classes
        with self.name_scope():
            self.cls = nn.Conv2D(classes + 1, 3, padding=1)
            self.reg = nn.Conv2D(4, 3, padding=1)

    def hybrid_forward(self, F, feat):
        scores = self.cls(feat)
        scores += 1e-3
        boxes = F.reshape(F.transpose(self.reg(feat), (0, 2, 3, 1)), shape=(0, -1, 4))
        scores = F.reshape(F.transpose(scores, (0, 2, 3, 1)), shape=(0, -1, self.classes + 1))
        return F.softmax(scores, axis=-1), boxes
