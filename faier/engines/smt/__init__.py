"""Pairs and claims -> answers of SMT solvers, each rechecked exactly before it is believed."""

from faier.engines.smt.encode import Query, encode
from faier.engines.smt.engine import factor_below
from faier.engines.smt.solve import Solved, solve

__all__ = ["Query", "Solved", "encode", "factor_below", "solve"]
