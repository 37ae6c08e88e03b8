"""A histogram of records that may be missing, and one that says how many there are.

Neighbors here are what Tumult, OpenDP and Google's library mean by default: one record is added or taken away. Then one
bin moves by one, and noise of one step pays for it; replacing a record moves two bins and costs twice as much. Whoever
takes the number of records for public, and shows it, gives away for certain whether a record is there.
"""

from faier import Int, Records, added, clamp, geometric, log, mechanism, one, private

BINS = 3
N = 2
ALPHA = 1 / 2


def counted(records):
    counts = [0] * BINS
    for record in records:
        counts[record] += 1
    return [clamp(count + geometric(ALPHA), 0, N) for count in counts]


@private(epsilon=log(2), neighbors=added())
@private(epsilon=log(2) - 1 / 1000000, neighbors=added(), expect="refuted")
@private(epsilon=log(4), neighbors=one())
@private(epsilon=log(4) - 1 / 1000000, neighbors=one(), expect="refuted")
@private(epsilon=log(2), neighbors=one(), expect="refuted", name="a record that is replaced moves two bins")
@mechanism
def histogram_added(records: Records[Int[0, BINS - 1], N]):
    return counted(records)


@private(epsilon=log(2), neighbors=added(), expect="refuted", name="the number of records is shown as it is")
@private(epsilon=log(4), neighbors=one())
@mechanism
def histogram_with_size(records: Records[Int[0, BINS - 1], N]):
    return len(records), counted(records)
