"""One random streaming mechanism against what faier proves about its outputs of every length.

The factor of every coupling is attacked by long words; the growth of every cycle is replayed; the exact search of short
outputs must agree with both; and a sample of words is weighed again by `denote`, from the text.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from asked import comparisons
from flint import fmpq
from streams import Attack, exceeded

from faier.deciding.comparison import Comparison
from faier.deciding.endless import Endless, Grown, endless
from faier.deciding.question import Question
from faier.deciding.replay import Mismatch, confirm, witness
from faier.deciding.store import Store
from faier.engines.coupling import engine as coupling
from faier.engines.growth import engine as growth
from faier.engines.search.engine import tightest
from faier.hmm.forward import forward
from faier.hmm.model import Letter
from faier.lang import parse
from faier.lang.claim import Subject
from faier.lang.diagnostics import Rejected
from faier.lang.program import Program
from faier.limits import LimitReached, Limits

SHORT = 5
DENOTED = 3


@dataclass
class Contest:
    kinds: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)


def contest(text: str, seed: int, words: int, letters: int) -> Contest:
    result = Contest()
    try:
        program = parse(text, "m.py", {})
        subject = program.claims[0].subject
        known = endless(Question(program, subject), Store(), Limits())
    except Rejected as refused:
        result.kinds[f"rejected: {refused.diagnostics[0].code}"] += 1
        return result
    kind = "grows" if known.grown is not None else "proved" if known.upper is not None else "open"
    result.kinds[kind] += 1
    if known.grown is not None:
        _replayed(result, known.grown)
    for proof in known.proofs:
        if not coupling.verify(proof.comparison.pair, proof.coupling):
            result.failures.append("a proof does not pass its check")
        tried, word = exceeded(proof.comparison.pair, proof.coupling.factor, seed, words, letters)
        result.kinds["words weighed"] += tried
        if word is not None:
            result.failures.append(f"exceeds {proof.coupling.factor}: {word}")
        _denoted(result, program, subject, proof.comparison, seed)
    _short(result, program, subject, known)
    return result


def _replayed(result: Contest, grown: Grown) -> None:
    """Turn by turn, the ratio of the words themselves grows by the factor, from a floor that holds for all turns."""
    pair, found = grown.comparison.pair, grown.divergence
    if not growth.verify(pair, found):
        result.failures.append("a divergence does not pass its check")
    prefix, cycle, suffix = growth.letters(pair, found)
    scaled = []
    for turns in range(0, 60, 3):
        left, right = forward(pair, (*prefix, *cycle * turns, *suffix))
        if left == 0:
            result.failures.append(f"the word of {turns} turns is impossible")
        elif right != 0:
            scaled.append(left / right / found.per_cycle**turns)
        result.kinds["turns replayed"] += 1
    if scaled and min(scaled[len(scaled) // 2 :]) < min(scaled[: len(scaled) // 2 + 1]) / 2:
        result.failures.append(f"the ratio does not grow by {found.per_cycle}: {[float(each) for each in scaled]}")


def _denoted(result: Contest, program: Program, subject: Subject, comparison: Comparison, seed: int) -> None:
    """`denote` gives short words the weights that the attack gave them."""
    pair, draw = comparison.pair, Random(seed)
    seen: dict[tuple[Letter, ...], None] = {}
    for word, left, _ in Attack(pair).words(seed, 6, 8):
        if left:
            seen[word] = None
    for word in draw.sample(list(seen), min(DENOTED, len(seen))):
        left, right = forward(pair, word)
        found = witness(Question(program, subject), comparison, word, left / pair.left_mass, right / pair.right_mass)
        try:
            confirm(Question(program, subject), found, Limits())
            result.kinds["words denoted"] += 1
        except Mismatch as error:
            result.failures.append(str(error))


def _short(result: Contest, program: Program, subject: Subject, known: Endless) -> None:
    """The tight factor of short outputs, from pairs of their own, is within what is claimed of all."""
    best: fmpq | None = fmpq(0)
    try:
        for comparison in comparisons(program, subject, SHORT, Limits()):
            found = tightest(comparison.pair, SHORT, Limits(), width=2000)
            if found.limit is not None:
                return
            best = None if best is None or found.lower is None else max(best, found.lower)
    except LimitReached:
        return
    if known.upper is not None and (best is None or best > known.upper):
        result.failures.append(f"short outputs attain {best}, more than {known.upper}")
    if known.upper is not None and best == known.upper:
        result.kinds["tight at once"] += 1
    if best is None:
        result.kinds["infinite at once"] += 1
