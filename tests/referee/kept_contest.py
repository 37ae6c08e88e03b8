"""faier against the referee on one mechanism that keeps noise: every way in which they may disagree.

Draws are cut far out here, so that each probability is known up to what was cut; what faier says must be within that.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import asked
from flint import fmpq
from kept_processes import walked
from processes import forward_process

from faier.certificate.write import certificate, heading
from faier.checker import check as recheck
from faier.deciding.finding import Finding
from faier.engines.verdict import Proved, Refuted, Undecided, Witness
from faier.lang import parse
from faier.lang.diagnostics import Rejected
from faier.lang.program import Program
from faier.lang.values import Sequence, make
from faier.limits import LimitReached, Limits, seconds
from faier.semantics import denote
from faier.semantics.explore import explore
from faier.semantics.kept import KeptProcess
from faier.semantics.process import Tell
from faier.semantics.unfold import unfold

from . import brute
from .brute import Broken, Compared, Loaded
from .chance import Failed, Unsupported
from .contest import is_side, number, shown
from .far import Far, agree, far, overlap
from .kept import KeptFile

PATH = "mechanism.py"
PARTS = ("denote", "explore", "unfold", "bound", "certificate")
NEAR = Fraction(1, 10**9)
TIME = 20
EVENTS = 12
REFUSED = ("FA210", "FA405", "FA408", "FA6", "FA307")
QUICK = 0.1
IN_ITEMS = {"tuple shown", "list shown"}  # noise in them is told item by item
INPUTS = 3


@dataclass
class Contest:
    """What was compared, and what differs."""

    kinds: Counter[str] = field(default_factory=Counter)
    disagreements: list[str] = field(default_factory=list)


def contest(made: KeptFile, parts: tuple[str, ...] = PARTS, time: float = TIME) -> Contest:
    """Judge one comparison of a file, by the parts of faier that are named."""
    result = Contest()
    try:
        loaded, compared = refined(made)
    except Unsupported as reason:
        result.kinds[f"not judged: {reason}"] += 1
        return result
    except Failed as failed:
        return broken(made, str(failed))
    try:
        program = parse(made.text(index=index_of(made)), PATH)
    except Rejected as rejected:
        refused(result, rejected)
        return result
    result.kinds["lost more than a millionth"] += most_lost(compared) > Fraction(1, 10**6)
    judges: dict[str, Callable[[], Iterator[str]]] = {
        "denote": lambda: by_denote(made, program, loaded, result),
        "explore": lambda: by_explore(made, program, loaded, result),
        "unfold": lambda: by_unfolding(made, program, loaded, result),
        "bound": lambda: by_bound(made, program, compared, result, time),
        "certificate": lambda: by_certificates(made, program, result, time),
    }
    for part in parts:
        found: list[str] = []
        try:
            found += judges[part]()
        except Rejected as rejected:
            refused(result, rejected)
        except LimitReached as reached:
            result.kinds[f"{part}: {reached}"] += 1
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            found.append(f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})")
        result.disagreements += [f"seed {made.seed}, {part}: {each}" for each in found]
    return result


def refined(made: KeptFile) -> tuple[Loaded, list[Compared]]:
    """The laws, cut further and further out while that is quick."""
    floor, began = made.floor, monotonic()
    while True:
        loaded = brute.load(made.text(index=index_of(made)), floor=floor)
        compared = brute.compared(loaded, made.mechanism, length=made.length, **question(made))
        if monotonic() - began > QUICK or most_lost(compared) < Fraction(1, 10**12):
            return loaded, compared
        floor /= 2**6


def most_lost(compared: list[Compared]) -> Fraction:
    return max((far(side).lost for pair in compared for side in (pair.p, pair.q)), default=Fraction(0))


def broken(made: KeptFile, reason: str) -> Contest:
    """A run that goes wrong is an error for faier too."""
    result = Contest()
    try:
        program = parse(made.text(index=index_of(made)), PATH)
        found = asked.bound(program, program.claims[0].subject, asked.Approach(length=made.length), seconds(TIME))
    except Rejected:
        result.kinds["goes wrong, and is refused"] += 1
    else:
        result.disagreements.append(f"seed {made.seed}: faier found {found}, the referee {Broken(reason)}")
    return result


def refused(result: Contest, rejected: Rejected) -> None:
    """What has no meaning may be refused, and what grows without end; everything else in these files has one."""
    for diagnostic in rejected.diagnostics:
        result.kinds[f"refused: {diagnostic.code}"] += 1
        if not diagnostic.code.startswith(REFUSED):
            result.disagreements.append(f"refused: {diagnostic.code} line {diagnostic.span.line}: {diagnostic.message}")


def question(made: KeptFile) -> dict[str, Any]:
    return {"prior": made.prior} if made.prior else {"neighbors": made.relations[made.seed % len(made.relations)]}


def laws(made: KeptFile, loaded: Loaded) -> list[tuple[dict[str, Any], Far]]:
    """The laws of some inputs, which the referee has computed already."""
    declared = brute.inputs_of(loaded.mechanism(made.mechanism))
    known = [(dict(zip(declared, key[1], strict=True)), far(law)) for key, law in loaded.laws.items()]
    return known if len(known) <= INPUTS else Random(made.seed).sample(known, INPUTS)


def given(inputs: dict[str, Any]) -> dict[str, Any]:
    return {name: make(list(value) if isinstance(value, tuple) else value) for name, value in inputs.items()}


# Laws


def by_denote(made: KeptFile, program: Program, loaded: Loaded, result: Contest) -> Iterator[str]:
    """The short semantics, asked for some outputs one by one."""
    for inputs, law in laws(made, loaded):
        known = Far(brute.with_beginnings(law.found), law.lost)
        listed = sorted(known.found, key=lambda event: -known.found[event])
        events = listed[: EVENTS // 2] + Random(made.seed).sample(listed, min(len(listed), EVENTS // 2))
        exact = {}
        for shown_values, ended in dict.fromkeys(events):
            if shown_values or ended:
                output = tuple(make(unshown(value)) for value in shown_values)
                weight = denote.probability(program, made.mechanism, given(inputs), output, ended, Limits())
                exact[shown_values, ended] = fraction(weight)
        result.kinds["outputs of denote"] += len(exact)
        partial = Far({event: known.found[event] for event in exact}, known.lost)
        for event, weight in exact.items():
            for what in agree({event: weight}, Far({event: partial.found[event]}, known.lost)):
                yield f"inputs {inputs}: {what}"


def by_explore(made: KeptFile, program: Program, loaded: Loaded, result: Contest) -> Iterator[str]:
    """The fast semantics, its process walked with draws as integers."""
    if made.prior is not None or IN_ITEMS & made.features:
        return
    process = explore(program, made.mechanism, seconds(TIME / 2))
    if not isinstance(process, KeptProcess):
        result.kinds["keeps no noise"] += 1
        return
    result.kinds["keeps noise"] += 1
    result.kinds[f"keeps up to {max((getattr(s, 'draws', 0) for s in process.states), default=0)} draws"] += 1
    for inputs, law in laws(made, loaded):
        floor = loaded.vocabulary.floor or made.floor
        found = walked(process, given(inputs), made.length, floor)
        if found.lost < 0:
            yield f"inputs {inputs}: the process has {float(-found.lost)} too much"
        for what in overlap(found, law):
            yield f"inputs {inputs}: {what}"


def by_unfolding(made: KeptFile, program: Program, loaded: Loaded, result: Contest) -> Iterator[str]:
    """The process without draws gives every output the weight that is known, as far as it tells its values."""
    if made.prior is not None or IN_ITEMS & made.features:
        return
    process = explore(program, made.mechanism, seconds(TIME / 2))
    if isinstance(process, KeptProcess):
        process = unfold(process, made.length, seconds(TIME / 2)).process
    told = {shown(state.value) for state in process.states if isinstance(state, Tell)}
    for inputs, law in laws(made, loaded):
        known = brute.with_beginnings(law.found)
        for event in Random(made.seed).sample(list(known), min(len(known), 4 * EVENTS)):
            if not told.issuperset(event[0]):
                continue
            output = tuple(make(unshown(value)) for value in event[0])
            try:
                weight = fraction(forward_process(process, given(inputs), output, event[1]))
            except ValueError:
                continue  # it may end at an arrival that the referee does not have
            result.kinds["outputs of the process without draws"] += 1
            for what in agree({event: weight}, Far({event: known[event]}, law.lost)):
                yield f"inputs {inputs}: {what}"


# Verdicts


def by_bound(made: KeptFile, program: Program, compared: list[Compared], result: Contest, time: float) -> Iterator[str]:
    approach, claim = asked.Approach(length=made.length), program.claims[0]
    finding = asked.bound(program, claim.subject, approach, seconds(time))
    enclosed = brute.enclosed(compared)
    tight = finding.tight
    if tight is None:
        result.kinds[f"undecided: {finding.reason}"] += 1
        return
    exact = tight.lower == tight.upper
    result.kinds["tight" if exact else f"between: {finding.reason}"] += 1
    upper, lower = number(tight.upper), number(tight.lower)
    if isinstance(upper, Fraction) and enclosed.least > upper:
        yield f"{finding} is exceeded: {enclosed}"
    if tight.witness is not None:
        result.kinds["witnesses"] += 1
        yield from wrong_witness(compared, tight.witness, lower if tight.attained else None)
    elif exact and tight.attained:
        result.kinds["attained without a witness"] += 1
    factor = exactly(made)
    if factor is not None:
        result.kinds["known without a cut"] += 1
        if not between(lower, factor, upper):
            yield f"{finding}, the referee finds {factor} without a cut"
    yield from wrong_verdicts(made, finding, result, time)


def exactly(made: KeptFile) -> Fraction | str | None:
    """The tight factor where each draw is only compared with numbers: the referee needs no cut then."""
    try:
        outcome, _ = brute.judge(brute.load(made.text()), made.mechanism, length=made.length, **question(made))
    except Unsupported:
        return None
    return outcome.ratio if isinstance(outcome, brute.Tight) else None


def between(lower: Fraction | str | None, factor: Fraction | str, upper: Fraction | str | None) -> bool:
    """lower <= factor <= upper, where some may be infinite."""

    def below(one: Fraction | str | None, other: Fraction | str | None) -> bool:
        return other == brute.INF or (isinstance(one, Fraction) and isinstance(other, Fraction) and one <= other)

    return below(lower, factor) and below(factor, upper)


def wrong_witness(compared: list[Compared], witness: Witness, ratio: Any) -> Iterator[str]:
    """Both probabilities of the witness are within what the referee knows."""
    event = (tuple(shown(value) for value in witness.output), witness.ended)
    p, q = fraction(witness.probability_left), fraction(witness.probability_right)
    if ratio is not None and (p / q if q else brute.INF) != ratio:
        yield f"the witness {witness} has not the ratio {ratio}"
    left, right, parameters = (dict(each) for each in (witness.left, witness.right, witness.parameters))
    if witness.ended and any(as_long(name, value, compared) is not value for name, value in witness.left):
        return  # it may end at an arrival that the referee does not have
    left, right = ({name: as_long(name, value, compared) for name, value in side.items()} for side in (left, right))
    sides = [
        pair
        for pair in compared
        if is_side(pair.left, left | parameters, pair.context) and is_side(pair.right, right | parameters, pair.context)
    ]
    if not sides:
        yield f"the witness {witness} is about no neighbors"
        return
    wrong = []
    for pair in sides:
        known = [(far(side), weight) for side, weight in ((pair.p, p), (pair.q, q))]
        least = [brute.with_beginnings(law.found).get(event, Fraction(0)) for law, _ in known]
        right_ones = [low <= weight <= low + law.lost for low, (law, weight) in zip(least, known, strict=True)]
        wrong.append(not all(right_ones))
    if all(wrong):
        yield f"the witness {witness} has {float(p)} and {float(q)}, the referee {list(map(float, least))}"


def as_long(name: str, value: Any, compared: list[Compared]) -> Any:
    """No more arrivals than the referee has: those after a word of this length do not matter."""
    sides = [pair.left[name] for pair in compared if isinstance(pair.left, dict) and name in pair.left]
    if not isinstance(value, Sequence) or not sides or len(value.items) <= len(sides[0]):
        return value
    return Sequence(value.kind, value.items[: len(sides[0])])


def wrong_verdicts(made: KeptFile, finding: Finding, result: Contest, time: float) -> Iterator[str]:
    """Claims just above and just below what was found."""
    tight = finding.tight
    assert tight is not None
    lower, upper = number(tight.lower), number(tight.upper)
    budgets: dict[str, type] = {}
    if isinstance(upper, Fraction):
        above = upper * (1 + NEAR)
        budgets[f"log({above.numerator} / {above.denominator})"] = Proved
    below = lower * (1 - NEAR) if isinstance(lower, Fraction) else Fraction(10**6)
    if below >= 1:
        budgets[f"log({below.numerator} / {below.denominator})"] = Refuted
    program = parse(made.text(*budgets, index=index_of(made)), PATH) if budgets else None
    for position, (text, expected) in enumerate(budgets.items()):
        assert program is not None
        verdict = asked.check(program, program.claims[position], asked.Approach(length=made.length), seconds(time))
        result.kinds[type(verdict).__name__.lower()] += 1
        if isinstance(verdict, Undecided):
            result.kinds[f"undecided claim: {verdict.reason}"] += 1
        elif not isinstance(verdict, expected):
            yield f"epsilon={text}: {verdict}, found was {tight}"


def by_certificates(made: KeptFile, program: Program, result: Contest, time: float) -> Iterator[str]:
    """The checker, by its own hand, finds the certificate of every verdict valid."""
    approach = asked.Approach(length=made.length)
    finding = asked.bound(program, program.claims[0].subject, approach, seconds(time))
    tight = finding.tight
    if tight is None:
        return
    lower = number(tight.lower)
    around = [lower, lower * (1 - NEAR)] if isinstance(lower, Fraction) else [Fraction(1000)]
    budgets = [f"log({value.numerator} / {value.denominator})" for value in around if value >= 1]
    source = made.text(*budgets, index=index_of(made))
    program = parse(source, PATH)
    for position, claim in enumerate(program.claims[: len(budgets)]):
        verdict = asked.check(program, claim, approach, seconds(time))
        if isinstance(verdict, Undecided):
            continue
        head = heading(program, claim, position, {}, {}, verdict)
        text = certificate(program, claim, head, verdict, seconds(time)).text
        answer = recheck(text.encode(), source.encode(), 2_000_000)
        result.kinds[f"certificate {answer.answer}"] += 1
        if answer.answer != "valid":
            result.kinds[f"{answer.answer}: {answer.reason}"] += 1
        if answer.answer == "invalid":
            yield f"{claim.budget.epsilon_text}: {answer.reason}"


def index_of(made: KeptFile) -> int:
    return made.seed % max(1, len(made.relations))


def fraction(value: Any) -> Fraction:
    assert isinstance(value, fmpq), value
    return Fraction(int(value.p), int(value.q))


def unshown(value: Any) -> Any:
    """A shown value as Python has it."""
    kind, inner = value
    if kind in ("tuple", "list"):
        items = [unshown(item) for item in inner]
        return tuple(items) if kind == "tuple" else items
    return inner
