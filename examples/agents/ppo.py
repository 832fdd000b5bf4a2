"""Plays as `train.py --by ppo` has learnt it."""

from learned import bot

LINE = "Has learnt by playing itself (PPO)."
make_bot, make_batch = bot(__file__)
