from .model import TwoTower

__all__ = ["TwoTower"]
