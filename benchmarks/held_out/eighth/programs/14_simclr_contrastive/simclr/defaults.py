CONFIG = {
    "seed": 31,
    "images": 256,
    "size": 12,
    "batch": 32,
    "epochs": 3,
    "temperature": 0.5,
    "augment": ["crop", "brightness", "flip", "cutout"],
    "width": 16,
    "lr": 3e-3,
    "min_lr": 1e-4,
}
