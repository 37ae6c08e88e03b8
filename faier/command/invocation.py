"""What was typed and what is configured become a plan: the command line wins, then `[tool.faier]`, then defaults.

A contradiction is a `click.UsageError`; a configuration that is refused is `Misconfigured`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

import click

from faier.command.configuration import Configuration, configured
from faier.command.destination import refuse_no_folder, refuse_unwritable
from faier.engines import WANTED
from faier.report.formats import ENDINGS, FORMATS, PLAIN, formats_of
from faier.running.batch import Plan
from faier.running.cache import Kept, is_for_resuming
from faier.running.excluding import Patterns
from faier.running.excluding import written as patterns
from faier.running.request import Options, Purpose
from faier.running.selection import Selected, select

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
    certificates: str | None = None


def invocation(purpose: Purpose, given: Mapping[str, Any], folder: Path) -> Invocation:
    """`given` is keyed by the names of the options; None and empty tuples were not given."""
    configuration = configured(folder)
    values = _merged(given, configuration)
    paths = given.get("paths") or configuration.paths
    if not paths:
        raise click.UsageError("Nothing to do: name a file or a folder, or set `paths` in [tool.faier].")
    if purpose == "bound" and given.get("epsilon") is not None and given.get("delta") is not None:
        raise click.UsageError("Give --epsilon or --delta, not both: bound finds the least of one for the other.")
    certificates = _certificates(purpose, given, configuration)
    options = replace(_options(purpose, values), certificates=certificates is not None)
    formats = _formats(purpose, options)
    form = str(given.get("form") or _configured_form(configuration, formats))
    if options.stage and form not in PLAIN:
        raise click.UsageError(f"--emit prints text or json: nothing is decided, so there is nothing for {form}.")
    files, replaces = _files(_outputs(given, configuration, formats), given.get("form"), form, formats)
    selected, problems = select(paths, _excluded(given, configuration, folder))
    kinds = {kind for _, kind in files} | (set() if replaces else {form})
    options = replace(options, pictures="html" in kinds, ways="sarif" in kinds)
    kept = _kept(purpose, given, configuration, options.certificates)
    plan = replace(_plan(purpose, selected, options, values), kept=kept)
    return Invocation(plan, problems, form, not replaces, files, certificates)


def _certificates(purpose: Purpose, given: Mapping[str, Any], configuration: Configuration) -> str | None:
    """The folder for certificates; one that is configured is beside its configuration."""
    configured, typed = configuration.values.get("certificates"), given.get("certificates")
    if typed is None and purpose == "check" and configured is not None and configuration.home is not None:
        typed = str(configuration.home / configured)
    if typed is not None:
        refuse_no_folder(typed, "'--certificates'")
    return typed


@dataclass(frozen=True)
class Comparison:
    """What `faier diff` was asked: how to decide, what is left out, and where its report goes."""

    plan: Plan
    excluded: tuple[Patterns, ...]
    form: str
    printed: bool
    files: tuple[tuple[str, str], ...]


def comparison(given: Mapping[str, Any], folder: Path) -> Comparison:
    """A difference is about the files' own claims: an epsilon or a relation that is configured does not count."""
    configuration = configured(folder)
    asked = dict.fromkeys(("epsilon", "delta", "neighbors", "prior"))
    values = _merged(given, configuration) | asked
    plan = _plan("check", (), _options("check", values), values)
    plan = replace(plan, kept=_kept("check", given, configuration, certified=False))
    form = str(given.get("form") or _configured_form(configuration, PLAIN))
    files, replaces = _files(given.get("outputs") or (), given.get("form"), form, PLAIN)
    return Comparison(plan, tuple(_excluded(given, configuration, folder)), form, not replaces, files)


