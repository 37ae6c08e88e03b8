"""Random processes, relations and words, for the tests of faier.hmm. Everything follows from the seed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from flint import fmpq
from hmm_examples import mechanism

from faier.hmm.model import AskLetter, EndLetter, Letter, Pair, TellLetter
from faier.hmm.shown import letter_identity
from faier.lang.claim import Each, Edges, One, Pairs, PerInput, Relation, Total
from faier.lang.syntax import BoolType, Function, IntType, StreamType, VectorType
from faier.lang.values import Sequence, Value
from faier.semantics.process import Ask, End, Entry, Process, Row, State, Tell

ONE = fmpq(1)
X = Entry("x", None, True)
Output = tuple[tuple[Value, ...], bool]


def row(rng: Random, targets: list[int], most: int = 3) -> Row:
    chosen = rng.sample(targets, rng.randint(1, min(most, len(targets))))
    weights = [rng.randint(1, 3) for _ in chosen]
    return tuple(sorted((to, fmpq(w, sum(weights))) for to, w in zip(chosen, weights, strict=True)))


def finite(rng: Random, entries: list[tuple[Entry, tuple[Value, ...]]], size: int) -> Process:
    """A process without cycles whose runs may ask in any order, for other entries in other runs, or not at all."""
    states: list[State] = [End()]
    asked: list[frozenset[Entry]] = [frozenset()]
    for _ in range(size):
        near = list(range(len(states)))[-6:]
        kind = rng.random()
        if kind < 0.55 and entries:
            entry, choices = rng.choice(entries)
            fresh = [at for at in range(len(states)) if entry not in asked[at]][-6:]
            rows = tuple(row(rng, fresh) for _ in choices)
            states.append(Ask(entry, choices, rows))
            asked.append(frozenset({entry}).union(*(asked[to] for each in rows for to, _ in each)))
        elif kind < 0.95:
            onward = row(rng, near)
            states.append(Tell(rng.choice([False, 0, 1]), onward))
            asked.append(frozenset().union(*(asked[to] for to, _ in onward)))
        else:
            states.append(End())
            asked.append(frozenset())
    return _plain(states, row(rng, list(range(len(states)))[-5:]))


def streaming(rng: Random, choices: tuple[Value, ...], size: int) -> Process:
    """A process with cycles on one stream; every cycle shows something."""
    states: list[State] = []
    for at in range(size):
        onward = list(range(at + 1, size))
        kind = rng.random()
        if kind < 0.4 and onward:
            states.append(Ask(X, choices, tuple(row(rng, onward[:4], 2) for _ in choices)))
        elif kind < 0.9:
            back = rng.random() < 0.4 or not onward
            states.append(
                Tell(rng.randint(0, 1), row(rng, sorted({*onward[:3], rng.randrange(size)} if back else onward[:3]), 2))
            )
        else:
            states.append(End())
    return _plain(states, row(rng, list(range(min(2, size)))))


def prior(rng: Random, entries: list[tuple[Entry, tuple[Value, ...]]], size: int) -> Process:
    """A process with several secrets. With entries (public ones), a run's secret is known from its start; without,
    runs lose weight at every step and the secret is known at the end."""
    secrets: list[Value] = [False, True, 7][: rng.randint(2, 3)]
    if entries:
        parts = [finite(rng, entries, size) for _ in secrets]
        states: list[State] = []
        start: list[tuple[int, fmpq]] = []
        finals: list[list[fmpq]] = [[] for _ in secrets]
        for number, part in enumerate(parts):
            first = len(states)
            states += [_shifted(state, first) for state in part.states]
            mass = fmpq(rng.randint(0, 2), 7)
            start += [(first + to, weight * mass) for to, weight in part.start if mass != 0]
            for other, weights in enumerate(finals):
                weights += [fmpq(int(other == number))] * len(part.states)
        known = tuple((secret, tuple(weights)) for secret, weights in zip(secrets, finals, strict=True))
        return Process(tuple(states), tuple(start), known, ("",) * len(states))
    whole = finite(rng, [], size)
    states = [_faded(rng, state) for state in whole.states]
    finals = [[] for _ in secrets]
    for state in states:
        shares = [fmpq(rng.randint(0, 2), 3 * len(secrets)) for _ in secrets]
        for share, weights in zip(shares, finals, strict=True):
            weights.append(sum((w * weights[to] for to, w in state.row), fmpq(0)) if isinstance(state, Tell) else share)
    known = tuple((secret, tuple(weights)) for secret, weights in zip(secrets, finals, strict=True))
    return Process(tuple(states), whole.start, known, ("",) * len(states))


def duplicated(rng: Random, process: Process) -> Process:
    """The same process with some states twice, each move split between the two in some way."""
    twice = [at for at in range(len(process.states)) if rng.random() < 0.4]
    copy = {at: len(process.states) + number for number, at in enumerate(twice)}

    def split(whole: Row) -> Row:
        found: list[tuple[int, fmpq]] = []
        for to, weight in whole:
            share = fmpq(rng.randint(0, 4), 4) if to in copy else ONE
            found += [(to, weight * share), (copy.get(to, to), weight * (1 - share))]
        return tuple(sorted((to, weight) for to, weight in found if weight != 0))

    def again(state: State) -> State:
        match state:
            case Ask(entry, choices, rows):
                return Ask(entry, choices, tuple(map(split, rows)))
            case Tell(value, onward):
                return Tell(value, split(onward))
            case _:
                return End()

    order = [*range(len(process.states)), *twice]
    return Process(
        tuple(again(process.states[at]) for at in order),
        split(process.start),
        tuple((secret, tuple(weights[at] for at in order)) for secret, weights in process.finals),
        tuple(process.notes[at] for at in order),
    )


def setting(rng: Random) -> tuple[Function, list[tuple[Entry, tuple[Value, ...]]], Relation]:
    """A mechanism's inputs, their entries, and a relation between them."""
    bit, trit = IntType(0, 1), IntType(0, 2)
    relations: list[Relation] = [Each(1), One(), One(1), Total(1), Total(2), Edges(((0, 1),))]
    match rng.randint(0, 4):
        case 0:
            function, length, values = mechanism(x=VectorType(bit, 2)), 2, (0, 1)
        case 1:
            function, length, values = mechanism(x=VectorType(trit, 2)), 2, (0, 1, 2)
        case 2:
            function, length, values = mechanism(x=VectorType(bit, 3)), 3, (0, 1)
        case 3:
            function, length, values = mechanism(public=("p",), x=VectorType(bit, 2), p=BoolType()), 2, (0, 1)
        case _:
            both = PerInput((("x", One()), ("y", One())))
            relations += [PerInput((("x", One()),)), both, both, PerInput((("x", Each(1)), ("y", One())))]
            entries: list[tuple[Entry, tuple[Value, ...]]] = [(Entry("x"), (0, 1, 2)), (Entry("y"), (False, True))]
            return mechanism(x=trit, y=BoolType()), entries, rng.choice(relations)
    entries = [(Entry("x", (at,)), values) for at in range(length)]
    if length == 2:
        one, other = Sequence("list", (0, 1)), Sequence("tuple", (1, 1))
        relations.append(Pairs(((one, other), (other, Sequence("list", (0, 0))))))
    if len(function.parameters) == 2:
        entries.append((Entry("p"), (False, True)))
    return function, entries, rng.choice(relations)


