"""Functions of Python's own library that are written in the language itself: they do what Python's own do.

A file that uses one gets it as a helper, see `lang.preluded`. A parameter with the default `FUNCTION` is a function, of
which each call says which it is; where it says nothing, the text may ask whether it is None.
"""

from __future__ import annotations

import ast
from functools import cache

# The modules of the library, and the texts of their functions. `module__name` is `module.name`, here as well.
_TEXTS = {
    "bisect": '''
def bisect__bisect_left(a, x, lo=0, hi=None, *, key=FUNCTION):
    if lo < 0:
        raise ValueError("lo must be non-negative")
    high = len(a) if hi is None else hi
    while lo < high:
        middle = (lo + high) // 2
        if key(a[middle]) < x:
            lo = middle + 1
        else:
            high = middle
    return lo

def bisect__bisect_right(a, x, lo=0, hi=None, *, key=FUNCTION):
    if lo < 0:
        raise ValueError("lo must be non-negative")
    high = len(a) if hi is None else hi
    while lo < high:
        middle = (lo + high) // 2
        if x < key(a[middle]):
            high = middle
        else:
            lo = middle + 1
    return lo

def bisect__insort_left(a, x, lo=0, hi=None, *, key=FUNCTION):
    if lo < 0:
        raise ValueError("lo must be non-negative")
    high, wanted = len(a) if hi is None else hi, key(x)
    while lo < high:
        middle = (lo + high) // 2
        if key(a[middle]) < wanted:
            lo = middle + 1
        else:
            high = middle
    a.insert(lo, x)

def bisect__insort_right(a, x, lo=0, hi=None, *, key=FUNCTION):
    if lo < 0:
        raise ValueError("lo must be non-negative")
    high, wanted = len(a) if hi is None else hi, key(x)
    while lo < high:
        middle = (lo + high) // 2
        if wanted < key(a[middle]):
            high = middle
        else:
            lo = middle + 1
    a.insert(lo, x)
''',
    "heapq": '''
def heapq__sift_down(heap: list, start, at):
    while at > start:
        parent = (at - 1) >> 1
        if not heap[at] < heap[parent]:
            break
        heap[at], heap[parent] = heap[parent], heap[at]
        at = parent

def heapq__sift_up(heap: list, at):
    start, end = at, len(heap)
    child = 2 * at + 1
    while child < end:
        if child + 1 < end and not heap[child] < heap[child + 1]:
            child += 1
        heap[at], heap[child] = heap[child], heap[at]
        at, child = child, 2 * child + 1
    heapq__sift_down(heap, start, at)

def heapq__heappush(heap: list, item):
    heap.append(item)
    heapq__sift_down(heap, 0, len(heap) - 1)

def heapq__heappop(heap: list):
    heap[0], heap[-1] = heap[-1], heap[0]
    first = heap.pop()
    if heap:
        heapq__sift_up(heap, 0)
    return first

def heapq__heapreplace(heap: list, item):
    first = heap[0]
    heap[0] = item
    heapq__sift_up(heap, 0)
    return first

def heapq__heappushpop(heap: list, item):
    if not heap or not heap[0] < item:
        return item
    first = heap[0]
    heap[0] = item
    heapq__sift_up(heap, 0)
    return first

def heapq__heapify(heap: list):
    for at in reversed(range(len(heap) // 2)):
        heapq__sift_up(heap, at)

def heapq__nlargest(n, iterable, key=FUNCTION):
    return sorted(iterable, key=lambda item: key(item), reverse=True)[:max(n, 0)]

def heapq__nsmallest(n, iterable, key=FUNCTION):
    return sorted(iterable, key=lambda item: key(item))[:max(n, 0)]
''',
    "statistics": '''
def statistics__exact(data):
    return [value if isinstance(value, int) else Fraction(value) for value in data]

def statistics__mean(data):
    values = statistics__exact(data)
    if not values:
        raise ValueError("mean requires at least one data point")
    total = sum(values)
    return total // len(values) if isinstance(total, int) and total % len(values) == 0 else total / len(values)

def statistics__fmean(data):
    values = statistics__exact(data)
    if not values:
        raise ValueError("fmean requires at least one data point")
    return float(sum(values) / len(values))

def statistics__spread(values, divisor):
    count, total = len(values), sum(values)
    spread, times = count * sum(v * v for v in values) - total * total, count * divisor
    return spread // times if isinstance(spread, int) and spread % times == 0 else spread / times

def statistics__variance(data):
    values = statistics__exact(data)
    if len(values) < 2:
        raise ValueError("variance requires at least two data points")
    return statistics__spread(values, len(values) - 1)

def statistics__pvariance(data):
    values = statistics__exact(data)
    if len(values) < 1:
        raise ValueError("pvariance requires at least one data point")
    return statistics__spread(values, len(values))

def statistics__median(data):
    values = sorted(data)
    if not values:
        raise ValueError("no median for empty data")
    half = len(values) // 2
    return values[half] if len(values) % 2 == 1 else (values[half - 1] + values[half]) / 2

def statistics__median_low(data):
    values = sorted(data)
    if not values:
        raise ValueError("no median for empty data")
    return values[(len(values) - 1) // 2]

def statistics__median_high(data):
    values = sorted(data)
    if not values:
        raise ValueError("no median for empty data")
    return values[len(values) // 2]

def statistics__mode(data):
    counts = {}
    for value in data:
        counts[value] = counts.get(value, 0) + 1
    if not counts:
        raise ValueError("no mode for empty data")
    return max(counts, key=lambda value: counts[value])

def statistics__multimode(data):
    counts = {}
    for value in data:
        counts[value] = counts.get(value, 0) + 1
    most = max(counts.values(), default=0)
    return [value for value, count in counts.items() if count == most]
''',
    "itertools": '''
def itertools__accumulate(iterable, func=FUNCTION):
    first, total = True, None
    for value in iterable:
        total = value if first else func(total, value)
        first = False
        yield total

def itertools__accumulate_from(iterable, func=FUNCTION, *, initial):
    total = initial
    yield total
    for value in iterable:
        total = func(total, value)
        yield total

def itertools__count(start=0, step=1):
    value = start
    while True:
        yield value
        value += step

def itertools__cycle(iterable):
    values = list(iterable)
    while values:
        for value in values:
            yield value

def itertools__repeat_on(object):
    while True:
        yield object

def itertools__takewhile(predicate=FUNCTION, iterable=()):
    for value in iterable:
        if not predicate(value):
            break
        yield value

def itertools__dropwhile(predicate=FUNCTION, iterable=()):
    dropping = True
    for value in iterable:
        if dropping and not predicate(value):
            dropping = False
        if not dropping:
            yield value

def itertools__filterfalse(predicate=FUNCTION, iterable=()):
    for value in iterable:
        if not predicate(value):
            yield value

def itertools__batched(iterable, n):
    if n < 1:
        raise ValueError("n must be at least one")
    batch = []
    for value in iterable:
        batch.append(value)
        if len(batch) == n:
            yield tuple(batch)
            batch = []
    if batch:
        yield tuple(batch)

def itertools__groupby(iterable, key=FUNCTION):
    known, group = None, []
    for value in iterable:
        found = key(value)
        if not group:
            known = found
        elif not known == found:
            yield known, tuple(group)
            known, group = found, []
        group.append(value)
    if group:
        yield known, tuple(group)
''',
    "operator": "".join(
        f"\ndef operator__{name}(a, b):\n    return {text}\n"
        for name, text in {
            "add": "a + b", "sub": "a - b", "mul": "a * b", "truediv": "a / b", "floordiv": "a // b", "mod": "a % b",
            "pow": "a ** b", "and_": "a & b", "or_": "a | b", "xor": "a ^ b", "lshift": "a << b", "rshift": "a >> b",
            "lt": "a < b", "le": "a <= b", "eq": "a == b", "ne": "a != b", "ge": "a >= b", "gt": "a > b",
            "concat": "a + b", "contains": "b in a", "getitem": "a[b]", "countOf": "sum(b == item for item in a)",
        }.items()
    )
    + "".join(
        f"\ndef operator__{name}(a):\n    return {text}\n"
        for name, text in {
            "neg": "-a", "pos": "+a", "inv": "~a", "invert": "~a", "abs": "abs(a)", "not_": "not a", "truth": "bool(a)",
            "index": "a + 0",
        }.items()
    ),
}  # fmt: skip
# Other names of the same functions.
SAME = {"bisect.bisect": "bisect.bisect_right", "bisect.insort": "bisect.insort_right"}
FUNCTION = "FUNCTION"
APART = "__"  # between a module and a name of it, in a text


@cache
def texts() -> dict[str, ast.FunctionDef]:
    """The functions by where they are found: "heapq.heappush"."""
    found: dict[str, ast.FunctionDef] = {}
    for text in _TEXTS.values():
        for node in ast.parse(text).body:
            assert isinstance(node, ast.FunctionDef)
            found[node.name.replace(APART, ".", 1)] = node
    return found


_INSIDE = frozenset(["sift_down", "sift_up", "exact", "accumulate_from", "repeat_on"])


def _names() -> dict[str, frozenset[str]]:
    """The names of each module that a file may import."""
    found = [origin.split(".") for origin in (*texts(), *SAME)]
    return {
        module: frozenset(name for other, name in found if other == module and name not in _INSIDE)
        for module, _ in found
    }


NAMES = _names()
