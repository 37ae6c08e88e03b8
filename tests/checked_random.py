"""Random programs without draws, read by the checker: what it reads it does as Python does, and faier reads it too."""

from __future__ import annotations

from typing import Any

from as_python import Typed
from containers_random import TooLong, run

from faier.checker.admission import admitted
from faier.checker.claims import claim_of
from faier.checker.fed_process import Joint
from faier.checker.language import read
from faier.checker.outcome import Budget, Hole, Invalid
from faier.checker.values import Box, List
from faier.lang import parse
from faier.lang.diagnostics import Rejected

CLAIM = {"decorator": None, "delta": None, "prior": None, "pairs": None, "mechanism": "f", "epsilon": "0"}


def checked(text: str, seed: int) -> str:
    """What becomes of it: "holey", "raises" or "agreed"; what differs is an error."""
    try:
        file = read(text, {})
        admitted(file, {})
        joint = Joint(file, claim_of(file, CLAIM | {"neighbors": "each(1)"}), Budget(300_000))
        with joint.budget.counting():
            tells, _ = joint.shown(joint.given({}), lambda _: None)
    except (Hole, RecursionError):
        return "holey"
    except (Invalid, ZeroDivisionError):
        return "raises"
    try:
        expected = run(text)
    except TooLong:
        return "holey"
    ((shown, _),) = tells.values()
    assert expected == (typed(shown),), (seed, text, expected, typed(shown))
    try:
        parse(text, "file.py")
    except Rejected as refused:
        raise AssertionError((seed, text, str(refused))) from None
    return "agreed"


def typed(value: object) -> Typed:
    """As `as_python` writes what Python shows."""
    kinds: dict[str, Any] = {"set": frozenset, "frozenset": frozenset}
    if isinstance(value, Box):
        items = tuple(map(typed, value.items))
        if value.kind == "dict":
            items = tuple(("tuple", (typed(key), typed(item))) for key, item in value.items)  # type: ignore[misc]
        name = (
            "Counter" if value.of == "Counter" else "defaultdict" if value.kind == "dict" and value.of else value.kind
        )
        return (name, kinds.get(value.kind, tuple)(items))
    if isinstance(value, tuple):
        return ("list" if isinstance(value, List) else "tuple", tuple(map(typed, value)))
    return (type(value).__name__, value)
