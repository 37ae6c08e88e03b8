"""Whether what a mechanism shows depends on the order of the rows of an input: two runs are told side by side, on the
same rows in two orders, and draw the same.

What is not known to be alike in both runs is `Ordered`: then nothing is said. Nothing here runs or counts anything.
"""

from faier.deciding.unordered.following import takes_any_order

__all__ = ["takes_any_order"]