def _plan(purpose: Purpose, selected: tuple[Selected, ...], options: Options, values: Mapping[str, Any]) -> Plan:
    memory = int(values.get("memory") or 4096)
    jobs = min(int(values.get("jobs") or cores()), max(memory // LEAST_MEMORY, 1))
    return Plan(purpose, selected, options, jobs, memory, values.get("undecided") == "warn")


def _kept(purpose: Purpose, given: Mapping[str, Any], configuration: Configuration, certified: bool) -> Kept | None:
    """Where what is decided is kept: as typed, as configured, or in the user's cache."""
    if purpose not in ("check", "bound") or given.get("emit"):
        return None
    resumed = given.get("resume")
    if resumed is not None:
        refuse_unwritable(resumed, "'--resume'")
        if not is_for_resuming(resumed):
            raise click.BadParameter(f"{resumed!r} holds something else", param_hint="'--resume'")
    file = None if resumed is None else Path(resumed)
    configured = configuration.values.get("cache")
    # What evidence a certificate has depends on the time that there was: none is recalled.
    if given.get("no_cache") or certified or (configured is False and not given.get("cache")):
        return None if file is None else Kept(file=file)
    if given.get("cache"):
        return Kept(Path(given["cache"]), file)
    if configured and configuration.home is not None:
        return Kept(configuration.home / configured, file)
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")  # noqa: PTH111  no home is no error
    return Kept(Path(home) / "faier" if Path(home).is_absolute() else None, file)


def _excluded(given: Mapping[str, Any], configuration: Configuration, folder: Path) -> list[Patterns]:
    """What is configured is about the folder of the configuration, what is typed about the current one."""
    said = []
    if configuration.home is not None:
        said.append(patterns(configuration.home, configuration.values.get("exclude", ())))
    return [*said, patterns(folder, given.get("exclude") or ())]


def _merged(given: Mapping[str, Any], configuration: Configuration) -> dict[str, Any]:
    values = dict(configuration.values)
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
    varied = values.get("varied")
    if varied is not None and varied.error is not None:
        if values.get("epsilon") is not None:
            raise click.UsageError("Give --error or --epsilon, not both: the least of one is found for the other.")
    elif purpose in ("check", "certify", "calibrate", "audit") and values.get("epsilon") is None:
        for name in ("delta", "neighbors", "prior"):
            if values.get(name) is not None:
                raise click.UsageError(f"--{name} needs --epsilon: together they are one claim.")
    if values.get("curve") and (values.get("epsilon") is not None or values.get("delta") is not None):
        raise click.UsageError("--curve is about epsilons without a delta: leave out --epsilon and --delta.")
    if values.get("measuring") is not None and any(values.get(name) is not None for name in ("epsilon", "delta")):
        raise click.UsageError(
            "Other measures stand beside an epsilon without a delta: leave out --epsilon and --delta."
        )
    if values.get("sample") and (values.get("epsilon") is not None or values.get("delta") is not None):
        raise click.UsageError("--sample is about epsilons without a delta: leave out --epsilon and --delta.")
    if values.get("seed") is not None and purpose == "bound" and not values.get("sample"):
        raise click.UsageError("--seed is for --sample: runs are drawn there alone.")
    return Options(
        settings=values["settings"],
        epsilon=_text(values.get("epsilon")),
        delta=_text(values.get("delta")),
        neighbors=_text(values.get("neighbors")),
        prior=_text(values.get("prior")),
        length=values.get("length"),
        engine=WANTED[str(values.get("engine") or "auto")],
        solver=str(values.get("solver") or "z3"),
        interval=_text(values.get("interval")),
        timeout=float(values.get("timeout") or 300.0),
        stage=values.get("emit"),
        event=values.get("event"),
        varied=values.get("varied"),
        curve=bool(values.get("curve")),
        sample=int(values.get("seed") or 0) if values.get("sample") else None,
        measuring=values.get("measuring"),
        inputs=tuple(values.get("inputs") or ()),
    )


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _configured_form(configuration: Configuration, formats: Sequence[str]) -> str:
    """A format for verdicts is for the command that gives them; the others print text."""
    form = str(configuration.values.get("format", "text"))
    return form if form in formats else "text"


def _formats(purpose: Purpose, options: Options) -> Sequence[str]:
    """What a command can write."""
    return PLAIN if options.stage else formats_of(purpose)


def _outputs(given: Mapping[str, Any], configuration: Configuration, formats: Sequence[str]) -> Sequence[str]:
    """What was typed; else what is configured, as far as this command can write it."""
    if given.get("outputs"):
        return tuple(given["outputs"])
    configured = configuration.values.get("output", ())
    texts = (configured,) if isinstance(configured, str) else configured
    others = {*FORMATS, *ENDINGS.values()} - {*formats}
    return tuple(text for text in texts if _kind(text)[0] not in others)


def _files(
    outputs: Sequence[str], typed: str | None, form: str, formats: Sequence[str]
) -> tuple[tuple[tuple[str, str], ...], bool]:
    """Where to write what, and whether that replaces standard output. What a file is for is said beside its name, by
    --format where that was `typed`, or by its ending; else it is what would be printed."""
    files: dict[str, str] = {}
    replaces = False
    for text in outputs:
        said, path = _kind(text)
        beside = path != text
        kind = said if beside else typed or said
        if kind is not None and kind not in formats:
            shown = f"{kind!r} is not a format here ({', '.join(formats)})"
            hint = (
                f"a file of this name is written ./{text}" if beside else f"add --format {form} to write {form} into it"
            )
            raise click.BadParameter(f"{shown}; {hint}", param_hint="'--output'")
        replaces = replaces or not beside or path == "-"
        if path == "-":
            continue
        if path in files:
            raise click.BadParameter(f"{path} is named twice", param_hint="'--output'")
        refuse_unwritable(path)
        files[path] = kind or form
    return tuple(files.items()), replaces


def _kind(text: str) -> tuple[str | None, str]:
    """The format that FORMAT=FILE names, or else that the ending of FILE is for, and FILE."""
    kind, separator, path = text.partition("=")
    if separator and kind and os.sep not in kind:
        return kind, path
    return ENDINGS.get(PurePath(text).suffix.lower()), text


def cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1
