"""The bases of a bot's play on a pad: the words that `rowlock.bots.plays_by` answers with."""

from __future__ import annotations

from typing import Literal

Basis = Literal["itself", "network", "own_network", "solved", "hand"]

ITSELF: Basis = "itself"
"""The bot itself: it plays every pad the same way."""
NETWORK: Basis = "network"
"""A bundled network."""
OWN: Basis = "own_network"
"""A network that was trained on this machine (`rowlock train`)."""
SOLVED: Basis = "solved"
"""The exact values that `rowlock solve` has left on this machine."""
HAND: Basis = "hand"
"""Steady's hand, where nothing better is known."""
