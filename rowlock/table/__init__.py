"""The authority: who sits where, who may say what, and what the house says by itself.

Pure, like the engine: no clock, no chance, no files, no network. Server, terminal and arena play through it.
"""
