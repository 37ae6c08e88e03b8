"""Claims decided by an SMT solver, as the referee for the other engines, and by the paper's binary search.

comparisons -> domain -> queries -> answers, each rechecked -> a verdict, or an interval for epsilon
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from flint import fmpq

from faier.deciding import assumptions
from faier.deciding.comparison import Comparison, comparisons
from faier.deciding.finding import Finding, nothing
from faier.deciding.question import Question
from faier.deciding.replay import MOMENT, confirm, witness
from faier.deciding.store import Store
from faier.engines import smt
from faier.engines.algebra.domain import Domain, domain
from faier.engines.smt.weights import irrational, on_cube
from faier.engines.verdict import Coverage, Proved, Refuted, Tight, Undecided, Verdict, Witness
from faier.exact import Epsilon, TooLarge, Undecidable, compare, epsilons, generators, substitute
from faier.exact.generators import Unknown
from faier.hmm.model import Pair, TellLetter
from faier.lang.values import Real
from faier.limits import LimitReached, Limits

# Where it needs no solver to see that no output can be too likely.
NOTHING = (
    "(set-logic QF_LRA)\n(assert false) ; no output is more likely than allowed, whatever the unknowns\n(check-sat)\n"
)

# What one of two solvers may take of the time that is left.
HALF = 0.5
# How near to a factor that is attained a solver is asked about the next one.
NEARBY = 1 + fmpq(1, 10**9)

UNCONFIRMED = "z3 finds no violation, but no second solver confirms it (--engine smt takes its word)"

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


def check(question: Question, store: Store, limits: Limits) -> Verdict:
    """The verdict by the solver alone; where words do not end, output length by output length."""
    epsilon = question.budget
    if epsilon.unknowns:
        return Undecided(Coverage(0, False), "smt", NO_EPSILON)
    try:
        problem = _problem(question, store, limits)
        if isinstance(problem, str):
            return Undecided(Coverage(0, False), "smt", problem)
        answer = smt.decide(problem.pairs, problem.domain, epsilon, problem.reach, question.solver, limits)
        if answer.violation is not None:
            found = _witness(question, problem, answer.violation, limits)
            return Refuted(_coverage(problem), "smt", found, Tight(found.ratio, None, True, found))
    except LimitReached as reached:
        return Undecided(Coverage(0, False), "smt", reached.text)
    except (TooLarge, Undecidable, ValueError) as error:
        return Undecided(Coverage(0, False), "smt", f"the query cannot be written: {error}")
    if not answer.complete:
        return Undecided(Coverage(max(answer.length, 0), False), "smt", answer.reason)
    return Proved(_coverage(problem), "smt", None, answer)


def agreed(question: Question, store: Store, limits: Limits) -> Verdict:
    """The verdict where nobody asked for a solver: an `unsat` over nonlinear reals has no proof that others can check,
    so two of them must agree."""
    said = check(replace(question, solver="z3"), store, limits.share(HALF))
    if not isinstance(said, Proved):
        return said
    second = check(replace(question, solver="cvc5"), store, limits)
    return Undecided(Coverage(0, False), "smt", UNCONFIRMED) if isinstance(second, Undecided) else second


def bound(question: Question, store: Store, limits: Limits) -> Finding:
    """The tight factor by binary search with solver queries."""
    try:
        problem = _problem(question, store, limits)
        if isinstance(problem, str):
            return nothing(problem, "smt")
        solver, interval = question.solver, question.interval
        low = None if question.start is None else question.start.ratio
        if interval is None and isinstance(low, fmpq):
            interval = low, 2 * low
        found = smt.narrow(problem.pairs, problem.domain, problem.reach, solver, limits, interval=interval)
        told = _witness(question, problem, found.violation, limits) if found.violation is not None else None
    except LimitReached as reached:
        return nothing(reached.text, "smt")
    except (TooLarge, Undecidable, ValueError) as error:
        return nothing(f"the query cannot be written: {error}", "smt")
    tight = Tight(found.lower, found.upper, True, told)
    return Finding(tight, _coverage(problem), "smt", found.reason or None)


def narrowed(question: Question, store: Store, limits: Limits, found: Finding) -> Finding:
    """What was found, with ends that are brought together where two solvers find nothing just above the lower one: that
    is out of reach of halving where a ratio has its maximum on a curve."""
    low = None if found.tight is None else found.tight.lower
    if found.tight is None or not isinstance(low, fmpq):
        return found
    near, least, upper = replace(question, interval=(low, low * NEARBY)), found.tight, low
    for solver, part in (("z3", HALF), ("cvc5", 1.0)):
        ends = bound(replace(near, solver=solver), store, limits.share(part)).tight
        if ends is None or ends.lower is None or not isinstance(ends.upper, fmpq):
            return found
        if ends.witness is not None and least.lower is not None and compare(ends.lower, least.lower) > 0:
            least = ends
        upper = max(upper, ends.upper)
    return Finding(replace(least, upper=upper), found.coverage, "smt")


def query(question: Question, store: Store, limits: Limits) -> str:
    """The SMT-LIB 2 text for outputs of up to `length` values (None: of all, or of the length that is covered):
    one query for each pair, or with unknowns for each word, that begins with a reset of the solver."""
    problem, epsilon = _problem(question, store, limits), question.budget
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


def _problem(question: Question, store: Store, limits: Limits) -> _Problem | str:
    found = tuple(comparisons(question, store, limits))
    numbers = [number for one in found for number in irrational(one.pair)]
    unknown = any(isinstance(one, Unknown) for number in numbers for one in generators(number))
    if any(epsilons(number) for number in numbers):
        return NO_EPSILON
    if unknown and any(not isinstance(one, Unknown) for number in numbers for one in generators(number)):
        return "solvers of real arithmetic do not know exp, which is in this mechanism beside unknowns"
    place = domain(question.prior, [*numbers, *assumptions.numbers(found)], Epsilon())
    assumptions.require(question, found, place, limits)
    ends = all(one.length is None for one in found)
    longest = max(_longest(one.pair) if one.length is None else one.length for one in found)
    return _Problem(found, tuple(on_cube(one.pair, place) for one in found), place, longest, ends)


def _coverage(problem: _Problem) -> Coverage:
    return Coverage(problem.length, problem.all)


def _witness(question: Question, problem: _Problem, found: smt.Violation, limits: Limits) -> Witness:
    comparison = next(one for one, pair in zip(problem.comparisons, problem.pairs, strict=True) if pair is found.pair)
    at = dict(zip(problem.domain.names, found.point, strict=True))
    masses = substitute(found.pair.left_mass, at) * substitute(found.pair.right_mass, at)
    told = witness(question, comparison, found.word, found.left / masses, found.right / masses)
    named = tuple((name, Real(value, "fraction")) for name, value in problem.domain.value(found.point).items())
    told = replace(told, parameters=(*comparison.pair.parameters, *named))
    return confirm(question, told, limits.extended(MOMENT))


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
