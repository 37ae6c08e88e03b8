"""What a shell may complete in a mechanism file: the names of its mechanisms and priors, read and never executed.

A file that is being written has errors, so its lines are looked at one by one: a decorator, and the function under it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import Any, Literal

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    ShellComplete,
    add_completion_class,
    get_completion_class,
    split_arg_string,
)

from faier.command.choices import SHELLS
from faier.running.selection import STDIN, select

_DECORATED = re.compile(rb"@[ \t]*(?:faier[ \t]*\.[ \t]*)?(mechanism|prior)\b")
_DEFINED = re.compile(rb"def[ \t]+([A-Za-z_]\w*)")

# By which a shell asks.
VARIABLE = "_FAIER_COMPLETE"

# The most files of a folder that are looked at while somebody waits.
MOST = 200


def paths(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem[Any]]:
    """Files, and after `FILE.py::` the mechanisms in it."""
    path, separator, begun = incomplete.rpartition("::")
    if not separator:
        return [CompletionItem(incomplete, type="file")]
    return [CompletionItem(f"{path}::{name}") for name in named("mechanism", [path]) if name.startswith(begun)]


def priors(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem[Any]]:
    """The priors of the files that are named in the command: its words are looked at, for click tells of none while an
    option has no value."""
    words = split_arg_string(os.environ.get("COMP_LINE") or os.environ.get("COMP_WORDS", ""))[2:]
    files = [path for path in (word.partition("::")[0] for word in words) if os.path.exists(path)]  # noqa: PTH110
    return [CompletionItem(name) for name in named("prior", files) if name.startswith(incomplete)]


def named(kind: Literal["mechanism", "prior"], files: Iterable[str]) -> list[str]:
    """The names of such functions in files and folders, each once."""
    selected, _ = select(file for file in files if file != "-")
    texts = (_text(file.path) for file in selected[:MOST] if file.path != STDIN)
    return list(dict.fromkeys(name for text in texts for name in _functions(kind, text)))


def _functions(kind: str, text: bytes) -> Iterator[str]:
    decorated = False
    for line in text.splitlines():
        found, defined = _DECORATED.match(line), _DEFINED.match(line)
        decorated = decorated or (found is not None and found[1].decode() == kind)
        if defined is not None:
            if decorated:
                yield defined[1].decode()
            decorated = False


def _text(path: str) -> bytes:
    try:
        with open(path, "rb") as file:  # noqa: PTH123  a path that is typed may be none
            return file.read(4_000_000)
    except (OSError, ValueError):
        return b""


class Bash(BashComplete):
    """Words as bash reads them, but for colons: bash begins a new word at each, and replaces what comes after it."""

    source_template = """\
%(complete_func)s() {
    local IFS=$'\\n' kind value line="${COMP_WORDS[*]}"
    [[ -n $COMP_LINE ]] && line="${COMP_LINE:0:COMP_POINT}"
    COMPREPLY=()
    while IFS=',' read -r kind value; do
        case $kind in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            plain) COMPREPLY+=("$value") ;;
        esac
    done < <(COMP_LINE="$line" FAIER_BREAKS="$COMP_WORDBREAKS" %(complete_var)s=bash_complete "$1")
    return 0
}

complete -o nosort -F %(complete_func)s %(prog_name)s
"""

    def get_completion_args(self) -> tuple[list[str], str]:
        if "COMP_LINE" not in os.environ:
            return super().get_completion_args()  # asked by click's own script
        line = os.environ["COMP_LINE"]
        words = split_arg_string(line)[1:]
        if not words or line[-1:].isspace():
            return words, ""
        return words[:-1], words[-1]

    def format_completion(self, item: CompletionItem[Any]) -> str:
        value = item.value
        if item.type == "plain" and ":" in os.environ.get("FAIER_BREAKS", ""):
            value = value.rpartition(":")[2]
        return f"{item.type},{value}"


def script(shell: str, command: click.Command) -> str:
    """What a shell is to read, whatever version of it is at hand."""
    kind = known()[shell]
    return kind.source_template % kind(command, {}, "faier", VARIABLE).source_vars()


def known() -> dict[str, type[ShellComplete]]:
    """The shells, made known to click."""
    add_completion_class(Bash)
    found = {shell: get_completion_class(shell) for shell in SHELLS}
    return {shell: kind for shell, kind in found.items() if kind is not None}
