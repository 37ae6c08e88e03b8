"""The process in which an implementation runs: run as a file, with nothing of faier loaded.

    python process.py < request       one line of JSON for each input comes back, and one for what went wrong

It is the only place where faier runs what it is shown. The request is JSON: the `callable` as PACKAGE:NAME, the
`folder` that it is imported from, the `names` of the inputs, the `calls` with their arguments, cuts and exact outputs,
how many `samples`, for how many `seconds` and MiB of `memory`, a `seed` if there is one, whether `several` values are
shown by one call, whether the last `bits` of floats are looked at, and the `places` of noisy numbers inside of what is
shown.
"""

from __future__ import annotations

import bisect
import heapq
import importlib
import inspect
import json
import math
import os
import random
import re
import signal
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import chain
from types import MemberDescriptorType
from typing import Any

# After so many calls the clock is looked at; so many samples are asked for at most by one call that takes `size`.
PAUSE, BATCH = 64, 1 << 16

# So many names of outputs are remembered, and so many reals of a half; of those so many that were shown twice.
NAMES, REALS, REPEATED = 1 << 16, 1 << 20, 1 << 10

UNNAMED: object = object.__repr__  # tells no more than where something is

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+(?=>)")  # where something is, which differs from run to run

SCALARS = frozenset({bool, int, str, float, type(None)})


class TimeIsUp(BaseException):
    """Raised in the middle of a call."""


def main() -> None:
    request = json.load(sys.stdin)
    out, owner = os.fdopen(os.dup(1), "w"), os.getpid()
    os.dup2(2, 1)  # what the implementation prints is not for the reader
    sys.stdout = sys.stderr
    _within(request["memory"])

    def tell(**line: object) -> None:
        if os.getpid() != owner:  # the implementation made a copy of this process
            os._exit(0)
        out.write(json.dumps(line) + "\n")
        out.flush()

    try:
        _tell_all(request, tell)
    finally:
        out.flush()
        os._exit(0)  # without waiting for threads


def _tell_all(request: dict[str, Any], tell: Callable[..., None]) -> None:
    end = time.monotonic() + request["seconds"]
    try:
        sys.path.insert(0, request["folder"])
        run = Implementation(_found(request["callable"]), request["names"], request["seed"])
    except BaseException as error:  # whatever an import does
        tell(failed=f"{request['callable']} is not imported: {_said(error)}")
        return
    calls = request["calls"]
    for number, call in enumerate(calls):
        share = time.monotonic() + (end - time.monotonic()) / (len(calls) - number)
        tally = Tally(call["cuts"], call["exact"], request["several"], request["bits"], request["places"])
        try:
            _within_time(share)
            run.sampled(tally, call["arguments"], request["samples"], share)
        except TimeIsUp:
            pass
        except BaseException as error:
            tell(failed=f"{request['callable']} raised {_said(error)}", call=number)
            return
        finally:
            _within_time(None)
        tell(call=number, **tally.told())


