import argparse

from agents import experiment

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("agents", nargs="*", default=["dqn", "ppo", "reinforce"])
    parser.add_argument("--seed", type=int, default=5)
    experiment.main(**vars(parser.parse_args()))
