"""The game on the screen, with keys and mouse, as Textual's pilot presses them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from company import keeper_in, until
from serving import served
from textual import events
from textual.pilot import Pilot
from textual.widgets import Static

from rowlock import parse_record
from rowlock.locale import languages, load_catalogue, text
from rowlock.terminal.app import DAY, PlayApp
from rowlock.terminal.help_screen import HelpScreen
from rowlock.terminal.lobby_screen import LobbyScreen
from rowlock.terminal.start_screen import StartScreen
from rowlock.terminal.table_screen import TableScreen
from rowlock.terminal.widgets import SheetView
from rowlock.variants import load_variant, variant_names

SIX_ROWS = str(Path(__file__).with_name("six_rows.toml"))
ENGLISH = load_catalogue("en")
Play = Callable[[Pilot[Any], PlayApp], Awaitable[None]]


def run(app: PlayApp, play: Play, size: tuple[int, int] = (80, 24)) -> None:
    async def go() -> None:
        async with app.run_test(size=size) as pilot:
            await asked(pilot, app)
            await play(pilot, app)

    asyncio.run(go())


def at(app: PlayApp) -> Any:
    """The table on the screen."""
    assert app.table is not None
    return app.table


async def asked(pilot: Pilot[Any], app: PlayApp) -> None:
    """Wait until the table waits for somebody, or is over."""
    await pilot.pause()
    table = app.table
    if table is not None:
        await until(pilot, lambda: table.seat is not None or table.is_over or app.return_value is not None)
    await pilot.pause()


def app_with(folder: Path, variant: str = "classic", people: int = 1, bots: int = 1, **more: Any) -> PlayApp:
    keeper = keeper_in(folder, names=["Mia", "Ben"][:people], seed="9")
    table = keeper.new_table(variant, people, ["timid"] * bots, ENGLISH)
    return PlayApp(keeper, table, **{"lang": "en", **more})


def shown(app: PlayApp) -> str:
    """The screen as plain text."""
    lines = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in lines)


def told(app: PlayApp) -> str:
    """The other sheets, as running text."""
    side = app.screen.query_one("#others").region.x or app.size.width
    return " ".join(" ".join(line[:side] for line in shown(app).split("\n")).split())


def screen_of(app: PlayApp) -> TableScreen:
    assert isinstance(app.screen, TableScreen)
    return app.screen


def marked(app: PlayApp) -> str | None:
    move = screen_of(app).pencil.marked
    return move["move"] if move else None


def test_arrows_mark_and_enter_inks(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any], app: PlayApp) -> None:
        await pilot.press("right")
        assert marked(app) == "r6"
        assert "red 6 [r6]: skips 4 cells · +1 point" in shown(app)
        await pilot.press("down")
        assert marked(app) == "y6"
        await pilot.press("enter")
        await asked(pilot, app)
        crossed = [row["crossed"] for row in at(app).look()["sheets"][0]["rows"]]
        assert crossed[1][:1] == [6]
        assert "Mia crosses yellow 6." in shown(app)

    run(app_with(tmp_path), play)


def test_moves_can_be_typed(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any], app: PlayApp) -> None:
        await pilot.press("*", "g", ">", "-")
        assert "> *g>-" in shown(app)
        await pilot.press("u", "r", "7", "enter")
        assert "The white dice make 6, not red 7. Possible: r6 y6 g6 b6 -" in told(app)
        await pilot.press("g", "7", "backspace", "6")
        assert marked(app) == "g6"
        assert "> g6" in shown(app)
        await pilot.press("enter")
        await asked(pilot, app)
        assert at(app).look()["sheets"][0]["rows"][2]["crossed"] == [6]

    run(app_with(tmp_path), play)


def test_keys_that_are_typed_ahead_keep_their_order(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any], app: PlayApp) -> None:
        await pilot.press("right")
        for key in ("u", "G", "6", "enter"):
            app.post_message(events.Key(key, key))
        await until(pilot, lambda: at(app).look()["sheets"][0]["rows"][2]["crossed"] == [6])

    run(app_with(tmp_path), play)


def test_the_mouse_points_at_cells_and_buttons(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any], app: PlayApp) -> None:
        sheet = app.screen.query_one(SheetView)
        place = next(
            (left, y)
            for y, spots in sheet.picture.spots.items()
            for left, _, row, number in spots
            if (row, number) == ("b", 6)
        )
        await pilot.click(SheetView, offset=place)
        assert marked(app) == "b6"
        await pilot.click("#undo")
        assert marked(app) is None
        await pilot.click("#pass")
        assert marked(app) == "-"
        await pilot.click("#done")
        await asked(pilot, app)
        assert "Mia passes." in shown(app)

    run(app_with(tmp_path), play)


def test_u_rubs_out_then_takes_back(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any], app: PlayApp) -> None:
        await pilot.press("u")
        assert "There is nothing to undo." in shown(app)
        await pilot.press("u", "right", "u")
        assert marked(app) is None
        await pilot.press("right", "enter")
        await asked(pilot, app)
        assert at(app).seat == 1
        await pilot.press("u")
        await asked(pilot, app)
        assert at(app).seat == 0

    run(app_with(tmp_path, people=2, bots=0), play)


def test_enter_without_a_mark_says_what_is_possible(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any], app: PlayApp) -> None:
        await pilot.press("enter")
        assert "Choose first" in shown(app)

    run(app_with(tmp_path), play)


def test_a_hint_marks_the_move_and_gives_its_reason(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any], app: PlayApp) -> None:
        await pilot.press("h")
        assert marked(app) == "r6"
        assert "Eager would choose: red 6 [r6] (skips 4 cells · +1 point)." in told(app)

    run(app_with(tmp_path), play)


def test_languages_change_everything_at_once(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any], app: PlayApp) -> None:
        seen = set()
        for _ in languages():
            await pilot.press("l")
            await pilot.pause()
            seen.add(app.catalogue.lang)
            text = shown(app)
            for line in text.split("\n"):
                assert len(line) <= 80
            if app.catalogue.lang == "fr":
                assert "Dés blancs" in text
                assert "Mia lance" in text or "Timid lance" in text
        assert seen == set(languages())

    run(app_with(tmp_path), play)


@pytest.mark.parametrize("lang", languages())
def test_the_keys_fit_a_small_window(lang: str) -> None:
    catalogue = load_catalogue(lang)
    assert len(catalogue.texts["terminal"]["keys"]) <= 78


@pytest.mark.parametrize("variant", variant_names())
def test_every_pad_fits_80_by_24(variant: str, tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any], app: PlayApp) -> None:
        text = shown(app).split("\n")
        assert len(text) == 24
        heads = [i for i, line in enumerate(text) if line[1:5].strip() in ("●r", "▲y", "■g", "◆b")]
        assert len(heads) >= 4
        for head in heads[:4]:
            assert text[head].rstrip("│▏ ").strip()[-1].isdigit() or "○" in text[head]
        log = [
            line for line in text if any(word in line for word in ("rolls", "Called", "takes", "Shuffled"))
        ]
        assert log, "there is room for the log"

    run(app_with(tmp_path, variant, bots=4), play)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("variant", ["longo", "bonus-b", SIX_ROWS])
def test_no_sentence_is_cut_at_80_by_24(variant: str, lang: str, tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any], app: PlayApp) -> None:
        screen = screen_of(app)
        app.use_language(lang)
        await pilot.press("enter")
        for key in ("choose_first", "long"):
            if key == "long":
                screen._change(screen.pencil, " ".join(f"word{i}" for i in range(45)))
            await pilot.pause()
            read = told(app)
            assert " ".join(screen._ask(at(app).look()).split()) in read
            assert " ".join(screen.message.split()) in read
            assert text(app.catalogue, "terminal.keys").split("·")[-1].strip() in shown(app).split("\n")[-1]
            assert app.screen.query_one("#log").region.height >= 2

    run(app_with(tmp_path, variant, bots=3), play)


def test_rows_with_names_of_their_own_can_be_typed(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any], app: PlayApp) -> None:
        await pilot.press("o", "6")
        assert marked(app) == "o6"
        await pilot.press("enter")
        await asked(pilot, app)
        assert at(app).look()["sheets"][0]["rows"][1]["crossed"] == [6]

    run(app_with(tmp_path, SIX_ROWS), play)


def test_what_no_row_is_called_is_not_typed(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any], app: PlayApp) -> None:
        await pilot.press("o", "k", "r", "6")
        assert marked(app) == "r6"

    run(app_with(tmp_path), play)


def test_help_and_back(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any], app: PlayApp) -> None:
        await pilot.press("question_mark")
        assert isinstance(app.screen, HelpScreen)
        assert "the pencil mark becomes ink" in shown(app)
        await pilot.press("escape")
        assert isinstance(app.screen, TableScreen)

    run(app_with(tmp_path, "bonus-b"), play)


def test_a_small_window_says_so_and_recovers(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any], app: PlayApp) -> None:
        assert "too small" in shown(app)
        await pilot.resize_terminal(100, 34)
        await pilot.pause()
        assert "too small" not in shown(app)
        assert "White dice" in shown(app)

    run(app_with(tmp_path), play, size=(60, 20))


def test_quitting_saves_and_resuming_goes_on(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any], app: PlayApp) -> None:
        await pilot.press("right", "enter")
        await asked(pilot, app)
        await pilot.press("q")

    app = app_with(tmp_path)
    run(app, play)
    assert app.return_value == "Saved. `rowlock play --resume` continues this game."
    again = keeper_in(tmp_path).resume()
    assert again.look()["sheets"][0]["rows"][0]["crossed"][:1] == [6]

    async def look(pilot: Pilot[Any], app: PlayApp) -> None:
        assert isinstance(app.screen, StartScreen)
        assert "Continue the game you left" in shown(app)
        await pilot.press("c")
        await asked(pilot, app)
        assert at(app).look()["sheets"][0]["rows"][0]["crossed"][:1] == [6]
        assert "Mia crosses red 6." in shown(app)
        await pilot.press("ctrl+c")

    fresh = PlayApp(keeper_in(tmp_path), None, lang="en")
    run(fresh, look)
    assert str(fresh.return_value).startswith("Saved.")


def test_of_several_games_that_were_left_one_is_chosen(tmp_path: Path) -> None:
    keeper = keeper_in(tmp_path, names=["Mia"], seed="2")
    for pad in ("classic", "longo"):
        table = keeper.new_table(pad, 1, ["eager"], load_catalogue("en"))
        table.step()
        assert keeper.save(table)

    async def look(pilot: Pilot[Any], app: PlayApp) -> None:
        assert re.search("1  [-0-9 :]+ · Longo · Mia, Eager · Turn 1", shown(app))
        assert re.search("2  [-0-9 :]+ · Classic · Mia, Eager · Turn 1", shown(app))
        await pilot.press("9", "2")
        await asked(pilot, app)
        assert at(app).variant["name"] == "classic"

    run(PlayApp(keeper_in(tmp_path), None, lang="en"), look)


def test_the_first_screen_sets_the_table(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any], app: PlayApp) -> None:
        assert "▸ Pad" in shown(app)
        await pilot.press("right", "down", "right", "down", "down", "left", "left", "left")
        await pilot.press("down", "right")
        assert app.catalogue.lang != "en"
        await pilot.press("enter")
        await asked(pilot, app)
        assert len(at(app).names) == 2
        assert at(app).variant["name"] in variant_names()
        assert isinstance(app.screen, TableScreen)

    run(PlayApp(keeper_in(tmp_path, seed="9"), None, lang="en"), play)


def test_a_finished_game_is_written_and_another_can_follow(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any], app: PlayApp) -> None:
        first = at(app)
        for _ in range(400):
            if first.is_over:
                break
            await pilot.press("minus", "enter")
            await asked(pilot, app)
        assert first.is_over
        await pilot.pause()
        assert "The game ends" in shown(app)
        assert "The game was saved to" in str(screen_of(app).query_one("#effect", Static).render())
        assert "v review · n another game" in shown(app)
        assert "Done" not in shown(app), "nothing is left to choose"
        files = list((tmp_path / "games").iterdir())
        record = parse_record(files[0].read_text("utf-8"), load_variant)
        assert record.seats == ("Mia",)
        await pilot.press("n")
        await asked(pilot, app)
        assert app.table is not first
        assert not at(app).is_over

    run(app_with(tmp_path, bots=0), play, size=(120, 40))


def test_light_and_dark(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any], app: PlayApp) -> None:
        assert app.theme == DAY.name
        await pilot.press("t")
        assert app.theme != DAY.name

    run(app_with(tmp_path, light=True), play)


def test_no_color_still_tells_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def play(pilot: Pilot[Any], app: PlayApp) -> None:
        await pilot.press("right")
        text = shown(app)
        assert "[ 6]" in text
        assert "▸ 6" in text

    run(app_with(tmp_path), play)


def test_a_table_that_breaks_ends_in_a_sentence(tmp_path: Path) -> None:
    app = app_with(tmp_path)
    tmp_path.rmdir()
    tmp_path.write_text("a file where a folder should be")

    async def play(pilot: Pilot[Any], app: PlayApp) -> None:
        await pilot.pause()

    run(app, play)
    assert app.return_code == 1
    assert str(app.return_value).startswith("The file cannot be written.")


def test_a_pad_with_long_rows_asks_for_a_wider_window(tmp_path: Path) -> None:
    crowded = str(Path(__file__).parents[1] / "printing" / "crowded.toml")

    async def play(pilot: Pilot[Any], app: PlayApp) -> None:
        assert "It needs 116 × 24." in shown(app)
        await pilot.resize_terminal(116, 30)
        await asked(pilot, app)
        text = shown(app).split("\n")
        red = next(line for line in text if line[1:5] == " ●r ")
        assert "25 ○" in red
        assert any(re.search("●  [_×·]{24}○", line) for line in text), "the other sheet is in one piece"

    run(app_with(tmp_path, crowded), play)


def test_R8_5_giving_up_and_breaking_off_are_asked_twice(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any], app: PlayApp) -> None:
        await pilot.press("!")
        assert "Press ! again." in told(app)
        await pilot.press("right", "!")
        assert app.table is not None
        assert not at(app).is_over
        await pilot.press(".")
        assert "Press . again." in told(app)
        await pilot.press(".")
        await until(pilot, lambda: bool(app.table and at(app).is_over))
        assert "broken off" in told(app)

    run(app_with(tmp_path), play)


def test_names_and_different_bots_are_chosen_on_the_first_screen(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any], app: PlayApp) -> None:
        await pilot.press("down", "right", "down", *"Q l", "backspace", *"tu,Zoe#")
        assert "Q tu,Zoe▏" in shown(app)
        await pilot.press("down", "right", "right", "right", "right", "down", "down", "right")
        assert isinstance(app.screen, StartScreen)
        assert app.screen.wishes.bots == ["eager", "timid", "eager"]
        await pilot.press("enter")
        await asked(pilot, app)
        assert at(app).names == ["Q tu", "Zoe", "Eager", "Timid", "Eager 2"]

    run(PlayApp(keeper_in(tmp_path, seed="9"), None, lang="en"), play)


def test_what_is_wrong_with_the_form_is_said_on_it(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any], app: PlayApp) -> None:
        def said() -> str:
            return " ".join(shown(app).replace("│", " ").split())

        await pilot.press("up", "left", "enter")
        await until(pilot, lambda: "is not an invite link" in said())
        await pilot.press("down", "down", *("x" * 30), "enter")
        await until(pilot, lambda: "a name has 1 to 24 letters" in said())
        assert isinstance(app.screen, StartScreen)

    run(PlayApp(keeper_in(tmp_path), None, lang="en"), play)


def test_a_table_is_joined_and_hosted_from_the_first_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROWLOCK_DATA", str(tmp_path / "own"))
    with served(tmp_path / "data") as server:
        link = f"{server.base}/t/{server.table(server.player('Host'), 'me', 'open')}"

        async def join(pilot: Pilot[Any], app: PlayApp) -> None:
            await pilot.press("up", "left", "down")
            app.post_message(events.Paste(f" {link} "))
            await until(pilot, lambda: link[-20:] in shown(app))
            await pilot.press("down", *"Zoe", "enter")
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and "Zoe" in shown(app))

        run(PlayApp(keeper_in(tmp_path), None, lang="en"), join)

    async def host(pilot: Pilot[Any], app: PlayApp) -> None:
        assert isinstance(app.screen, StartScreen)
        app.screen.wishes.bots.clear()
        await pilot.press("up", "right", "down", "down", "down", *"Zoe", "down", "down", "right")
        assert "◂ allowed ▸" in shown(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and "Zoe" in shown(app))
        assert app.invitation.startswith("http://")
        assert at(app).table["settings"]["hints"]

    hosting = PlayApp(keeper_in(tmp_path), None, lang="en")
    try:
        run(hosting, host)
    finally:
        hosting.close_hosting()
    assert hosting.hosting is not None
    assert hosting.hosting.process.poll() is not None


def test_german_letters_are_shown_and_typed_beside_those_of_the_notation(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any], app: PlayApp) -> None:
        assert "▲e" in shown(app)
        assert "■ü" in shown(app)
        number = next(move["cell"][1] for move in at(app).look()["moves"] if move["move"].startswith("y"))
        for letter in "ey":
            await pilot.press(letter, *str(number))
            assert f"Gelb {number} [e{number}]" in shown(app)
            await pilot.press("u")
        await pilot.press("ü", *str(number))
        assert f"> ü{number}" in shown(app)
        await pilot.press("u", "enter")
        assert f"e{number} ü{number}" in shown(app)

    run(app_with(tmp_path, lang="de"), play)
