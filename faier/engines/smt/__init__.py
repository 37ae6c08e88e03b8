"""Pairs and claims -> answers of SMT solvers, each rechecked exactly before it is believed."""

from faier.engines.smt.encode import Query, encode
from faier.engines.smt.solve import Solved, solve

__all__ = ["Query", "Solved", "encode", "solve"]
