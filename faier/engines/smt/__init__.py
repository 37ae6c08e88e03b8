"""Pairs and claims -> answers of SMT solvers, each rechecked exactly before it is believed.

Only exact text reaches a solver, each query in a process of its own. An `unsat` is believed: solvers' proofs over
the reals cannot be checked by others, so this engine is the referee of the others, not their foundation.
"""

from faier.engines.smt.encode import Query
from faier.engines.smt.engine import Answer, Violation, decide, factor_below, queries
from faier.engines.smt.narrow import Interval, narrow
from faier.engines.smt.solve import Solved, solve

__all__ = [
    "Answer",
    "Interval",
    "Query",
    "Solved",
    "Violation",
    "decide",
    "factor_below",
    "narrow",
    "queries",
    "solve",
]
