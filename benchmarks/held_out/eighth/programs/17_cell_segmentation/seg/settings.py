DEFAULTS = {
    "seed": 17, "size": 16, "images": 96, "batch": 16, "epochs": 3, "lr": 5e-3,
    "filters": [8, 16], "dice_weight": 0.0, "hard_loss": 0.8,
    "callbacks": ["dice_ramp", "freeze_stem", "preview"],
}


def load_settings(**overrides):
    merged = dict(DEFAULTS)
    for key, value in overrides.items():
        if value is not None:
            merged[key] = value
    return merged
