"""Completion for bash, zsh and fish, written from the shapes of the commands."""

from __future__ import annotations

from collections.abc import Iterable

from rowlock.commands._shapes import Argument, CommandShape, Value

FREE = Value((), False)

BASH = """\
# bash completion for rowlock, made by `rowlock completion bash`
_rowlock() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} words="" files=""
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W "{commands}" -- "$word"))
        return
    fi
    case "${{COMP_WORDS[1]}} $before" in
{after}
        *) case "${{COMP_WORDS[1]}}" in
{inside}
        esac ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    [ -z "$files" ] || COMPREPLY+=($(compgen -f -- "$word"))
}}
complete -o filenames -F _rowlock rowlock
"""

ZSH = """\
#compdef rowlock
# zsh completion for rowlock, made by `rowlock completion zsh`
_rowlock() {{
    local -a commands
    commands=(
{commands}
    )
    if (( CURRENT == 2 )); then
        _describe command commands
        return
    fi
    local name=$words[2]
    shift words
    (( CURRENT-- ))
    case $name in
{cases}
    esac
}}
if [ "$funcstack[1]" = "_rowlock" ]; then
    _rowlock "$@"
else
    compdef _rowlock rowlock
fi
"""


def in_bash(shapes: list[CommandShape]) -> str:
    """A function for bash: commands first, then options, and what may follow them."""
    after = [
        f"        {pattern}) {_set(argument.value or FREE)} ;;"
        for shape in shapes
        for argument in shape.options
        if argument.value
        for pattern in ["|".join(f'"{shape.name} {name}"' for name in argument.names)]
    ]
    inside = [f"            {shape.name}) {_set(_anywhere(shape))} ;;" for shape in shapes]
    names = " ".join(shape.name for shape in shapes)
    return BASH.format(commands=names, after="\n".join(after), inside="\n".join(inside))


def _set(value: Value) -> str:
    return f'words="{" ".join(value.words)}" files={"1" if value.files else ""}'


def _anywhere(shape: CommandShape) -> Value:
    """All options of a command, and what may stand without one."""
    options = [name for argument in shape.options for name in argument.names]
    placed = shape.anywhere or FREE
    return Value((*placed.words, *options), placed.files)


def in_zsh(shapes: list[CommandShape]) -> str:
    """A function for zsh, with a line of help beside every command and option."""
    commands = "\n".join(f"        {_quote(f'{shape.name}:{shape.summary}')}" for shape in shapes)
    cases = "\n".join(f"        {shape.name}) _arguments {_specs(shape)} ;;" for shape in shapes)
    return ZSH.format(commands=commands, cases=cases)


def _specs(shape: CommandShape) -> str:
    """Its options, and once what may stand without one: zsh takes no second rest of a line."""
    rest = [_quote(f"*:argument:{_zsh_action(shape.anywhere)}")] if shape.anywhere else []
    return " ".join([*(spec for argument in shape.options for spec in _zsh_specs(argument)), *rest])


def _zsh_specs(argument: Argument) -> Iterable[str]:
    what = f":{_plain(argument.shown)}:{_zsh_action(argument.value)}" if argument.value else ""
    told = "".join(f"\\{sign}" if sign in "[]" else sign for sign in _plain(argument.help))
    for name in argument.names:
        yield _quote(f"*{name}[{told}]{what}")


def _zsh_action(value: Value) -> str:
    words = " ".join(value.words)
    if value.files:
        known = f"compadd -- {words}" if words else "true"
        return "{_files; " + known + "}"
    return f"({words})" if words else ""


def in_fish(shapes: list[CommandShape]) -> str:
    """Lines for fish, with a line of help beside every command and option."""
    lines = ["# fish completion for rowlock, made by `rowlock completion fish`", "complete -c rowlock -f"]
    for shape in shapes:
        told = _quote(shape.summary)
        lines.append(f"complete -c rowlock -n __fish_use_subcommand -a {shape.name} -d {told}")
        lines += [_fish_line(shape.name, argument) for argument in shape.options]
        if shape.anywhere:
            lines.append(_fish_line(shape.name, Argument((), shape.anywhere, "", "")))
    return "\n".join(lines) + "\n"


def _fish_line(command: str, argument: Argument) -> str:
    value = argument.value or FREE
    words = [f"complete -c rowlock -n '__fish_seen_subcommand_from {command}'"]
    for name in argument.names:
        words.append(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}")
    if argument.names and argument.value:
        words.append("-r" if value.files else "-x")
    if value.files:
        words.append("-F")
    if value.words:
        words.append(f"-a {_quote(' '.join(value.words))}")
    told = [f"-d {_quote(_plain(argument.help))}"] if argument.help else []
    return " ".join([*words, *told])


def _plain(text: str) -> str:
    """A text in one line, without what shells read as something else."""
    return " ".join(text.replace("`", "’").split())


def _quote(text: str) -> str:
    """A text in single quotes, for all three shells; fish reads the same as the others here."""
    return "'" + text.replace("'", "’") + "'"
