import argparse

from ddpm import config, runner

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--set", nargs="*", default=[], metavar="KEY=VALUE")
    args = parser.parse_args()
    runner.run(config.merge(config.DEFAULTS, args.set))
