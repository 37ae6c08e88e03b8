"""Programs that were learned, run as plain Python against words that enumerate every random path; and small tables."""

from __future__ import annotations

import types
from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from faier.learning.learning import Learned, Wanted, learned
from faier.learning.sequences import Ordering


def chain(folder: Path, text: str, column: str, *, by: tuple[str, ...] = (), **others: Any) -> Learned:
    """What is learned of a column of this text."""
    path = folder / "data.csv"
    path.write_text(text)
    ordering = Ordering(column, by, others.pop("order", None), others.pop("step", None))
    return learned(Wanted(str(path), chain=ordering, **others))


def laws(program: str, name: str, **parameters: Any) -> dict[Any, Fraction]:
    """How likely each outcome of the prior is: the secret, and what it yields or returns."""
    found: dict[Any, Fraction] = defaultdict(Fraction)
    for probability, secret, shown in _runs(program, name, parameters):
        found[secret, shown] += probability
    return dict(found)


def _runs(program: str, name: str, parameters: dict[str, Any]) -> Iterator[tuple[Fraction, Any, Any]]:
    todo: list[list[int]] = [[]]
    while todo:
        path = Run(todo.pop(), todo)
        secrets: list[Any] = []
        shown = _names(program, path.categorical, secrets.append)[name](**parameters)
        shown = tuple(shown) if isinstance(shown, types.GeneratorType) else shown
        (secret,) = secrets
        yield path.weight, secret, shown


class Run:
    """One run, whose first draws are led; others that it might have drawn are to do."""

    def __init__(self, led: list[int], todo: list[list[int]]) -> None:
        self.led, self.todo = led, todo
        self.taken: list[int] = []
        self.weight = Fraction(1)

    def categorical(self, *weights: Any) -> int:
        exact = [Fraction(str(item)) if isinstance(item, float) else Fraction(item) for item in weights]
        if len(self.taken) < len(self.led):
            drawn = self.led[len(self.taken)]
        else:
            drawn = next(at for at, item in enumerate(exact) if item)
            self.todo += [[*self.taken, at] for at, item in enumerate(exact) if item and at > drawn]
        self.taken.append(drawn)
        self.weight *= exact[drawn] / sum(exact)
        return drawn


class _Anything:
    """What stands in annotations, and decorators that change nothing."""

    def __getitem__(self, item: object) -> object:
        return self

    def __call__(self, *given: Any, **named: Any) -> Any:
        return given[0] if given and callable(given[0]) else lambda function: function


def _names(program: str, categorical: Callable[..., int], secret: Callable[[Any], None]) -> dict[str, Any]:
    words: Any = types.ModuleType("faier")
    for word in ("Bool", "Int", "Real", "Stream", "mechanism", "prior", "private", "laplace", "gaussian", "log", "exp"):
        setattr(words, word, _Anything())
    words.categorical, words.secret = categorical, secret
    names: dict[str, Any] = {"__name__": "learned"}

    def imported(module: str, *rest: Any) -> Any:
        return words if module == "faier" else __import__(module, *rest)

    names["__builtins__"] = (
        {**__builtins__, "__import__": imported}
        if isinstance(__builtins__, dict)
        else {
            **vars(__builtins__),
            "__import__": imported,
        }
    )
    exec(program, names)
    return names
