"""Duels: the same dice and the same bots for several people, each when it suits. See docs/duels.md."""
