"""faier against the referee on one mechanism with Laplace noise: every way in which they may disagree.

The referee integrates numerically. It judges outputs that it makes up: whatever it finds must be within what faier says
of all outputs.
"""

from __future__ import annotations

import re
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import chain, islice, product
from math import log
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import asked
from flint import arb, ctx, fmpq
from processes import forward_process

from faier.engines.verdict import Proved, Refuted, Undecided, Witness
from faier.exact import Number, Undecidable, number_text, unknowns
from faier.exact.enclosure import enclose
from faier.lang import operations, parse
from faier.lang.diagnostics import Rejected
from faier.lang.noise import NotFollowed
from faier.lang.program import Program
from faier.lang.values import Near, Real, Sequence, Value, framed, make
from faier.limits import LimitReached, Limits, seconds
from faier.semantics import denote
from faier.semantics.explore import explore
from faier.semantics.kept import KeptProcess
from faier.semantics.kept_words import likelihood
from faier.semantics.process import Entry, Process

from . import brute, domain, real_checked
from .chance import Failed, Tape, Unsupported
from .contest import shown
from .floats import simplest
from .integrate import PRECISION
from .kept import KeptFile
from .kept_contest import PATH, REFUSED, index_of, unshown
from .real_noise import Arrivals, At, RealVocabulary, Sum, paths
from .real_noise import Path as Run

PARTS = ("denote", "explore", "bound", "claims", "unknown", "checker")
WORDS, TIME, MOST_PATHS = 24, 20, 400
PLACES = (*(Fraction(k, 2) for k in range(-3, 8)), Fraction(-12), Fraction(15))
CLOSE = arb("1e-20")
INTEGRATING = 20.0
"""Seconds of the processor for all integrals of one mechanism."""

Inputs = dict[str, Any]
Event = tuple[tuple[Any, ...], bool]


@dataclass
class Contest:
    """What was compared, and what differs."""

    kinds: Counter[str] = field(default_factory=Counter)
    disagreements: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Judged:
    """The runs on every input, and the neighbors."""

    runs: dict[Any, list[Run]]
    inputs: dict[Any, Inputs]
    pairs: list[tuple[Any, Any]]
    ran: Callable[[Inputs, int], list[Run]]
    known: dict[tuple[Any, str], arb | Unsupported] = field(default_factory=dict)
    denoted: dict[tuple[Any, str], Number] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)

    def density(self, key: Any, event: Event) -> arb:
        """Integrated once, however many parts ask for it; no more of them where that has taken long."""
        name = key, repr(event)
        if name not in self.known:
            began = process_time()
            try:
                if sum(self.seconds) > INTEGRATING:
                    raise Unsupported("integrating takes too long")
                self.known[name] = sum((run.density(*event) for run in self.runs[key]), arb(0))
            except Unsupported as reason:
                self.known[name] = reason
            self.seconds.append(process_time() - began)
        found = self.known[name]
        if isinstance(found, Unsupported):
            raise found
        return found

    def weight(self, made: KeptFile, program: Program, key: Any, event: Event) -> Number:
        """What the short semantics says."""
        name = key, repr(event)
        if name not in self.denoted:
            given = {each: value_of(value) for each, value in self.inputs[key].items()}
            output = tuple(map(value_of, event[0]))
            self.denoted[name] = denote.probability(program, made.mechanism, given, output, event[1], Limits())
        return self.denoted[name]


def contest(made: KeptFile, parts: tuple[str, ...] = PARTS, time: float = TIME) -> Contest:
    """Judge one comparison of a file, by the parts of faier that are named."""
    with ctx.workprec(PRECISION):
        return judged_by(made, parts, time)


