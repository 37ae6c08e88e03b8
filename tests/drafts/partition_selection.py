"""Which pages may be shown? Those with a noisy number of visitors above a threshold."""

from collections import Counter

from faier import Int, Records, added, geometric, log, mechanism, private

THRESHOLD = 3


@private(epsilon=log(3), delta=1 / 12, neighbors=added())
@private(epsilon=log(3), delta=1 / 20, neighbors=added(), expect="refuted")
@mechanism
def pages(visits: Records[Int[0, 1], 3]):
    counts = Counter(visits)
    shown = set()
    for page, count in counts.items():
        if count + geometric(1 / 3) >= THRESHOLD:
            shown.add(page)
    return sorted(shown)
