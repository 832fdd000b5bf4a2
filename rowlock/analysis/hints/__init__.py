"""The best move of a view, and the reasons for it."""