def judged_by(made: KeptFile, parts: tuple[str, ...], time: float) -> Contest:
    result = Contest()
    source = made.text(index=index_of(made))
    try:
        judged = judge(source, made)
    except (Unsupported, RecursionError) as reason:
        result.kinds[f"not judged: {reason}"] += 1
        return result
    except Failed:
        result.kinds["goes wrong"] += 1
        return result
    try:
        program = parse(source, PATH)
    except Rejected as rejected:
        return refused(result, rejected)
    events = words(made, judged)
    for part in parts:
        try:
            found = list(ASKED[part](made, program, judged, events, result, time))
        except Rejected as rejected:
            refused(result, rejected)
            continue
        except (LimitReached, Unsupported) as reached:
            result.kinds[f"{part}: {reached}"] += 1
            continue
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            found = [f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"]
        result.disagreements += [f"seed {made.seed}, {part}: {each}" for each in found]
    return result


def refused(result: Contest, rejected: Rejected) -> Contest:
    for diagnostic in rejected.diagnostics:
        result.kinds[f"refused: {diagnostic.code} {diagnostic.message[:60]}"] += 1
        if not diagnostic.code.startswith(REFUSED):
            result.disagreements.append(f"refused: {diagnostic.code} line {diagnostic.span.line}: {diagnostic.message}")
    return result


def judge(source: str, made: KeptFile) -> Judged:
    vocabulary = RealVocabulary(Tape())
    loaded = brute.Loaded(brute.Execution(vocabulary, None).names_of(source, "mechanism_file"), vocabulary)
    subject = loaded.mechanism(made.mechanism)
    declared = brute.inputs_of(subject)
    public = [name for name, kind in declared.items() if isinstance(kind, domain.PublicType)]
    private = [name for name in declared if name not in public]
    runs: dict[Any, list[Run]] = {}
    inputs: dict[Any, Inputs] = {}

    def ran(given: Inputs, length: int) -> list[Run]:
        arrived = {
            name: Arrivals(tuple(value)) if brute.is_stream(declared[name]) else value for name, value in given.items()
        }
        found = list(islice(paths(source, made.mechanism, arrived, length), MOST_PATHS + 1))
        if len(found) > MOST_PATHS:
            raise Unsupported("too many ways to run")
        return found

    for values in product(*(brute.input_values(kind, made.length) for kind in declared.values())):
        given = dict(zip(declared, values, strict=True))
        key = domain.plain(values)
        inputs[key] = given
        runs[key] = ran(given, made.length)
    relation = loaded.relation(made.relations[index_of(made)])
    pairs = [
        (left, right)
        for left, right in product(inputs, inputs)
        if left != right
        and all(inputs[left][name] == inputs[right][name] for name in public)
        and related(relation, declared, private, inputs[left], inputs[right])
    ]
    return Judged(runs, inputs, pairs, ran)


def related(relation: Any, declared: dict[str, Any], private: list[str], left: Inputs, right: Inputs) -> bool:
    if isinstance(declared[private[0]], brute.domain.StreamType):
        return bool(relation.related(left[private[0]], right[private[0]], True))
    several = isinstance(declared[private[0]], domain.VectorType)
    relation = {private[0]: relation} if several or len(private) == 1 else relation
    return brute.neighbors(relation, declared, private, left, right)


def words(made: KeptFile, judged: Judged) -> list[Event]:
    """Outputs that some run may show, with places for the reals in them, in an order of no meaning."""
    rng = Random(made.seed)
    shapes: dict[Any, Event] = {}
    for runs in judged.runs.values():
        for run in runs:
            shapes.setdefault(repr((holed(run.shown), run.ended)), (run.shown, run.ended))
    found: list[Event] = []
    kinds = list(shapes.values())
    rng.shuffle(kinds)
    while kinds and len(found) < WORDS:
        for shape in list(kinds):
            count = holes(shape[0])
            if len(found) < WORDS:
                letters = iter([At(rng.choice(PLACES), rng.choice([0, 1, -1])) for _ in range(count)])
                found.append((filled(shape[0], letters), shape[1]))
            if not count:
                kinds.remove(shape)
    return found


def holed(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return type(value).__name__, [holed(item) for item in value]
    return "real" if isinstance(value, Sum) else (type(value).__name__, value)


def holes(value: Any) -> int:
    return sum(map(holes, value)) if isinstance(value, tuple | list) else int(isinstance(value, Sum))


def filled(value: Any, letters: Iterator[At]) -> Any:
    if isinstance(value, tuple | list):
        return type(value)(filled(item, letters) for item in value)
    return next(letters) if isinstance(value, Sum) else value


# What faier says


def by_denote(
    made: KeptFile, program: Program, judged: Judged, events: list[Event], result: Contest, time: float
) -> Iterator[str]:
    """The short semantics, asked for densities one by one."""
    rng = Random(made.seed)
    for key in rng.sample(list(judged.inputs), min(3, len(judged.inputs))):
        for event in events[: WORDS // 2]:
            try:
                known = judged.density(key, event)
            except Unsupported as reason:
                result.kinds[f"word not judged: {reason}"] += 1
                continue
            if not event[0] and not event[1]:
                continue
            weight = judged.weight(made, program, key, event)
            if unknowns(weight):
                result.kinds["a real is shown again"] += 1
                continue
            result.kinds["densities of denote"] += 1
            if not close(ball(weight), known):
                yield f"inputs {judged.inputs[key]}: {event} has {ball(weight).mid()}, the referee {known.mid()}"


def by_explore(
    made: KeptFile, program: Program, judged: Judged, events: list[Event], result: Contest, time: float
) -> Iterator[str]:
    """The fast semantics says exactly the same as the short one."""
    process = explore(program, made.mechanism, seconds(time))
    rng = Random(made.seed)
    for key in rng.sample(list(judged.inputs), min(3, len(judged.inputs))):
        given = {name: value_of(value) for name, value in judged.inputs[key].items()}
        for values, ended in events:
            output = tuple(operations.shown(value_of(value)) for value in values)
            try:
                weight = sum((told(process, given, letters, ended) for letters in lettered(output)), start=fmpq(0))
                exact = judged.weight(made, program, key, (values, ended))
            except (LimitReached, Undecidable, NotFollowed) as reason:
                result.kinds[f"word not followed: {reason}"] += 1
                continue
            except (ValueError, IndexError):
                result.kinds["more arrivals are read than there are"] += 1
                continue
            if unknowns(exact):
                result.kinds["a real is shown again"] += 1
                continue
            result.kinds["densities of explore"] += 1
            result.kinds["of which possible"] += exact != 0
            if weight != exact:
                yield f"inputs {given}: {output}, {ended} has {number_text(weight)}, not {number_text(exact)}"


def told(process: Process | KeptProcess, inputs: dict[str, Value], letters: tuple[Value, ...], ended: bool) -> Number:
    if isinstance(process, KeptProcess):
        return likelihood(process, partial(held, inputs), letters, ended)
    return forward_process(process, inputs, letters, ended)


def lettered(output: tuple[Value, ...]) -> Iterator[tuple[Value, ...]]:
    """Every way to tell the output: noise inside of a value is told after a frame around it, and may be any integer."""
    ways = [list(framings(value)) if isinstance(value, Sequence) else [(value,)] for value in output]
    for way in product(*ways):
        yield tuple(chain(*way))


def framings(value: Sequence) -> Iterator[tuple[Value, ...]]:
    for apart in product((True, False), repeat=sum(type(leaf) is int for leaf in leaves(value))):
        places = iter(apart)
        frame, holes = framed(
            value, lambda leaf, places=places: isinstance(leaf, Near) or (type(leaf) is int and next(places))
        )
        yield (frame, *holes) if holes else (value,)


def leaves(value: Value) -> Iterator[Value]:
    if isinstance(value, Sequence):
        for item in value.items:
            yield from leaves(item)
    else:
        yield value


def held(inputs: dict[str, Value], entry: Entry, read: int) -> Value:
    """What an entry holds, so many arrivals having been read."""
    value = inputs[entry.input]
    for index in (read,) if entry.arrival else entry.index or ():
        assert isinstance(value, Sequence)
        value = value.items[index]
    return value


def by_bound(
    made: KeptFile, program: Program, judged: Judged, events: list[Event], result: Contest, time: float
) -> Iterator[str]:
    """What is found of all outputs."""
    finding = asked.bound(program, program.claims[0].subject, asked.Approach(length=made.length), seconds(time))
    tight = finding.tight
    if tight is None:
        result.kinds[f"undecided: {finding.reason}"] += 1
        return
    exact = tight.lower == tight.upper
    result.kinds["tight" if exact else f"between: {finding.reason}"] += 1
    result.kinds["no finite epsilon"] += tight.lower is None
    if tight.upper is not None:
        for left, right, event, ratio in ratios(judged, events, result):
            result.kinds["ratios below the bound"] += 1
            if ratio is None or bool(ratio > ball(tight.upper) * (1 + CLOSE)):
                yield f"{number_text(tight.upper)} is exceeded on {left}, {right} by {event}: {ratio}"
                return
    if tight.witness is not None:
        yield from wrong_witness(judged, tight.witness, tight.lower if tight.attained else None, result)


def by_claims(
    made: KeptFile, program: Program, judged: Judged, events: list[Event], result: Contest, time: float
) -> Iterator[str]:
    """Verdicts of claims around the greatest ratio of the outputs that the referee made up."""
    found = [ratio for _, _, _, ratio in ratios(judged, events, result)]
    if not found:
        return
    infinite = any(ratio is None for ratio in found)
    most = max((ratio for ratio in found if ratio is not None), key=lambda ratio: float(ratio.mid()), default=arb(1))
    below = Fraction(max(1.0, float(most.mid()) * (1 - 1e-6))).limit_denominator(10**9)
    above = Fraction(10**4 if infinite else float(most.mid()) * 1.5).limit_denominator(100)
    source = made.text(
        *(f"log({each.numerator} / {each.denominator})" for each in (below, above)), index=index_of(made)
    )
    program = parse(source, PATH)
    for position, claim in enumerate(program.claims):
        verdict = asked.check(program, claim, asked.Approach(length=made.length), seconds(time))
        result.kinds[f"{type(verdict).__name__} {'below' if position == 0 else 'above'}"] += 1
        if isinstance(verdict, Undecided):
            result.kinds[f"undecided claim: {verdict.reason}"] += 1
        wrong = below > 1 if position == 0 else infinite
        if isinstance(verdict, Proved) and wrong:
            yield f"epsilon={claim.budget.epsilon_text}: {verdict}, but there is {most}{' and infinite' * infinite}"
        if isinstance(verdict, Refuted) and verdict.witness is not None:
            yield from wrong_witness(judged, verdict.witness, None, result)
            if position == 1 and not infinite:
                result.kinds["more than the referee found"] += 1


def by_unknown(
    made: KeptFile, program: Program, judged: Judged, events: list[Event], result: Contest, time: float
) -> Iterator[str]:
    """With scales divided by an unknown epsilon nothing is proved for all of them that fails where it is 1."""
    found = [ratio for _, _, _, ratio in ratios(judged, events, result)]
    most = max((float(ratio.mid()) for ratio in found if ratio is not None), default=1.0)
    below = Fraction(10**3 if None in found else max(0.0, log(most) - 1e-6)).limit_denominator(10**6)
    if below == 0:
        return
    head = made.head.replace("from faier import ", "from faier import Positive, ", 1)
    claimed = replace(made, head=head.replace("\n", "\nEPS = Positive(1)\n", 1))
    text = claimed.text(f"{below.numerator} / {below.denominator} * EPS", index=index_of(made))
    program = parse(re.sub(r"laplace\(([^()]*)\)", r"laplace((\1) / EPS)", text), PATH)
    verdict = asked.check(program, program.claims[0], asked.Approach(length=made.length), seconds(time))
    result.kinds[f"{type(verdict).__name__} for every epsilon"] += 1
    if isinstance(verdict, Proved):
        yield f"{below} * EPS is proved, but at EPS = 1 there is e to {below} and more"


def by_checker(
    made: KeptFile, program: Program, judged: Judged, events: list[Event], result: Contest, time: float
) -> Iterator[str]:
    """The densities of the checker against those of denote, and claims below the greatest ratio of these, with evidence
    that lists nothing."""
    index = index_of(made)
    source, weights_of = made.text(index=index), dict[Any, list[Number]]()
    events = [event for event in events if event[0] or event[1]]
    for key in judged.inputs:
        weights_of[key] = [judged.weight(made, program, key, event) for event in events]
    again = {at for weights in weights_of.values() for at, weight in enumerate(weights) if unknowns(weight)}
    result.kinds["a real is shown again"] += len(again)
    events = [event for at, event in enumerate(events) if at not in again]
    known = {
        key: [ball(weight) for at, weight in enumerate(weights) if at not in again]
        for key, weights in weights_of.items()
    }
    for key in real_checked.sampled(judged.inputs, made.seed):
        weighed = real_checked.densities(source, made.mechanism, judged.inputs[key], events, result.kinds)
        for at, weight in weighed:
            result.kinds["densities of the checker"] += 1
            if not close(weight, known[key][at]):
                yield f"inputs {judged.inputs[key]}: {events[at]} has {weight.mid()}, denote {known[key][at].mid()}"
    both = [pair for one, other in judged.pairs for pair in zip(known[one], known[other], strict=True)]
    found = [p / q if q > 0 else None for p, q in both if p > arb("1e-20")]
    most = max((float(ratio.mid()) for ratio in found if ratio is not None), default=1.0)
    for share, told in ((1 - 1e-6, "below"), (1.5, "above")):
        bound = Fraction(max(1.0, most * share)).limit_denominator(10**9)
        epsilon = f"log({bound.numerator} / {bound.denominator})"
        for kind, answer, reason in real_checked.answers(
            source, made.mechanism, epsilon, made.relations[index], made.length
        ):
            result.kinds[f"{kind} {told}: {answer} {reason if answer == 'holey' else ''}"] += 1
            if answer == "valid" and ((told == "below" and bound > 1) or None in found):
                yield f"{kind} of {bound} is valid, but there is {most} or more"


def ratios(judged: Judged, events: list[Event], result: Contest) -> Iterator[tuple[Inputs, Inputs, Event, arb | None]]:
    """The ratio of each output that was made up, between neighbors (None: infinite)."""
    for event in events:
        known: dict[Any, arb] = {}
        try:
            for key in judged.inputs:
                known[key] = judged.density(key, event)
        except Unsupported as reason:
            result.kinds[f"word not judged: {reason}"] += 1
            continue
        for left, right in judged.pairs:
            p, q = known[left], known[right]
            if p > arb("1e-20"):
                yield judged.inputs[left], judged.inputs[right], event, (p / q if q > arb("1e-22") else None)


def wrong_witness(judged: Judged, witness: Witness, ratio: Number | None, result: Contest) -> Iterator[str]:
    """Both densities of the witness have the ratio that the referee finds."""
    event = tuple(given_of(value) for value in witness.output), witness.ended
    sides = []
    try:
        for side in (witness.left, witness.right):
            given = {name: given_of(value) for name, value in (*side, *witness.parameters)}
            if given.keys() != next(iter(judged.inputs.values())).keys():
                result.kinds["a witness of other inputs"] += 1
                return
            sides.append(judged.ran(given, max(1, len(witness.output))))
        p, q = (sum((run.density(*event) for run in runs), arb(0)) for runs in sides)
    except Unsupported as reason:
        result.kinds[f"witness not judged: {reason}"] += 1
        return
    result.kinds["witnesses"] += 1
    mine, yours = ball(witness.probability_left), ball(witness.probability_right)
    if not close(mine * q, yours * p) or not bool(p > 0):
        yield f"the witness {witness} has {mine.mid()} and {yours.mid()}, the referee {p.mid()} and {q.mid()}"
    if ratio is not None and not close(ball(ratio) * yours, mine):
        yield f"the witness {witness} has not the ratio {number_text(ratio)}"


def close(one: arb, other: arb) -> bool:
    return bool(abs(one - other) <= CLOSE * (abs(other) + arb("1e-6")))


def ball(number: Number) -> arb:
    if unknowns(number):
        raise Unsupported("a density that is infinite, or told up to a factor")
    return enclose(number, 200)


def value_of(value: Any) -> Value:
    """A shown value as faier has it."""
    if isinstance(value, At):
        return Near(fmpq(value.place.numerator, value.place.denominator), value.side)  # type: ignore[arg-type]
    if isinstance(value, list | tuple):
        kind = "list" if isinstance(value, list) else "tuple"
        return Sequence(kind, tuple(map(value_of, value)))
    if isinstance(value, float):
        number = simplest(value)
        return Real(fmpq(number.numerator, number.denominator), value)
    return make(value)


def given_of(value: Value) -> Any:
    """A shown value as the referee has it."""
    if isinstance(value, Near):
        return At(Fraction(int(value.at.p), int(value.at.q)), value.side)
    if isinstance(value, Sequence):
        items = [given_of(item) for item in value.items]
        return items if value.kind == "list" else tuple(items)
    return unshown(shown(value))


ASKED = {
    "denote": by_denote,
    "explore": by_explore,
    "bound": by_bound,
    "claims": by_claims,
    "unknown": by_unknown,
    "checker": by_checker,
}
