"""What was typed and what is configured become a plan: the command line wins, then `[tool.faier]`, then defaults.

A contradiction is a `click.UsageError`; a configuration that is refused is `Misconfigured`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from faier.batch import Plan
from faier.choices import FORMATS
from faier.configuration import Configuration, configured
from faier.request import Options, Purpose
from faier.selection import select

if TYPE_CHECKING:
    from faier.lang.diagnostics import Diagnostic

# A worker with less memory than this can hardly load what it needs, so fewer are run side by side.
LEAST_MEMORY = 512


@dataclass(frozen=True)
class Invocation:
    """`form` is what is printed, `printed` whether anything is; `files` are (path, format)."""

    plan: Plan
    problems: tuple[Diagnostic, ...]
    form: str
    printed: bool
    files: tuple[tuple[str, str], ...]


def invocation(purpose: Purpose, given: Mapping[str, Any], folder: Path) -> Invocation:
    """`given` is keyed by the names of the options; None and empty tuples were not given."""
    configuration = configured(folder)
    values = _merged(given, configuration)
    paths = given.get("paths") or configuration.paths
    if not paths:
        raise click.UsageError("Nothing to do: name a file or a folder, or set `paths` in [tool.faier].")
    options = _options(purpose, values)
    form = str(values.get("form") or "text")
    files, replaces = _files(values.get("outputs") or (), form)
    selected, problems = select(paths)
    memory = int(values.get("memory") or 4096)
    jobs = min(int(values.get("jobs") or _cores()), max(memory // LEAST_MEMORY, 1))
    plan = Plan(purpose, selected, options, jobs, memory, values.get("undecided") == "warn")
    return Invocation(plan, problems, form, not replaces, files)


def written(path: str, text: str) -> None:
    """Write all of the text or, when anything fails, leave the file as it was."""
    import tempfile

    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        with target.open("w", encoding="utf-8", errors="backslashreplace") as stream:  # a pipe or a device
            stream.write(text)
        return
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).chmod(_mode(target))
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _mode(target: Path) -> int:
    """The permissions of the file that is replaced, or those of a file made in the ordinary way."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _merged(given: Mapping[str, Any], configuration: Configuration) -> dict[str, Any]:
    values = dict(configuration.values)
    values["form"] = values.pop("format", None)
    outputs = values.pop("output", ())
    values["outputs"] = (outputs,) if isinstance(outputs, str) else tuple(outputs)
    settings = {name: _literal(value) for name, value in dict(values.pop("set", {})).items()}
    values |= {name: value for name, value in given.items() if value not in (None, (), False)}
    values["settings"] = tuple((settings | _settings(given.get("settings") or ())).items())
    if any(given.get(name) is not None for name in ("neighbors", "prior")):
        values |= {name: given.get(name) for name in ("neighbors", "prior")}
    return values


def _literal(value: object) -> str:
    return str(value)


def _settings(texts: Sequence[str]) -> dict[str, str]:
    settings = {}
    for text in texts:
        name, separator, value = text.partition("=")
        if not separator or not name.strip().isidentifier() or not value.strip():
            raise click.BadParameter(f"{text!r} is not NAME=VALUE, such as N=4", param_hint="'--set'")
        settings[name.strip()] = value.strip()
    return settings


def _options(purpose: Purpose, values: Mapping[str, Any]) -> Options:
    if values.get("neighbors") and values.get("prior"):
        raise click.UsageError("Give --neighbors or --prior, not both: a claim has one of them.")
    if purpose in ("check", "certify") and values.get("epsilon") is None:
        for name in ("delta", "neighbors", "prior"):
            if values.get(name) is not None:
                raise click.UsageError(f"--{name} needs --epsilon: together they are one claim.")
    text = {name: _text(values.get(name)) for name in ("epsilon", "delta", "neighbors", "prior")}
    return Options(
        settings=values["settings"],
        **text,
        length=values.get("length"),
        engine=str(values.get("engine") or "auto"),
        solver=str(values.get("solver") or "z3"),
        interval=_text(values.get("interval")),
        timeout=float(values.get("timeout") or 300.0),
        stage=values.get("emit"),
        event=values.get("event"),
        certificates=values.get("certificates") is not None,
    )


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _files(outputs: Sequence[str], form: str) -> tuple[tuple[tuple[str, str], ...], bool]:
    """Where to write what, and whether that replaces standard output."""
    files: dict[str, str] = {}
    replaces = False
    for text in outputs:
        kind, separator, path = text.partition("=")
        if not separator or os.sep in kind or not kind:
            kind, path = form, text
            replaces = True
        if kind not in (*FORMATS, form):
            message = f"{kind!r} is not a format ({', '.join(FORMATS)}); a file of this name is written ./{text}"
            raise click.BadParameter(message, param_hint="'--output'")
        if path == "-":
            replaces = False
            continue
        if path in files:
            raise click.BadParameter(f"{path} is named twice", param_hint="'--output'")
        _refuse_unwritable(path)
        files[path] = kind
    return tuple(files.items()), replaces


def _refuse_unwritable(path: str) -> None:
    """Better now than after an hour's work."""
    target = Path(path)
    if not path or target.is_dir():
        raise click.BadParameter(f"{path!r} is not the name of a file", param_hint="'--output'")
    if not target.parent.is_dir():
        raise click.BadParameter(f"there is no folder {str(target.parent)!r}", param_hint="'--output'")
    if not os.access(target.parent, os.W_OK) and not (target.exists() and not target.is_file()):
        raise click.BadParameter(f"the folder {str(target.parent)!r} cannot be written to", param_hint="'--output'")


def _cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1
