import argparse


def get_config(argv=None):
    p = argparse.ArgumentParser()
    p.add_argument("--updates", type=int, default=8)
    p.add_argument("--n-steps", type=int, default=5)
    p.add_argument("--gamma", type=float, default=0.95)
    p.add_argument("--ent", type=float, default=0.01)
    p.add_argument("--clip", type=float, default=0.5)
    return p.parse_args([] if argv is None else argv)
