"""Queries and what is made of their answers, without a solver: a small one, which tries every path, reads the text."""

from __future__ import annotations

import importlib
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from typing import Any, TypeAlias

import pytest
from flint import fmpq
from pairs import ONE, above_threshold_pair, noisy_max_pair, random_pair
from polynomial_claims import grid, polynomial_claim

from faier.engines.algebra.domain import Domain, Variable
from faier.engines.smt import encode as encoding
from faier.engines.smt import polynomials, text, weights, words
from faier.engines.smt.encode import encode, word_of
from faier.engines.smt.engine import Answer, Gap, Item, Violation, ask, decide, items, queries, recheck
from faier.engines.smt.narrow import LARGEST, Interval, narrow
from faier.engines.smt.polynomials import Output, encode_output, outputs
from faier.engines.smt.solve import Solved, read_answer
from faier.engines.smt.words import Words, endings
from faier.exact import Epsilon, Number, Symbolic, compare, exponential, sign, substitute, unknown
from faier.hmm.forward import forward
from faier.hmm.model import Edge, Letter, Node, Pair, TellLetter
from faier.limits import LimitReached, Limits
from faier.semantics.process import Row

ENGINE = importlib.import_module("faier.engines.smt.engine")
NARROW = importlib.import_module("faier.engines.smt.narrow")
FREE = Limits()
NOWHERE = Domain(())
ZERO, HALF = fmpq(0), fmpq(1, 2)
INFINITE = fmpq(10) ** 100

# --- Text, read back ---------------------------------------------------------------------------------------------

Expression: TypeAlias = "str | list[Expression]"
Value: TypeAlias = Fraction | bool


def expressions(source: str) -> list[Expression]:
    open_lists: list[list[Expression]] = [[]]
    for token in re.findall(r"[()]|[^\s()]+", re.sub(";.*", "", source)):
        if token == "(":
            open_lists.append([])
        elif token == ")":
            closed = open_lists.pop()
            open_lists[-1].append(closed)
        else:
            open_lists[-1].append(token)
    (found,) = open_lists
    return found


OPERATIONS: dict[str, Callable[..., Any]] = {
    "+": lambda *of: sum(of),
    "-": lambda one: -one,
    "/": lambda one, other: one / other,
    "<": lambda *of: all(one < other for one, other in pairwise(of)),
    "<=": lambda *of: all(one <= other for one, other in pairwise(of)),
    ">": lambda one, other: one > other,
    "=": lambda one, other: one == other,
    "or": lambda *of: any(of),
    "not": lambda one: not one,
    "=>": lambda one, other: not one or other,
}


def times(*of: Fraction) -> Fraction:
    total = Fraction(1)
    for one in of:
        total *= one
    return total


def value(of: Expression, known: Mapping[str, Value]) -> Any:
    if isinstance(of, str):
        if of in ("true", "false"):
            return of == "true"
        return Fraction(of) if of[0].isdigit() else known[of]
    head, *rest = of
    assert isinstance(head, str)
    if head == "=>" and not value(rest[0], known):
        return True
    arguments = [value(one, known) for one in rest]
    return times(*arguments) if head == "*" else OPERATIONS[head](*arguments)


def asserted(query: str) -> list[Expression]:
    return [one[1] for one in expressions(query) if isinstance(one, list) and one[0] == "assert"]


def declared(query: str, sort: str) -> list[str]:
    return [
        str(one[1])
        for one in expressions(query)
        if isinstance(one, list) and one[0] == "declare-const" and one[2] == sort
    ]


def rational(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (fmpq(0), "0.0"),
        (fmpq(7), "7.0"),
        (fmpq(-7), "(- 7.0)"),
        (fmpq(2, 3), "(/ 2.0 3.0)"),
        (fmpq(-2, 3), "(- (/ 2.0 3.0))"),
        (fmpq(10) ** 30, "1" + "0" * 30 + ".0"),
    ],
)
def test_rationals(number: fmpq, written: str) -> None:
    assert text.rational(number) == written
    assert value(expressions(written)[0], {}) == rational(number)


def test_sums_products_and_choices_of_none_one_and_two() -> None:
    assert [text.total(of) for of in ([], ["a"], ["a", "b"])] == ["0.0", "a", "(+ a b)"]
    assert [text.product(of) for of in ([], ["a"], ["a", "b"])] == ["1.0", "a", "(* a b)"]
    assert [text.any_of(of) for of in ([], ["a"], ["a", "b"])] == ["false", "a", "(or a b)"]


P, Q = unknown("p"), unknown("q")
NUMBERS: list[Number] = [
    ONE,
    fmpq(-3, 2),
    P,
    P - 1,
    2 * P * P * Q - Q / 3 + fmpq(1, 7),
    -P * Q,
    1 / (1 + P),
    (P - Q) / (1 + Q * Q),
]


