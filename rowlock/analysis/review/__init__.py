"""A whole game reviewed, and its review as text, picture and report."""
