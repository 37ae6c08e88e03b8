"""The checker's graphs of words -> a cycle in one of them whose turns raise the ratio without end."""

from __future__ import annotations

from collections.abc import Iterable

from faier.certificate.couplings import pair_of
from faier.certificate.numbers import text_of
from faier.certificate.unwritten import Unwritten
from faier.checker.compared import Compared
from faier.engines.growth.engine import diverges
from faier.limits import Limits


def growths(compared: Iterable[Compared], limits: Limits) -> dict[str, object]:
    """The evidence that no epsilon is enough."""
    for place, words in enumerate(compared):
        found = diverges(pair_of(words), limits) if words.proper else None
        if found is None:
            continue
        suffix, ended = list(found.suffix), False
        last = _target(words, _target(words, 0, found.prefix), suffix[:-1])
        if suffix and suffix[-1] == len(words.graph.nodes[last].edges):
            suffix, ended = suffix[:-1], True
        return {
            "kind": "growth",
            "place": place,
            "prefix": list(found.prefix),
            "cycle": list(found.cycle),
            "suffix": suffix,
            "ended": ended,
            "low": [text_of(amount) for amount in found.low],
            "high": [text_of(amount) for amount in found.high],
            "rates": [text_of(found.left_rate), text_of(found.right_rate)],
        }
    raise Unwritten("no cycle was found whose turns raise the ratio")


def _target(words: Compared, place: int, numbers: Iterable[int]) -> int:
    for number in numbers:
        place = words.graph.nodes[place].edges[number].target
    return place
