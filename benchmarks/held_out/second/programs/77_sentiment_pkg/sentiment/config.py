import pathlib
import tomllib


class Config(dict):
    __getattr__ = dict.__getitem__


def load(name="default"):
    path = pathlib.Path(__file__).with_name("settings.toml")
    return Config(tomllib.loads(path.read_text())[name])
