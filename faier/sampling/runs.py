"""The decorators that make a function of the language sample, and what a prior says about its run.

A call checks the arguments against the types of the parameters and runs the function as the Python it is.
A mechanism with `yield` gives an iterator that draws as it is read. Reals that a mechanism gives to somebody who
is neither a mechanism nor a prior are rounded (`reals`).

A prior draws data given that its assumptions hold: a run in which `assume` fails is dropped and another is
drawn. A prior that yields records and assumes something runs to its end before its first record is given,
so it has to end; one that assumes nothing gives its records as they are drawn.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial, wraps
from itertools import islice
from types import CodeType, FunctionType
from typing import Any, TypeVar, cast

from faier.sampling.domains import as_domain
from faier.sampling.reals import shown

MOST_DROPPED_RUNS = 1_000_000
MOST_RECORDS = 1_000_000

R = TypeVar("R")

_running = ContextVar("_running", default=False)


class AssumptionError(Exception):
    """A run failed its assumption: it does not happen."""


def mechanism(function: Callable[..., R]) -> Callable[..., R]:
    """Marks what is verified. A call draws one sample: `noisy_max([0, 1, 2])`."""
    sample = _checked("@mechanism", function, shown)
    sample.__mechanism__ = True  # type: ignore[attr-defined]
    return sample


def prior(function: Callable[..., R]) -> Callable[..., R]:
    """Marks what the adversary believes. A call draws data, given that the assumptions hold."""
    run: Callable[..., Any] = _checked("@prior", function, _as_it_is)
    assumes = isinstance(function, FunctionType) and _assumes(function, set())

    @wraps(function)
    def draw(*args: object, **kwargs: object) -> Any:
        again = partial(run, *args, **kwargs)
        if not inspect.isgeneratorfunction(function):
            return _first_accepted(again, run.__name__)
        records = again()
        return _accepted_records(again, run.__name__) if assumes else records

    return draw


def secret(value: object) -> None:
    """Inside a prior: what must stay hidden. It does not change what is drawn."""


def assume(condition: object) -> None:
    """Inside a prior: runs that fail the condition do not happen."""
    if not condition:
        raise AssumptionError("an assumption failed outside of a call of a @prior, where no other run is drawn")


def is_mechanism(function: object) -> bool:
    return getattr(function, "__mechanism__", False) is True


def _checked(decorator: str, function: Callable[..., R], finish: Callable[[object], object]) -> Callable[..., R]:
    """The function with its arguments checked, and copied where they are lists, at every call; what it gives to
    somebody outside is finished."""
    if not isinstance(function, FunctionType):
        raise TypeError(f"{decorator} stands above a function: write {decorator} just above its def")
    title = function.__name__
    signature = inspect.signature(function, eval_str=True)
    domains = {}
    for name, parameter in signature.parameters.items():
        if parameter.kind is not parameter.KEYWORD_ONLY:
            if parameter.annotation is parameter.empty:
                raise TypeError(f"{title}: parameter {name} has no type: write one, such as {name}: Int[0, 2]")
            domains[name] = as_domain(parameter.annotation, f"{title}: {name}")

    @wraps(function)
    def run(*args: object, **kwargs: object) -> R:
        try:
            bound = signature.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{title}({', '.join(signature.parameters)}): {error}") from None
        bound.apply_defaults()
        for name, domain in domains.items():
            bound.arguments[name] = domain.admit(bound.arguments[name], f"{title}: {name}")
        with _inside() as outermost:
            result = function(*bound.args, **bound.kwargs)
        if isinstance(result, Iterator):
            return cast("R", _finished(result, finish))
        return cast("R", finish(result) if outermost else result)

    return run


@contextmanager
def _inside() -> Iterator[bool]:
    """Inside the block, a mechanism or prior runs; whether it is the outermost one."""
    outermost = not _running.get()
    token = _running.set(True)
    try:
        yield outermost
    finally:
        _running.reset(token)


def _finished(items: Iterator[object], finish: Callable[[object], object]) -> Generator[object, None, object]:
    while True:
        with _inside() as outermost:
            try:
                item = next(items)
            except StopIteration as end:
                return cast("object", end.value)
        yield finish(item) if outermost else item


def _as_it_is(value: object) -> object:
    return value


def _first_accepted(run: Callable[[], R], title: str) -> R:
    for _ in range(MOST_DROPPED_RUNS):
        try:
            return run()
        except AssumptionError:
            continue
    raise RuntimeError(
        f"{title}: {MOST_DROPPED_RUNS} runs failed their assumptions one after another: "
        "what is assumed never holds, or hardly ever"
    )


def _accepted_records(run: Callable[[], Iterator[object]], title: str) -> Iterator[object]:
    def whole() -> list[object]:
        records = list(islice(run(), MOST_RECORDS + 1))
        if len(records) > MOST_RECORDS:
            raise RuntimeError(
                f"{title}: more than {MOST_RECORDS} records, and whether the assumptions hold is known only at "
                "the end: a prior that yields and assumes must end"
            )
        return records

    yield from _first_accepted(whole, title)


def _assumes(function: FunctionType, seen: set[FunctionType]) -> bool:
    """Whether the function, or a function of the file that it may call, names `assume`."""
    seen.add(function)
    names = set(_names(function.__code__))
    called = [function.__globals__.get(name) for name in names]
    if "assume" in names or any(value is assume for value in called):
        return True
    others = [value for value in called if isinstance(value, FunctionType)]
    return any(_assumes(inspect.unwrap(other), seen) for other in others if inspect.unwrap(other) not in seen)


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
