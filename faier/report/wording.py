"""Words and numbers as every report for people writes them."""

from __future__ import annotations

import math
import unicodedata
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction

from faier.answers.answer import Answer, Asked, Diverged, Ends, Exact, Loss, Reach, Shown, Story

# Control, format (marks that reorder text among them), surrogate, private, unassigned; separators of lines.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})

# Exact numbers with more characters than this are shown by their decimals alone.
LONGEST = 40
# So many digits of ends that are close are shown.
SHOWN = 13

# So many outputs of a set are told to people.
MOST_OUTPUTS = 12

# Stands once in every report about a mechanism that draws reals.
IDEAL = "Ideal reals, rounded once when shown"


def visible(text: str) -> str:
    """The text with everything that could steer a terminal or hide its meaning written as an escape."""
    return text if text.isascii() and text.isprintable() else "".join(map(_shown, text))


def budget(epsilon: Exact, digits: int = 10) -> str:
    """`log(24/7) = 1.2321436812`; with 0 digits `log(24/7)`."""
    if epsilon.infinite:
        return "infinite"
    if len(epsilon.text) > LONGEST:
        return decimal(epsilon.value, digits or 10)
    if epsilon.text.isdigit() or not digits or math.isnan(epsilon.value):
        return epsilon.text
    return f"{epsilon.text} = {decimal(epsilon.value, digits)}"


