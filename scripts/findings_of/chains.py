"""Chains by their definition, to hold the statements about them against."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import ceil

import networkx
from flint import arb, fmpq

from faier.calibration.quilts import Network, chain, mixing, network
from faier.calibration.quilts.chains import exact_number, stationary
from faier.calibration.quilts.networks import Table
from faier.exact import fraction
from findings_of import holds

Rows = list[list[Fraction]]
Matrix = list[list[fmpq]]


def decimal(value: fmpq, digits: int) -> str:
    """Rounded up."""
    return f"{ceil(fraction(value) * 10**digits) / 10**digits:.{digits}f}"


def powers(rows: Rows, times: int) -> Matrix:
    """The chances after so many steps."""
    each = range(len(rows))
    one = [[exact_number(entry) for entry in row] for row in rows]
    found = [[fmpq(int(x == y)) for y in each] for x in each]
    for _ in range(times):
        found = [[sum((found[x][z] * one[z][y] for z in each), fmpq(0)) for y in each] for x in each]
    return found


def influence(rows: Rows, before: int, after: int) -> arb:
    """The max-influence of a record of the stationary chain on those so many steps before and after it."""
    law = stationary([[exact_number(entry) for entry in row] for row in rows])
    states = range(len(rows))
    back, on = powers(rows, before), powers(rows, after)
    most = fmpq(1)
    for x, y, left, right in product(states, repeat=4):
        one = law[left] * back[left][x] / law[x] * on[x][right]
        other = law[left] * back[left][y] / law[y] * on[y][right]
        most = max(most, one / other)
    return arb(most).log()


def steps(rows: Rows, most: int = 20) -> int:
    """Lemma B.5 and its consequences for so many steps: chances after t steps are within exp(-t gap) / least."""
    law = stationary([[exact_number(entry) for entry in row] for row in rows])
    known, states = mixing(chain(rows, 2)), range(len(rows))
    for time in range(1, most + 1):
        part = (-arb(known.rate) * time).exp() / known.least
        after = powers(rows, time)
        for x, y in product(states, repeat=2):
            holds(abs(arb(after[x][y] / law[y] - 1)) <= part, f"lemma B.5 after {time} steps")
            for other in states:
                if part < 1:
                    holds(arb(after[x][y] / after[other][y]) <= (1 + part) / (1 - part), f"lemma B.6 after {time}")
    return most


def as_network(rows: Rows, length: int) -> Network:
    """The chain as a Bayesian network, from its stationary distribution."""
    law = stationary([[exact_number(entry) for entry in row] for row in rows])
    graph = networkx.DiGraph([(str(at), str(at + 1)) for at in range(1, length)])
    first: Table = {(): dict(enumerate(law))}
    moves: Table = {(x,): {y: exact_number(entry) for y, entry in enumerate(row)} for x, row in enumerate(rows)}
    return network(graph, {str(at): first if at == 1 else moves for at in range(1, length + 1)})
