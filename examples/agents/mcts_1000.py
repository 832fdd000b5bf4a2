"""Monte Carlo tree search with 1000 games played on for every choice."""

from mcts import bot

LINE = "Plays 1000 games to their end for every choice."
make_bot, make_batch = bot("mcts_1000", 1000)
