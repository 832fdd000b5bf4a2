"""The mechanisms that a pad can have: one file each, found by being in this folder.

A file holds one subclass of `Mechanism` that is a frozen dataclass. To add one, see CONTRIBUTING.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from rowlock.engine.facts import FACTS, Fact
from rowlock.engine.mechanisms.mechanism import Mechanism

_added: list[type[Mechanism]] = []


def kinds() -> tuple[type[Mechanism], ...]:
    """Every kind of mechanism, in the order in which a pad's are asked."""
    return tuple(sorted([*_found(), *_added], key=lambda kind: kind.place()))


@cache
def _found() -> tuple[type[Mechanism], ...]:
    names = [module.name for module in iter_modules(__path__) if module.name != "mechanism"]
    modules = [import_module(f"{__name__}.{name}") for name in names]
    return tuple(
        kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Mechanism) and kind.__module__ == module.__name__
    )


def all_facts() -> tuple[type[Fact], ...]:
    """Every kind of fact: those of the plain game, then those of the mechanisms."""
    return (*FACTS, *[fact for kind in kinds() for fact in kind.facts])


def add_kind(kind: type[Mechanism]) -> None:
    """Make a kind of mechanism known that lives outside this folder, for this process."""
    if kind not in kinds():
        _added.append(kind)


def remove_kind(kind: type[Mechanism]) -> None:
    """Forget a kind that was added."""
    _added.remove(kind)
