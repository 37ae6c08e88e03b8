"""faier against the referee on one file in the Python that people write: it is refused, or agrees.

Compared are the typed outputs of every input by the short semantics, the tight epsilon by the plan, and whether a run
goes wrong. With certificates, the checker may not call one invalid.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from itertools import product
from typing import Any

import asked
from certificates import certified

from faier.lang import parse
from faier.lang.diagnostics import Rejected
from faier.lang.program import Program
from faier.lang.values import Sequence, Shape, Value, make
from faier.limits import LimitReached, seconds
from faier.semantics import denote

from . import brute
from .brute import INF, Compared, Loaded, Outcome, Tight, Vacuous
from .chance import Unsupported
from .contest import claims_around, number, shown, wrong_witness
from .pythonic import PythonFile

PATH = "mechanism.py"
TIME = 20
CERTAIN = ("FA1", "FA2", "FA3", "FA5", "FA405", "FA406", "FA407", "FA408", "FA409", "FA412", "FA413")
"""Refusals that say nothing of what Python does."""


@dataclass(frozen=True)
class Judged:
    """What became of a file, and every disagreement."""

    kind: str
    disagreements: tuple[str, ...] = ()
    certificates: tuple[str, ...] = ()


def contest(made: PythonFile, certificates: bool = False) -> Judged:
    """`chance.Unsupported` says that the referee cannot judge."""
    text = made.text()
    try:
        compile(text, PATH, "exec")
    except SyntaxError:
        return Judged("not Python")
    loaded = brute.load(text)
    outcome, compared = brute.judge(loaded, "subject", neighbors=made.relation)
    try:
        program = parse(text, PATH)
        found = tuple(differences(made, program, loaded, outcome, compared))
    except Rejected as rejected:
        return refused(outcome, rejected)
    except (Unsupported, AssertionError):
        raise
    except LimitReached as reached:
        return Judged(f"limit: {reached.name}")
    if not found and certificates and isinstance(outcome, Tight):
        answers = list(checked(made, outcome))
        return Judged("certified", tuple(a for a in answers if a.startswith("invalid")), tuple(answers))
    return Judged(kind_of(outcome), found)


def kind_of(outcome: Outcome) -> str:
    if not isinstance(outcome, Tight):
        return f"agreed: {type(outcome).__name__.lower()}"
    return "agreed: " + ("infinite" if outcome.ratio == INF else "ratio 1" if outcome.ratio == 1 else "finite")


def refused(outcome: Outcome, rejected: Rejected) -> Judged:
    """What is told of a run, or of what is compared, must be so."""
    told = [d for d in rejected.diagnostics if not d.code.startswith(CERTAIN)]
    if not told:
        first = rejected.diagnostics[0]
        return Judged(f"refused: {first.code} {first.message}")
    texts = "; ".join(f"{d.code} line {d.span.line}: {d.message}" for d in told)
    vacuous = all(d.code.startswith("FA6") for d in told)
    if isinstance(outcome, Tight) or vacuous != isinstance(outcome, Vacuous):
        return Judged("disagreed", (f"faier rejects it ({texts}), the referee found {outcome}",))
    return Judged(f"agreed: {type(outcome).__name__.lower()}")


def differences(
    made: PythonFile, program: Program, loaded: Loaded, outcome: Outcome, compared: list[Compared]
) -> Iterator[str]:
    finding = asked.bound(program, program.claims[0].subject, limits=seconds(TIME))
    if not isinstance(outcome, Tight):
        yield f"faier found {finding}, the referee {outcome}"
        return
    yield from wrong_laws(program, loaded)
    tight, ratio = finding.tight, outcome.ratio
    if tight is None:
        if not finding.reason:
            yield f"faier found {finding}, the referee {outcome}"
        return
    if (number(tight.lower), number(tight.upper)) != (ratio, ratio):
        yield f"faier found {finding}, the referee {outcome}"
    elif tight.witness is not None and not any(kind in made.head for kind in ("Row", "Colour(")):
        yield from wrong_witness(compared, tight.witness, ratio)


def wrong_laws(program: Program, loaded: Loaded) -> Iterator[str]:
    """The short semantics gives every output the referee's probability."""
    mechanism = loaded.mechanism("subject")
    declared = brute.inputs_of(mechanism)
    for values in product(*(brute.input_values(kind, 1) for kind in declared.values())):
        inputs = dict(zip(declared, values, strict=True))
        expected = brute.law_of(loaded, mechanism, declared, inputs, 12)
        outputs = denote.outputs(program, "subject", {name: given(value) for name, value in inputs.items()})
        found: dict[Any, Any] = {(tuple(map(shown, out)), ended): number(p) for (out, ended), p in outputs.items()}
        if found != expected:
            yield f"inputs {inputs}: denote gives {found}, the referee {expected}"
            return


def given(value: Any) -> Value:
    """An input of the referee as faier's value."""
    if isinstance(value, Enum):
        return Sequence(
            "record", (value.name, make(value.value)), Shape(type(value).__name__, ("name", "value"), "Enum")
        )
    if is_dataclass(value):
        names = tuple(field.name for field in fields(value))
        shape = Shape(type(value).__name__, names, "frozen dataclass")
        return Sequence("record", tuple(given(getattr(value, name)) for name in names), shape)
    if isinstance(value, list):
        return Sequence("list", tuple(map(given, value)))
    return make(value)


def checked(made: PythonFile, outcome: Tight) -> Iterator[str]:
    """The checker's answers to the certificates of claims at and beside the tight epsilon."""
    texts = list(claims_around(outcome))
    chosen = [texts[made.seed % len(texts)], texts[0]]
    for item in certified(made.text(*dict.fromkeys(chosen)), time=TIME):
        answer = item.answer()
        yield f"{answer.answer}: {item.label}: {answer.reason}"