def stream_setting(rng: Random) -> tuple[Function, tuple[Value, ...], Relation]:
    top = rng.choice([1, 1, 2])
    relation = rng.choice([Each(1), One(), Total(1), Total(2), PerInput(()), Edges(((0, 1),))])
    return mechanism(x=StreamType(IntType(0, top))), tuple(range(top + 1)), relation


def words(pair: Pair, most: int = 10**9) -> Iterator[tuple[Letter, ...]]:
    """Every word, shorter ones first."""
    waiting: list[tuple[tuple[Letter, ...], int]] = [((), pair.start)]
    for count, (word, node) in enumerate(waiting):
        if count == most:
            return
        yield word
        waiting += [((*word, edge.letter), edge.target) for edge in pair.nodes[node].edges]


def output(word: tuple[Letter, ...]) -> Output:
    """What the word shows, and whether it ends."""
    shown = tuple(letter.value for letter in word if isinstance(letter, TellLetter))
    return shown, any(isinstance(letter, EndLetter) for letter in word)


def outputs(process: Process) -> set[tuple[tuple[tuple[str, Value], ...], bool]]:
    """Everything a process without cycles may show: ((type, value), ...) and whether it ends."""
    found = set()
    waiting = [(state, ()) for state, _ in process.start]
    seen = set(waiting)
    while waiting:
        at, shown = waiting.pop()
        state = process.states[at]
        found.add((shown, False))
        following: list[tuple[int, tuple[tuple[str, Value], ...]]] = []
        match state:
            case End():
                found.add((shown, True))
            case Tell(value, onward):
                following = [(to, (*shown, (type(value).__name__, value))) for to, _ in onward]
            case Ask(rows=rows):
                following = [(to, shown) for each in rows for to, _ in each]
        waiting += [each for each in following if each not in seen]
        seen.update(following)
    return found


def spelled(pair: Pair, left: dict[str, Value], right: dict[str, Value], shown: Output) -> tuple[Letter, ...] | None:
    """The one word that reads these inputs and shows this output, or the longest beginning of it that the pair
    has; None if it reads more arrivals than there are."""
    node = pair.nodes[pair.start]
    rest, word, read = list(shown[0]), [], 0
    while rest or (shown[1] and node.kind != "ended"):
        if node.kind == "ask" and node.edges:
            first = node.edges[0].letter
            assert isinstance(first, AskLetter)
            path = (read,) if first.entry.arrival else first.entry.index or ()
            sides = (left[first.entry.input], right[first.entry.input])
            for index in path:
                if index >= len(sides[0].items):
                    return None
                sides = (sides[0].items[index], sides[1].items[index])
            read += first.entry.arrival
            letter: Letter = AskLetter(first.entry, *sides)
        else:
            letter = TellLetter(rest.pop(0)) if rest else EndLetter()
        word.append(letter)
        target = [edge.target for edge in node.edges if letter_identity(edge.letter) == letter_identity(letter)]
        if not target:
            break
        node = pair.nodes[target[0]]
    return tuple(word)


def greatest_ratio(weights: Iterator[tuple[fmpq, fmpq]]) -> fmpq | None:
    """None: infinite."""
    best = fmpq(0)
    for left, right in weights:
        if left != 0:
            if right == 0:
                return None
            best = max(best, left / right)
    return best


def _plain(states: list[State], start: Row) -> Process:
    return Process(tuple(states), start, ((None, (ONE,) * len(states)),), tuple(map(str, range(len(states)))))


def _shifted(state: State, by: int) -> State:
    def moved(whole: Row) -> Row:
        return tuple((to + by, weight) for to, weight in whole)

    match state:
        case Ask(entry, choices, rows):
            return Ask(entry, choices, tuple(map(moved, rows)))
        case Tell(value, onward):
            return Tell(value, moved(onward))
        case _:
            return state


def _faded(rng: Random, state: State) -> State:
    if not isinstance(state, Tell):
        return state
    left = fmpq(rng.randint(1, 3), 3)
    return Tell(state.value, tuple((to, weight * left) for to, weight in state.row))
