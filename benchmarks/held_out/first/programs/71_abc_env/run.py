from rl import PPO, Env


def main():
    p = PPO(Env())
    p.train(3)
    return p


if __name__ == "__main__":
    main()
