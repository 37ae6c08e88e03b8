"""A violation that somebody else reports -> whether it is real, exactly.

A statistical tester names two inputs, an event and an epsilon. Whether the inputs are neighbors is decided by the
definition, and how likely the event is given each by `denote`, which computes it from the program. No model and no
search: nothing but the inputs and the outputs that were named is looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from flint import fmpq

from faier.deciding.event import Event
from faier.engines.verdict import Witness
from faier.exact import Number, TooLarge, Undecidable, compare, exponential_of
from faier.hmm.wholes import holds
from faier.lang import parse_value
from faier.lang.claim import Claim
from faier.lang.diagnostics import rejected
from faier.lang.failures import Failure
from faier.lang.noise import NotFollowed
from faier.lang.program import Program
from faier.lang.syntax import AnyRealType, Function, Parameter, ProbabilityType, RealType, StreamType
from faier.lang.values import Real, Sequence, Value, same, show_value
from faier.limits import LimitReached, Limits
from faier.semantics import denote
from faier.semantics.explore.predicate import truth_of
from faier.semantics.inputs import as_input, fits

ZERO = fmpq(0)
SHAPES = {
    "--left": "write --left '[0, 1, 2]' for the only input, or --left NAME=VALUE once for each",
    "--right": "write --right '[0, 1, 2]' for the only input, or --right NAME=VALUE once for each",
    "--with": "write --with NAME=VALUE once for each public input and each parameter of the prior",
}

DENSE = "a real that is shown has a density, which is compared by itself, and says nothing of a delta"

Output = tuple[Value, ...]
Inputs = dict[str, Value]


@dataclass(frozen=True)
class Judgement:
    """`real`: the event refutes the claim (None: that is open, for the reason). The witness has the more likely
    side on its left."""

    real: bool | None
    witness: Witness | None = None
    reason: str | None = None


@dataclass(frozen=True)
class _Case:
    """The two sides as they are told, and what `denote` needs to know beside them."""

    program: Program
    claim: Claim
    left: Inputs
    right: Inputs
    given: Inputs
    limits: Limits

    def chances(self, output: Output, ended: bool) -> tuple[Number, Number]:
        """How likely the output is given each side."""
        program, name = self.program, self.claim.subject.mechanism
        if self.claim.subject.prior is None:
            left, right = (
                denote.probability(program, name, side, output, ended, self.limits) for side in (self.left, self.right)
            )
            return left, right
        believed = {parameter.name for parameter in program.function(self.claim.subject.prior).parameters}
        parameters = {key: value for key, value in self.given.items() if key in believed}
        public = {key: value for key, value in self.given.items() if key not in believed}
        weights, masses = denote.joint_probability(
            program, name, self.claim.subject.prior, parameters, public, output, ended, self.limits
        )
        left, right = (_conditional(program, side["secret"], weights, masses) for side in (self.left, self.right))
        return left, right


def certify(program: Program, claim: Claim, event: Event, limits: Limits) -> Judgement:
    """Whether the event is a violation of the claim."""
    if claim.budget.epsilon.unknowns:
        hint = "give --epsilon, or a value with --set"
        raise rejected("FA807", program.path, "this claim is about every epsilon, an event about one", hint)
    try:
        return _judged(_case(program, claim, event, limits), event)
    except NotFollowed as failure:
        return Judgement(None, reason=failure.message)
    except Failure as failure:
        span = failure.span or program.function(claim.subject.mechanism).span
        raise rejected(failure.code, program.path, failure.message, failure.hint, span) from None
    except LimitReached as reached:
        return Judgement(None, reason=reached.text)
    except (TooLarge, Undecidable) as error:
        return Judgement(None, reason=f"a number cannot be handled exactly: {error}")


def _judged(case: _Case, event: Event) -> Judgement:
    function = case.program.function(case.claim.subject.mechanism)
    streams = any(isinstance(parameter.type, StreamType) for parameter in function.parameters)
    ended = not (streams if event.prefix is None else event.prefix)
    outputs = _separate(_outputs(case, function, event, ended), ended)
    chances = [case.chances(output, ended) for output in outputs]
    if any(denote.dense(value) for output in outputs for value in output):
        if len(outputs) > 1 or case.claim.budget.delta != 0:
            return Judgement(None, reason=DENSE)
        chances = [denote.comparable(*chances[0])]
    left, right = sum((one for one, _ in chances), ZERO), sum((other for _, other in chances), ZERO)
    other = replace(case, left=case.right, right=case.left)
    excess, needed = _excess(case.claim, left, right), _excess(case.claim, right, left)
    compared, turned = _comparable(case), _comparable(other)
    swapped = (turned and not compared) or (turned >= compared and compare(needed, excess) > 0)
    if swapped:
        case, left, right, excess = other, right, left, needed
    weights = [pair[int(swapped)] for pair in chances]
    witness = Witness(
        left=_told(case, case.left),
        right=_told(case, case.right),
        output=outputs[_heaviest(weights)],
        ended=ended,
        probability_left=left,
        probability_right=right,
        ratio=left / right if right != 0 else None,
        parameters=() if case.claim.subject.prior is None else _believed(case),
        outputs=outputs if len(outputs) > 1 or case.claim.budget.delta != 0 else (),
        excess=excess if len(outputs) > 1 or case.claim.budget.delta != 0 else None,
    )
    if not (compared or turned):
        return Judgement(False, witness, "the claim does not compare these two")
    if left == 0 and right == 0:
        return Judgement(False, witness, "neither side can show this")
    return Judgement(compare(excess, case.claim.budget.delta) > 0, witness)


def _heaviest(weights: list[Number]) -> int:
    best = 0
    for at, weight in enumerate(weights):
        if compare(weight, weights[best]) > 0:
            best = at
    return best


def _excess(claim: Claim, left: Number, right: Number) -> Number:
    """The delta that the event needs in this direction."""
    return left - exponential_of(claim.budget.epsilon) * right


def _comparable(case: _Case) -> bool:
    """Whether the claim is about these two, in this direction: neighboring inputs, or different secrets."""
    claim = case.claim
    if claim.subject.relation is not None:
        function = case.program.function(claim.subject.mechanism)
        lengths = [
            [len(value.items) for value in side.values() if isinstance(value, Sequence)]
            for side in (case.left, case.right)
        ]
        return lengths[0] == lengths[1] and holds(
            claim.subject.relation, function, case.left, case.right, truth_of(case.program)
        )
    left, right = case.left["secret"], case.right["secret"]
    if claim.subject.pairs is None:
        return not same(left, right)
    return any(
        (same(left, one) and same(right, other)) or (same(left, other) and same(right, one))
        for one, other in claim.subject.pairs
    )


def _conditional(
    program: Program, secret: Value, weights: Mapping[Value, Number], masses: Mapping[Value, Number]
) -> Number:
    for known, mass in masses.items():
        if same(known, secret) and mass != 0:
            return weights[known] / mass
    possible = ", ".join(sorted(map(show_value, masses))) or "nothing"
    message = f"the secret is never {show_value(secret)}"
    raise rejected("FA807", program.path, message, f"under this prior it may be {possible}")


def _told(case: _Case, side: Inputs) -> tuple[tuple[str, Value], ...]:
    if case.claim.subject.prior is None:
        return tuple(side.items())
    public = [item.name for item in case.program.function(case.claim.subject.mechanism).parameters if item.public]
    return (*side.items(), *((name, case.given[name]) for name in public if name in case.given))


def _believed(case: _Case) -> tuple[tuple[str, Value], ...]:
    assert case.claim.subject.prior is not None
    names = [parameter.name for parameter in case.program.function(case.claim.subject.prior).parameters]
    return tuple((name, case.given[name]) for name in names)


# What was typed.


def _case(program: Program, claim: Claim, event: Event, limits: Limits) -> _Case:
    function = program.function(claim.subject.mechanism)
    if claim.subject.prior is None:
        inputs = {parameter.name: parameter for parameter in function.parameters}
        left, right = (
            _named(program, option, texts, inputs)
            for option, texts in (("--left", event.left), ("--right", event.right))
        )
        return _Case(program, claim, left, right, {}, limits)
    known = {item.name: item for item in (*program.function(claim.subject.prior).parameters, *function.parameters)}
    wanted = {name: item for name, item in known.items() if item not in function.parameters or item.public}
    given = _named(program, "--with", event.given, wanted, program.function(claim.subject.prior))
    left, right = (
        {"secret": _secret(program, option, texts)}
        for option, texts in (("--left", event.left), ("--right", event.right))
    )
    return _Case(program, claim, left, right, given, limits)


def _secret(program: Program, option: str, texts: tuple[str, ...]) -> Value:
    if len(texts) != 1:
        raise rejected("FA807", option, "one value of the secret is expected", f"write {option} True")
    return parse_value(texts[0].removeprefix("secret="), option, program)


def _named(
    program: Program,
    option: str,
    texts: tuple[str, ...],
    wanted: Mapping[str, Parameter],
    prior: Function | None = None,
) -> Inputs:
    """The values of all that is wanted, as they are received."""
    found: Inputs = {}
    for text in texts:
        name, separator, rest = text.partition("=")
        name = name.strip()
        if not (separator and name.isidentifier()) or rest.startswith("="):
            if len(wanted) != 1 or option == "--with":
                raise rejected("FA807", option, f"{text!r} does not say which input it is", SHAPES[option])
            (name,), rest = wanted, text
        if name not in wanted:
            known = ", ".join(wanted) or "nothing"
            raise rejected("FA807", option, f"there is no {name} to give a value to", f"there is {known}")
        if name in found:
            raise rejected("FA807", option, f"{name} is given twice", SHAPES[option])
        belief = prior is not None and wanted[name] in prior.parameters
        found[name] = _received(parse_value(rest, option, program), wanted[name], option, belief)
    missing = [name for name in wanted if name not in found]
    if missing:
        raise rejected("FA807", option, f"there is no value for {', '.join(missing)}", SHAPES[option])
    return {name: found[name] for name in wanted}


def _received(value: Value, parameter: Parameter, option: str, belief: bool) -> Value:
    """The value as the function gets it; it must be in the declared range."""
    type_ = parameter.type
    if isinstance(type_, AnyRealType):
        if isinstance(value, Real | int) and not isinstance(value, bool):
            return value
    elif isinstance(type_, (ProbabilityType, RealType)):
        number = value.exact if isinstance(value, Real) else fmpq(value) if isinstance(value, int) else None
        if isinstance(number, fmpq) and _inside(number, type_):
            return Real(number, "fraction")
    elif isinstance(type_, StreamType):
        if isinstance(value, Sequence) and all(fits(item, type_.item) for item in value.items):
            return Sequence("tuple", tuple(as_input(item, type_.item) for item in value.items))
    elif type_ is not None and fits(value, type_):
        return value if belief else as_input(value, type_)
    message = f"{show_value(value)} is no value of {parameter.name}"
    raise rejected("FA807", option, message, "give a value of the declared type")


def _inside(number: fmpq, type_: ProbabilityType | RealType) -> bool:
    if isinstance(type_, RealType):
        return bool(type_.low <= number <= type_.high)
    return bool(0 < number < 1)


def _outputs(case: _Case, function: Function, event: Event, ended: bool) -> list[Output]:
    if not event.outputs:
        raise rejected("FA807", "--output", "the event is missing", "give --output once for each output of the event")
    found: list[Output] = []
    for text in event.outputs:
        value = parse_value(text, "--output", case.program)
        if function.yields:
            found.append(value.items if isinstance(value, Sequence) else (value,))
            continue
        output: Output = (value,)
        listed = isinstance(value, Sequence) and value.kind == "list" and len(value.items) == 1
        # Reports list what is shown: [2] is the output 2, unless the mechanism can return the list itself.
        if listed and all(chance == 0 for chance in case.chances(output, ended)):
            assert isinstance(value, Sequence)
            output = value.items
        found.append(output)
    return found


def _separate(outputs: list[Output], ended: bool) -> tuple[Output, ...]:
    """The outputs without those that others include: no run is counted twice."""
    kept: list[Output] = []
    for output in sorted(outputs, key=len):
        if not any(_includes(known, output, ended) for known in kept):
            kept.append(output)
    return tuple(kept)


def _includes(known: Output, output: Output, ended: bool) -> bool:
    if len(known) != len(output) if ended else len(known) > len(output):
        return False
    return all(same(one, other) for one, other in zip(known, output, strict=False))
