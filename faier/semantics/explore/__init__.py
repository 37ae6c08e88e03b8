"""A tree -> the labelled process of a mechanism, alone or fed by a prior: the fast meaning.

`lower` writes flat code for the tree, `machine` runs it, `exploration` goes from one visible event to the next, and
`silent` sums out what is between them.
"""

from faier.semantics.explore.exploration import explore, explore_prior

__all__ = ["explore", "explore_prior"]
