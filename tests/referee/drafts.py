"""The truth about the claims of the drafts in `tests/drafts`: the tight factor, or the least delta, by running them.

Most are run exactly, with noise that is looked at as late as possible. Where noise is compared with noise, draws are
cut far out (`far`): the tight factor is between two ends. Where noise is shown without bounds, the worst output is
among the near ones: further out than every count, the ratio of two shifted geometrics stays the same.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from . import brute
from .brute import INF, Compared, Loaded, Mechanism
from .logarithm import epsilon

FOLDER = Path(__file__).parent.parent / "drafts"
DRAFTS = sorted(FOLDER.glob("*.py"))
COMPARED = {"favourite_food": 4, "first_alarm": 3, "sparse_vector": 3, "top_k": 2, "two_stage": 3}
SHOWN = {"binary_counter": (4, 2), "bounded_sum": (8, 6), "distinct": (6, 3), "running_totals": (5, 3)}
SHOWN |= {"travel_histogram": (4, 3), "opendp_chain": (8, 6), "capped_join": (5, 4), "spending": (5, 4)}
SHOWN |= {"first_events": (6, 3), "retried": (6, 3)}
READS = 4
UNKNOWN = Fraction(9, 10)


@dataclass(frozen=True)
class Truth:
    """What there is to know of a claim: the least delta if `delta`, else the tight factor, between two ends, of which
    the upper one is not known where a prior has unknowns."""

    mechanism: str
    claim: int
    delta: bool
    least: str
    most: str | None

    def verdict(self, claim: dict[str, Any]) -> str | None:
        """`None`: the ends do not tell."""
        if self.delta:
            return "proved" if Fraction(self.least) <= brute.simplest(claim["delta"]) else "refuted"
        allowed = epsilon(claim["epsilon"])
        if self.least == INF or not allowed.allows(Fraction(self.least)):
            return "refuted"
        return "proved" if self.most is not None and allowed.allows(Fraction(self.most)) else None


def claims_of(loaded: Loaded) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """Every claim of a file: its mechanism, which one of that it is, and what it says."""
    for name, found in loaded.names.items():
        if isinstance(found, Mechanism):
            for index, claim in enumerate(found.claims):
                yield name, index, claim


def truths(path: Path) -> list[Truth]:
    """The truth about every claim of a draft."""
    loaded = brute.load(path.read_text(), floor=floor_of(path.stem), folder=path.parent)
    known: dict[Any, list[Compared]] = {}
    found = []
    for mechanism, index, claim in claims_of(loaded):
        key = (mechanism, repr(claim.get("neighbors")), id(claim.get("prior")))
        if key not in known:
            known[key] = compared(loaded, mechanism, claim)
        if "delta" in claim:
            least = most = str(brute.delta(known[key], epsilon(claim["epsilon"]).exponential()))
        else:
            least, most = ends(path.stem, known[key])
        found.append(Truth(mechanism, index, "delta" in claim, least, None if "prior" in claim else most))
    return found


def floor_of(stem: str) -> int | None:
    return SHOWN[stem][0] if stem in SHOWN else COMPARED.get(stem)


def compared(loaded: Loaded, mechanism: str, claim: dict[str, Any]) -> list[Compared]:
    subject = loaded.mechanism(mechanism)
    if "prior" in claim:
        reals = dict.fromkeys(brute.kinds_of(claim["prior"].function), UNKNOWN)
        return brute.secret_laws(loaded, subject, claim["prior"], None, READS, reals)
    return brute.neighbor_laws(loaded, subject, claim["neighbors"], READS)


def ends(stem: str, found: list[Compared]) -> tuple[str, str | None]:
    if stem in COMPARED:
        known = brute.enclosed(found)
        return str(known.least), None if known.most is None else str(known.most)
    if stem in SHOWN:
        ratio = max(map(nearest_ratio, found, [SHOWN[stem][1]] * len(found)))
        return str(ratio), str(ratio)
    worst = brute.worst(found)
    return str(worst.ratio), str(worst.ratio)


def nearest_ratio(pair: Compared, limit: int) -> Fraction:
    """The worst ratio of the outputs of which every number is between 0 and the limit."""
    near = [event for event in pair.p if isinstance(event, tuple) and all(0 <= n <= limit for n in numbers(event))]
    return max((pair.p[event] / pair.q[event] for event in near), default=Fraction(0))


def numbers(shown: Any) -> Iterator[int]:
    if isinstance(shown, tuple):
        if len(shown) == 2 and shown[0] == "int":
            yield shown[1]
        else:
            for part in shown:
                yield from numbers(part)
