"""Line breaks of the screens: not at a no-break space, which Rich takes for any other space."""

from __future__ import annotations

import re

from rich import _wrap

_WORD = re.compile(r"[^\S\u00a0\u202f]*[\S\u00a0\u202f]+[^\S\u00a0\u202f]*")


def keep_unbroken() -> None:
    """Let Rich, which breaks the lines of all screens, keep together what a no-break space joins."""
    _wrap.re_word = _WORD
