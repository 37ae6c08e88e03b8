"""A mechanism file's tree -> exact probabilities.

`explore` and `explore_prior` are the fast semantics: they make the labelled process of a mechanism. `denote`
is the short obvious one, by which everything clever is checked.
"""

from faier.semantics.explore import explore, explore_prior

__all__ = ["explore", "explore_prior"]
