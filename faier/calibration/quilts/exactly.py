"""The Markov quilt mechanism for chains with the influences that there are: MQMExact, for classes of chains.

Song, Wang and Chaudhuri 2017 (Algorithm 2 for chains); Song and Chaudhuri 2017 (Algorithm 1).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush

from flint import fmpq

from faier.calibration.quilts.alike import alike_records
from faier.calibration.quilts.chains import Chain, Number, exact_number
from faier.calibration.quilts.covering import covered
from faier.calibration.quilts.records import Records
from faier.calibration.quilts.scale import Budget, Cover, Quilt, Quilted, as_epsilon, asked, united
from faier.exact import Epsilon, nearest_float

NEAR = 1 + 1e-8
"""Records that ask for more than others by no more than this are not told apart."""


def quilts_of_chains(
    chains: Chain | Iterable[Chain],
    epsilon: Budget,
    *,
    lipschitz: Number = 1,
    records: Iterable[int] | None = None,
) -> Quilted:
    """The scale of Laplace noise that MQMExact asks for. The query moves by at most `lipschitz` where one record
    changes; `records`, counted from 1, are those that are secret (None: each of them)."""
    budget, step = as_epsilon(epsilon), exact_number(lipschitz)
    each = [chains] if isinstance(chains, Chain) else list(chains)
    return united([_of_chain(chain, budget, step, records) for chain in each])


def _of_chain(chain: Chain, epsilon: Epsilon, lipschitz: fmpq, records: Iterable[int] | None) -> Quilted:
    secret = range(1, chain.length + 1) if records is None else sorted(set(records))
    if not secret or secret[0] < 1 or secret[-1] > chain.length:
        raise ValueError(f"the records are counted from 1 to {chain.length}")
    covers: list[Cover] = []
    quilts: dict[Quilt, None] = {}
    most = fmpq(0)
    waiting: list[tuple[float, int, Records, list[Cover]]] = []
    for alike in _spread(list(alike_records(chain))):
        among = _within(secret, alike.first, alike.last)
        if not among or alike.decided:
            continue
        found = _borrowed(alike, quilts, chain.length, epsilon, lipschitz, most) if alike.first == alike.last else None
        some = [found] if found is not None else covered(alike, among, chain.length, epsilon, lipschitz, most)
        if alike.parts is None:
            covers += some
            quilts |= dict.fromkeys(cover.quilt for cover in some)
            most = max(most, *(cover.scale for cover in some))
        else:
            heappush(waiting, (-_height(some), alike.first, alike, some))
    while waiting:
        height, _, alike, some = heappop(waiting)
        if alike.parts is None or -height <= nearest_float(most) * NEAR:
            covers += some
            most = max(most, *(cover.scale for cover in some))
            continue
        for part in alike.parts():
            among = _within(secret, part.first, part.last)
            if among and not part.decided:
                some = covered(part, among, chain.length, epsilon, lipschitz, most)
                heappush(waiting, (-_height(some), part.first, part, some))
    if not covers:
        raise ValueError("every record has one value only: nothing is secret")
    return Quilted(most, tuple(covers))


def _height(covers: Sequence[Cover]) -> float:
    most = max(cover.scale for cover in covers)
    return nearest_float(most)


def _spread(each: Sequence[Records]) -> list[Records]:
    """The last ones, then some of all others, then more: the worst are met early, and measure others."""
    digits = len(each).bit_length()
    places = sorted(range(len(each)), key=lambda place: int(f"{len(each) - place - 1:0{digits}b}"[::-1], 2))
    return [each[place] for place in reversed(places)]


def _within(records: Sequence[int], first: int, last: int) -> Sequence[int]:
    if isinstance(records, range):
        return range(first, last + 1)
    return [record for record in records if first <= record <= last]


def _borrowed(
    alike: Records, quilts: Iterable[Quilt], length: int, epsilon: Epsilon, lipschitz: fmpq, most: fmpq
) -> Cover | None:
    """A quilt of later records that is enough for an earlier one too, with no more noise than is needed anyway."""
    record = alike.first
    for quilt in quilts:
        before = quilt.before if quilt.before is not None and quilt.before < record else None
        after = quilt.after if quilt.after is not None and record + quilt.after <= length else None
        fitting = Quilt(before, after)
        left = epsilon.value - alike.about(before, after)
        if left <= 0 or fitting.nearby(record, length) * nearest_float(lipschitz) > left * (nearest_float(most) + 1e-9):
            continue
        scale = asked(fitting.nearby(record, length), lipschitz, epsilon, alike.certainly(fitting))
        if scale is not None and scale <= most:
            return Cover(record, record, fitting, scale)
    return None
