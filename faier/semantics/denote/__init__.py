"""What a mechanism file means: the exact distribution of its outputs, written to be obvious.

Everything clever is checked against this package, and every refutation is recomputed by it. A mechanism on given
inputs, or a prior and the mechanism it feeds, is a Markov chain (`runs`): its nodes are where the programs
stand (`config`, `steps`, `evaluate`) and what has been shown. Equal nodes merge, silent loops
are solved exactly (`chance`). Geometric noise is an integer like any other (`held`), Laplace and normal noise a real
(`reals`); a run knows of it what it has asked (`draws`), and how likely each answer is is a sum over all integers
(`sums`), or an integral over all reals (`integrals`), in closed form. Where a real is shown its density is a weight.

Inputs are concrete. A tree is assumed to have passed all checks of `lang`; above all, no list that is changed in
place has two names. A run of positive probability that could fail raises `Failure`, with its place; runs that
were given up because they show something else than what is asked for do not count.
"""

from faier.semantics.denote.densities import NORMAL, comparable
from faier.semantics.denote.distribution import Output, Shown, joint, joint_probability, outputs, probability
from faier.semantics.denote.drawing import Drawer
from faier.semantics.denote.showing import dense

__all__ = [
    "NORMAL",
    "Drawer",
    "Output",
    "Shown",
    "comparable",
    "dense",
    "joint",
    "joint_probability",
    "outputs",
    "probability",
]
