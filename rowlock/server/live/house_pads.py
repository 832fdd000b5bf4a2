"""The pads that a server knows by name: the bundled ones, and those in the host's folder (`--pads`).

Players name pads and never paths: nothing on this machine's disk is read unless its host has put it there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from rowlock.engine.position import parse_variant_name
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import choose_options, format_variant
from rowlock.server.errors import BadSettings
from rowlock.variants import SUFFIX, load_named, load_variant, variant_names

PARENT = re.compile(r"""^\s*parent\s*=\s*["']([^"'\n]{1,64})["']""", re.MULTILINE)


class HousePads:
    """The pads of a house, read when the server starts; a parent may be a file beside its child."""

    def __init__(self, folder: Path | None = None) -> None:
        self._own: dict[str, Variant] = {}
        if folder is None:
            return
        if not folder.is_dir():
            raise BadSettings(f"--pads: {folder} is not a folder")
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            variant = load_variant(path)
            self._own[variant.name] = variant

    @property
    def names(self) -> tuple[str, ...]:
        """The pads that can be played by name: the bundled pads first."""
        return (*variant_names(), *self._own)

    def load(self, name: str, /, **options: str) -> Variant:
        """A pad by its name; raises `NoSuchVariant`."""
        if name in self._own:
            return choose_options(self._own[name], options)
        return load_named(name, **options)

    def find(self, text: str) -> Variant:
        """A pad as people name it, with options as in `cards;jokers=on`."""
        return parse_variant_name(text, self.load)

    def knows(self, variant: Variant) -> bool:
        """Whether a pad is one of ours, and not one that somebody brings."""
        return variant.name.partition(";")[0] in self.names

    def parents_of(self, texts: Mapping[str, str]) -> dict[str, str]:
        """The pads of the house that texts of strangers name as their parents, as texts."""
        named = {_stem(name) for text in texts.values() for name in PARENT.findall(text)}
        return {name: format_variant(self._own[name]) for name in named if name in self._own}


@lru_cache(maxsize=8)
def house_pads(folder: Path | None) -> HousePads:
    """The pads of a folder, read once."""
    return HousePads(folder)


def _stem(name: str) -> str:
    return name.removesuffix(SUFFIX)
