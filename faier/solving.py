"""Claims decided by an SMT solver, as the referee for the other engines, and by the paper's binary search.

comparisons -> domain -> queries -> answers, each rechecked -> a verdict, or an interval for epsilon
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from flint import fmpq

from faier.comparison import Comparison, Model, Subject, comparisons, model
from faier.engines import smt
from faier.engines.domain import Domain, domain
from faier.engines.smt.engine import Interval, Violation, decide, narrow
from faier.exact import Epsilon, Number, Symbolic, TooLarge, Undecidable, epsilons, generators, substitute
from faier.exact.generators import Unknown
from faier.hmm.model import Pair, Row, TellLetter
from faier.lang.syntax import Program
from faier.lang.values import Real
from faier.limits import LimitReached, Limits
from faier.replay import confirm, witness
from faier.verdict import Coverage, Proved, Refuted, Tight, Undecided, Verdict, Witness


@dataclass(frozen=True)
class _Problem:
    comparisons: tuple[Comparison, ...]
    pairs: tuple[Pair, ...]
    domain: Domain
    length: int
    all: bool


def check(
    program: Program,
    subject: Subject,
    epsilon: Epsilon,
    length: int | None,
    solver: str,
    limits: Limits,
    model: Model = model,
) -> Verdict:
    """The verdict by the solver alone, output length by output length."""
    if epsilon.unknowns:
        return Undecided(Coverage(0, False), "smt", "solvers of real arithmetic do not know exp: give epsilon a value")
    try:
        problem = _problem(program, subject, length, limits, model)
        if isinstance(problem, str):
            return Undecided(Coverage(0, False), "smt", problem)
        answer = decide(problem.pairs, problem.domain, epsilon, problem.length, solver, limits)
        if answer.violation is not None:
            found = _witness(program, subject, problem, answer.violation, limits)
            return Refuted(_coverage(problem), "smt", found, Tight(found.ratio, None, True, found))
    except LimitReached as reached:
        return Undecided(Coverage(0, False), "smt", reached.text)
    except (TooLarge, Undecidable, ValueError) as error:
        return Undecided(Coverage(0, False), "smt", f"the query cannot be written: {error}")
    if not answer.complete:
        return Undecided(Coverage(max(answer.length, 0), False), "smt", answer.reason)
    return Proved(_coverage(problem), "smt", None, answer)


@dataclass(frozen=True)
class Bound:
    tight: Tight | None
    coverage: Coverage
    reason: str | None


def bound(
    program: Program,
    subject: Subject,
    length: int | None,
    solver: str,
    interval: tuple[fmpq, fmpq] | None,
    limits: Limits,
    model: Model = model,
) -> Bound:
    """The tight factor by binary search with solver queries; `interval` are factors to start from."""
    try:
        problem = _problem(program, subject, length, limits, model)
        if isinstance(problem, str):
            return Bound(None, Coverage(0, False), problem)
        found: Interval = narrow(problem.pairs, problem.domain, problem.length, solver, limits, interval=interval)
        told = _witness(program, subject, problem, found.violation, limits) if found.violation is not None else None
    except LimitReached as reached:
        return Bound(None, Coverage(0, False), reached.text)
    except (TooLarge, Undecidable, ValueError) as error:
        return Bound(None, Coverage(0, False), f"the query cannot be written: {error}")
    return Bound(Tight(found.lower, found.upper, True, told), _coverage(problem), found.reason or None)


def query(
    program: Program, subject: Subject, epsilon: Epsilon, length: int | None, limits: Limits, model: Model = model
) -> str:
    """The SMT-LIB 2 text for outputs of up to `length` values (None: of all, or of the length that is covered):
    one query for each pair, each checked by itself."""
    problem = _problem(program, subject, length, limits, model)
    length = problem.length if length is None and not isinstance(problem, str) else length or 1
    if isinstance(problem, str):
        raise LimitReached("encode", problem)
    below = smt.factor_below(epsilon)
    if below is None:
        raise LimitReached("encode", "solvers of real arithmetic do not know exp: give epsilon a value")
    texts = [smt.encode(pair, problem.domain, below, length).text for pair in problem.pairs]
    if len(texts) == 1:
        return texts[0] + "(check-sat)\n"
    logic, rest = texts[0].split("\n", 1)[0], [text.split("\n", 1)[1] for text in texts]
    return logic + "\n" + "".join(f"(push 1)\n{text}(check-sat)\n(pop 1)\n" for text in rest)


def _problem(program: Program, subject: Subject, length: int | None, limits: Limits, model: Model) -> _Problem | str:
    found = tuple(comparisons(program, subject, length, limits, model))
    numbers = [number for one in found for number in _weights(one.pair)]
    if any(epsilons(number) for number in numbers):
        return "solvers of real arithmetic do not know exp: give epsilon a value"
    if any(not isinstance(one, Unknown) for number in numbers for one in generators(number)):
        return "solvers of real arithmetic do not know exp, which is in this mechanism's probabilities"
    prior = program.function(subject.prior) if subject.prior is not None else None
    place = domain(prior, numbers, Epsilon())
    ends = all(one.length is None for one in found)
    longest = max(_longest(one.pair) if one.length is None else one.length for one in found)
    return _Problem(found, tuple(_on_cube(one.pair, place) for one in found), place, longest, ends)


def _coverage(problem: _Problem) -> Coverage:
    return Coverage(problem.length, problem.all)


def _witness(program: Program, subject: Subject, problem: _Problem, found: Violation, limits: Limits) -> Witness:
    comparison = next(one for one, pair in zip(problem.comparisons, problem.pairs, strict=True) if pair is found.pair)
    at = dict(zip(problem.domain.names, found.point, strict=True))
    masses = substitute(found.pair.left_mass, at) * substitute(found.pair.right_mass, at)
    told = witness(program, subject, comparison, found.word, found.left / masses, found.right / masses)
    named = tuple((name, Real(value, "fraction")) for name, value in problem.domain.value(found.point).items())
    told = replace(told, parameters=(*comparison.pair.parameters, *named))
    confirm(program, subject, told, limits)
    return told


def _longest(pair: Pair) -> int:
    """The most values that a word of a pair without cycles shows."""
    known: dict[int, int] = {}

    def longest(node: int) -> int:
        if node not in known:
            known[node] = max(
                (isinstance(edge.letter, TellLetter) + longest(edge.target) for edge in pair.nodes[node].edges),
                default=0,
            )
        return known[node]

    return longest(pair.start)


def _weights(pair: Pair) -> list[Number]:
    """Every weight of a pair that is not rational."""
    rows: list[Row] = [pair.left, pair.right, ((0, pair.left_mass), (1, pair.right_mass))]
    for node in pair.nodes:
        rows += [tuple(enumerate(node.left_final)), tuple(enumerate(node.right_final))]
        for edge in node.edges:
            rows += [*edge.left, *edge.right]
    return list({weight for row in rows for _, weight in row if isinstance(weight, Symbolic)})


def _on_cube(pair: Pair, place: Domain) -> Pair:
    """The pair with its weights as functions of the unit variables."""
    if not place.variables:
        return pair

    def row(given: Row) -> Row:
        return tuple((target, place.unit(weight)) for target, weight in given)

    def column(given: tuple[Number, ...]) -> tuple[Number, ...]:
        return tuple(place.unit(weight) for weight in given)

    nodes = tuple(
        replace(
            node,
            left_final=column(node.left_final),
            right_final=column(node.right_final),
            edges=tuple(
                replace(edge, left=tuple(map(row, edge.left)), right=tuple(map(row, edge.right))) for edge in node.edges
            ),
        )
        for node in pair.nodes
    )
    return replace(
        pair,
        nodes=nodes,
        left=row(pair.left),
        right=row(pair.right),
        left_mass=place.unit(pair.left_mass),
        right_mass=place.unit(pair.right_mass),
    )
