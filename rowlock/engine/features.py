"""Code faster than the engine declares which features of a pad it supports, and refuses others by name."""

from __future__ import annotations

from collections.abc import Collection

from rowlock.engine.errors import Unsupported
from rowlock.engine.variant import Variant


def refuse(variant: Variant, carries: Collection[str], who: str) -> None:
    """Raise `Unsupported` if the variant has a feature that is not supported."""
    strange = [feature for feature in variant.features if feature not in carries]
    if strange:
        raise Unsupported(f"{who} cannot play {variant.title}: no support for {', '.join(strange)}")
