"""The manual page's sections in roff, written from the shapes of the commands."""

from __future__ import annotations

from rowlock.commands._shapes import Argument, CommandShape


def sections(shapes: list[CommandShape]) -> str:
    """A section for every command: what it does, its examples, its options."""
    return "".join(map(_section, shapes))


def _section(shape: CommandShape) -> str:
    parts = "".join(map(_part, shape.parts))
    return f".SH ROWLOCK {shape.name.upper()}\n{_text(shape.text)}{_options(shape)}{parts}"


def _part(shape: CommandShape) -> str:
    return f".SS rowlock {_roff(shape.name)}\n{_text(shape.text)}{_options(shape)}"


def _options(shape: CommandShape) -> str:
    return "".join(map(_option, shape.arguments))


def _text(text: str) -> str:
    """The paragraphs of a docstring; lines that are indented stay as they are."""
    parts = []
    for paragraph in text.strip().split("\n\n"):
        first, *rest = paragraph.split("\n")
        if rest and all(line.startswith(" ") for line in rest):
            lines = "\n".join(map(_roff, rest))
            parts.append(f".PP\n{_roff(first)}\n.nf\n{lines}\n.fi\n")
        else:
            parts.append(f".PP\n{_roff(' '.join(paragraph.split()))}\n")
    return "".join(parts)


def _option(argument: Argument) -> str:
    names = ", ".join(f"\\fB{_roff(name)}\\fR" for name in argument.names)
    shown = f"\\fI{_roff(argument.shown)}\\fR" if argument.value else ""
    return f".TP\n{f'{names} {shown}'.strip()}\n{_roff(argument.help)}\n"


def _roff(text: str) -> str:
    """A line that roff takes as it is."""
    safe = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(aq").replace("'", "\\(aq")
    plain = "".join(sign if sign.isascii() else f"\\[u{ord(sign):04X}]" for sign in safe)
    return f"\\&{plain}" if plain.startswith(".") else plain
