"""Pairs of models and an epsilon -> what is known of the greatest ratio, each with the evidence that it was found by.

One package for each engine. None of them sees source text, and only `smt` imports solvers.
"""

from typing import Literal, TypeAlias

Engine: TypeAlias = Literal[
    "search", "algebra", "outputs", "coupling", "growth", "alignment", "density", "shifts", "smt"
]
Wanted: TypeAlias = Literal["auto"] | Engine

# Every engine, with what it does.
ENGINES: dict[Engine, str] = {
    "search": "every output, by exact arithmetic, as far as it could still matter",
    "algebra": "polynomial inequalities for all values of the unknowns, by exact subdivision",
    "outputs": "the exact distribution of all outputs",
    "coupling": "a proof for outputs of every length, by pairing the two runs step by step",
    "growth": "a cycle of outputs at each turn of which more leaks",
    "alignment": "a proof for outputs of every length, by shifting the kept noise of one run beside the other's",
    "density": "one real that is shown, by certified ends of densities and of their differences",
    "shifts": "sums of counts with noise, by how far a record that moves shifts them, for counts of any size",
    "smt": "a solver's answer, where it refutes recomputed exactly",
}
WANTED: dict[str, Wanted] = {"auto": "auto", **{engine: engine for engine in ENGINES}}
