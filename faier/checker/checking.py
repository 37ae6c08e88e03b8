"""A certificate and the mechanism file it is about -> valid, invalid or holey, with the reason."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from .admission import admitted, asked
from .around import Around, others_of
from .claims import Claim, claim_of, known, stated
from .divergences import divergence, divergences
from .document import Fields, count, document
from .enumeration import require_constants
from .file import File
from .ideal import draws_reals, mentioned_in
from .language import read
from .least_error import least_error
from .outcome import Budget, Hole, Invalid
from .payments import payments
from .proofs import aligned, bounded, enumeration, in_cells, unbounded
from .refutation import violation
from .shared_bounds import placed
from .shifting import shifts
from .stated import Stated

FORMAT = "faier.certificate/1"
MOST_STEPS = 20_000_000
MOST_SOURCE = 1_000_000

Rule = Callable[[File, Claim, int | None, Fields, Budget], str | None]
"""What more was proved than the verdict says, if anything."""

RULES: dict[str, tuple[str, Rule]] = {
    "violation": ("refuted", violation),
    "enumeration": ("proved", enumeration),
    "bounds": ("proved", bounded),
    "places": ("proved", placed),
    "alignment": ("proved", aligned),
    "shifts": ("proved", shifts),
    "payments": ("proved", payments),
    "growth": ("refuted", unbounded),
    "cells": ("refuted", in_cells),
    "optimum": ("least error", least_error),
    "divergences": ("proved", divergences),
    "divergence": ("refuted", divergence),
}
MEASURED = ("divergences", "divergence")


@dataclass(frozen=True)
class Result:
    """`answer` is "valid", "invalid" or "holey"; `about` names the claim as far as it could be read, `stated` is all
    that the certificate says of it; `statement` is what was proved, where the verdict alone does not say it."""

    answer: str
    about: str
    verdict: str = ""
    reason: str = ""
    stated: Stated | None = None
    statement: str = ""


@dataclass(frozen=True)
class Subject:
    """What a certificate says it is about, before anything is checked."""

    path: str
    sha256: str
    fields: Fields
    package: str = ""
    imports: tuple[tuple[str, str], ...] = ()  # places of other files of the project, and their digests


def subject(data: bytes) -> Subject:
    """The head of a certificate; `Invalid` if it has none."""
    fields = Fields(document(data), "the certificate")
    if fields.take("format") != FORMAT:
        raise Invalid(f"the format is not {FORMAT}")
    file = Fields(fields.take("file"), "the file")
    others = "imports" in file.data
    found = Subject(
        file.text("path"),
        file.text("sha256"),
        fields,
        file.text("package") if others else "",
        tuple(file.texts("imports").items()) if others else (),
    )
    file.finish()
    return found


def check(data: bytes, source: bytes | None = None, steps: int = MOST_STEPS, around: Around | None = None) -> Result:
    """Whether the certificate proves what it says about the mechanism file, of which `source` is the content, and
    `around` what is around it."""
    result, budget = Result("invalid", "?"), Budget(steps)
    try:
        with budget.counting():
            for known_so_far in _steps(data, source, budget, around):
                result = known_so_far
        return result
    except Invalid as problem:
        return replace(result, answer="invalid", verdict="", reason=str(problem))
    except Hole as hole:
        return replace(result, answer="holey", verdict="", reason=str(hole))
    except ZeroDivisionError:
        return replace(result, answer="invalid", verdict="", reason="a run divides by zero")
    except (RecursionError, MemoryError, OverflowError):
        return replace(result, answer="holey", verdict="", reason="redoing this takes more memory than there is")


def text_of(source: bytes) -> str:
    """The text of a mechanism file: no byte order mark, lines that end with a newline."""
    if len(source) > MOST_SOURCE:
        raise Invalid("the mechanism file is too large")
    try:
        return source.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        raise Invalid("the mechanism file is not UTF-8") from None


def digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _steps(data: bytes, source: bytes | None, budget: Budget, around: Around | None) -> Iterator[Result]:
    """What is known after each step; only the last one is valid."""
    found = subject(data)
    result = Result("invalid", found.path)
    yield result
    if source is None:
        raise Invalid("the mechanism file is not there")
    text = text_of(source)
    if digest(text) != found.sha256:
        raise Invalid("the mechanism file is not the one that the certificate is about")
    fields = found.fields
    settings = fields.texts("set")
    claimed = fields.object("claim")
    verdict = fields.text("verdict")
    evidence = Fields(fields.take("evidence"), "the evidence")
    coverage = fields.take("length")
    fields.finish()
    kind = evidence.text("kind")
    length = None if coverage is None else count(coverage, "the length")
    said = stated(claimed, settings, length)
    yield replace(result, stated=said)
    if kind != "none" and (kind not in RULES or RULES[kind][0] != verdict):
        raise Invalid("the evidence is of no known kind for this verdict")
    others = others_of(found.package, dict(found.imports), around, text_of, digest)
    about_reals = draws_reals((text, *others.texts.values()), mentioned_in(said.mechanism, said.texts))
    result = replace(result, stated=replace(said, reals=about_reals))
    yield result
    try:
        file = read(text, settings, others)
        admitted(file, settings)
        claim = claim_of(file, claimed)
        asked(file, claim, claimed)
        require_constants(file)
    except (Hole, Invalid):
        if kind != "none":
            raise
    else:
        result = replace(result, stated=known(result.stated, file, claim))
        yield result
        if kind != "none" and (kind in MEASURED) != (claim.measure is not None):
            raise Invalid("the evidence is of no known kind for this claim")
    if kind == "none":
        raise Hole(evidence.text("why")[:200])
    statement = RULES[kind][1](file, claim, length, evidence, budget) or ""
    about = f"{found.path}::{claim.mechanism.name}"
    yield replace(result, answer="valid", about=about, verdict=verdict, statement=statement)
