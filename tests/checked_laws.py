"""What the checker's own runs show of a mechanism, beside what the referee finds when Python runs it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from referee import brute
from referee.chance import Unsupported
from referee.pythonic import PythonFile
from referee.pythonic_contest import PATH, given

from faier.checker.admission import admitted
from faier.checker.claims import claim_of
from faier.checker.fed_process import Joint
from faier.checker.language import read
from faier.checker.outcome import Budget, Hole, Invalid
from faier.checker.outputs import distributions
from faier.checker.values import Box, List, Shape
from faier.lang import parse
from faier.lang.diagnostics import Rejected
from faier.lang.failures import Failure
from faier.lang.values import Sequence, Value
from faier.limits import LimitReached
from faier.semantics import denote

MOST = 16


@dataclass(frozen=True)
class Told:
    """ "read", "hole" or "wrong": what the checker makes of a file, and why."""

    kind: str
    why: str = ""


def told(made: PythonFile, steps: int = 2_000_000) -> Told:
    """Wrong is a law that is another one than the referee's, and a law where Python raises."""
    text = made.text()
    loaded = brute.load(text)
    mechanism = loaded.mechanism("subject")
    declared = brute.inputs_of(mechanism)
    inputs = [dict(zip(declared, values, strict=True)) for values in product(*every(declared))]
    budget = Budget(steps)
    with budget.counting():
        try:
            file = read(text, {})
            admitted(file, {})
            claimed = {"mechanism": "subject", "epsilon": "log(2)", "neighbors": made.relation}
            joint = Joint(
                file, claim_of(file, claimed | dict.fromkeys(("delta", "prior", "pairs", "decorator"))), budget
            )
            for values in inputs:
                found = law(joint, values)
                try:
                    expected = brute.law_of(loaded, mechanism, declared, values, 12)
                except brute.Failed as failed:
                    return Told("wrong", f"{values}: Python says {failed}, the checker {found}")
                if found != {shown: weight for (shown, ended), weight in expected.items() if ended}:
                    return Told("wrong", f"{values}: the referee finds {expected}, the checker {found}")
        except Hole as hole:
            return Told("hole", str(hole))
        except (Invalid, ZeroDivisionError) as problem:
            return Told("invalid", str(problem))
        except (RecursionError, OverflowError, MemoryError) as problem:
            return Told("hole", type(problem).__name__)
    return Told("read")


def every(declared: dict[str, Any]) -> Iterator[list[Any]]:
    for kind in declared.values():
        values = brute.input_values(kind, 1)
        yield values if len(values) <= MOST else [*values[: MOST // 2], *values[-MOST // 2 :]]


def law(joint: Joint, values: dict[str, Any]) -> dict[Any, Any]:
    inputs = {name: own(given(value)) for name, value in values.items()}
    return {
        tuple(map(seen, key)): weight
        for _, outputs in distributions(joint, joint.given(inputs))
        for key, weight in outputs.items()
    }


def own(value: Value) -> object:
    """An input as the checker holds it."""
    if not isinstance(value, Sequence):
        return value
    items = tuple(map(own, value.items))
    if value.kind in ("list", "tuple"):
        return List(items) if value.kind == "list" else items
    if not hasattr(value.of, "fields"):
        raise Unsupported("an input of this kind")
    return Box("record", items, Shape.of(value.of.name, value.of.fields, value.of.kind))  # type: ignore[union-attr]


def seen(key: Any) -> Any:
    """What is shown, by the checker's key for it, as the referee writes it."""
    kind, *rest = key
    match kind:
        case "bool" | "int":
            return key
        case "label":
            return ("str", rest[0])
        case "none":
            return ("NoneType", None)
        case "number" | "float":
            return ("fraction", Fraction(rest[0]) if isinstance(rest[0], (int, Fraction)) else Fraction(*rest[0]))
        case "tuple" | "list":
            return (kind, tuple(map(seen, rest)))
    of, *items = rest
    inside = tuple(map(seen, items))
    if kind == "record":
        return ("Enum", str(of), items[0][1]) if of.kind in ("Enum", "IntEnum") else (str(of), inside)
    if kind == "dict":
        name = of if of in ("", "Counter") else "defaultdict"
        return (name or "dict", tuple(pair for _, pair in inside))
    return (kind, frozenset(inside) if kind in ("set", "frozenset") else inside)


def is_read_by_faier(made: PythonFile) -> bool:
    """Whether faier reads the file, and the short semantics follows its runs."""
    text = made.text()
    declared = brute.inputs_of(brute.load(text).mechanism("subject"))
    try:
        program = parse(text, PATH)
        for values in product(*every(declared)):
            inputs = {name: given(value) for name, value in zip(declared, values, strict=True)}
            denote.outputs(program, "subject", inputs)
    except (Rejected, LimitReached, Failure):
        return False
    return True