def decimal(value: float, digits: int) -> str:
    """The decimals are cut off, not rounded: every digit shown is one of the number's."""
    if not math.isfinite(value):
        return "infinity" if value > 0 else "unknown"
    numerator, denominator = value.as_integer_ratio()
    whole, rest = divmod(abs(numerator) * 10**digits // denominator, 10**digits)
    return f"{'-' if value < 0 else ''}{whole}.{rest:0{digits}d}"


def fraction(number: Exact) -> str:
    """A probability: `5/27 (0.185185)`."""
    if number.text in ("0", "1"):
        return number.text
    about = f"{number.value:.6g}" if number.value else "less than 1e-300"
    if not number.rounded and len(number.text) <= LONGEST:
        return f"{number.text} ({about})"
    return f"about {about}" if number.value else about


def least(delta: Ends) -> str:
    """A delta that is known exactly, or up to two ends, rounded outwards: `= 1/4 (0.25)`, `is 0.123 to 0.124`."""
    if delta.exact is not None:
        return f"= {fraction(delta.exact)}"
    down, up = (Context(SHOWN, rounding) for rounding in (ROUND_FLOOR, ROUND_CEILING))
    return f"is {down.create_decimal(delta.lower):g} to {up.create_decimal(delta.upper):g}"


def between(found: Ends) -> str:
    """A number that is known exactly, or up to two ends."""
    if found.infinite:
        return "infinite"
    if found.exact is not None:
        return budget(found.exact) if found.exact.text.startswith(("log", "-log")) else _rational(found.exact)
    if math.isinf(found.upper):
        return f"at least {decimal(found.lower, 10)}"
    low, high = decimal(found.lower, 10), decimal(found.upper, 10)
    return low if low == high else f"{low} to {high}"


def _rational(number: Exact) -> str:
    if number.text.isdigit():
        return number.text
    return f"{number.text} = {number.value:.10g}" if len(number.text) <= LONGEST else f"about {number.value:.10g}"


def amount(number: Exact) -> str:
    """A rational number as a decimal where it is one of a few digits: `1.463533`, `2/3`; other numbers as they are."""
    if "(" in number.text:
        return number.text
    value = Fraction(number.text)
    digits = next((digits for digits in range(13) if (value * 10**digits).denominator == 1), None)
    return number.text if digits is None else f"{Decimal(value.numerator) / Decimal(value.denominator):.{digits}f}"


def times(ratio: Exact) -> str:
    """`24/7 (3.42857) times`."""
    if ratio.text.isdigit() and len(ratio.text) <= LONGEST:
        return f"{ratio.text} times"
    if (ratio.rounded or len(ratio.text) > LONGEST) and not math.isnan(ratio.value):
        return f"about {rounded(ratio.value)} times"
    if math.isnan(ratio.value):  # it has unknowns, whose values stand beside it
        return f"{ratio.text} times"
    return f"{ratio.text} ({rounded(ratio.value)}) times"


def rounded(value: float) -> str:
    """Six digits, or more where six would make a whole number of what is none."""
    text = f"{value:.6g}"
    return f"{value:.10g}" if text.isdigit() and value != int(text) else text


def tight(loss: Loss | None, digits: int = 10) -> str:
    """What is known of the tight epsilon, in a few characters."""
    if loss is None:
        return ""
    if loss.exact is not None:
        return budget(loss.exact, digits)
    of, digits = "" if loss.multiple is None else f" * {loss.multiple.unknown}", digits or 4
    if loss.most is not None and loss.lower <= 0:
        return f"<= {budget(loss.most, digits)}"
    if not math.isinf(loss.upper):
        return f"{decimal(loss.lower, digits)} to {decimal(loss.upper, digits)}{of}"
    return f">= {decimal(loss.lower, digits)}{of}" if of else f">= {budget(loss.least, digits)}"


def endless(loss: Loss) -> str:
    return "no finite epsilon" if loss.multiple is None else f"no multiple of {loss.multiple.unknown} is enough"


def claimed(question: Asked) -> str:
    """`epsilon = log(2) for neighbors each(1)`: what is claimed, in words."""
    about = f"given prior {question.prior}" if question.prior is not None else f"for neighbors {question.neighbors}"
    if question.promised is not None:
        return visible(f"{question.budget} {about}")
    delta = "" if question.delta == "0" else f", delta = {question.delta}"
    return visible(f"epsilon = {question.epsilon.text}{delta} {about}")


def headline(answer: Answer) -> str:
    """What came of a claim, in a line."""
    subject, claim = visible(answer.question.mechanism), claimed(answer.question)
    match answer.verdict:
        case "undecided":
            reason = visible(answer.reason or "no reason is known").rstrip(".")
            return f"Whether {subject} keeps {claim} is undecided: {reason}"
        case "proved":
            return f"{subject} keeps {claim}" + (", although it is expected to be refuted" if answer.failed else "")
        case "refuted":
            return f"{subject} does not keep {claim}"


def finding(answer: Answer) -> str:
    """What came of a claim, in a sentence or a few."""
    match answer.verdict:
        case "undecided":
            return f"{headline(answer)}."
        case "proved":
            return f"{headline(answer)} ({covered(answer.reach)})."
    told = "" if answer.story is None else f" {witnessed(answer, answer.story)}"
    least = tight(answer.loss)
    known = f" The tight epsilon is {least} ({covered(answer.reach)})." if least else ""
    return f"{headline(answer)}.{told}{known}"


def attempts(answer: Answer) -> list[str]:
    """What each engine came to, where several were asked."""
    tried = answer.attempts if len(answer.attempts) > 1 else ()
    return [f"{one.engine}, {one.seconds:.1f}s: {visible(one.reason)}" for one in tried]


def advice(reason: str | None, engine: str) -> str | None:
    """What may help where a limit was reached; None where that is no matter of limits."""
    if reason is None or not ("--timeout" in reason or "--memory" in reason):
        return None
    first = "more memory (--memory, or --jobs 1)" if "--memory" in reason else "more time (--timeout)"
    others = ", ".join(name for name in ("coupling", "algebra", "smt") if name != engine)
    smaller = "smaller inputs or constants (--set)"
    return f"{first}, shorter outputs only (--length), {smaller}, or another engine (--engine {others})"


def witnessed(answer: Answer, story: Story) -> str:
    """The witness in a sentence."""
    where = f", where {given(story)}," if story.parameters else ""
    left, right = fraction(story.probability_left), fraction(story.probability_right)
    beyond = exceeding(story, answer.allowed, answer.question.delta, "")
    return (
        f"The output [{shown_outputs(story)}]{where} has {weight(story)} {left} given {named(story.left)}, "
        f"and {right} given {named(story.right)}: {beyond}."
    )


def weight(story: Story) -> str:
    """What is told of an output on each side."""
    return "density" if story.dense else "probability"


def interval(story: Story) -> str | None:
    """What stands beside densities: how likely a real is to be near, on each side."""
    if story.nearby is None:
        return None
    values = ", ".join(visible(value.text) for value in story.nearby.output)
    left, right = fraction(story.nearby.left), fraction(story.nearby.right)
    return f"{values}: probability {left} on the left, {right} on the right"


def likelier(story: Story, side: str = " on the left") -> str:
    if story.ratio.infinite:
        return f"possible{side} only" if side else "possible in the first case only"
    return f"{times(story.ratio)} as likely{side}"


def whole_tuples(story: Story, neighbors: str | None) -> str | None:
    """What may not be meant where a tuple differs in several items, though one entry is to differ."""
    if neighbors is None or not neighbors.startswith("one("):
        return None
    for (name, left), (_, right) in zip(story.left, story.right, strict=True):
        match left.json, right.json:
            case [list(one), list(other)] if left.text.startswith("("):
                if sum(a != b for a, b in zip(one, other, strict=False)) > 1:
                    return f"{name} is one entry, a tuple: each item of a Vector[T, n] is an entry of its own"
    return None


def exceeding(story: Story, allowed: Exact, delta: str, side: str = " on the left") -> str:
    """By how much the witness is beyond the claim; `side` names the likelier one, where sides have names."""
    if story.diverged is not None:
        return f"{likelier(story, side)}; {diverging(story.diverged)}"
    if story.excess is not None:
        names = ("left", "right") if side else ("first", "second")
        left = f"{names[0]} - {allowed.text} * {names[1]} = {fraction(story.excess)}"
        return f"{left}; the claim allows delta = {visible(delta)}"
    return f"{likelier(story, side)}; the claim allows {times(allowed)} at most"


def diverging(found: Diverged) -> str:
    """How far the whole laws are apart, and what is allowed."""
    told = f"the Renyi divergence of order {found.alpha} is {between(found.found)}"
    return visible(f"{told}; the claim allows {budget(found.allowed)} at most")


def covered(reach: Reach) -> str:
    if reach.all:
        return "all outputs, for counts of any size" if reach.counts else "all outputs"
    return f"outputs of up to {reach.length} value{'s' if reach.length != 1 else ''}"


def named(values: tuple[tuple[str, Shown], ...]) -> str:
    """`answers = [1, 1, 1], threshold = 2`."""
    return ", ".join(f"{visible(name)} = {visible(value.text)}" for name, value in values) or "nothing"


def given(story: Story) -> str:
    """The values of unknowns at a witness, and what the powers with them come to: `EPS = 1/2, exp(EPS) = ...`."""
    powers = (f"{visible(name)} = {fraction(power)}" for name, power in story.powers)
    return ", ".join([named(story.parameters), *powers])


def shown_outputs(story: Story) -> str:
    """What the adversary sees: an output, or one of several."""
    if story.excess is not None:
        left_out = len(story.outputs) - MOST_OUTPUTS
        told = story.outputs[:MOST_OUTPUTS] if left_out > 1 else story.outputs
        several = "; ".join(", ".join(visible(value.text) for value in output) or "nothing" for output in told)
        several += f"; and {left_out} others, which --format json tells" if left_out > 1 else ""
        several = several if story.ended else f"{several}, so far"
        if len(story.outputs) > 1:
            return f"one of: {several}"
        return f"{several}, then the end" if story.ended else several
    values = ", ".join(visible(value.text) for value in story.output)
    if not values:
        return "the run ends without showing anything" if story.ended else "nothing so far"
    return f"{values}, then the end" if story.ended else f"{values}, so far"


def plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _shown(character: str) -> str:
    if character.isascii() and character.isprintable():
        return character
    if unicodedata.category(character) not in _HIDDEN:
        return character
    number = ord(character)
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
