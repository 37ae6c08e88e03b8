"""A Bayesian network, or a class of them, as a mechanism file: a prior program, and noise that is added to its sum."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from keyword import iskeyword
from math import lcm

from flint import fmpq

from faier.calibration.quilts.chains import Number, exact_number
from faier.calibration.quilts.networks import Network, Table, together
from faier.calibration.quilts.scale import Budget, as_epsilon
from faier.exact import fraction_text

INDENT = "    "


def mechanism_file(
    networks: Network | Iterable[Network], scale: Number, epsilon: Budget, *, nodes: Iterable[str] | None = None
) -> str:
    """A file with the network as its prior, a mechanism that adds Laplace noise of this scale to the sum of all nodes,
    and the claim that it hides each node (or each of `nodes`)."""
    each = (networks,) if isinstance(networks, Network) else tuple(networks)
    for one in each:
        for node in one.nodes:
            if not all(isinstance(value, int) for value in one.values(node)):
                raise ValueError(f"values that are added up are integers, and those of {node} are not")
    sums = [sum(one.values(node)[end] for node in one.nodes) for one in each for end in (0, -1)]
    claim = as_epsilon(epsilon)
    return "\n".join(
        [
            '"""A Bayesian network whose nodes are hidden, each of them, in their noisy sum."""',
            "",
            "from fractions import Fraction",
            "",
            "from faier import Int, categorical, laplace, log, mechanism, prior, private, secret",
            "",
            f"SCALE = {_number(exact_number(scale))}",
            "",
            "",
            prior_program(each, nodes=nodes),
            "",
            "",
            f"@private(epsilon={claim.text}, prior=network)",
            "@mechanism",
            f"def noisy_sum(total: Int[{min(sums)}, {max(sums)}]):",
            f"{INDENT}return total + laplace(SCALE)",
            "",
        ]
    )


def prior_program(networks: Network | Iterable[Network], *, nodes: Iterable[str] | None = None) -> str:
    """The function `network`: it draws the nodes one after the other, hides one of them, and returns their sum. Of a
    class of networks, any may be the true one."""
    each = (networks,) if isinstance(networks, Network) else tuple(networks)
    import networkx

    first = each[0]
    chosen = [node for node in (first.nodes if nodes is None else nodes) if _is_open(each, node)]
    if not chosen:
        raise ValueError("every node has one value only: nothing is secret")
    names = _names(first)
    parameters = [f"hidden: Int[0, {len(chosen) - 1}]"] if len(chosen) > 1 else []
    parameters += [f"which: Int[0, {len(each) - 1}]"] if len(each) > 1 else []
    lines = ["@prior", f"def network({', '.join(parameters)}):"]
    for node in networkx.topological_sort(first.graph):
        lines += _drawn(each, node, names)
    for place, node in enumerate(chosen):
        word = "if" if place == 0 else "elif"
        test = [f"{INDENT}{word} hidden == {place}:"] if len(chosen) > 1 else []
        if len(chosen) > 1 and place == len(chosen) - 1:
            test = [f"{INDENT}else:"]
        lines += [*test, f"{INDENT * (len(test) + 1)}secret({names[node]})"]
    return "\n".join([*lines, f"{INDENT}return {' + '.join(names[node] for node in first.nodes)}"])


def _is_open(each: Iterable[Network], node: str) -> bool:
    """Whether it has more than one possible value, in all of them."""
    counts = {len(together(one, [node])) > 1 for one in each}
    if len(counts) > 1:
        raise ValueError(f"{node} is known in some of the networks: they need a file each")
    return counts.pop()


def _names(made: Network) -> Mapping[str, str]:
    """Names of variables: the nodes' own where these can be."""
    taken = {"hidden", "which", "secret", "categorical", "network"}
    plain = all(str(node).isidentifier() and not iskeyword(node) and node not in taken for node in made.nodes)
    return {node: str(node) if plain else f"x{place}" for place, node in enumerate(made.nodes, start=1)}


def _drawn(each: tuple[Network, ...], node: str, names: Mapping[str, str]) -> list[str]:
    if len(each) == 1:
        return _rows(each[0].tables[node], [names[one] for one in each[0].parents(node)], names[node], 1)
    lines: list[str] = []
    for place, made in enumerate(each):
        word = f"{'if' if place == 0 else 'elif'} which == {place}" if place < len(each) - 1 else "else"
        rows = _rows(made.tables[node], [names[one] for one in made.parents(node)], names[node], 2)
        lines += [f"{INDENT}{word}:", *rows]
    return lines


def _rows(table: Table, parents: list[str], name: str, depth: int) -> list[str]:
    lines: list[str] = []
    rows = list(table.items())
    for place, (values, row) in enumerate(rows):
        drawn = f"{name} = {_draw(row)}"
        if len(rows) == 1:
            return [INDENT * depth + drawn]
        tests = " and ".join(f"{parent} == {value}" for parent, value in zip(parents, values, strict=True))
        word = f"{'if' if place == 0 else 'elif'} {tests}" if place < len(rows) - 1 else "else"
        lines += [f"{INDENT * depth}{word}:", INDENT * (depth + 1) + drawn]
    return lines


def _draw(row: Mapping[int, fmpq]) -> str:
    """A value with its chance; where there are gaps between the values, they have none."""
    low, high = min(row), max(row)
    if low == high:
        return str(low)
    scale = lcm(*(int(chance.q) for chance in row.values()))
    weights = [row.get(value, fmpq(0)) * scale for value in range(low, high + 1)]
    drawn = f"categorical({', '.join(str(int(weight.p)) for weight in weights)})"
    return drawn if low == 0 else f"{low} + {drawn}"


def _number(value: fmpq) -> str:
    return fraction_text(value) if value.q == 1 else f"Fraction({fraction_text(value).replace('/', ', ')})"
