"""Code faster than the engine supports some features of a pad, and refuses others by name.

`CARRIED` is the one place that says which. A new mechanism is in none of these until somebody has taught it
to one of them and the contract tests have compared it with the engine.
"""

from __future__ import annotations

from typing import Literal

from rowlock.engine.errors import Unsupported
from rowlock.engine.variant import Variant

Carrier = Literal["tables", "kernels", "solver", "endings", "networks", "vectors"]
"""Faster parts than the engine: the tables, the simulator over them, the solver, exact endings for two,
many sheets at once for networks, many games at once for learning programs."""
WHO: dict[Carrier, str] = {
    "tables": "the fast rules",
    "kernels": "the kernels",
    "solver": "the solver",
    "endings": "exact endings for two",
    "networks": "networks",
    "vectors": "the vector environment",
}
"""Their names in a refusal."""
CARRIED: dict[str, tuple[Carrier, ...]] = {
    "lucky": ("tables", "kernels", "solver", "endings", "networks", "vectors"),
    "bonus_bar": ("tables", "kernels", "solver", "endings", "networks", "vectors"),
    "bonus_pairs": ("tables", "kernels", "solver", "networks", "vectors"),
    "die_stays": ("tables", "kernels", "solver", "endings", "vectors"),
    "double": ("tables", "kernels", "solver", "endings", "networks", "vectors"),
    "twice": ("tables", "kernels", "endings", "networks", "vectors"),
    "between": ("tables", "kernels", "networks", "vectors"),
    "steps": ("tables", "kernels", "endings", "networks", "vectors"),
    "chain": ("tables", "kernels", "networks", "vectors"),
    "swaps": ("tables", "kernels", "solver", "endings", "networks", "vectors"),
    "two-coloured cells": ("tables", "kernels", "networks", "vectors"),
    "rows without a lock": ("tables", "kernels", "networks", "vectors"),
    "rows with names of their own": ("tables", "kernels", "endings", "networks", "vectors"),
    "more than four rows": ("tables", "kernels", "networks", "vectors"),
}
"""By feature, what carries it; a feature that is not listed is the engine's alone."""


def carries(carrier: Carrier, feature: str) -> bool:
    """Whether it plays this feature as the engine does."""
    return carrier in CARRIED.get(feature, ())


def carries_all(carrier: Carrier, variant: Variant) -> bool:
    """Whether it plays everything that a pad has."""
    return all(carries(carrier, feature) for feature in variant.features)


def refuse(variant: Variant, carrier: Carrier) -> None:
    """Raise `Unsupported` if the variant has a feature that is not carried."""
    strange = [feature for feature in variant.features if not carries(carrier, feature)]
    if strange:
        what = f"no support for {', '.join(strange)}"
        raise Unsupported(f"{WHO[carrier]} cannot play {variant.title}: {what}")
