"""Positions with one clearly best move: the bundled ones, and how they are found."""
