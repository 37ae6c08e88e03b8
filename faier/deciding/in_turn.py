"""A mechanism that returns many items at once is decided by one that shows them in turn; users see one value.

    question -> the same about the items in turn -> finding -> the same about the value that has these items

What is shown in turn is the same information where every run shows the same number of items. Only whole outputs
count: words that stop between two items weigh nothing.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from faier.deciding.comparison import Comparison, comparisons, explored, model_of, shows_parts
from faier.deciding.finding import Finding
from faier.deciding.question import Question
from faier.deciding.replay import MOMENT, confirm
from faier.deciding.store import Store
from faier.engines.verdict import Coverage, Witness
from faier.exact import ZERO
from faier.hmm.lump import rows
from faier.hmm.model import Pair, TellLetter
from faier.lang.diagnostics import Rejected
from faier.lang.values import Sequence
from faier.limits import LimitReached, Limits
from faier.semantics.components import components
from faier.semantics.gathered import Kind
from faier.semantics.in_turn import InTurn, in_turn
from faier.semantics.kept import KeptProcess
from faier.semantics.process import End, Process, Tell

# A mechanism with no more configurations than this is decided as it is written.
SMALL = 300


@dataclass(frozen=True)
class Turned:
    """The question about the items, which are so many; and its own store."""

    question: Question
    store: Store
    kind: Kind
    items: int


def turned(question: Question, store: Store, limits: Limits) -> Turned | None:
    """The question about the items in turn, where the mechanism as it is written is large or shows noise without bounds
    in its items, and there is one."""
    if question.prior is not None:
        return None
    found = in_turn(question.program, question.subject.mechanism)
    if found is None or not is_large(question, store, limits):
        return None
    about, own = replace(question, program=found.program, length=None), Store()
    try:
        items = _items(model_of(about, own, limits, plain=True).process)
    except Rejected:
        return None  # it is told of the mechanism as it is written
    except LimitReached as reached:
        if reached.name != "draws":
            raise
        return None  # draws that are in several items may be followed where these are shown together
    return None if items is None or items < 2 else Turned(about, own, found.kind, items)


def whole(about: Turned, limits: Limits) -> Iterator[Comparison]:
    """What is compared, where only whole outputs weigh something."""
    for comparison in comparisons(about.question, about.store, limits):
        yield replace(comparison, pair=completed(comparison.pair))


def told(about: Turned, question: Question, finding: Finding, limits: Limits) -> Finding | None:
    """What was found of the items, as something about the value that has them; None where the items are not all there.
    Who has shown all of them ends."""
    coverage = Coverage(1, finding.coverage.all)
    if finding.tight is None or finding.tight.witness is None:
        return replace(finding, coverage=coverage)
    found = finding.tight.witness
    if len(found.output) != about.items:
        return None
    whole = replace(found, output=(Sequence(about.kind, found.output),), ended=True)
    whole = _confirmed_soon(question, whole, limits)
    return replace(finding, coverage=coverage, tight=replace(finding.tight, witness=whole))


def _confirmed_soon(question: Question, found: Witness, limits: Limits) -> Witness:
    """Recompute the witness from the mechanism as it is written, where that takes but a moment; from the items it has
    been recomputed."""
    moment = Limits(deadline=time.monotonic() + MOMENT, states=limits.states)
    try:
        return confirm(question, found, moment)
    except LimitReached:
        return found


def large_in_turn(question: Question, limits: Limits) -> InTurn | None:
    """The program that shows the items in turn, where the mechanism as it is written is large."""
    found = in_turn(question.program, question.subject.mechanism) if question.prior is None else None
    return found if found is not None and is_large(question, Store(), limits) else None


def is_large(question: Question, store: Store, limits: Limits) -> bool:
    """Whether the mechanism as it is written is better not decided about."""
    try:
        found = explored(question, store, replace(limits, states=min(SMALL, limits.states)))
    except LimitReached as reached:
        return reached.name == "states" and limits.states > SMALL
    return isinstance(found, KeptProcess) and shows_parts(found)


def completed(pair: Pair) -> Pair:
    """The pair in which only words after which nothing can be shown any more weigh something."""
    open_still = {
        place
        for place, node in enumerate(pair.nodes)
        if any(isinstance(edge.letter, TellLetter) for edge in node.edges)
    }
    into: list[list[int]] = [[] for _ in pair.nodes]
    for place, node in enumerate(pair.nodes):
        for edge in node.edges:
            into[edge.target].append(place)
    waiting = sorted(open_still)
    while waiting:
        for source in into[waiting.pop()]:
            if source not in open_still:
                open_still.add(source)
                waiting.append(source)
    nodes = tuple(
        replace(node, left_final=(ZERO,) * len(node.left_final), right_final=(ZERO,) * len(node.right_final))
        if place in open_still
        else node
        for place, node in enumerate(pair.nodes)
    )
    return replace(pair, nodes=nodes)


def _items(process: Process) -> int | None:
    """How many values every run shows before it ends, if each shows equally many and all end. Runs that are not
    followed show what they may."""
    onward = [sorted({target for row in rows(state) for target, _ in row}) for state in process.states]
    shown: dict[int, int | None] = {}
    for component in components([state for state, _ in process.start], lambda at: onward[at]):
        (at, *others) = component
        state = process.states[at]
        if others or at in onward[at]:
            return None
        if isinstance(state, End):
            shown[at] = 0
            continue
        after = {shown[target] for target in onward[at]} - {None}
        if len(after) > 1:
            return None
        (more,) = after or {None}
        shown[at] = None if more is None else more + isinstance(state, Tell)
    every = {shown[state] for state, _ in process.start} - {None}
    return every.pop() if len(every) == 1 else None
