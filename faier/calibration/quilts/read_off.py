"""Records that are shown one by one -> a Bayesian network of them, in their order, where one of them is the secret.

The parents of a record are as few earlier ones as say all that the earlier ones say of it. That is found out exactly,
from how likely all records together are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations, product

from flint import fmpq

from faier.calibration.known import Missing
from faier.calibration.quilts.networks import Network, Values, network
from faier.engines.outputs.engine import output_distribution
from faier.extras import MissingExtraError, needed
from faier.lang.values import Value, same, sort_key
from faier.limits import Limits
from faier.semantics.process import Process

MOST = 8
"""Of more records than these, no network is looked for."""

Joint = Mapping[Values, fmpq]
"""How likely the records are together; values are counted."""


def network_of(process: Process, limits: Limits) -> Network | Missing:
    """The network of the records that the process shows, of which the secret is one."""
    each = [output_distribution(process, weights, {}, limits) for _, weights in process.finals]
    lengths = {len(output.items) for outputs in each for output in outputs}
    if len(lengths) != 1:
        return Missing("not always so many records are drawn")
    length = lengths.pop()
    if not 1 < length <= MOST:
        return Missing(f"a network is looked for among 2 to {MOST} records")
    values = _values(output.items for outputs in each for output in outputs)
    joint: dict[Values, fmpq] = {}
    secrets: dict[tuple[int, int], set[int]] = {}
    for number, outputs in enumerate(each):
        for output, chance in outputs.items():
            if not isinstance(chance, fmpq):
                return Missing("chances of the prior are no fractions")
            record = tuple(next(at for at, one in enumerate(values) if same(one, value)) for value in output.items)
            joint[record] = joint.get(record, fmpq(0)) + chance
            for place in enumerate(record):
                secrets.setdefault(place, set()).add(number)
    if all(any(len(found) > 1 for (at, _), found in secrets.items() if at == place) for place in range(length)):
        return Missing("the secret is not one of the records")
    try:
        return in_order(joint, length)
    except MissingExtraError as error:
        return Missing(str(error))


def in_order(joint: Joint, length: int) -> Network:
    """The network of records that are counted from 1, where each has fewest parents among those before it."""
    needed("calibrate", "networkx")
    import networkx

    graph = networkx.DiGraph()
    names = [f"x{record}" for record in range(1, length + 1)]
    graph.add_nodes_from(names)
    tables: dict[str, dict[Values, dict[int, fmpq]]] = {}
    possible = [sorted({values[place] for values in joint}) for place in range(length)]
    for place, name in enumerate(names):
        given = _given(joint, place)
        parents = next(
            chosen for size in range(place + 1) for chosen in combinations(range(place), size) if _enough(given, chosen)
        )
        graph.add_edges_from((names[parent], name) for parent in parents)
        rows = {tuple(before[parent] for parent in parents): row for before, row in given.items()}
        anything = {possible[place][0]: fmpq(1)}
        tables[name] = {
            values: rows.get(values, anything) for values in product(*(possible[parent] for parent in parents))
        }
    return network(graph, tables)


def _given(joint: Joint, place: int) -> dict[Values, dict[int, fmpq]]:
    """How likely the values of a record are, after all that may come before it."""
    masses: dict[Values, dict[int, fmpq]] = {}
    for values, chance in joint.items():
        row = masses.setdefault(values[:place], {})
        row[values[place]] = row.get(values[place], fmpq(0)) + chance
    return {before: _scaled(row) for before, row in masses.items()}


def _scaled(row: Mapping[int, fmpq]) -> dict[int, fmpq]:
    total = sum(row.values(), fmpq(0))
    return {value: chance / total for value, chance in sorted(row.items())}


def _enough(given: Mapping[Values, Mapping[int, fmpq]], chosen: tuple[int, ...]) -> bool:
    """Whether these earlier records say all that all of them say."""
    known: dict[Values, Mapping[int, fmpq]] = {}
    return all(known.setdefault(tuple(before[place] for place in chosen), row) == row for before, row in given.items())


def _values(shown: Iterable[tuple[Value, ...]]) -> list[Value]:
    """Each value that is shown, once."""
    found: list[Value] = []
    for items in shown:
        found += [value for value in items if not any(same(value, other) for other in found)]
    return sorted(found, key=sort_key)
