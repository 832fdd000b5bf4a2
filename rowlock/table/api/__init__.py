"""The questions about pads, tables and games: one class is one question, found by being here."""

from importlib import import_module
from pkgutil import iter_modules

from rowlock.table.api.question import QUESTIONS, Answer, Asking, Here, Question, answer_type

__all__ = ["QUESTIONS", "Answer", "Asking", "Here", "Question", "answer_type"]

for module in iter_modules(__path__):
    import_module(f"{__name__}.{module.name}")
