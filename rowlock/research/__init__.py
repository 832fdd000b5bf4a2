"""Rowlock for research: the game in the manner of Gymnasium, PettingZoo and OpenSpiel, and thousands at once.

Needs the extra `rl`: pip install 'rowlock[rl]'. See docs/research.md.
"""
