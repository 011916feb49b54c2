import argparse

import gymnasium as gym
import numpy as np

from agent import DQNAgent

EPISODES = 300
BATCH = 16


def preprocess(obs):
    return np.asarray(obs, dtype=np.float32).reshape(1, -1)


def evaluate(agent, env, rounds=5):
    scores = []
    for _ in range(rounds):
        state, _ = env.reset()
        done, total = False, 0.0
        while not done:
            q = agent.model(preprocess(state), training=False)
            action = int(np.argmax(q.numpy()[0]))
            state, reward, done, trunc, _ = env.step(action)
            total += reward
        scores.append(total)
    return np.mean(scores)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--env", default="CartPole-v1")
    args, _ = parser.parse_known_args()
    env = gym.make(args.env)
    agent = DQNAgent(env.observation_space.shape[0], env.action_space.n)
    for episode in range(EPISODES):
        state, _ = env.reset()
        done, score = False, 0
        while not done:
            action = agent.act(preprocess(state))
            nxt, reward, done, trunc, _ = env.step(action)
            agent.remember(state, action, reward, nxt, done)
            state = nxt
            score += reward
            if len(agent.memory) > BATCH:
                loss = agent.replay(BATCH)
        agent.epsilon = max(agent.epsilon_min, agent.epsilon * agent.epsilon_decay)
        if episode % 10 == 0:
            print(f"episode {episode} score {score:.1f} eps {agent.epsilon:.2f} updates {agent.updates}")
    print("eval", evaluate(agent, env))
    agent.model.save("dqn.keras")


if __name__ == "__main__":
    main()
