"""Rowlock for research: environments for Gymnasium, PettingZoo and OpenSpiel, and thousands of games at once.

Needs the extra `rl`: pip install 'rowlock[rl]'. See docs/research.md.
"""
