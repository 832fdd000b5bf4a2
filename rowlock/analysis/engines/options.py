"""Options of an engine: named values with limits, declared by it and set by whoever asks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeGuard

from rowlock.engine.errors import RowlockError
from rowlock.engine.json_object import JsonObject

Kind = Literal["whole", "choice", "switch", "text"]
Setting = int | str | bool
KINDS: dict[Kind, type] = {"whole": int, "choice": str, "switch": bool, "text": str}
MOST = 64
"""Options that an engine may have."""


class BadOption(RowlockError):
    """An option that an engine does not have, or a value that it does not take."""

    code = "bad_option"


@dataclass(frozen=True)
class EngineOption:
    """One option: a whole number between limits, one of some words, a switch, or free text."""

    name: str
    kind: Kind
    default: Setting
    line: str = ""
    """A sentence that says what it does."""
    least: int = 0
    most: int = 2**31 - 1
    values: tuple[str, ...] = ()

    def fits(self, value: object) -> TypeGuard[Setting]:
        """Whether the option takes a value."""
        if type(value) is not KINDS[self.kind]:
            return False
        if self.kind == "whole" and isinstance(value, int):
            return self.least <= value <= self.most
        return self.kind != "choice" or value in self.values

    def check(self, value: object) -> Setting:
        """The value if the option takes it; else `BadOption` says what it takes."""
        if self.fits(value):
            return value
        raise BadOption(f"option {self.name!r} takes {self.takes}, not {str(value)[:40]!r}")

    def parse(self, text: str) -> Setting:
        """The same from a text, as it is typed behind `--option`."""
        if self.kind == "whole":
            return self.check(int(text) if text.lstrip("-").isdecimal() else text)
        if self.kind == "switch":
            return self.check({"on": True, "off": False}.get(text, text))
        return self.check(text)

    @property
    def takes(self) -> str:
        if self.kind == "whole":
            return f"a whole number from {self.least} to {self.most}"
        return {"choice": f"one of {', '.join(self.values)}", "switch": "on or off"}.get(self.kind, "a text")

    def to_json(self) -> JsonObject:
        """The option as it is told over the protocol."""
        limits: dict[Kind, JsonObject] = {
            "whole": {"least": self.least, "most": self.most},
            "choice": {"values": list(self.values)},
        }
        told = {"name": self.name, "kind": self.kind, "default": self.default, "line": self.line}
        return {**told, **limits.get(self.kind, {})}


def read_option(told: object) -> EngineOption:
    """An option as an engine tells it; `BadOption` if it makes no sense."""
    try:
        assert isinstance(told, dict)
        name, kind = str(told["name"])[:40], told["kind"]
        values = tuple(str(value)[:40] for value in told.get("values", ())[:MOST])
        limits = int(told.get("least", 0)), int(told.get("most", 2**31 - 1))
        assert kind in KINDS
        option = EngineOption(name, kind, told["default"], str(told.get("line", ""))[:200], *limits, values)
    except (AssertionError, KeyError, TypeError, ValueError):
        raise BadOption(f"declared an option that makes no sense: {str(told)[:60]}") from None
    option.check(option.default)
    return option
