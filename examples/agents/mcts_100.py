"""Monte Carlo tree search with 100 games played on for every choice."""

from mcts import bot

LINE = "Plays 100 games to their end for every choice."
make_bot, make_batch = bot("mcts_100", 100)
