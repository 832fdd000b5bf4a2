"""Two ratings: results (places against others) and play (what decisions lost). See docs/ratings.md.

Values and pure functions; whatever is published follows from the rated games alone, day by day.
"""