@pytest.mark.parametrize("number", NUMBERS, ids=str)
def test_numbers_with_unknowns_are_written_as_they_are(number: Number) -> None:
    written = expressions(text.number(number, {"p": "x", "q": "y"}))[0]
    for p, q in ((fmpq(1, 3), fmpq(1, 5)), (fmpq(2), fmpq(-3, 7))):
        exact = substitute(number, {"p": p, "q": q})
        assert isinstance(exact, fmpq)
        assert value(written, {"x": rational(p), "y": rational(q)}) == rational(exact)


def test_what_no_solver_of_real_arithmetic_knows_is_not_written() -> None:
    strange = P * exponential(ONE)
    assert isinstance(strange, Symbolic)
    with pytest.raises(ValueError, match="knows"):
        text.polynomial(strange, strange.numerator, {"p": "x"})


# --- Words -------------------------------------------------------------------------------------------------------


def moved(row: Mapping[int, Number], matrix: tuple[Row, ...]) -> dict[int, Number]:
    after: dict[int, Number] = {}
    for state, amount in row.items():
        for target, weight in matrix[state]:
            after[target] = after.get(target, ZERO) + amount * weight
    return after


def paths(found: Words) -> Iterator[tuple[tuple[Letter, ...], tuple[str, ...], Number, Number]]:
    """Every path: its letters, the constants that choose it, and its weights."""
    waiting: list[tuple[int, tuple[Letter, ...], tuple[str, ...], dict[int, Number], dict[int, Number]]]
    waiting = [(0, (), (), dict(found.left), dict(found.right))]
    for at, word, names, left, right in waiting:
        if at == len(found.vertices) - 1:
            yield word, names, sum(left.values(), ZERO), sum(right.values(), ZERO)
        for number, step in enumerate(found.vertices[at].steps):
            after = moved(left, step.left), moved(right, step.right)
            waiting.append((step.target, (*word, *step.letters), (*names, f"x_{at}_{number}"), *after))


def greatest(pair: Pair, least: int, length: int) -> fmpq:
    """The greatest factor, 0 at least, of the words that show `least` to `length` values."""
    best = ZERO
    waiting = [(pair.start, dict(pair.left), dict(pair.right), 0)]
    for place, left, right, shown in waiting:
        node = pair.nodes[place]
        above = sum((weight * node.left_final[at] for at, weight in left.items()), ZERO) * pair.right_mass
        below = sum((weight * node.right_final[at] for at, weight in right.items()), ZERO) * pair.left_mass
        if above != 0 and shown >= least:
            best = max(best, above / below if below != 0 else INFINITE)
        for edge in node.edges:
            more = shown + isinstance(edge.letter, TellLetter)
            after = moved(left, edge.left)
            if after and more <= length:
                waiting.append((edge.target, after, moved(right, edge.right), more))
    return best


PAIRS = [random_pair(seed, cyclic) for seed in range(30) for cyclic in (False, True)]
SOME = pytest.mark.parametrize("group", [PAIRS[at::10] for at in range(10)], ids=range(10))


@SOME
def test_paths_are_words_of_the_lengths_that_are_asked_about(group: list[Pair]) -> None:
    for pair in group:
        for length, least in ((0, 0), (2, 0), (2, 2), (3, 1)):
            for ending in endings(pair, 8):
                found = words.words(pair, length, least, ending, FREE)
                for word, _, left, right in paths(found) if found is not None else ():
                    weights = forward(pair, word)
                    assert (weights[0] * pair.right_mass, weights[1] * pair.left_mass) == (left, right)
                    shown = [letter for letter in word if isinstance(letter, TellLetter)]
                    assert least <= len(shown) <= length
                    assert (shown[-1] if shown else "nothing") == ending


@SOME
def test_of_the_words_of_all_lengths_none_is_missed_that_matters(group: list[Pair]) -> None:
    for pair in group:
        for kinds in (endings(pair, 8), endings(pair, 0)):
            best = [ZERO]
            for at in range(4):
                for ending in kinds:
                    found = words.words(pair, at, at, ending, FREE)
                    for _, _, left, right in paths(found) if found is not None else ():
                        best.append((left / right if right != 0 else INFINITE) if left != 0 else ZERO)
                assert max(best) == greatest(pair, 0, at)
            whole = [ZERO]
            for ending in kinds:
                found = words.words(pair, 3, 0, ending, FREE)
                for _, _, left, right in paths(found) if found is not None else ():
                    whole.append((left / right if right != 0 else INFINITE) if left != 0 else ZERO)
            assert max(whole) == max(best)


def test_ways_to_end() -> None:
    pair = above_threshold_pair(1)
    assert endings(pair, 2) == (TellLetter(False), TellLetter(True), "nothing")
    assert endings(pair, 1) == ("any",)


