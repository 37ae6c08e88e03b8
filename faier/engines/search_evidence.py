"""What a search leaves behind: every vector it kept, and for every step the reason why these are enough.

Certificates are made of it. Vectors are meant at the states that some word reaches; others weigh nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from faier.engines.search_vectors import Amount, Vector
from faier.exact import Number


@dataclass(frozen=True)
class Record:
    """The vector that the letter of `edge` makes of vector `rest` (edge None: the node's final weights) equals

        scale * u   where   divisor * u.left  <= sum of amount_i * v_i.left
                    and     divisor * u.right >= sum of amount_i * v_i.right

    for the terms (identity of v_i, amount_i). A vector that is kept has itself as its only term.
    """

    node: int
    edge: int | None
    rest: int | None
    scale: Number
    divisor: Amount
    terms: tuple[tuple[int, Amount], ...]


@dataclass(frozen=True)
class Retired:
    """From this layer on other vectors stand for vector `identity`; the terms are as in `Record`."""

    identity: int
    layer: int
    divisor: Amount
    terms: tuple[tuple[int, Amount], ...]


@dataclass(frozen=True)
class Evidence:
    """`vectors` are all that were ever kept, by identity; `born` maps each to its layer.

    Without `counting` there is one layer, 0. With it, layer k is about words that show at most k values: a letter
    that shows a value leads from the vectors alive in layer k to those alive in layer k + 1, any other letter stays in
    its layer. A vector is alive from its birth until it retires. Each final vector, and each step from a
    vector that was alive while the layer was made, has a record; its terms were alive in that layer, or retired
    later. `left_states[n]`, `right_states[n]`: the states of node n at which vectors are compared.

    The nodes in `listed`, and all nodes from which an edge leads to them, keep no vectors: every prefix of theirs was
    multiplied with the final vector and with every vector kept where an edge leaves them.
    """

    counting: bool
    vectors: tuple[Vector, ...]
    born: tuple[tuple[int, int], ...]
    records: tuple[Record, ...]
    retired: tuple[Retired, ...]
    left_states: tuple[frozenset[int], ...]
    right_states: tuple[frozenset[int], ...]
    listed: tuple[int, ...]
