from ppo.agent import PPO
from ppo.config import PPOConfig
