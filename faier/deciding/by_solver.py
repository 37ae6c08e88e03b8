"""Claims decided by an SMT solver, as the referee for the other engines, and by the paper's binary search.

comparisons -> domain -> queries -> answers, each rechecked -> a verdict, or an interval for epsilon
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from flint import fmpq

from faier.deciding import assumptions
from faier.deciding.comparison import Comparison, Model, Subject, comparisons, model
from faier.deciding.replay import MOMENT, confirm, witness
from faier.engines import smt
from faier.engines.algebra.domain import Domain, domain
from faier.engines.smt.weights import irrational, on_cube
from faier.engines.verdict import Coverage, Proved, Refuted, Tight, Undecided, Verdict, Witness
from faier.exact import Epsilon, TooLarge, Undecidable, epsilons, generators, substitute
from faier.exact.generators import Unknown
from faier.hmm.model import Pair, TellLetter
from faier.lang.program import Program
from faier.lang.values import Real
from faier.limits import LimitReached, Limits

# Where it needs no solver to see that no output can be too likely.
NOTHING = (
    "(set-logic QF_LRA)\n(assert false) ; no output is more likely than allowed, whatever the unknowns\n(check-sat)\n"
)

NO_EPSILON = "solvers of real arithmetic do not know exp: give epsilon a value"


@dataclass(frozen=True)
class _Problem:
    """`pairs` are the comparisons' on the unit cube. `length` is what is covered; `all`: everything is."""

    comparisons: tuple[Comparison, ...]
    pairs: tuple[Pair, ...]
    domain: Domain
    length: int
    all: bool

    @property
    def reach(self) -> int | None:
        """The length to ask about; None where all words end."""
        return None if self.all else self.length


def check(
    program: Program,
    subject: Subject,
    epsilon: Epsilon,
    length: int | None,
    solver: str,
    limits: Limits,
    model: Model = model,
) -> Verdict:
    """The verdict by the solver alone; where words do not end, output length by output length."""
    if epsilon.unknowns:
        return Undecided(Coverage(0, False), "smt", NO_EPSILON)
    try:
        problem = _problem(program, subject, length, limits, model)
        if isinstance(problem, str):
            return Undecided(Coverage(0, False), "smt", problem)
        answer = smt.decide(problem.pairs, problem.domain, epsilon, problem.reach, solver, limits)
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
        found = smt.narrow(problem.pairs, problem.domain, problem.reach, solver, limits, interval=interval)
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
    one query for each pair, or with unknowns for each word, that begins with a reset of the solver."""
    problem = _problem(program, subject, length, limits, model)
    if isinstance(problem, str):
        raise LimitReached("encode", problem)
    if epsilon.unknowns:
        raise LimitReached("encode", NO_EPSILON)
    below = smt.factor_below(epsilon)
    if below is None:
        raise LimitReached("encode", "e^epsilon is too large for a query")
    asked = smt.queries(problem.pairs, problem.domain, below, problem.reach, limits)
    return "(reset)\n".join(_texts(asked, problem.domain)) or NOTHING


def _texts(queries: Iterator[smt.Query], domain: Domain) -> Iterator[str]:
    names = ", ".join(f"u_{at} for {variable.name}" for at, variable in enumerate(domain.variables))
    for query in queries:
        yield (f"; {names}, mapped to [0, 1]\n" if names else "") + query.text + "(check-sat)\n"


def _problem(program: Program, subject: Subject, length: int | None, limits: Limits, model: Model) -> _Problem | str:
    found = tuple(comparisons(program, subject, length, limits, model))
    numbers = [number for one in found for number in irrational(one.pair)]
    unknown = any(isinstance(one, Unknown) for number in numbers for one in generators(number))
    if any(epsilons(number) for number in numbers):
        return NO_EPSILON
    if unknown and any(not isinstance(one, Unknown) for number in numbers for one in generators(number)):
        return "solvers of real arithmetic do not know exp, which is in this mechanism beside unknowns"
    place = domain(
        program.function(subject.prior) if subject.prior is not None else None,
        [*numbers, *assumptions.numbers(found)],
        Epsilon(),
    )
    assumptions.require(program, subject, found, place, limits)
    ends = all(one.length is None for one in found)
    longest = max(_longest(one.pair) if one.length is None else one.length for one in found)
    return _Problem(found, tuple(on_cube(one.pair, place) for one in found), place, longest, ends)


def _coverage(problem: _Problem) -> Coverage:
    return Coverage(problem.length, problem.all)


def _witness(program: Program, subject: Subject, problem: _Problem, found: smt.Violation, limits: Limits) -> Witness:
    comparison = next(one for one, pair in zip(problem.comparisons, problem.pairs, strict=True) if pair is found.pair)
    at = dict(zip(problem.domain.names, found.point, strict=True))
    masses = substitute(found.pair.left_mass, at) * substitute(found.pair.right_mass, at)
    told = witness(program, subject, comparison, found.word, found.left / masses, found.right / masses)
    named = tuple((name, Real(value, "fraction")) for name, value in problem.domain.value(found.point).items())
    told = replace(told, parameters=(*comparison.pair.parameters, *named))
    confirm(program, subject, told, limits.extended(MOMENT))
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