def test_superfluous_words_are_left_out() -> None:
    """Of the letters of Noisy Max with answers 0 to 1, those are left that differ; what is shown joins the last."""
    found = words.words(noisy_max_pair(2, 1, "first"), None, 0, "any", FREE)
    assert found is not None
    assert [len(vertex.steps) for vertex in found.vertices] == [4, 2, 0]
    assert [len(step.letters) for step in found.vertices[1].steps] == [3, 3]
    unit: tuple[Row, ...] = (((0, ONE),),)
    last = Node("ended", (ONE,), (ONE,), ())

    def telling(*chances: tuple[int, int]) -> Pair:
        edges = tuple(
            Edge(TellLetter(at), 1, (((0, fmpq(left, 9)),),), (((0, fmpq(right, 9)),),))
            for at, (left, right) in enumerate(chances)
        )
        return Pair((Node("show", (ONE,), (ONE,), edges), last), 0, unit[0], unit[0], ONE, ONE)

    def left_over(*chances: tuple[int, int]) -> list[object]:
        found = words.words(telling(*chances), None, 0, "any", FREE)
        assert found is not None
        return [letter.value for word, _, _, _ in paths(found) for letter in word if isinstance(letter, TellLetter)]

    assert sorted(left_over((2, 3), (3, 3), (3, 4), (1, 1))) == [1, 3]
    assert left_over((2, 3), (2, 3)) == [0]
    assert sorted(left_over((4, 3), (5, 4), (0, 1))) == [0, 1]
    assert left_over((4, 4), (5, 4)) == [1]


def test_too_many_choices_are_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = noisy_max_pair(2, 1, "first")
    # Two when it is shown, one of each end, and those of the two queries.
    monkeypatch.setattr(words, "MAXIMAL_STEPS", 10)
    assert words.words(pair, None, 0, "any", FREE) is not None
    monkeypatch.setattr(words, "MAXIMAL_STEPS", 9)
    with pytest.raises(LimitReached, match="more than 9 choices"):
        words.words(pair, None, 0, "any", FREE)


# --- Queries of words --------------------------------------------------------------------------------------------


def reals(query: str, chosen: frozenset[str]) -> dict[str, Fraction] | None:
    """What the chosen steps make of the weights, or None where two of them disagree."""
    known: dict[str, Fraction] = {}
    for one in asserted(query):
        if one[0] == "=>" and isinstance(one[2], list) and one[2][0] == "=" and one[1] in chosen:
            number = value(one[2][2], known)
            if known.setdefault(str(one[2][1]), number) != number:
                return None
        elif one[0] == "<=":
            # No chosen step says anything of this one: it may be anything between its ends.
            known.setdefault(str(one[2]), value(one[1], {}))
    return known


def satisfied(query: str, chosen: frozenset[str]) -> bool:
    known = reals(query, chosen)
    if known is None:
        return False
    truths: dict[str, Value] = {name: name in chosen for name in declared(query, "Bool")}
    return all(value(one, truths | known) for one in asserted(query))


@SOME
def test_queries_hold_for_the_words_that_exceed_the_factor_alone(group: list[Pair]) -> None:
    for pair in group[:3]:
        found = words.words(pair, 2, 0, "any", FREE)
        if found is None:
            continue
        listed = list(paths(found))[:6]
        ratios = {left / right for _, _, left, right in listed if right != 0}
        factors: list[fmpq | None] = [None, *sorted(ratios)[:1], *sorted(ratios)[-2:-1]]
        for c in factors:
            query = encode(found, c)
            assert set(query.wanted) == set(declared(query.text, "Bool"))
            for word, names, left, right in listed:
                exceeded = right == 0 != left if c is None else left > c * right
                assert satisfied(query.text, frozenset(names)) is exceeded
                assert word_of(found, frozenset(names)) == word
                for count in range(len(names)):
                    assert not satisfied(query.text, frozenset(names[:count]))
                    assert word_of(found, frozenset(names[:count])) is None


