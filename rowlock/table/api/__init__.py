"""The questions about pads, tables and games: one class is one question, found by being here."""

from rowlock.table.api import pads, tables, games, players  # noqa: F401, I001
from rowlock.table.api.question import QUESTIONS, Answer, Asking, Here, Question, answer_type

__all__ = ["QUESTIONS", "Answer", "Asking", "Here", "Question", "answer_type"]
