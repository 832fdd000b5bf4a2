"""Our judge as an engine: reads messages, answers them, and can be stopped while it thinks.

Messages are read on one thread and a position is looked at on another. Whoever says `stop`, or has given so
many seconds, is answered at once with the best word so far; the other thread ends at its next piece.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from threading import Event, Lock, Thread, Timer

from rowlock.analysis.budgets import AT_ONCE
from rowlock.analysis.engines.options import BadOption, EngineOption, Setting
from rowlock.analysis.engines.search import AnalysisSoFar, search
from rowlock.bots import Bot, bot_names, load_bot, strongest
from rowlock.bots.kit.program import PROTOCOL
from rowlock.engine.errors import RowlockError
from rowlock.engine.game import Game
from rowlock.engine.json_object import JsonObject
from rowlock.engine.position import parse_position
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import parse_variant
from rowlock.variants import load_variant

Message = JsonObject
NEEDED = {"set": ("name", "value"), "analyse": ("position",), "hello": ("variant_text", "variant", "seats")}
"""The keys that a message must carry."""


class BadLine(RowlockError):
    """A message that an engine cannot understand."""

    code = "bad_message"


def engine_options() -> list[EngineOption]:
    """The options of our engine."""
    most = 10**6
    return [
        EngineOption("games", "whole", 0, "games played on from every option, by the champion", most=most),
        EngineOption(
            "exact", "whole", AT_ONCE, "joint positions for two that are solved exactly", most=10 * most
        ),
        EngineOption("bot", "choice", strongest(), "the bot that answers choose", values=tuple(bot_names())),
    ]


class Engine:
    """Answers messages, one after the other; `tell` writes an answer."""

    def __init__(self, version: str, tell: Callable[[Message], None]) -> None:
        self.version, self.tell = version, tell
        self.options = {option.name: option for option in engine_options()}
        self.settings: dict[str, Setting] = {name: one.default for name, one in self.options.items()}
        self.bot: Bot | None = None
        self.thinking: Thinking | None = None

    def serve(self, lines: Iterable[str]) -> None:
        """Answer until there are no more lines, or `quit`."""
        for line in lines:
            said = _read(line)
            if said and said.get("type") == "quit":
                break
            try:
                self._answer(said)
            except RowlockError as error:
                self.tell(_error(error, (said or {}).get("id")))
        if self.thinking:
            self.thinking.stop()
            self.thinking.join()

    def _answer(self, said: Message | None) -> None:
        if said is None:
            raise BadLine("a message is one line with a JSON object")
        if said.get("type") is None:
            raise BadLine('a message needs a type, as in {"type": "about"}')
        name = str(said["type"])
        answers: dict[str, Callable[[Message], None]] = {
            "about": self._about,
            "set": self._set,
            "analyse": self._analyse,
            "stop": self._stop,
            "hello": self._hello,
            "choose": self._choose,
            "end": lambda _: None,
        }
        if name not in answers:
            raise BadLine(f"there is no message {name[:40]!r}; there are {', '.join(answers)}, quit")
        if missing := [key for key in NEEDED.get(name, ()) if said.get(key) is None]:
            raise BadLine(f"{name} needs {', '.join(missing)} (docs/engines.md)")
        try:
            answers[name](said)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise BadLine(f"{name} cannot be understood: a value is not as docs/engines.md says") from error

    def _about(self, said: Message) -> None:
        told = {"type": "about", "name": "Rowlock", "version": self.version, "protocol": PROTOCOL}
        self.tell({**told, "options": [option.to_json() for option in self.options.values()]})

    def _set(self, said: Message) -> None:
        name = said["name"]
        if name not in self.options:
            raise BadOption(f"there is no option {str(name)[:40]!r}; there are {', '.join(self.options)}")
        self.settings[name] = self.options[name].check(said["value"])
        self.tell({"type": "set", "name": name, "value": self.settings[name]})

    def _analyse(self, said: Message) -> None:
        if self.thinking:
            self.thinking.stop()
            self.thinking.join()
        text, seconds = said.get("variant_text"), said.get("seconds")
        if seconds is not None and not 0 < float(seconds) < 10**6:
            raise BadLine(f"seconds must be more than 0, not {seconds}")
        game = parse_position(said["position"], _loader(text))
        self.thinking = Thinking(self, game, said.get("id"), None if seconds is None else float(seconds))
        self.thinking.start()

    def _stop(self, said: Message) -> None:
        if self.thinking:
            self.thinking.stop()

    def _hello(self, said: Message) -> None:
        variant = parse_variant(said["variant_text"], said["variant"])
        self.bot = load_bot(str(self.settings["bot"]), variant, int(said["seats"]), 0)

    def _choose(self, said: Message) -> None:
        if self.bot is None:
            raise BadLine("choose comes after hello, which says what is played")
        self.tell({"move": self.bot.choose(said["view"], said["moves"])})


class Thinking(Thread):
    """One position looked at, on a thread of its own; it is answered for exactly once, and last."""

    def __init__(self, engine: Engine, game: Game, number: object, seconds: float | None) -> None:
        super().__init__(daemon=True)
        self.engine, self.game, self.number = engine, game, number
        self.stopped, self._saying, self._answered = Event(), Lock(), False
        self.word: AnalysisSoFar | None = None
        self.timer = Timer(seconds, self.stop) if seconds else None
        if self.timer:
            self.timer.daemon = True

    def run(self) -> None:
        if self.timer:
            self.timer.start()
        try:
            for word in self._words():
                self.word = word
                if self.stopped.is_set():
                    break
                self._say(_told("progress" if word.done < 1 else "analysis", self.number, word))
            self._finish()
        except RowlockError as error:
            self._say(_error(error, self.number))
        except Exception as error:  # whoever waits must hear of it, whatever it is
            self._say({"type": "error", "id": self.number, "code": "internal", "message": repr(error)})
        finally:
            if self.timer:
                self.timer.cancel()

    def stop(self) -> None:
        """End at the next piece; answer now if there is a word already."""
        self.stopped.set()
        self._finish()

    def _words(self) -> Iterator[AnalysisSoFar]:
        settings = self.engine.settings
        return search(self.game, int(settings["games"]), int(settings["exact"]))

    def _finish(self) -> None:
        if self.word:
            self._say(_told("analysis", self.number, self.word))

    def _say(self, said: Message) -> None:
        with self._saying:
            if not self._answered:
                self._answered = said["type"] != "progress"
                self.engine.tell(said)


def _told(kind: str, number: object, word: AnalysisSoFar) -> Message:
    found, done = word.found, {"done": round(word.done, 4), "games": word.games, "error": word.error}
    options = [
        [{"move": one["move"], "worth": one["worth"], "share": one["share"]} for one in seat]
        for seat in found["options"]
    ]
    about = {"unit": found["judge"]["unit"], "exact": found["judge"]["exact"], "by": found["judge"]["by"]}
    return {"type": kind, "id": number, **done, **about, "worth": found["worth"], "options": options}


def _error(error: RowlockError, number: object) -> Message:
    return {"type": "error", "id": number, "code": error.code, "message": str(error)}


def _read(line: str) -> Message | None:
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) else None


def _loader(text: str | None) -> Callable[..., Variant]:
    if text is None:
        return load_variant
    return lambda name, **options: parse_variant(text, name)
