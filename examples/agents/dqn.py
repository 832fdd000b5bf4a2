"""Plays as `train.py --by dqn` has learnt it."""

from learned import bot

LINE = "Has learnt by playing itself (DQN)."
make_bot, make_batch = bot(__file__)
