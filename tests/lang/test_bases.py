"""What stands above classes and in their brackets for type checkers changes nothing, or is refused."""

from __future__ import annotations

import asked
import certificates
import pytest
from as_python import assert_as_python
from referee import brute

from faier.engines.verdict import Proved
from faier.lang import Rejected, parse

SOURCE = """
import numbers
from collections.abc import Mapping, Sequence
from typing import Generic, NewType, Protocol, TypeVar, runtime_checkable
from faier import Int, each, flip, log, mechanism, private

T = TypeVar("T")
Bit = NewType("Bit", int)


@runtime_checkable
class Design(Protocol):
    def answer(self, bit: Bit) -> Bit: ...


class Combiner(Generic[T]):
    def combined(self, values: Sequence[T]) -> T:
        return self.first(values)


class First(Combiner[Bit]):
    def first(self, values):
        return values[0]


class Table(Mapping[int, Bit]):
    def __init__(self, start):
        self.start = start

    def __getitem__(self, key):
        return Bit((self.start + key) % 2)

    def __iter__(self):
        return iter([0, 1])

    def __len__(self):
        return 2


class Warner:
    def answer(self, bit: Bit) -> Bit:
        return Bit(bit if flip(3 / 4) else 1 - bit)


def asked(design: Design, bit: Bit) -> Bit:
    if not isinstance(bit, numbers.Integral) or isinstance(bit, str):
        raise TypeError("a bit is needed")
    return design.answer(bit)


@private(epsilon=log(3), neighbors=each(1))
@mechanism
def m(x: Int[0, 1]):
    table = Table(x)
    return asked(Warner(), First().combined([table[len(table)], 7]))
"""


def test_what_is_for_type_checkers_changes_nothing() -> None:
    program = parse(SOURCE, "m.py")
    assert isinstance(asked.check(program, program.claims[0]), Proved)
    truth = brute.tight(SOURCE, "m", neighbors="each(1)")
    assert isinstance(truth, brute.Tight)
    assert truth.ratio == 3
    assert all(made.answer().answer in ("valid", "holey") for made in certificates.certified(SOURCE))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("return len(dict(Table(x)))", "beside its own methods is not part of the language"),
        ("return Table(x).get(1)", "has no `.get(...)`"),
        ("return 1 if 1 in Table(x) else 0", "cannot be iterated over"),
        ("return 1 if Table(x) == Table(x) else 0", "equal only where they are one"),
        ("return sum(map(Bit, [x]))", "`typing.NewType` cannot be called here"),
        ("return 1 if issubclass(Warner, Design) else 0", "not a decorator of the language"),
    ],
)
def test_more_than_that_is_refused(line: str, message: str) -> None:
    assert message in refused(SOURCE.partition("    table = Table(x)")[0] + f"    {line}\n")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("(Combiner[Bit])", "(Combiner[int, int])", "beside its own methods is not part of the language"),
        ("(Combiner[Bit])", "(Combiner, Table)", "made from several with methods of their own"),
        ("(Combiner[Bit])", "(Combiner[Bit], Sequence[int])", "First does not say what __getitem__, __len__ does"),
    ],
)
def test_bases_that_python_or_the_language_refuses(old: str, new: str, message: str) -> None:
    assert message in refused(SOURCE.replace(old, new))


def refused(source: str) -> str:
    with pytest.raises(Rejected) as caught:
        program = parse(source, "m.py")
        asked.check(program, program.claims[0])
    return "\n".join(found.message for found in caught.value.diagnostics)


METACLASS = """
import abc
from abc import ABCMeta, abstractmethod


class Noise(metaclass=ABCMeta):
    @abstractmethod
    def scale(self): ...

    def twice(self):
        return 2 * self.scale()


class Wide(Noise):
    def __init__(self, n):
        self.n = n

    def scale(self):
        return self.n


class Flat(metaclass=abc.ABCMeta):
    def scale(self):
        return 1


@mechanism
def f(x: Int[0, 2]):
    return Wide(x).twice(), isinstance(Wide(1), Noise), Flat().scale()
"""


def test_a_metaclass_that_makes_classes_abstract() -> None:
    assert_as_python(METACLASS, written=False)
    with pytest.raises(Rejected, match="what stands in the brackets"):
        assert_as_python(METACLASS.replace("abc.ABCMeta", "type"))
    assert "Noise does not say what scale does" in refused(
        f"from faier import each, log, private\n{METACLASS}".replace("Flat().scale()", "Noise().twice()")
        .replace("@mechanism", "@private(epsilon=0, neighbors=each(1))\n@mechanism")
        .replace("import abc\n", "import abc\nfrom faier import Int, mechanism\n")
    )
