"""Exact values: of the solo game (R10), and of endings for two; what every choice is worth."""
