"""The formats that there are; imports nothing, for `faier --help` needs it."""

from typing import Literal, TypeAlias

Format: TypeAlias = Literal["text", "json", "sarif", "junit", "github", "html", "csv", "dot"]

# Every format, with the commands that write it (None: every command does) and the endings of its files.
_TABLE: dict[Format, tuple[tuple[str, ...] | None, tuple[str, ...]]] = {
    "text": (None, (".txt",)),
    "json": (None, (".json",)),
    "sarif": (("check",), (".sarif",)),
    "junit": (("check",), (".xml",)),
    "github": (("check",), ()),
    "html": (("check", "calibrate"), (".html", ".htm")),
    "csv": (("calibrate",), (".csv",)),
    "dot": (("compile",), (".dot",)),
}


def formats_of(command: str | None) -> tuple[Format, ...]:
    """What a command writes."""
    return tuple(form for form, (only, _) in _TABLE.items() if only is None or command in only)


NAMED: dict[str, Format] = {form: form for form in _TABLE}
FORMATS, PLAIN = formats_of("check"), formats_of(None)
ENDINGS = {ending: form for form, (_, endings) in _TABLE.items() for ending in endings}
