"""What the questions about one text have in common, made once; and how far others help with the one that is asked."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from faier.limits import Limits

T = TypeVar("T")


@dataclass(frozen=True)
class Help:
    """With several `jobs` a question that takes long is `Divided`; with `parts`, of a question `begun` then, what
    others found of it is there, but for what is `missing`, for this reason."""

    jobs: int = 1
    begun: float = 0.0
    parts: tuple[object, ...] = ()
    missing: str | None = None


ALONE = Help()


@dataclass
class Store:
    """The one value that is changed while questions are decided. Its program and settings are always the same.
    `certified`: evidence that can be written down is worth the time that it takes; `pays`: whether it can be written of
    a proof by what each draw pays."""

    help: Help = ALONE
    certified: bool = False
    pays: Callable[[Limits], bool] | None = None
    made: dict[Hashable, Any] = field(default_factory=dict)

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What was made under this key before, or is made now; nothing is kept of what fails."""
        if key not in self.made:
            self.made[key] = make()
        found: T = self.made[key]
        return found
