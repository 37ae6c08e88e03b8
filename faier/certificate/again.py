"""The file and the claim of a certificate, read once more as the checker reads them, within limits of time."""

from __future__ import annotations

from collections.abc import Iterator

from faier.certificate.unwritten import Unwritten
from faier.checker.around import Others
from faier.checker.claims import Claim, claim_of
from faier.checker.compared import Compared, compared
from faier.checker.document import Fields
from faier.checker.fed_process import Joint
from faier.checker.file import File
from faier.checker.language import read
from faier.checker.outcome import Budget, Hole, Invalid
from faier.lang.program import Program
from faier.limits import LimitReached, Limits

Document = dict[str, object]

# A run that divides by zero, and what needs deeper calls or larger numbers than Python has, are not made either.
NOT_MADE = (Invalid, Hole, LimitReached, Unwritten, ArithmeticError, RecursionError)

# Steps of the checker that making the graphs of all words may take.
GRAPH = 2_000_000


def read_again(program: Program, document: Document) -> tuple[File, Claim]:
    steps = tuple(filter(None, program.imports.package.split(".")))
    file = read(program.source, settings_of(document), Others(steps, dict(program.imports.texts)))
    return file, claim_of(file, document["claim"])


def settings_of(document: Document) -> dict[str, str]:
    settings = document["set"]
    return settings if isinstance(settings, dict) else {}


def compared_words(program: Program, document: Document, length: int | None, limits: Limits) -> Iterator[Compared]:
    file, asked = read_again(program, document)
    return compared(Joint(file, asked, Timed(GRAPH, limits)), length)


def proof_in(found: dict[str, object]) -> Fields:
    proof = Fields(found, "a proof")
    proof.take("kind")
    return proof


class Timed(Budget):
    """The checker's steps within limits of time too."""

    def __init__(self, steps: int, limits: Limits) -> None:
        super().__init__(steps)
        self.limits = limits

    def spend(self, steps: int = 1) -> None:
        super().spend(steps)
        self.limits.check()
