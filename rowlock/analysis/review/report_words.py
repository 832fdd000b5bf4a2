"""The words of a report: a review's numbers, moves and names in a reader's language."""

from __future__ import annotations

from rowlock.analysis.review import review_types
from rowlock.engine.view_types import Variant
from rowlock.locale import Catalogue, text
from rowlock.locale.figures import tell_figure, tell_signed
from rowlock.locale.letters import spell
from rowlock.locale.options import tell_option
from rowlock.locale.words import labelled, percent, seat_names, variant_title

NEARLY = 0.02
"""A share of the win so near to 0 is none of it, and so near to 1 all; the page has the same limit."""


class ReportWords:
    """A review in one language; `names` are those of the seats, with bots called as at the table."""

    def __init__(self, catalogue: Catalogue, variant: Variant, review: review_types.Review) -> None:
        self.catalogue, self.variant, self.review = catalogue, variant, review
        self.names = seat_names(catalogue, review["seats"], review["bots"])
        self.title = variant_title(catalogue, variant)
        self.unit = review["judge"]["unit"]

    def say(self, key: str, **values: object) -> str:
        return text(self.catalogue, key, **values)

    def word(self, key: str, **values: object) -> str:
        """One of the words that only reports have."""
        return self.say(f"terminal.report.{key}", **values)

    def labelled(self, label: str, told: str) -> str:
        return labelled(self.catalogue, label, told)

    def headline(self) -> str:
        """The pad and who played."""
        return self.labelled(self.title, ", ".join(self.names))

    def chance(self) -> str:
        """The head of the column of chance: what was rolled, or with cards called."""
        return self.word("roll" if self.variant["played_with"] == "dice" else "call")

    def judge(self) -> str:
        """The judge, and the error of its judgement."""
        judge = self.review["judge"]
        told = self.say(f"study.judge.{judge['by']}")
        if not judge["rollouts"]:
            return told
        error = self.say("study.judge.error", n=judge["rollouts"], error=self.worth(judge["error"]))
        return f"{told} {error}"

    def worth(self, value: float) -> str:
        """A chance in percent, or points."""
        return tell_figure(self.catalogue, value, self.unit)

    def signed(self, value: float) -> str:
        return tell_signed(self.catalogue, value, self.unit)

    def accuracy(self, total: review_types.Total) -> str:
        """The part of what could be lost that was kept; empty where nothing could be."""
        kept = total["accuracy"]
        return "" if kept is None else percent(self.catalogue, kept / 100, 0)

    def interval(self, total: review_types.Total) -> str:
        """The loss by decisions, from its least to its most: never more than there was."""
        given, doubt = total["given_away"], total["doubt"]
        low, high = max(0.0, given - doubt), given + doubt
        ends = [self.worth(end) for end in (low, min(1.0, high) if self.unit == "chance" else high)]
        return ends[0] if ends[0] == ends[1] else self.word("range", low=ends[0], high=ends[1])

    def roll(self, told: str) -> str:
        return spell(self.catalogue, self.variant, told)

    def move(self, decision: review_types.Decision, move: str) -> str:
        """One of the options of a decision."""
        option = next(option for option in decision["options"] if option["move"] == move)
        return tell_option(self.catalogue, self.variant, option)

    def instead(self, decision: review_types.Decision) -> str:
        """The chosen move and the better one, with the change of the chance."""
        chosen, best = (self.move(decision, decision[key]) for key in ("chosen", "best"))
        return self.labelled(self.word("instead", chosen=chosen, best=best), self.change(decision))

    def change(self, decision: review_types.Decision) -> str:
        """The change that a choice made to the chance or the score: `17.2% → 7.4%`."""
        chosen = next(option for option in decision["options"] if option["move"] == decision["chosen"])
        before, after = (self.worth(worth) for worth in (chosen["worth"] + decision["loss"], chosen["worth"]))
        return self.say("game.change", before=before, after=after)

    def played(self, decision: review_types.Decision) -> str:
        """The result of games that were played on from there, if there were any."""
        loss, error = decision["loss_played"], decision["loss_error"]
        if not decision["played"] or loss is None or error is None:
            return ""
        told = {"loss": self.worth(loss), "error": self.worth(error)}
        return self.say("study.moment.played", n=decision["played"], **told)

    def verdict(self, decision: review_types.Decision) -> str:
        """The grade, or that there is none."""
        if decision["unclear"]:
            return self.say("study.moment.unclear")
        return self.say(f"study.grades.{decision['grade']}") if decision["grade"] else ""

    def without_luck(self, seat: int) -> str:
        """The result that decisions alone would have brought; nothing where it is the same."""
        total = self.review["totals"][seat]
        part = "none" if total["fair"] <= NEARLY else "all" if total["fair"] >= 1 - NEARLY else "part"
        kind = "points" if self.unit == "points" else part
        ends = {"without": self.worth(total["fair"]), "result": self.worth(total["result"])}
        if kind in ("points", "part") and ends["without"] == ends["result"]:
            return ""
        return self.say(f"study.without.{kind}", name=self.names[seat], **ends)

    def champion(self, seat: int) -> str:
        """The points of the champion with a seat's dice; empty where nobody played it again."""
        games = self.review["ghosts"]
        return self.say("game.points", n=games[seat]["score"]) if games else ""

    def account(self, seat: int) -> list[tuple[str, str]]:
        """The exact sum, part by part: start + luck - lost + others + unexplained = result."""
        total = self.review["totals"][seat]
        changes = {"luck": total["luck"], "lost": -total["lost"], "others": total["others"]}
        changes["unexplained"] = total["unexplained"]
        told = [(self.word(key), self.signed(value)) for key, value in changes.items()]
        start, result = (self.worth(value) for value in (total["start"], total["result"]))
        return [(self.word("start"), start), *told, (self.word("result"), result)]
