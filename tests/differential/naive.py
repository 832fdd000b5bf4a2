"""A second opinion on the rules: slow, obvious, written apart from the engine and sharing no code with it.

Nothing is clever here on purpose: legal moves are found by trying each one on a copy of the sheet.
"""

from __future__ import annotations

from copy import copy

from naive_sheet import Hand, NaiveSheet, Pad, PickNeeded

from rowlock import Variant


def split_move(text: str) -> tuple[str, list[str]]:
    """`r8>y>g` is the cross `r8` with the picks y and g."""
    head, *picks = text.split(">")
    return head, picks


class NaiveGame:
    """The table: sheets, closed rows, dice, and what is awaited."""

    def __init__(self, variant: Variant, seats: int, start: int = 0) -> None:
        self.pad = Pad(variant)
        self.sheets = [NaiveSheet(bar=["free"] * len(self.pad.fields)) for _ in range(seats)]
        for seat, sheet in enumerate(self.sheets):
            sheet.dealt = (seat - start) % seats
        self.start = start
        self.turn = 1
        self.phase = "roll"
        self.closed: set[str] = set()
        """The rows that somebody has closed: for everybody, unless the pad says otherwise."""
        self.dice = {lock for lock in self.pad.lock_of.values() if lock}
        self.white = (0, 0)
        self.coloured: dict[str, int] = {}
        self.active_has_crossed = False
        self.end_reason: str | None = None

    def copy(self) -> NaiveGame:
        twin = copy(self)
        twin.sheets = [sheet.copy() for sheet in self.sheets]
        twin.closed = set(self.closed)
        twin.dice = set(self.dice)
        twin.coloured = dict(self.coloured)
        return twin

    @property
    def active(self) -> int:
        return (self.start + self.turn - 1) % len(self.sheets)

    def lucky_numbers(self, seat: int) -> list[int]:
        """Dealt in the variant's order, the start player first."""
        dealt = self.pad.lucky
        if not dealt:
            return []
        return sorted(dealt[(seat - self.start) % len(self.sheets)])

    # what may be said

    def legal(self, seat: int) -> list[str]:
        """Every legal choice of a seat, as text; nothing if the seat is not asked."""
        heads = []
        if self.phase == "white":
            heads = self.white_heads(seat)
        elif self.phase == "colour" and seat == self.active:
            heads = self.colour_heads()
        else:
            return []
        found = []
        for head in heads:
            found += self.with_picks(seat, head, [])
        return [*found, "-"]

    def white_heads(self, seat: int) -> list[str]:
        called = sum(self.white)
        hand = self.hand(seat)
        heads = [f"{row}{called}" for row in self.pad.rows if hand.may_cross(row, called)]
        open_rows = [row for row in self.pad.rows if row not in self.closed_for(hand.sheet)]
        if called in self.lucky_numbers(seat) and open_rows:
            fewest = min(hand.sheet.count(row) for row in open_rows)
            for row in open_rows:
                free = hand.free_numbers(row)
                if hand.sheet.count(row) == fewest and free and hand.may_cross(row, free[0]):
                    heads.append(f"*{row}")
        for field, numbers in enumerate(self.pad.swaps, 1):
            if called in numbers and field > max(hand.sheet.swapped, default=0):
                other = sum(numbers) - called
                heads += [f"{field}~{row}{other}" for row in self.pad.rows if hand.may_cross(row, other)]
        return heads

    def colour_heads(self) -> list[str]:
        hand = self.hand(self.active)
        heads = []
        for row, number in self.pad.colours_of:
            usable = [
                die for die in self.pad.colours_of[row, number] if die in self.dice & set(self.coloured)
            ]
            reach = [die for die in usable if number - self.coloured[die] in self.white]
            if reach and hand.may_cross(row, number, reach):
                heads.append(f"{row}{number}")
        return heads

    def with_picks(self, seat: int, head: str, picks: list[str]) -> list[str]:
        """The move with every way of settling the ties it meets, found by trying."""
        text = ">".join([head, *picks])
        try:
            self.carry_out(self.sheets[seat].copy(), text)
        except PickNeeded as tie:
            return [found for row in tie.tied for found in self.with_picks(seat, head, [*picks, row])]
        return [text]

    def hand(self, seat: int) -> Hand:
        return Hand(self.pad, self.sheets[seat], self.closed_for(self.sheets[seat]), [])

    def closed_for(self, sheet: NaiveSheet) -> set[str]:
        """The rows in which a player can cross nothing more."""
        return sheet.locks if self.pad.variant.closes_for == "player" else self.closed

    # what follows

    def roll(self, white: tuple[int, int], coloured: dict[str, int]) -> None:
        assert self.phase == "roll"
        assert set(coloured) == self.dice
        self.white = white
        self.coloured = dict(coloured)
        self.phase = "white"

    def choose_white(self, choices: list[str]) -> None:
        """Everybody's legal choice, by seat; what closes, closes after all of them."""
        assert self.phase == "white"
        for sheet, choice in zip(self.sheets, choices, strict=True):
            self.carry_out(sheet, choice)
        self.active_has_crossed = choices[self.active] != "-"
        self.close_rows()
        if self.enough_rows():
            self.end("rows")
        else:
            self.phase = "colour"

    def choose_colour(self, choice: str) -> None:
        assert self.phase == "colour"
        sheet = self.sheets[self.active]
        self.carry_out(sheet, choice)
        self.close_rows()
        if self.enough_rows():
            self.end("rows")
            return
        if choice == "-" and not self.active_has_crossed:
            sheet.penalties += 1
            if sheet.penalties >= self.pad.variant.penalty_boxes:
                self.end("penalties")
                return
        self.take_dice_away()
        self.turn += 1
        self.clear_table()
        self.phase = "roll"

    def carry_out(self, sheet: NaiveSheet, text: str) -> None:
        if text == "-":
            return
        head, picks = split_move(text)
        hand = Hand(self.pad, sheet, self.closed_for(sheet), picks)
        if head.startswith("*"):
            row = head[1:]
            number = hand.free_numbers(row)[0]
        else:
            field, _, cell = head.rpartition("~")
            if field:
                sheet.swapped.append(int(field))
            row, number = cell[0], int(cell[1:])
        dice = list(self.coloured) if self.phase == "colour" else None
        assert hand.may_cross(row, number, dice)
        hand.move(row, number)
        assert not hand.picks, "a pick that no tie asked for"

    def close_rows(self) -> None:
        """Rows that anybody locked are closed for all; its free bar fields are struck, its die leaves."""
        for sheet in self.sheets:
            self.closed |= sheet.locks
        for sheet in self.sheets:
            for i, row in enumerate(self.pad.fields):
                if row in self.closed_for(sheet) and sheet.bar[i] == "free":
                    sheet.bar[i] = "struck"
        if not self.pad.die_stays:
            self.take_dice_away()

    def take_dice_away(self) -> None:
        """The dice of rows that are closed for everybody leave the table."""
        if self.pad.variant.closes_for == "table":
            self.dice -= {self.pad.lock_of[row] for row in self.closed}

    def enough_rows(self) -> bool:
        if self.pad.variant.ends_by == "player":
            return any(len(sheet.locks) >= self.pad.variant.end_rows for sheet in self.sheets)
        return len(self.closed) >= self.pad.variant.end_rows

    def end(self, reason: str) -> None:
        self.phase = "over"
        self.end_reason = reason
        self.take_dice_away()
        self.clear_table()

    def clear_table(self) -> None:
        self.white = (0, 0)
        self.coloured = {}
        self.active_has_crossed = False

    # what it is worth

    def score(self, seat: int) -> int:
        variant, sheet = self.pad.variant, self.sheets[seat]
        complete = [kind for kind, cells in self.pad.pairs if cells <= sheet.crosses]
        counts = [sheet.count(row) for row in self.pad.rows]
        total = 0
        for row, count in zip(self.pad.rows, counts, strict=True):
            beside = [other for other, both in self.pad.between.items() if row in both]
            count += sum(sheet.count(other) for other in beside)
            if row not in self.pad.between:
                total += self.points(count)
        if self.pad.steps:
            total += self.points(len(self.pad.steps[sheet.dealt] & sheet.crosses))
        # an own pad may have a kind twice: each pair brings its bonus
        total += self.points(min(counts)) * complete.count("double-fewest")
        total += 13 * complete.count("thirteen")
        if "no-penalties" not in complete:
            total += sheet.penalties * variant.penalty_points
        return total

    def points(self, crosses: int) -> int:
        """The points of this many crosses; those beyond the pad's table add nothing."""
        points = self.pad.variant.points
        return points[min(crosses, len(points) - 1)]

    def winners(self) -> list[int]:
        totals = [self.score(seat) for seat in range(len(self.sheets))]
        return [seat for seat, total in enumerate(totals) if total == max(totals)]

    # texts

    def sheet_text(self, seat: int) -> str:
        """As docs/notation.md writes a sheet."""
        sheet = self.sheets[seat]
        parts = []
        for row in self.pad.rows:
            crossed = [str(number) for number in self.pad.numbers[row] if (row, number) in sheet.crosses]
            mark = "+" if row in sheet.locks else "x" if row in self.closed_for(sheet) else ""
            parts.append(row + ".".join(crossed) + mark)
        parts.append(f"p{sheet.penalties}")
        if self.pad.fields:
            parts.append("*" + ".".join(str(i + 1) for i, word in enumerate(sheet.bar) if word == "crossed"))
        if self.pad.has_twice:
            by_row = {
                row: [str(n) for n in self.pad.numbers[row] if (row, n) in sheet.second - self.pad.double]
                for row in self.pad.rows
            }
            parts.append("=" + "/".join(row + ".".join(found) for row, found in by_row.items() if found))
        for dealt in (self.pad.steps, self.pad.chain):
            parts += ["#" + "ABCDE"[sheet.dealt]] if dealt else []
        if self.pad.swaps:
            parts.append("~" + ".".join(map(str, sheet.swapped)))
        return ",".join(parts)

    def read_sheet(self, seat: int, text: str) -> None:
        """Take over a sheet as docs/notation.md writes it; for positions between two turns."""
        sheet = self.sheets[seat]
        for part in text.split(","):
            name, rest = part[0], part[1:]
            if name == "p":
                sheet.penalties = int(rest)
            elif name == "*":
                for number in filter(None, rest.split(".")):
                    sheet.bar[int(number) - 1] = "crossed"
            elif name == "#":
                sheet.dealt = "ABCDE".index(rest)
            elif name == "~":
                sheet.swapped = [int(number) for number in filter(None, rest.split("."))]
            elif name == "=":
                for row in filter(None, rest.split("/")):
                    sheet.second |= {(row[0], int(number)) for number in row[1:].split(".")}
            else:
                if rest.endswith(("+", "x")):
                    self.closed.add(name)
                if rest.endswith("+"):
                    sheet.locks.add(name)
                for number in filter(None, rest.rstrip("+x").split(".")):
                    sheet.crosses.add((name, int(number)))
        sheet.second |= self.pad.double & sheet.crosses
        self.close_rows()
        self.take_dice_away()
