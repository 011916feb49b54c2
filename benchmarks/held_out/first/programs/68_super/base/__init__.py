from .model import TrackedModel
