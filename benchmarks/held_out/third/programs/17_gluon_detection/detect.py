import mxnet as mx
from mxnet import nd

from anchors import clip, make_anchors
from head import BoxDecoder, DetectionHead


class Detector:
    def __init__(self, size=4, hybrid=False):
        self.size = size
        self.head, self.decoder = DetectionHead(), BoxDecoder()
        self.head.initialize()
        self.anchors = make_anchors(size)
        if hybrid:
            self.head.hybridize()
            self.decoder.hybridize()

    def __call__(self, images):
        feat = nd.mean(images, axis=1, keepdims=True)
        scores, deltas = self.head(feat)
        boxes = self.decoder(deltas, self.anchors.broadcast_to(deltas.shape))
        boxes = clip(boxes, self.size)
        best = scores[:, :, 1:].max(axis=-1)
        return boxes, best


def main(hybrid=False):
    det = Detector(hybrid=hybrid)
    boxes, best = det(nd.random.uniform(shape=(2, 3, 4, 4)))
    print(boxes.shape, float(best.max().asscalar()))
    return det


if __name__ == "__main__":
    main()
