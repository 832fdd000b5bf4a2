"""Questions about pads and bots."""

from __future__ import annotations

from dataclasses import dataclass, field

from rowlock.engine import view_types
from rowlock.engine.variant import Variant
from rowlock.engine.view import plain_variant
from rowlock.locale.lessons import lesson_of
from rowlock.locale.rules import outline
from rowlock.table.api.question import Asking, OfPad, PadFiles, Question, WithPad
from rowlock.table.messages.limits import PadText, Parents
from rowlock.table.shapes import answers


@dataclass(frozen=True, kw_only=True)
class AskAbout(Question[None], ask="GET /about", gives=answers.About):
    """Version, address, bots, phrases, timers and limits of this server."""


@dataclass(frozen=True, kw_only=True)
class AskBots(Question[None], ask="GET /bots"):
    """The bots of this server, each with a line of character."""

    def reply(self, asking: Asking[None], /) -> answers.Bots:
        return {"bots": asking.here.bots()}


@dataclass(frozen=True, kw_only=True)
class AskPads(Question[None], ask="GET /variants", fixed=True):
    """All variants, those of the house too, each with everything needed to draw its sheet."""

    def reply(self, asking: Asking[None], /) -> answers.Pads:
        here = asking.here
        return {"variants": [plain_variant(here.load_pad(name)) for name in here.pads]}


@dataclass(frozen=True, kw_only=True)
class AskPad(OfPad, ask="GET /variants/{name}", quick=True):
    """One variant."""

    def reply(self, asking: Asking[Variant], /) -> view_types.Variant:
        return plain_variant(asking.of)


@dataclass(frozen=True, kw_only=True)
class AskPadRules(OfPad, ask="GET /variants/{name}/rules", counts="questions"):
    """The rules of a variant: the sentences that tell them, by key, with examples as sheets and facts."""

    def reply(self, asking: Asking[Variant], /) -> answers.Rules:
        return {"rules": outline(asking.of), "lesson": lesson_of(asking.of)}


@dataclass(frozen=True, kw_only=True)
class CheckPad(WithPad, ask="POST /variants", counts="uploads"):
    """Check a variant of one's own; every mistake is named with its line."""

    text: PadText
    parents: Parents = field(default_factory=dict)

    @property
    def files(self) -> PadFiles:
        return PadFiles(self.text, self.parents)

    def reply(self, asking: Asking[Variant | None], /) -> view_types.Variant:
        assert asking.of is not None
        return plain_variant(asking.of)
