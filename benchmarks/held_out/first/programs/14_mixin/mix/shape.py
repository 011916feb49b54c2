class ShapeMixin:
    def check(self, x):
        if x.shape.rank != 2:
            raise ValueError(f"want rank 2, got {x.shape.rank}")
        return x
