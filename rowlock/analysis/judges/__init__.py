"""Who judges moves and positions: exact values, a network, games played on."""
