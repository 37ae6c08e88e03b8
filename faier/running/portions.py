"""Claims that take long -> jobs for their parts, and then for their answers.

Claims that compare the same inputs have their parts in common, but for obligations, which are of one epsilon. Parts
come before whatever else waits, so a claim is no later for being divided, and its time counts as a whole.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

from faier.answers.answer import Asked, Divided
from faier.limits import GRACE, working
from faier.running.request import Decide
from faier.running.workers import Job

if TYPE_CHECKING:  # starting must be quick
    from faier.deciding.shares import Share

Compared: TypeAlias = tuple[str, str, str | None, str | None, str | None, int | None]


def compared_by(question: Asked, share: Share) -> Compared:
    """What a question compares, by the texts of its file; obligations are of this question alone."""
    number = question.number if share.obligations else None
    return question.path, question.mechanism, question.neighbors, question.prior, question.pairs, number


@dataclass
class Sharing:
    """The parts that are known of a comparison, how many are not, and the claims that wait for them."""

    parts: list[bytes] = field(default_factory=list)
    open: int = 0
    missing: str | None = None
    waiting: list[Decide] = field(default_factory=list)

    def join(self, request: Decide, divided: Divided) -> list[Job]:
        """The jobs for the shares, for the first claim; later ones wait for the same, or have them already."""
        request = replace(request, begun=divided.begun)
        if self.parts:
            self.waiting.append(request)
            return self._answers()
        self.parts.append(divided.known)
        self.waiting.append(request)
        self.open = len(divided.shares)
        return [_job(replace(request, share=share), working(request.options.timeout)) for share in divided.shares]

    def enter(self, request: Decide, known: bytes | None, missing: str | None) -> list[Job]:
        """Note what became of a share; after the last one the claims can be answered."""
        self.open -= 1
        self.missing = self.missing or missing
        if known is not None:
            self.parts.append(known)
        return self._answers()

    def _answers(self) -> list[Job]:
        if self.open:
            return []
        ready, self.waiting = self.waiting, []
        parts = tuple(self.parts)
        missing = self.missing
        return [
            _job(replace(request, parts=parts, missing=missing), request.options.timeout + GRACE) for request in ready
        ]


def _job(request: Decide, most: float) -> Job:
    """It is killed so many seconds after the claim was begun."""
    assert request.begun is not None
    return Job(request, most, request.question.path, request.begun + most, urgent=True)
