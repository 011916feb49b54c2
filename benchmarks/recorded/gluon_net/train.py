"""Train a detector with a trainer."""

import mxnet as mx
from mxnet import autograd, gluon
from nets import Backbone, Detector, Head

net = Detector(Backbone([4, 8], drop=0.2), Head(3, {"pooled": 2.0}))
net.initialize()
net.hybridize()
trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
loss_fn = gluon.loss.L2Loss()
for _ in range(2):
    images, anchors = mx.nd.ones((2, 3, 6, 6)), mx.nd.ones((2, 9, 4))
    with autograd.record():
        outputs, boxes = net(images, anchors)
        loss = loss_fn(outputs, mx.nd.zeros(outputs.shape))
    loss.backward()
    trainer.step(2)
