"""A word of a pair -> a witness in the user's terms, recomputed from the program by `denote`.

`denote` shares no code with the models that found the word. A witness that it does not confirm is not told:
`Mismatch` says that faier is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from flint import fmpq

from faier.deciding.comparison import Comparison
from faier.deciding.question import Question
from faier.engines.verdict import Witness
from faier.exact import ZERO, Number, substitute, substitute_epsilon
from faier.hmm.forward import forward
from faier.hmm.model import EndLetter, Letter, Pair, TellLetter
from faier.hmm.wholes import holds
from faier.lang.comparing import as_equal
from faier.lang.noise import NotFollowed
from faier.lang.syntax import StreamType
from faier.lang.values import Value, show_value, whole
from faier.limits import LimitReached, Limits
from faier.semantics import denote
from faier.semantics.explore.predicate import truth_of

# Seconds that recomputing a witness may take when no time is left.
MOMENT = 0.8


class Mismatch(Exception):
    """Two parts of faier disagree about a witness."""


def witness(
    question: Question,
    comparison: Comparison,
    word: tuple[Letter, ...],
    left_probability: Number,
    right_probability: Number,
) -> Witness:
    """A word that an engine found, as inputs or secrets and an output."""
    pair = comparison.pair
    left, right = comparison.inputs.complete(word)
    if question.prior is not None:
        public = [parameter.name for parameter in question.mechanism.parameters if parameter.public]
        left = {"secret": pair.left_name} | {name: left[name] for name in public}
        right = {"secret": pair.right_name} | {name: right[name] for name in public}
    return Witness(
        left=tuple(left.items()),
        right=tuple(right.items()),
        output=_shown(word),
        ended=_ended(pair, word),
        probability_left=left_probability,
        probability_right=right_probability,
        ratio=left_probability / right_probability if right_probability != 0 else None,
        parameters=pair.parameters,
    )


def confirm(
    question: Question, found: Witness, limits: Limits, at_epsilon: Mapping[str, fmpq] | None = None
) -> Witness:
    """Compute both probabilities again, and that the inputs are neighbors; raise `Mismatch` if they differ.
    `at_epsilon` holds the value at which a violation of a claim about every epsilon was found.

    Where reals are shown, what an engine found are densities in relation to units of its own; the witness has them in
    relation to 1 then.
    """
    subject = question.subject
    try:
        left, right = likelihoods(question, found, limits)
        left, right = denote.comparable(_at(left, at_epsilon or {}), _at(right, at_epsilon or {}))
    except NotFollowed as failure:
        raise LimitReached("draws", f"a witness was found, but {failure.message}") from None
    dense = any(map(denote.dense, found.output))
    same_ratio = _same(left * found.probability_right, right * found.probability_left)
    same_zeros = (left == 0, right == 0) == (found.probability_left == 0, found.probability_right == 0)
    if dense and same_ratio and same_zeros:
        found = replace(found, probability_left=left, probability_right=right)
    if not _same(left, found.probability_left) or not _same(right, found.probability_right):
        told = f"{found.probability_left} and {found.probability_right}"
        raise Mismatch(f"the witness of {subject.mechanism} has probabilities {left} and {right}, not {told}")
    ratio = left / right if right != 0 else None
    if (ratio is None) != (found.ratio is None) or not _same(ratio or ZERO, found.ratio or ZERO):
        raise Mismatch(f"the witness of {subject.mechanism} has ratio {ratio}, not {found.ratio}")
    return found


def _same(one: Number, other: Number) -> bool:
    """Whether both are one number: of roots, `1 / sqrt(2)` and `sqrt(2) / 2` are written differently."""
    return one == other or one - other == 0


def likelihoods(question: Question, found: Witness, limits: Limits) -> tuple[Number, Number]:
    """How likely the output is on both sides; inputs that are no neighbors are a `Mismatch`."""
    subject = question.subject
    if subject.prior is not None:
        return _conditional(question, subject.prior, found, limits)
    confirm_neighbors(question, found)
    left, right = (_probability(question, found, dict(inputs), limits) for inputs in (found.left, found.right))
    return left, right


def _at(number: Number, at_epsilon: Mapping[str, fmpq]) -> Number:
    """The number at a value of the unknown epsilon, also where that is a factor of a density."""
    factors = {f".{name}": value for name, value in at_epsilon.items()}
    return substitute(substitute_epsilon(number, at_epsilon), factors)


def _ended(pair: Pair, word: tuple[Letter, ...]) -> bool:
    """Whether the output is all that is seen: the word ends, or every run ends after it."""
    if word and isinstance(word[-1], EndLetter):
        return True
    return forward(pair, (*word, EndLetter())) == forward(pair, word)


def _shown(word: tuple[Letter, ...]) -> tuple[Value, ...]:
    return whole(letter.value for letter in word if isinstance(letter, TellLetter))


def confirm_neighbors(question: Question, found: Witness) -> None:
    """The inputs of a witness must be neighbors."""
    subject, function = question.subject, question.mechanism
    if subject.relation is None or any(isinstance(item.type, StreamType) for item in function.parameters):
        return
    if not holds(subject.relation, function, dict(found.left), dict(found.right), truth_of(question.program)):
        raise Mismatch(f"the witness of {subject.mechanism} compares inputs that are not neighbors")


def _probability(question: Question, found: Witness, inputs: dict[str, Value], limits: Limits) -> Number:
    mechanism = question.subject.mechanism
    return denote.probability(question.program, mechanism, inputs, found.output, found.ended, limits)


def _conditional(question: Question, prior: str, found: Witness, limits: Limits) -> tuple[Number, Number]:
    """The probabilities of the output given each secret."""
    program, mechanism = question.program, question.subject.mechanism
    inputs = dict(found.left)
    public = {name: value for name, value in inputs.items() if name != "secret"}
    believed = {parameter.name for parameter in program.function(prior).parameters}
    parameters: dict[str, Value | Number] = {name: value for name, value in found.parameters if name in believed}
    weights, masses = denote.joint_probability(
        program, mechanism, prior, parameters, public, found.output, found.ended, limits
    )

    def given(secret: Value) -> Number:
        """Secrets that Python takes to be equal are one: it may be told as 1 here and as True there."""
        for known, mass in masses.items():
            if as_equal(known) == as_equal(secret):
                return weights[known] / mass
        raise Mismatch(f"{prior} never has the secret {show_value(secret)}")

    return given(inputs["secret"]), given(dict(found.right)["secret"])
