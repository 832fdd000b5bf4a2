"""The daily game: the same solo game for everybody on one day. See docs/daily.md."""
