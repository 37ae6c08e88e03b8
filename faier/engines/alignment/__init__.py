"""Bounds for outputs of every length of programs that keep unbounded noise, by aligning two runs.

An `Alignment` claims: for every two inputs that are neighbors and every output, however long, the output is on one
input at most e^epsilon times as likely as on the other. `check` says why what it lists is a proof of that, and
redoes it.
"""

from faier.engines.alignment.early import early
from faier.engines.alignment.engine import align, least, why
from faier.engines.alignment.evidence import Alignment
from faier.engines.alignment.prices import NotAligned

__all__ = ["Alignment", "NotAligned", "align", "early", "least", "why"]
