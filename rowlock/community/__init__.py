"""Reasons to come back: the daily game, ratings, progress, clubs, standings.

Values and pure functions, like `table`: no clock, no chance, no files, no network. Days and results come in,
tables and sentences go out; everything that is published can be computed again from records.
"""