def test_of_two_steps_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    found = words.words(noisy_max_pair(2, 1, "first"), None, 0, "any", FREE)
    assert found is not None
    names = [names for _, names, _, _ in paths(found)]
    query = encode(found, ZERO).text
    for one, other in product(names, repeat=2):
        assert satisfied(query, frozenset((*one, *other))) is (one == other)
    assert query.count("(or (not ") == 4 * 3 // 2 + 1
    monkeypatch.setattr(encoding, "EXCLUSIONS", 4 * 3 // 2)
    assert encode(found, ZERO).text == query
    monkeypatch.setattr(encoding, "EXCLUSIONS", 4 * 3 // 2 - 1)
    assert encode(found, ZERO).text.count("(or (not ") == 1
    monkeypatch.setattr(encoding, "EXCLUSIONS", 0)
    assert "(or (not " not in encode(found, ZERO).text


def test_a_query_says_of_each_step_what_it_reads_and_shows() -> None:
    found = words.words(noisy_max_pair(1, 1, "first"), None, 0, "any", FREE)
    assert found is not None
    comments = re.findall(r"(x_\d+_\d+) Bool\) ; (.*)", encode(found, ONE).text)
    assert comments == [("x_0_0", "answers[0] = 0 | 0, 0, end")]
    found = words.words(chain(HALF, HALF), 0, 0, "any", FREE)
    assert found is not None
    assert re.findall(r"Bool\) ; (.*)", encode(found, ONE).text) == ["stop"]


# --- Queries of unknowns -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", range(0, 60, 10))
def test_conditions_hold_where_the_claim_is_violated_alone(first: int) -> None:
    for seed in range(first, first + 10):
        domain, claim, c = polynomial_claim(seed)
        query = encode_output(Output((), claim.left, claim.right), domain, c)
        excess = claim.left - c * claim.right
        for point in grid(domain, 4):
            violated = sign(substitute(excess, point)) > 0
            if query is None:
                assert not violated
            else:
                values = {f"u_{at}": rational(point[name]) for at, name in enumerate(domain.names)}
                assert all(value(one, values) for one in asserted(query.text)) is violated
                assert query.wanted == tuple(values)


OPEN, CLOSED = Variable("p", ZERO, ONE, True), Variable("p", ZERO, ONE, False)
PRODUCTS: list[Number] = [
    P,
    1 - P,
    P - 1,
    -P,
    P * P,
    P * (1 - P),
    -P * (1 - P),
    P**3 * (1 - 2 * P) ** 2,
    (1 - P) ** 3 * (2 * P - 1),
    (P - 1) * (1 - 2 * P) * (3 * P - 1),
    P - fmpq(1, 2),
    P + 1,
    P - 2,
    1 / P,
    (1 - 2 * P) / (1 - P),
    -(P**2) / (1 - P) ** 3,
    (1 - 3 * P) / (P - 1) ** 2,
    1 - 2 * P,
    2 * P + 1,
    P * P + 1,
    P * P - P,
]


@pytest.mark.parametrize("variable", [OPEN, CLOSED], ids=["open", "closed"])
@pytest.mark.parametrize("number", PRODUCTS, ids=str)
def test_conditions_that_a_number_is_positive(number: Number, variable: Variable) -> None:
    query = encode_output(Output((), number, ZERO), Domain((variable,)), ONE)
    for at in [*(fmpq(part, 12) for part in range(13)), fmpq(-1), fmpq(2)]:
        try:
            positive = variable.allows(at) and sign(substitute(number, {"p": at})) > 0
        except ZeroDivisionError:
            positive = False
        holds = query is not None and all(value(one, {"u_0": rational(at)}) for one in asserted(query.text))
        assert holds is positive


def test_infinite_factors_are_those_of_nothing_on_the_right() -> None:
    domain = Domain((OPEN,))
    assert encode_output(Output((), P, 1 - P), domain, None) is None
    query = encode_output(Output((), P, ZERO), domain, None)
    assert query is not None
    assert all(value(one, {"u_0": HALF and Fraction(1, 2)}) for one in asserted(query.text))
    assert encode_output(Output((), ZERO, ZERO), domain, None) is None
    assert encode_output(Output((), ONE, ZERO), domain, ONE) is not None


def test_signs_of_factors_on_the_cube() -> None:
    known = {P: 1, 2 * P: 1, -P: -1, 1 - P: 1, P - 1: -1, 3 * P - 3: -1, 2 - 2 * P: 1}
    for number, expected in known.items():
        assert polynomials._sign_on_cube(number.numerator) == expected
    for number in (1 - 2 * P, P + 1, P - 2, P * P, P + Q, P + Q - 1, P - Q, 1 - P * Q, P * P - 1, P * Q - P):
        assert polynomials._sign_on_cube(number.numerator) is None


def telling(*chances: tuple[Number, Number]) -> Pair:
    """One value is shown, with these weights on either side, and it ends."""
    unit: Row = ((0, ONE),)
    edges = tuple(
        Edge(TellLetter(at), 1, (((0, left),) if left != 0 else (),), (((0, right),) if right != 0 else (),))
        for at, (left, right) in enumerate(chances)
    )
    nodes = Node("show", (ONE,), (ONE,), edges), Node("ended", (ONE,), (ONE,), ())
    return Pair(nodes, 0, unit, unit, ONE, ONE)


def test_outputs_of_equal_weights_are_one(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = telling((P / 2, 1 - P), (P / 2, 1 - P), (1 - P, P), (ZERO, ONE - P))
    found = words.words(pair, None, 0, "any", FREE)
    assert found is not None
    weighed = {(output.left, output.right): output.word for output in outputs(found, FREE)}
    assert set(weighed) == {(ONE, ONE), (P / 2, 1 - P), (1 - P, P)}
    assert weighed[1 - P, P] == (TellLetter(2),)
    assert weighed[P / 2, 1 - P] in ((TellLetter(0),), (TellLetter(1),))
    monkeypatch.setattr(polynomials, "MAXIMAL_WORDS", 0)
    with pytest.raises(LimitReached, match="more than 0 queries"):
        outputs(found, FREE)


# --- Weights -----------------------------------------------------------------------------------------------------


def test_weights_that_are_not_rational_are_enclosed_on_the_careful_side() -> None:
    """The factor of every word only grows: left weights and the mass of the right upward, the others downward."""
    tenth = exponential(-ONE)
    pair = telling((tenth, HALF), (HALF, tenth), (tenth, tenth))
    pair = replace(pair, left_mass=1 - tenth, right_mass=tenth, left=((0, tenth),), right=((0, 1 - tenth),))
    ended = replace(pair.nodes[1], left_final=(tenth,), right_final=(tenth,))
    pair = replace(pair, nodes=(pair.nodes[0], ended))
    found = weights.enclosed(pair)
    assert found is not None
    assert found.rational
    ups = [found.left[0][1], found.right_mass, found.nodes[1].left_final[0]]
    downs = [found.right[0][1], found.left_mass, found.nodes[1].right_final[0]]
    exact = [tenth, tenth, tenth, 1 - tenth, 1 - tenth, tenth]
    for edge, given in zip(found.nodes[0].edges, pair.nodes[0].edges, strict=True):
        ups.append(edge.left[0][0][1])
        downs.append(edge.right[0][0][1])
        assert compare(given.left[0][0][1], ups[-1]) <= 0 <= compare(given.right[0][0][1], downs[-1])
        assert edge.letter == given.letter
    for number, near in zip(exact, [*ups[:3], *downs[:3]], strict=True):
        assert compare(number, near + fmpq(1, 10**35)) < 0 < compare(number, near - fmpq(1, 10**35))
    assert all(compare(near, number) >= 0 for near, number in zip(ups, exact[:3], strict=False))
    assert all(compare(near, number) <= 0 for near, number in zip(downs[:3], exact[3:], strict=True))
    assert (found.nodes[0].edges[0].right, found.nodes[0].edges[1].left) == ((((0, HALF),),),) * 2


def test_rational_weights_stay_and_unknowns_are_not_enclosed() -> None:
    pair = telling((HALF, HALF))
    assert weights.enclosed(pair) is pair
    assert weights.irrational(pair) == []
    assert weights.enclosed(telling((P, HALF))) is None
    assert weights.enclosed(telling((exponential(-ONE), HALF), (HALF, P * exponential(-ONE)))) is None
    assert weights.irrational(telling((P, HALF), (HALF, P))) == [P]


def test_weights_on_the_cube() -> None:
    """p in [1/4, 1/2] is 1/4 + u/4; a weight that vanishes there is gone, and a matrix stays one object."""
    wide = Domain((Variable("p", fmpq(1, 4), HALF, False),))
    pair = telling((P, 1 - P), (1 - P, P))
    shared = pair.nodes[0].edges[0].left
    edges = tuple(replace(edge, left=shared) for edge in pair.nodes[0].edges)
    pair = replace(pair, nodes=(replace(pair.nodes[0], edges=edges), pair.nodes[1]), left_mass=P, right_mass=2 * P)
    found = weights.on_cube(pair, wide)
    one, two = found.nodes[0].edges
    assert one.left is two.left
    assert one.left == (((0, fmpq(1, 4) + P / 4),),)
    assert one.right == (((0, fmpq(3, 4) - P / 4),),)
    assert (found.left_mass, found.right_mass) == (fmpq(1, 4) + P / 4, HALF + P / 2)
    assert weights.on_cube(pair, NOWHERE) is pair
    point = Domain((Variable("p", ZERO, ZERO, False),))
    assert weights.on_cube(telling((P, 1 - P)), point).nodes[0].edges[0].left == ((),)


# --- Answers -----------------------------------------------------------------------------------------------------


class Small:
    """In place of a solver: tries every path of a query of words, or every point of a grid for a query of unknowns."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.seconds: list[float] = []
        self.silent: Callable[[str], bool] = lambda query: False

    def __call__(self, solver: str, query: str, wanted: Iterable[str], seconds: float) -> Solved:
        assert solver == "small"
        self.asked.append(query)
        self.seconds.append(seconds)
        if self.silent(query):
            return Solved("unknown", reason="small is silent")
        if "QF_NRA" in query:
            names = declared(query, "Real")
            assert tuple(names) == tuple(wanted)
            for point in product([Fraction(part, 16) for part in range(17)], repeat=len(names)):
                if all(value(one, dict(zip(names, point, strict=True))) for one in asserted(query)):
                    near = (fmpq(at.numerator, at.denominator) for at in point)
                    return Solved("sat", reals=tuple(zip(names, near, strict=True)))
            return Solved("unsat")
        for chosen in chains(query):
            if satisfied(query, chosen):
                return Solved("sat", truths=chosen)
        return Solved("unsat")


def chains(query: str) -> Iterator[frozenset[str]]:
    after: dict[str, list[str]] = {name: [] for name in declared(query, "Bool")}
    first, *rest = asserted(query)
    for one in rest:
        if one[0] == "=>" and (isinstance(one[2], str) or one[2][0] == "or"):
            after[str(one[1])] = [one[2]] if isinstance(one[2], str) else [str(name) for name in one[2][1:]]
    waiting = [(name,) for name in ([first] if isinstance(first, str) else first[1:])]
    for path in waiting:
        following = after[str(path[-1])]
        if not following:
            yield frozenset(map(str, path))
        waiting += [(*path, name) for name in following]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Small:
    found = Small()
    monkeypatch.setattr(ENGINE, "solve", found)
    return found


def chain(left: fmpq, right: fmpq) -> Pair:
    """A value is shown again and again: the one with these weights, or the other."""
    edges = tuple(
        Edge(TellLetter(at), 0, (((0, more),),), (((0, less),),))
        for at, (more, less) in enumerate(((left, right), (1 - left, 1 - right)))
    )
    return Pair((Node("show", (ONE,), (ONE,), edges),), 0, ((0, ONE),), ((0, ONE),), ONE, ONE)


CHAIN = chain(fmpq(3, 4), HALF)


def test_decisions_name_the_first_length_at_which_a_claim_is_violated(small: Small) -> None:
    for c, length in ((ONE, 1), (fmpq(3, 2), 2), (fmpq(9, 4), 3), (fmpq(26, 8), 3)):
        found = decide([CHAIN], NOWHERE, Epsilon.log(c), 3, "small", FREE)
        assert (found.length, found.complete) == (length, False)
        assert found.violation is not None
        assert found.violation.word == (TellLetter(0),) * length
        assert found.violation.left / found.violation.right == fmpq(3, 2) ** length
        assert found.violation.pair is CHAIN
    assert decide([CHAIN], NOWHERE, Epsilon.log(fmpq(27, 8)), 3, "small", FREE) == Answer(None, 3, True)
    assert decide([CHAIN], NOWHERE, Epsilon.log(fmpq(1)), 0, "small", FREE) == Answer(None, 0, True)
    # In the second of two pairs, too.
    pairs = [chain(HALF, HALF), CHAIN]
    found = decide(pairs, NOWHERE, Epsilon.log(fmpq(2)), 3, "small", FREE)
    assert found.violation is not None
    assert (found.length, found.violation.pair) == (2, CHAIN)


def test_decisions_about_words_of_all_lengths(small: Small) -> None:
    pair = noisy_max_pair(2, 1, "first")
    assert decide([pair], NOWHERE, Epsilon.log(fmpq(4)), None, "small", FREE) == Answer(None, 0, True)
    found = decide([pair], NOWHERE, Epsilon.log(fmpq(39, 10)), None, "small", FREE)
    assert (found.length, found.complete) == (0, False)
    assert found.violation is not None
    assert found.violation.left == 4 * found.violation.right


@pytest.mark.parametrize("seed", range(20))
def test_decisions_about_random_pairs(seed: int, small: Small) -> None:
    pair = random_pair(seed, cyclic=seed % 2 == 1)
    for c in (fmpq(1), fmpq(2), fmpq(9, 2)):
        found = decide([pair], NOWHERE, Epsilon.log(c), 2, "small", FREE)
        exceeded = [length for length in range(3) if greatest(pair, 0, length) > c]
        assert (found.violation is not None) is bool(exceeded)
        assert found.complete is not bool(exceeded)
        assert found.length == (exceeded[0] if exceeded else 2)


def test_what_a_solver_leaves_open_is_told(small: Small) -> None:
    """Lengths before are known. A violation of the same length is named all the same."""
    claim, slow = Epsilon.log(fmpq(9, 4)), chain(fmpq(2, 3), HALF)
    assert decide([slow], NOWHERE, claim, 1, "small", FREE) == Answer(None, 1, True)
    known = len(small.asked)
    small.asked.clear()
    small.silent = lambda query: len(small.asked) > known
    assert decide([slow], NOWHERE, claim, 3, "small", FREE) == Answer(None, 1, False, "small is silent")
    small.silent = lambda query: True
    assert decide([CHAIN], NOWHERE, claim, 3, "small", FREE).length in (-1, 0)
    assert decide([noisy_max_pair(1, 1, "first")], NOWHERE, claim, None, "small", FREE).length == -1
    first, second = telling((ONE, HALF)), telling((ONE, fmpq(1, 3)))
    small.silent = lambda query: "3.0" not in query
    found = decide([first, second], NOWHERE, Epsilon.log(fmpq(5, 2)), None, "small", FREE)
    assert found.violation is not None
    assert found.violation.pair is second


def test_a_query_that_was_refuted_is_not_asked_again(small: Small) -> None:
    same = [chain(HALF, HALF), chain(HALF, HALF)]
    decide(same, NOWHERE, Epsilon.log(fmpq(2)), 2, "small", FREE)
    assert len(small.asked) == len(set(small.asked)) > 0
    refuted: set[str] = set()
    item = next(items(same[:1], NOWHERE, 1, 1, FREE))
    assert ask(item, NOWHERE, fmpq(2), "small", FREE, None, refuted) is None
    assert len(refuted) == 1
    count = len(small.asked)
    assert ask(item, NOWHERE, fmpq(2), "small", FREE, None, refuted) is None
    assert len(small.asked) == count
    assert ask(item, NOWHERE, fmpq(2), "small", FREE) is None
    assert len(small.asked) == count + 1


def test_too_large_an_epsilon_has_no_query(small: Small) -> None:
    found = decide([CHAIN], NOWHERE, Epsilon.rational(10**12), 2, "small", FREE)
    assert (found.violation, found.length, found.complete) == (None, -1, False)
    assert "too large" in found.reason


def test_the_time_for_a_query(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of what is left, but for the last seconds; with no limit, an hour."""
    now = time.monotonic()
    monkeypatch.setattr(ENGINE.time, "monotonic", lambda: now)
    for left, given in ((100.0, 50.0), (8.0, 4.0), (3.0, 2.0), (1.0, 1.0)):
        assert ENGINE._seconds(Limits(deadline=now + left)) == pytest.approx(given)
    assert ENGINE._seconds(FREE) == 3600
    for left in (0.0, -1.0):
        with pytest.raises(LimitReached):
            ENGINE._seconds(Limits(deadline=now + left))


def empty_word(left: Number, right: Number) -> Item:
    pair = Pair((Node("ended", (left,), (right,), ()),), 0, ((0, ONE),), ((0, ONE),), ONE, ONE)
    return Item(pair, Output((), left, right))


SQUARE = Domain((OPEN, Variable("q", ZERO, ONE, False)))


def test_models_are_computed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model outside the domain, one that violates nothing, and one without values are none."""
    item = empty_word(P + Q, ONE)

    def answered(c: fmpq | None, *values: fmpq) -> object:
        names = [f"u_{at}" for at in range(len(values))]
        solved = Solved("sat", reals=tuple(zip(names, values, strict=True)))
        monkeypatch.setattr(ENGINE, "solve", lambda *given: solved)
        return ask(item, SQUARE, c, "any", FREE)

    assert isinstance(answered(fmpq(1), fmpq(15, 16), ONE), Violation)
    for values in ((HALF, HALF), (ZERO, ONE), (ONE, ONE), (fmpq(2), HALF), (HALF, fmpq(2)), (HALF, fmpq(-1))):
        found = answered(ONE, *values)
        assert isinstance(found, Gap)
        assert "does not violate" in found.reason or "without rational" in found.reason
    found = answered(ONE, HALF)
    assert isinstance(found, Gap)
    assert "without rational values" in found.reason
    assert isinstance(answered(fmpq(1), HALF, ONE), Violation)
    for at, inside in ((ZERO, False), (ONE, False), (HALF, True)):
        assert (recheck(item, SQUARE, Solved("sat", reals=(("u_0", at), ("u_1", ONE)))) is not None) is inside
    for at in (ZERO, ONE):
        assert recheck(item, SQUARE, Solved("sat", reals=(("u_0", HALF), ("u_1", at)))) is not None
    pole = empty_word(1 / (P - HALF), ONE)
    assert recheck(pole, SQUARE, Solved("sat", reals=(("u_0", HALF), ("u_1", ONE)))) is None


def test_violations_are_told_at_simple_points(small: Small) -> None:
    for left, c, point in (
        (P + Q, ZERO, (HALF, HALF)),
        (P, HALF, (fmpq(2, 3), HALF)),
        (P, fmpq(2, 3), (fmpq(3, 4), HALF)),
        (1 - P, HALF, (fmpq(1, 3), HALF)),
        (1 - P, fmpq(2, 3), (fmpq(1, 4), HALF)),
        (P, fmpq(3, 4), (fmpq(4, 5), HALF)),
    ):
        found = ask(empty_word(left, ONE), SQUARE, c, "small", FREE)
        assert isinstance(found, Violation)
        assert compare(found.left, c * found.right) > 0
        assert found.point == point, left


def test_another_word_is_named_where_all_unknowns_are_one_half(small: Small) -> None:
    """The first output exceeds at points elsewhere alone, the second one at 1/2 too."""
    domain = Domain((OPEN,))
    pair = telling(((1 - P) ** 3, fmpq(1, 4)), (3 * P / 4, fmpq(1, 4)))
    found = decide([pair], domain, Epsilon(), None, "small", FREE)
    assert found.violation is not None
    assert (found.violation.word, found.violation.point) == ((TellLetter(1),), (HALF,))
    pair = telling(((1 - P) ** 3, fmpq(1, 4)), (P / 4, fmpq(1, 4)))
    found = decide([pair], domain, Epsilon(), None, "small", FREE)
    assert found.violation is not None
    assert found.violation.word == (TellLetter(0),)
    assert found.violation.point != (HALF,)


def test_written_queries_are_one_for_the_words_of_a_pair_and_one_for_each_output_with_unknowns() -> None:
    (query,) = queries([CHAIN], NOWHERE, fmpq(2), 2, FREE)
    assert [satisfied(query.text, chosen) for chosen in chains(query.text)].count(True) == 1
    found = list(queries([telling((P, 1 - P), (1 - P, P)), CHAIN], Domain((OPEN,)), fmpq(2), 2, FREE))
    assert ["QF_NRA" in query.text for query in found] == [True, True, False]
    assert list(queries([telling((P / 2, ONE))], Domain((OPEN,)), fmpq(2), 2, FREE))


# --- The binary search -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("interval", [None, (1, 2), (2, 4), (3, 5), (5, 7), (1, 100)])
@pytest.mark.parametrize("length", [0, 1, 2])
def test_the_binary_search_ends_exactly(length: int, interval: tuple[int, int] | None, small: Small) -> None:
    start = None if interval is None else (fmpq(interval[0]), fmpq(interval[1]))
    found = narrow([CHAIN], NOWHERE, length, "small", FREE, interval=start)
    exact = fmpq(3, 2) ** length
    assert (found.lower, found.upper, found.reason) == (exact, exact, "")
    assert 0 < found.probes < 12
    if length:
        assert found.violation is not None
        assert found.violation.left == exact * found.violation.right
    else:
        assert found.violation is None


@pytest.mark.parametrize("seed", range(16))
def test_the_binary_search_of_random_pairs(seed: int, small: Small) -> None:
    pair = random_pair(seed, cyclic=seed % 2 == 1)
    exact = greatest(pair, 0, 2)
    found = narrow([pair], NOWHERE, 2, "small", FREE)
    assert found.reason == ""
    if exact == INFINITE:
        assert (found.lower, found.upper) == (None, None)
        assert found.violation is not None
        assert found.violation.right == 0 != found.violation.left
    else:
        assert (found.lower, found.upper) == (max(exact, ONE), max(exact, ONE))


def test_the_binary_search_says_what_a_solver_leaves_open(small: Small) -> None:
    """Of two pairs the one whose factor is 3/2 is never answered."""
    small.silent = lambda query: "4.0" in query and "5.0" not in query
    found = narrow([CHAIN], NOWHERE, 1, "small", FREE)
    assert found.reason
    assert found.upper is None
    assert found.lower == ONE or found.lower == fmpq(3, 2)
    small.silent = lambda query: True
    found = narrow([CHAIN], NOWHERE, 1, "small", FREE)
    assert (found.lower, found.upper, found.violation) == (ONE, None, None)
    assert "2^" in found.reason or "silent" in found.reason or str(LARGEST / 2) in found.reason


def test_the_binary_search_without_time(small: Small) -> None:
    found = narrow([CHAIN], NOWHERE, 2, "small", Limits(deadline=0.0))
    assert found == Interval(ONE, None, None, found.probes, found.reason)
    assert "time limit" in found.reason


def test_the_binary_search_with_unknowns_comes_close(small: Small) -> None:
    """2 p (1 - p) / (1/4) is 2 at p = 1/2, where it is greatest; 1 + p comes as close to 2 as one likes."""
    domain = Domain((OPEN,))
    found = narrow([telling((2 * P * (1 - P), fmpq(1, 4)))], domain, None, "small", FREE)
    assert found.lower == 2
    assert isinstance(found.upper, fmpq)
    assert 2 <= found.upper <= 2 * fmpq(1_000_001, 1_000_000)
    assert found.reason == ""


def test_the_binary_search_with_unknowns_halves_what_is_left(small: Small) -> None:
    """Of the points that are tried, 15/16 is the one at which 1 + p is greatest."""
    found = narrow([telling(((1 + P) / 2, HALF))], Domain((OPEN,)), None, "small", FREE)
    assert (found.lower, found.reason) == (fmpq(31, 16), "")
    assert isinstance(found.upper, fmpq)
    assert fmpq(31, 16) < found.upper <= fmpq(31, 16) * fmpq(1_000_001, 1_000_000)


# --- What a process prints ---------------------------------------------------------------------------------------


def test_reasons() -> None:
    def reason(answer: str, more: str) -> str:
        solved = read_answer(f'{{"answer": "{answer}", "more": {more}}}', ("x",), "z3")
        assert solved.answer == "unknown"
        return solved.reason

    assert reason("unknown", '"(:reason-unknown \\"tired\\")"') == "z3 gave up: tired"
    assert reason("unknown", '"(:reason-unknown   canceled)"') == "z3 gave up: canceled"
    assert reason("unknown", '"who knows"') == "z3 gave up: who knows"
    assert reason("unknown and more", '""') == "z3 gave up: "
    assert reason("perhaps", '""') == "z3 gave an answer that cannot be read: perhaps"
    assert len(reason("p" * 900, '""')) < 300
    assert "cannot be read" in reason("", '""')
    assert read_answer('{"answer": "unsat", "more": ""}', (), "z3") == Solved("unsat")
    assert read_answer('{"answer": "sat", "more": ""}', (), "z3") == Solved("sat")


def test_values_of_names_that_were_not_asked_for_are_left_out() -> None:
    said = '{"answer": "sat", "more": "((x true) (y true) (z false) (r 2.0) (s 3.0))"}'
    assert read_answer(said, ("x", "z", "s"), "z3") == Solved("sat", frozenset("x"), (("s", fmpq(3)),))
