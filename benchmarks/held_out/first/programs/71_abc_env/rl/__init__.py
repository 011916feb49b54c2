from rl.env import Env
from rl.agent import PPO
