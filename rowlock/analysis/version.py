"""The version of the analysis: what is stored of it is made anew when it has changed."""

ANALYSIS = 2
"""It changes whenever the same game may be judged differently."""
