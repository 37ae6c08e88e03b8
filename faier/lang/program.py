"""A whole mechanism file as it was read: its constants, its functions, and what it claims of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from flint import fmpq

from faier.exact import Number
from faier.importing import Imports, texts_by_path
from faier.lang.claim import Claim
from faier.lang.syntax import Function
from faier.lang.values import Shape, Value


@dataclass(frozen=True)
class Program:
    """A whole file. Constants are evaluated (with `--set` applied); `epsilon_name` is the name bound to
    `Positive(...)`, if any, and `epsilon_default` its value when Python runs the file. `settings` are the texts of
    `--set`. `divisors` are what its constants, headers and claims divide by where that has unknowns."""

    path: str
    source: str = field(compare=False)
    doc: str | None
    constants: tuple[tuple[str, Value], ...]
    functions: tuple[Function, ...]  # in file order
    claims: tuple[Claim, ...]  # in file order, top decorator first
    classes: tuple[Shape, ...] = ()  # members of Enums are constants: "Color.RED"
    imports: Imports = field(default=Imports(), compare=False)
    epsilon_name: str | None = None
    epsilon_default: fmpq | None = None
    settings: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    divisors: tuple[Number, ...] = ()

    def texts(self) -> dict[str, str]:
        """The texts of the file and of what it imports, by their paths."""
        return texts_by_path(self.path, self.imports) | {self.path: self.source}

    def function(self, name: str) -> Function:
        return next(function for function in self.functions if function.name == name)
