"""`import rowlock` beside the rules: simulate, solve, contest, review, games that were recorded.

All of it is asked with plain values (names, texts, functions) and answers with arrays: docs/library.md.
"""
