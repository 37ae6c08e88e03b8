"""How far the query can move when all records change at once, or one of them.

Group and entry privacy as Song, Wang and Chaudhuri (2017) compare with them (section 1, appendix A.2), and the Laplace
mechanism of Dwork, McSherry, Nissim and Smith (2006). Where all records depend on each other they are one group, which
is what is taken here of any prior.
"""

from __future__ import annotations

from flint import fmpq

from faier.calibration.known import NO_PRIOR, Known, Missing, over_epsilon


def group(known: Known) -> fmpq | Missing:
    """Of all records at once."""
    if known.conditionals == NO_PRIOR:
        return NO_PRIOR
    return _over(known.spread, known)


def entry(known: Known) -> fmpq | Missing:
    """Of one record, whatever the others tell about it."""
    if known.conditionals == NO_PRIOR:
        return NO_PRIOR
    if isinstance(known.records, Missing):
        return known.records
    if known.records < 2:
        return Missing("the input is one record: the query is about nothing else")
    return _over(known.step, known)


def sensitivity(known: Known) -> fmpq | Missing:
    """Of neighboring inputs."""
    return _over(known.neighboring, known)


def _over(distance: fmpq | Missing, known: Known) -> fmpq | Missing:
    return distance if isinstance(distance, Missing) else over_epsilon(distance, known.epsilon)