def _within(memory: int) -> None:
    """No more memory than this, where the system can say so."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory << 20, memory << 20))
    except (ImportError, ValueError, OSError):
        pass


def _within_time(end: float | None) -> None:
    """A call that does not come back is left then, where the system can do so."""

    def late(*_: object) -> None:
        raise TimeIsUp

    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, late)
        signal.setitimer(signal.ITIMER_REAL, 0 if end is None else max(end - time.monotonic(), 1e-3))


def _found(name: str) -> Callable[..., object]:
    module, _, path = name.partition(":")
    found: Any = importlib.import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    if not callable(found):
        raise TypeError(f"{path} cannot be called")
    if inspect.iscoroutinefunction(found):
        raise TypeError(f"{path} is a coroutine function, which nobody awaits here")
    run: Callable[..., object] = found
    return run


class Implementation:
    """What is called: with the inputs in their order, those by name that are taken by name alone, a seed or a generator
    where there is a parameter for one, and `size` where there is one: then that many samples come back at once."""

    def __init__(self, run: Callable[..., Any], names: list[str], seed: int | None) -> None:
        self.run = run
        try:
            parameters = dict(inspect.signature(run).parameters)
        except (TypeError, ValueError):
            parameters = {}
        by_name = [name for name, one in parameters.items() if one.kind is inspect.Parameter.KEYWORD_ONLY]
        self.named = [name if name in by_name else None for name in names]
        self.batched = "size" in parameters and "size" not in names
        self.more: Callable[[], dict[str, object]] = dict
        if seed is not None:
            self._seed(seed, {name: one for name, one in parameters.items() if name not in names})

    def _seed(self, seed: int, parameters: dict[str, inspect.Parameter]) -> None:
        random.seed(seed)
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed(seed % 2**32)
        if "rng" in parameters:
            numpy: Any = sys.modules.get("numpy")
            wanted = "Generator" in str(parameters["rng"].annotation) and numpy is not None
            rng = numpy.random.default_rng(seed) if wanted else random.Random(seed)
            self.more = lambda: {"rng": rng}
            return
        name = next((name for name in ("seed", "random_state") if name in parameters), None)
        if name is not None:
            seeds = random.Random(seed)
            self.more = lambda: {name: seeds.getrandbits(31)}

    def sampled(self, tally: Tally, arguments: list[Any], samples: int, end: float) -> None:
        """Calls until there are so many samples, or the time is up."""
        size = PAUSE
        while tally.samples < samples and time.monotonic() < end:
            if self.batched:
                wanted, size = min(size, samples - tally.samples), min(2 * size, BATCH)
                shown = self._called(arguments, size=wanted)
                if len(shown) != wanted:
                    raise ValueError(f"{len(shown)} values came back for size={wanted}")
                tally.add_all(shown)
            else:
                for _ in range(min(PAUSE, samples - tally.samples)):
                    self._one(tally, arguments)

    def _one(self, tally: Tally, arguments: list[Any]) -> None:
        try:
            shown = self._called(arguments)
            shown = list(shown) if tally.several else shown
        except MemoryError:
            raise
        except Exception as error:  # now and then: that is something to see
            if tally.samples == 0:
                raise
            tally.count(f"raised {type(error).__name__}")
            return
        tally.add(shown)

    def _called(self, arguments: list[Any], **more: object) -> Any:
        given: list[object] = []
        for name, item in zip(self.named, map(_copied, arguments), strict=True):
            if name is None:
                given.append(item)
            else:
                more[name] = item
        return self.run(*given, **more, **self.more())


def _copied(item: object) -> object:
    return [_copied(part) for part in item] if isinstance(item, list) else item


class Tally:
    """How often each output was shown, in both halves of the samples; how often the same one twice in a row; and how
    often a real that was shown twice in the first half is shown in the second one."""

    def __init__(
        self,
        cuts: list[float] | None,
        exact: Iterable[str],
        several: bool,
        bits: bool,
        places: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        self.cuts, self.exact, self.several, self.bits = cuts, frozenset(exact), several, bits
        self.places = places
        self.first = next((number for number, place in enumerate(places) if place["real"]), None)
        self.samples = 0
        self.halves: tuple[dict[str, int], dict[str, int]] = ({}, {})
        self.reals: tuple[list[Any], list[Any]] = ([], [])
        self.arrays: tuple[list[Any], list[Any]] = ([], [])
        self.pairs = self.twice = 0
        self.last = ""
        self.names: dict[object, str] = {}

    def told(self) -> dict[str, object]:
        often, again, of = self._again()
        return {
            "halves": self.halves,
            "pairs": [self.twice, self.pairs],
            "repeated": [again, of],
            "width": math.fsum(map(_spacing, often)),
        }

    def _again(self) -> tuple[list[Any], int, int]:
        """Reals that were shown twice in the first half, the most frequent ones; how often they are shown in the second
        one, and of how many."""
        kinds = {one.dtype for arrays in self.arrays for one in arrays}
        if len(kinds) == 1 and not any(self.reals):
            numpy: Any = sys.modules["numpy"]
            first, second = map(numpy.concatenate, self.arrays)
            values, counts = numpy.unique(first, return_counts=True)
            values, counts = values[counts > 1], counts[counts > 1]
            often = list(values[numpy.lexsort((values, -counts))[:REPEATED]])
            return often, int(numpy.isin(second, often).sum()) if often else 0, len(second)
        first, second = ([*one, *chain.from_iterable(many)] for one, many in zip(self.reals, self.arrays, strict=True))
        twice = [(-count, value) for value, count in Counter(first).items() if count > 1]
        often = [value for _, value in heapq.nsmallest(REPEATED, twice)]
        among = frozenset(often)
        return often, sum(value in among for value in second), len(second)

    def _celled(self, shown: Any) -> None:
        """Count an output with the names of cells in place of its noisy numbers."""
        names = []
        for named in (True, False):
            plain, first = self._in_cells(_plain(shown, named))
            names += [_text(plain if kind is None else _replaced(plain, kind)) for kind in (None, int, bool)]
            if any(name in self.exact for name in names):
                break
        reals = self.reals[self.samples % 2]
        if first is not None and len(reals) < REALS:
            reals.append(first)
        self.count(next((name for name in names if name in self.exact), names[0]))

    def _in_cells(self, plain: object) -> tuple[object, float | None]:
        """Also the first of the reals."""
        first = None
        for number, place in enumerate(self.places):
            found = there(plain, place["path"])
            if isinstance(found, bool) or not isinstance(found, (int, float)) or not math.isfinite(found):
                continue
            if place["real"] and _text(found) in place["exact"]:
                continue
            if not place["real"] and not isinstance(found, int):
                continue
            if number == self.first:
                first = float(found)
            plain = replaced(plain, place["path"], place["names"][bisect.bisect_right(place["cuts"], found)])
        return plain, first

    def add(self, shown: Any) -> None:
        if self.places:
            self._celled(shown)
            return
        if self.cuts is None:
            self.count(self._name(shown))
            return
        name = self._name(shown) if self.exact else ""
        if name in self.exact:
            self.count(name)
            return
        try:
            value = float(shown)
        except (TypeError, ValueError, OverflowError):
            value = math.nan
        if not math.isfinite(value):
            self.count(self._name(shown))
            return
        reals = self.reals[self.samples % 2]
        if len(reals) < REALS:
            reals.append(shown)
        name = f"interval {bisect.bisect_right(self.cuts, value)}"
        self.count(name, f"{name} step {_step(value)}" if self.bits else name)

    def count(self, name: str, finely: str | None = None) -> None:
        finely = name if finely is None else finely
        counts = self.halves[self.samples % 2]
        counts[finely] = counts.get(finely, 0) + 1
        if self.samples % 2:
            self.pairs += 1
            self.twice += name == self.last
        self.last = name
        self.samples += 1

    def _name(self, shown: Any) -> str:
        shown = shown.tolist() if hasattr(shown, "dtype") else shown
        known = _identity(shown)
        if known is None:
            return self._fitted(shown)
        name = self.names.get(known)
        if name is None:
            name = self._fitted(shown)
            if len(self.names) < NAMES:
                self.names[known] = name
        return name

    def _fitted(self, shown: Any) -> str:
        """The output's text, True for 1 and a tuple for a named one where that is what the model shows."""
        for named in (True, False):
            plain = _plain(shown, named)
            for kind in (None, int, bool):
                name = _text(plain if kind is None else _replaced(plain, kind))
                if name in self.exact:
                    return name
        return _text(_plain(shown))

    def add_all(self, shown: Any) -> None:
        """As `add`, of many; those of numpy are counted together."""
        size = len(shown)
        if self.samples % 2 or size % 2 or self.bits or not hasattr(shown, "dtype") or self.several or self.places:
            for item in shown:
                self.add(item)
            return
        numpy: Any = sys.modules["numpy"]
        if self.cuts is None:
            numbers, named = self._numbered(shown)
        else:
            exact = numpy.array(sorted(float(json.loads(name)) for name in self.exact))
            if not numpy.isfinite(shown).all() or (exact.size and numpy.isin(shown, exact).any()):
                for item in shown:
                    self.add(item)
                return
            numbers, named = numpy.searchsorted(self.cuts, shown, side="right"), "interval {}".format
            for reals, half in zip(self.arrays, (shown[0::2], shown[1::2]), strict=True):
                reals.append(half[: max(REALS - sum(map(len, reals)), 0)].copy())
        self.pairs += size // 2
        self.twice += int((numbers[0::2] == numbers[1::2]).sum())
        for counts, half in zip(self.halves, (numbers[0::2], numbers[1::2]), strict=True):
            found = numpy.bincount(half)
            for number in numpy.flatnonzero(found).tolist():
                name = named(number)
                counts[name] = counts.get(name, 0) + int(found[number])
        self.samples += size

    def _numbered(self, shown: Any) -> tuple[Any, Callable[[int], str]]:
        """A number for each of many outputs, and the name that a number stands for."""
        numpy: Any = sys.modules["numpy"]
        if shown.dtype.kind in "bi" and shown.ndim in (1, 2):
            columns = [shown] if shown.ndim == 1 else list(shown.T)
            ends = [(int(column.min()), int(column.max())) for column in columns]
            widths = [high - low + 1 for low, high in ends]
            if math.prod(widths) < NAMES:
                kind = bool if shown.dtype.kind == "b" else int
                numbers = numpy.zeros(len(shown), dtype=numpy.int64)
                for column, (low, _), width in zip(columns, ends, widths, strict=True):
                    numbers *= width
                    numbers += column
                    numbers -= low

                def named(number: int) -> str:
                    item = []
                    for (low, _), width in zip(reversed(ends), reversed(widths), strict=True):
                        number, digit = divmod(number, width)
                        item.append(kind(low + digit))
                    return self._name(item[0] if shown.ndim == 1 else item[::-1])

                return numbers, named
        seen, numbers = numpy.unique(shown, axis=0, return_inverse=True)
        return numbers.reshape(-1), lambda number: self._name(seen[number])


