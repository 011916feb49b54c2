import argparse
import dataclasses


@dataclasses.dataclass(frozen=True)
class Options:
    task: str = "node"
    layer: str = "gcn"
    hidden: int = 16
    hops: int = 2
    dropout: float = 0.3
    epochs: int = 3
    graphs: int = 6
    lr: float = 0.02
    check_nan: bool = True

    @classmethod
    def parse(cls, argv=None):
        parser = argparse.ArgumentParser()
        for f in dataclasses.fields(cls):
            if f.type is not bool:
                parser.add_argument("--" + f.name, type=type(f.default), default=f.default)
        return cls(**vars(parser.parse_args(argv)))
