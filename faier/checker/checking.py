"""A certificate and the mechanism file it is about -> valid, invalid or holey, with the reason."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from .admission import admitted, asked
from .claims import Claim, claim_of
from .document import Fields, count, document
from .file import File
from .language import read
from .outcome import Budget, Hole, Invalid
from .proofs import bounded, enumeration, unbounded
from .refutation import violation
from .shared_bounds import placed

FORMAT = "faier.certificate/1"
MOST_STEPS = 20_000_000
MOST_SOURCE = 1_000_000

Rule = Callable[[File, Claim, int | None, Fields, Budget], None]
RULES: dict[str, tuple[str, Rule]] = {
    "violation": ("refuted", violation),
    "enumeration": ("proved", enumeration),
    "bounds": ("proved", bounded),
    "places": ("proved", placed),
    "growth": ("refuted", unbounded),
}


@dataclass(frozen=True)
class Result:
    """`answer` is "valid", "invalid" or "holey"; `about` names the claim as far as it could be read."""

    answer: str
    about: str
    verdict: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Subject:
    """What a certificate says it is about, before anything is checked."""

    path: str
    sha256: str
    fields: Fields


def subject(data: bytes) -> Subject:
    """The head of a certificate; `Invalid` if it has none."""
    fields = Fields(document(data), "the certificate")
    if fields.take("format") != FORMAT:
        raise Invalid(f"the format is not {FORMAT}")
    file = Fields(fields.take("file"), "the file")
    found = Subject(file.text("path"), file.text("sha256"), fields)
    file.finish()
    return found


def check(data: bytes, source: bytes | None = None, steps: int = MOST_STEPS) -> Result:
    """Whether the certificate proves what it says about the mechanism file, of which `source` is the content."""
    about = "?"
    try:
        found = subject(data)
        about = found.path
        if source is None:
            raise Invalid("the mechanism file is not there")
        return _checked(found, text_of(source), steps)
    except Invalid as problem:
        return Result("invalid", about, reason=str(problem))
    except Hole as hole:
        return Result("holey", about, reason=str(hole))
    except ZeroDivisionError:
        return Result("invalid", about, reason="a run divides by zero")
    except (RecursionError, MemoryError, OverflowError):
        return Result("holey", about, reason="redoing this takes more memory than there is")


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


def _checked(found: Subject, text: str, steps: int) -> Result:
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
    if kind == "none":
        raise Hole(evidence.text("why")[:200])
    if kind not in RULES or RULES[kind][0] != verdict:
        raise Invalid("the evidence is of no known kind for this verdict")
    file = read(text, settings)
    admitted(file, settings)
    claim = claim_of(file, claimed)
    asked(file, claim, claimed)
    length = None if coverage is None else count(coverage, "the length")
    RULES[kind][1](file, claim, length, evidence, Budget(steps))
    told = verdict if length is None else f"{verdict} for outputs of up to {length} values"
    return Result("valid", f"{found.path}::{claim.mechanism.name}", told)
