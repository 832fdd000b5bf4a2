"""The colours of a print: in full, or in greys that save ink. Signs tell the rows apart in both."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tone:
    """The inks of one colour: the row's band, the ground of its cells, text on that ground, the sign on
    the band, and the line around the band, if there is one."""

    band: str
    cell: str
    text: str
    sign: str
    outline: str | None = None


@dataclass(frozen=True, slots=True)
class Palette:
    """The inks of a print."""

    tones: dict[str, Tone]
    text: str
    faint: str
    line: str
    paper: str
    shade: str
    pen: str


COLOUR = Palette(
    tones={
        "r": Tone("#d6453d", "#fbe6e3", "#8a1c15", "#ffffff"),
        "y": Tone("#e9b213", "#fdf3d3", "#654a00", "#3d2d00"),
        "g": Tone("#3a9a5b", "#e1f3e7", "#14532c", "#ffffff"),
        "b": Tone("#3b74d1", "#e3ecfb", "#173f80", "#ffffff"),
    },
    text="#26292e",
    faint="#6d727a",
    line="#9aa0a8",
    paper="#ffffff",
    shade="#f2f0ea",
    pen="#1b2a6b",
)

GREY = Palette(
    tones={colour: Tone("#ffffff", "#ffffff", "#111111", "#111111", outline="#333333") for colour in "rygb"},
    text="#111111",
    faint="#555555",
    line="#777777",
    paper="#ffffff",
    shade="#ffffff",
    pen="#111111",
)
