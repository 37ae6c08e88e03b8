"""A value of the language -> what an implementation shows where the model shows it."""

from __future__ import annotations

from typing import Any

from flint import fmpq

from faier.audit.process import key
from faier.exact import fraction
from faier.lang.values import ENUMS, Near, Real, Sequence, Shape, Value, json_value


def plain(value: Value) -> Any:
    """Noisy numbers stay what they are."""
    if isinstance(value, Near):
        return value
    if isinstance(value, Real) and isinstance(value.exact, fmpq):
        return fraction(value.exact)
    if isinstance(value, Sequence) and value.kind == "dict":
        pairs = [item.items for item in value.items if isinstance(item, Sequence)]
        return {name if isinstance(name, str) else key(plain(name)): plain(item) for name, item in pairs}
    if isinstance(value, Sequence) and value.kind in ("set", "frozenset"):
        return sorted(map(plain, value.items), key=key)
    if isinstance(value, Sequence) and isinstance(value.of, Shape) and value.of.kind not in ENUMS:
        return {name: plain(item) for name, item in zip(value.of.fields, value.items, strict=True)}
    if isinstance(value, Sequence) and value.of is None:
        return [plain(item) for item in value.items]
    return json_value(value)
