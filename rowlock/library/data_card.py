"""The card that lies beside published games: what they are, what is left out, what one may do with them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import rowlock
from rowlock.analysis.version import ANALYSIS

REASONS = {
    "not_agreed": "not everybody in the game agrees, or others still play with the same dice",
    "not_played_out": "broken off, or a score pad without turns",
    "own_pad": "on a pad that is not one of Rowlock's, whose text somebody wrote",
    "guests": "several people on one device, or somebody who is no longer a player here",
    "unreadable": "the log cannot be read by this version",
}
"""The reasons for which games are not in a dump, by the word in the summary."""

TEXT = """\
# Rowlock games of {month}

{games:,} finished games with {decisions:,} decisions, played by people, and by bots with them,
at one Rowlock server in {month}. Written by Rowlock {version}.

License: [CC0 1.0](https://creativecommons.org/publicdomain/zero/1.0/). Do with them what you like.

## Files

- `games.jsonl.gz`: a line for every game, with its number (`game`) and its record (`record`, the text of a
  `.rowlock` file: `rowlock replay` and `rowlock review` read it).
- `{rows}`: a row for every decision in which there was a choice, with the same columns as `rowlock dataset`
  writes for games of bots. `game` is the number above; `seed` is empty.
- `CHECKSUMS`: `sha256sum --check CHECKSUMS` finds a damaged file.

## Grades

{graded:,} of {games:,} games have been reviewed: their rows have `best`, `worth`, `loss`, `grade` and `luck`
(analysis {analysis}). In the rows of the others these are empty. Reviews are mostly of games that somebody
wanted to look at or that count for the ratings, so the graded games are not a random sample of all.
A move that a bot or the clock made for somebody who was away is in the record as the seat's.

## Whose games

A game is here only if every person in it has agreed, and still did when this was written. {ended:,} games
ended in the month. Not here are:

{left}

So these are games of people who agree to such things, which is no random sample of everybody.

## What is not here

No names, no chat, no players' or tables' ids, no time but the month. A person is `player-…`: the same within
this dump, another in the next one; the key that made these names was thrown away. Whoever has a dump
of the same month twice can match its games by their moves, which is why a month is published once.
Whoever played knows their own games again, and so who was who in them.
The dice are in the records, their proof is not: its parts name the table, and words that players typed. These
dice can no longer be verified.
"""


def write_card(file: Path, told: Mapping[str, Any], rows: str) -> None:
    """Write the card of a dump from its summary."""
    left = [f"- {count:,}: {REASONS[reason]}" for reason, count in told["left_out"].items()] or ["- none"]
    values = {**told, "left": "\n".join(left), "rows": rows}
    text = TEXT.format(**values, analysis=ANALYSIS, version=rowlock.__version__)
    file.write_text(text, encoding="utf-8")
