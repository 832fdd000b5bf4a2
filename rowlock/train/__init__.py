"""Training of the network bots by self-play; needs the extra `train` (PyTorch)."""