def _identity(shown: Any) -> object:
    """What tells outputs of the usual kinds apart, as something that can be looked up; None of others."""
    kind = type(shown)
    if kind in SCALARS:
        return kind, shown
    if kind in (list, tuple):
        kinds = tuple(map(type, shown))
        return (kinds, tuple(shown)) if SCALARS.issuperset(kinds) else None
    return None


def _spacing(value: Any) -> float:
    """How far the next number of its kind is."""
    if hasattr(value, "dtype") and value.dtype.kind == "f":
        return abs(float(sys.modules["numpy"].spacing(value)))
    return math.ulp(float(value))


def _step(value: float) -> int:
    """The number is an odd multiple of 2 to this power."""
    if value == 0:
        return 0
    above, below = value.as_integer_ratio()
    return (above & -above).bit_length() - below.bit_length()


def key(shown: object) -> str:
    """The output as a text; numbers that are equal have one text, whatever library they are of."""
    return _text(_plain(shown))


def _text(plain: object) -> str:
    return json.dumps(plain, sort_keys=True)


def replaced(plain: object, path: Sequence[str | int], name: object) -> object:
    """With this in place of what is there."""
    if not path:
        return name
    first, rest = path[0], path[1:]
    if isinstance(plain, list):
        return [replaced(item, rest, name) if at == first else item for at, item in enumerate(plain)]
    assert isinstance(plain, dict)
    return {at: replaced(item, rest, name) if at == first else item for at, item in plain.items()}


