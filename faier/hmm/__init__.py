"""Hidden Markov models of mechanisms, and of the two sides that a claim compares.

Turns a labelled process into a smaller one (`lump`), into the pair that a claim is decided on (`pair_dp`,
`pairs_prior`) and into a model that people and other tools read (`hidden_markov_model`, `to_text`). Processes
come from `semantics`; weights are exact numbers and never looked into. Decides nothing: that is what engines do.
"""

from faier.hmm.export import to_dot, to_json, to_text
from faier.hmm.forward import Hmm, forward
from faier.hmm.hidden import entry_text, hidden_markov_model, letter_text, paired_hmm
from faier.hmm.lump import lump, reachable
from faier.hmm.neighbors import Automaton, automaton, equality
from faier.hmm.pair import pair_dp, pairs_prior
from faier.hmm.shown import identity, letter_identity
from faier.hmm.wholes import holds, whole_pairs

__all__ = [
    "Automaton",
    "Hmm",
    "automaton",
    "entry_text",
    "equality",
    "forward",
    "hidden_markov_model",
    "holds",
    "identity",
    "letter_identity",
    "letter_text",
    "lump",
    "pair_dp",
    "paired_hmm",
    "pairs_prior",
    "reachable",
    "to_dot",
    "to_json",
    "to_text",
    "whole_pairs",
]
