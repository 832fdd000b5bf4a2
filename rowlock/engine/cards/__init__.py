"""The card game: a flow of turns of its own on the same sheets (R24 to R28); see `mechanisms/cards.py`."""
