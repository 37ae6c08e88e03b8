"""What a report draws: the distributions on both sides of a witness, and the tight epsilon by length.

Pictures are extras: they get a moment, by the short obvious meaning of the program, and are left out when it does not
suffice. Nothing is decided here.
"""

from __future__ import annotations

import time
from collections.abc import Mapping

from flint import fmpq

from faier import driver
from faier.answer import Exact, Likelihood
from faier.comparison import Model, Subject
from faier.exact import Number, TooLarge, Undecidable, compare, from_ratio
from faier.lang.syntax import Program
from faier.limits import LimitReached, Limits
from faier.semantics import denote
from faier.telling import exact, shown
from faier.verdict import Coverage, Witness

# Seconds, outputs and lengths that a picture may have.
MOMENT, MOST, LONGEST = 2.0, 12, 12

Distribution = Mapping[denote.Output, Number]


def likelihoods(program: Program, subject: Subject, found: Witness) -> tuple[Likelihood, ...]:
    """The likeliest outputs on either side, those of the witness marked, and all others as one."""
    length = len(found.output) + 1 if found.ended else len(found.output)
    if not length or any(len(output) >= length for output in found.outputs):
        return _alone(found)
    limits = Limits(deadline=time.monotonic() + MOMENT, states=20_000)
    try:
        left, right = _distributions(program, subject, found, length, limits)
        marked = {(denote.Shown(output), True) for output in found.outputs}
        marked |= {(denote.Shown(found.output), found.ended)}
        return _told(left, right, marked)
    except (LimitReached, TooLarge, Undecidable, ValueError, ArithmeticError, RecursionError):
        return _alone(found)


def _alone(found: Witness) -> tuple[Likelihood, ...]:
    """The witness against everything else, where the other outputs are too many."""
    if found.excess is not None:
        return ()
    left, right = found.probability_left, found.probability_right
    output = tuple(map(shown, found.output))
    told = Likelihood(output, found.ended, exact(left), exact(right), True)
    return told, Likelihood((), False, exact(1 - left), exact(1 - right), False, 0)


def curve(program: Program, subject: Subject, coverage: Coverage, model: Model) -> tuple[tuple[int, Exact], ...]:
    """The tight epsilon of outputs of up to 1, 2, ... values, as far as a moment reaches."""
    deadline = time.monotonic() + MOMENT
    points: list[tuple[int, Exact]] = []
    for length in range(1, min(coverage.length, LONGEST) + 1):
        found = driver.find(program, subject, length, Limits(deadline=deadline), model)
        tight = found.tight
        if tight is None or tight.lower is None or tight.upper is None or compare(tight.lower, tight.upper) != 0:
            break
        epsilon = from_ratio(tight.lower)
        points.append((length, Exact(epsilon.text, epsilon.value)))
    return tuple(points) if len(points) > 1 else ()


def _distributions(
    program: Program, subject: Subject, found: Witness, length: int, limits: Limits
) -> tuple[Distribution, Distribution]:
    left, right = dict(found.left), dict(found.right)
    if subject.prior is None:
        first = denote.outputs(program, subject.mechanism, left, length, limits)
        return first, denote.outputs(program, subject.mechanism, right, length, limits)
    believed = {parameter.name for parameter in program.function(subject.prior).parameters}
    parameters = {name: value for name, value in found.parameters if name in believed}
    public = {name: value for name, value in left.items() if name != "secret"}
    joint = denote.joint(program, subject.mechanism, subject.prior, parameters, public, length, limits)
    first, second = joint[left["secret"]], joint[right["secret"]]
    return _given(first), _given(second)


def _given(weights: Distribution) -> Distribution:
    mass = sum(weights.values(), start=fmpq(0))
    return {output: weight / mass for output, weight in weights.items()}


def _told(left: Distribution, right: Distribution, marked: set[denote.Output]) -> tuple[Likelihood, ...]:
    zero = fmpq(0)

    def weight(output: denote.Output) -> float:
        return max(exact(left.get(output, zero)).value, exact(right.get(output, zero)).value)

    known = list(dict.fromkeys([*left, *right]))
    ranked = sorted(known, key=lambda output: (output not in marked, -weight(output)))
    kept = set(ranked[:MOST] if len(ranked) > MOST + 1 else ranked)
    told = [
        Likelihood(
            tuple(map(shown, output[0])),
            output[1],
            exact(left.get(output, zero)),
            exact(right.get(output, zero)),
            output in marked,
        )
        for output in sorted(kept, key=_in_order)
    ]
    rest = [output for output in known if output not in kept]
    if rest:
        first, second = (exact(sum((side.get(output, zero) for output in rest), start=zero)) for side in (left, right))
        told.append(Likelihood((), False, first, second, False, len(rest)))
    return tuple(told)


def _in_order(output: denote.Output) -> tuple[int, tuple[tuple[int, str], ...], bool]:
    """Short ones first, numbers by size, other values by their text."""
    values = [shown(value) for value in output[0]]
    keys = ((value.json, "") if isinstance(value.json, int) else (0, value.text) for value in values)
    return len(values), tuple(keys), output[1]
