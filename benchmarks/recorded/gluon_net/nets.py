"""Blocks within blocks."""

import random

from mxnet.gluon import nn


class Head(nn.HybridBlock):
    def __init__(self, classes, scales, **options):
        super().__init__(**options)
        self.scales = scales
        self.seen = []
        self.dense = nn.Dense(classes)

    def hybrid_forward(self, F, x, anchors):
        print("head", self.scales)
        self.seen.append(x)
        pooled = F.concat(*[F.mean(x, axis=axis) for axis in (2, 3)], dim=2)
        return self.dense(pooled * self.scales["pooled"]), anchors.reshape((-1, 4))


class Backbone(nn.HybridBlock):
    def __init__(self, channels, drop=0.5):
        super().__init__()
        self.drop = drop
        self.stages = nn.HybridSequential()
        for count in channels:
            self.stages.add(nn.Conv2D(count, 3, padding=1))

    def hybrid_forward(self, F, x):
        x = self.stages(x)
        if random.random() < self.drop:
            x = F.relu(x)
        print("backbone", type(x).__name__)
        return x


class Detector(nn.HybridBlock):
    def __init__(self, backbone, head):
        super().__init__()
        self.backbone = backbone
        self.head = head
        self.batches = 0

    def hybrid_forward(self, F, x, anchors):
        self.batches += 1
        return self.head(self.backbone(x), anchors)
