"""Judges of moves and positions: exact values, a network, games played on."""