def there(plain: Any, path: Sequence[str | int]) -> Any:
    """What is there; None where nothing is."""
    for at in path:
        known: Any = range(len(plain)) if isinstance(plain, list) else plain if isinstance(plain, dict) else ()
        if at not in known:
            return None
        plain = plain[at]
    return plain


def _replaced(plain: object, kind: type) -> object:
    """With integers for truths, or truths for 0 and 1."""
    if isinstance(plain, list):
        return [_replaced(item, kind) for item in plain]
    if isinstance(plain, dict):
        return {name: _replaced(item, kind) for name, item in plain.items()}
    if kind is int:
        return int(plain) if isinstance(plain, bool) else plain
    return bool(plain) if isinstance(plain, int) and plain in (0, 1) else plain


def _plain(shown: Any, named: bool = True) -> object:
    """Numbers, texts, lists and dictionaries; of records and `named` tuples the fields by name."""
    if hasattr(shown, "dtype"):
        shown = shown.tolist()
    if shown is None or isinstance(shown, (bool, str)):
        return shown.value if hasattr(shown, "value") and isinstance(shown, str) else shown
    if hasattr(shown, "_asdict") and named:
        return _fields(shown._asdict(), named)
    if isinstance(shown, int):
        return f"{type(shown).__name__}.{shown.name}" if hasattr(shown, "name") else int(shown)
    if isinstance(shown, float):
        return int(shown) if shown.is_integer() else shown
    if isinstance(shown, (list, tuple, deque)):
        return [_plain(item, named) for item in shown]
    if isinstance(shown, (set, frozenset)):
        return sorted((_plain(item, named) for item in shown), key=_text)
    if isinstance(shown, dict):
        return _fields(shown, named)
    if hasattr(shown, "numerator") and hasattr(shown, "denominator"):
        return int(shown) if shown.denominator == 1 else float(shown)
    if hasattr(shown, "as_integer_ratio") and hasattr(shown, "is_finite"):  # of decimal
        return _plain(float(shown))
    if hasattr(shown, "name") and hasattr(shown, "value"):
        return f"{type(shown).__name__}.{shown.name}"
    if is_dataclass(shown) and not isinstance(shown, type):
        return _fields({one.name: getattr(shown, one.name) for one in fields(shown)}, named)
    if getattr(type(shown), "__repr__", None) is UNNAMED and (held := _held(shown)):
        return _fields(held, named)
    return ADDRESS.sub("", repr(shown))


def _held(shown: object) -> dict[str, object]:
    """The fields of an object, those in slots among them."""
    places = [
        name for kind in type(shown).__mro__ for name, one in vars(kind).items() if type(one) is MemberDescriptorType
    ]
    names = [name for name in places if hasattr(shown, name)]
    return {one: getattr(shown, one) for one in names} | getattr(shown, "__dict__", {})


def _fields(items: Mapping[Any, Any], named: bool) -> dict[str, object]:
    """Keys that are no texts as they would be shown."""
    return {name if isinstance(name, str) else _text(_plain(name)): _plain(item, named) for name, item in items.items()}


def _said(error: BaseException) -> str:
    text = str(error).strip().split("\n")[0]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


if __name__ == "__main__":
    main()
