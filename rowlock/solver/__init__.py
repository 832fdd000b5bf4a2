"""Exact values of the solo game (R10): the greatest expected score, and what every choice is worth."""
