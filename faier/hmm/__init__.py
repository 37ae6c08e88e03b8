"""Hidden Markov models of mechanisms, and of the two sides that a claim compares.

Turns a labelled process into a smaller one (`lump`), into the pair that a claim is decided on (`pair_dp`,
`pairs_prior`) and into what people and other tools read (`export`). Processes come from `semantics` and are
wellformed; weights are exact numbers and never looked into. Decides nothing: that is what engines do.
"""

from faier.hmm.forward import Hmm, forward, forward_process
from faier.hmm.lump import lump, reachable
from faier.hmm.neighbors import Automaton, automaton, equality
from faier.hmm.pair import pair_dp, pairs_prior
from faier.hmm.shown import identity, letter_identity
from faier.hmm.wellformed import MalformedModel, wellformed
from faier.hmm.wholes import holds, whole_pairs

__all__ = [
    "Automaton",
    "Hmm",
    "MalformedModel",
    "automaton",
    "equality",
    "forward",
    "forward_process",
    "holds",
    "identity",
    "letter_identity",
    "lump",
    "pair_dp",
    "pairs_prior",
    "reachable",
    "wellformed",
    "whole_pairs",
]
