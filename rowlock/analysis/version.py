"""The version of the analysis: stored reviews are made again when it has changed."""

ANALYSIS = 3
"""It changes whenever the same game may be judged differently."""
